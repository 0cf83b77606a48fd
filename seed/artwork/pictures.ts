import { createHash, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { siteImageFiles } from '#features/house/images/model.ts'
import { siteImages } from '#features/house/images/table.ts'
import { files } from '#platform/db/tables.ts'
import { systemCause, transact } from '#platform/db/transaction.ts'
import type { Runtime } from '#platform/runtime.ts'
import { artworkImage } from './artwork.ts'

interface Place {
  key: string
  kind: string
  /** Width : height. */
  ratio: number
  widths: number[]
}

const rooms = [
  'coworking-space',
  'event-space',
  'music-studio',
  'meeting-room',
  'photography-studio',
  'photo-podcast-studio',
  'podcast-studio',
  'market-stall',
]

const places: Place[] = [
  { key: 'hero', kind: 'hero', ratio: 21 / 9, widths: [750, 1080, 1600, 2400] },
  { key: 'market', kind: 'market-stall', ratio: 3 / 2, widths: [640, 1200] },
  { key: 'sauna', kind: 'wellness', ratio: 3 / 2, widths: [400, 800] },
  { key: 'ice-bath', kind: 'wellness', ratio: 3 / 2, widths: [400, 800] },
  ...rooms.map(key => ({ key, kind: key, ratio: 3 / 2, widths: [400, 800] })),
]

/**
 * Draws the demo venue's pictures, or those of the given keys, and stores them as public files. What is there already
 * stays. Returns how many were drawn.
 */
export async function seedPictures(runtime: Runtime, keys = places.map(({ key }) => key)): Promise<number> {
  let drawn = 0
  for (const { key, kind, ratio, widths } of places.filter(place => keys.includes(place.key))) {
    const [found] = await runtime.db
      .select({ key: siteImages.key })
      .from(siteImages)
      .where(eq(siteImages.key, key))
      .limit(1)
    if (found) continue
    drawn += await seedPicture(runtime, { key, kind, ratio, widths }, ['avif', 'webp'])
  }
  return drawn
}

/** One picture, in these formats; how many files that is. */
export async function seedPicture(
  runtime: Runtime,
  { key, kind, ratio, widths }: Place,
  formats: readonly ('avif' | 'webp')[],
  purpose?: string,
): Promise<number> {
  for (const width of widths)
    for (const format of formats) {
      const height = Math.round(width / ratio)
      const bytes = await artworkImage(kind, key, width, height, format)
      await storePicture(runtime, { key, bytes, mime: `image/${format}`, width, height }, purpose)
    }
  return widths.length * formats.length
}

interface Drawn {
  key: string
  bytes: Buffer
  mime: string
  width: number
  height: number
}

/** Stores one size of a picture as a file of this purpose, a public one unless told, under the key by which it is shown. */
export async function storePicture(
  runtime: Runtime,
  { key, bytes, mime, width, height }: Drawn,
  purpose = siteImageFiles.name,
): Promise<void> {
  const storageKey = randomBytes(24).toString('hex')
  await runtime.storage.put(storageKey, bytes, mime)
  const now = runtime.clock.now()
  await transact(runtime, systemCause(now), async tx => {
    const [file] = await tx
      .insert(files)
      .values({
        purpose,
        name: `${key}-${width}.${mime.split('/')[1]}`,
        mime,
        bytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        storageKey,
        createdAt: now,
        claimedAt: now,
      })
      .returning({ id: files.id })
    await tx.insert(siteImages).values({ fileId: file!.id, key, mime, width, height, createdAt: now })
  })
}
