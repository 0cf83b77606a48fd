import { createHash, randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Bucket, CropShape } from '#features/house/images/inputs.ts'
import { addressOf, drawView, keepSizes } from '#features/house/images/model.ts'
import { facilityImages, images } from '#features/house/images/table.ts'
import { files } from '#platform/db/tables.ts'
import { type Cause, transact } from '#platform/db/transaction.ts'
import type { Runtime } from '#platform/runtime.ts'
import { artworkImage } from '../artwork/artwork.ts'

interface Picture {
  kind: string
  seed: string
  alt: string
  bucket: Bucket
  focus?: [left: number, top: number]
  shape?: CropShape
  isSmall?: boolean
}

const event = (seed: string, alt: string, more: Partial<Picture> = {}): Picture => ({
  ...{ kind: 'event', seed: `library ${seed}`, alt, bucket: 'homepage-images', ...more },
})

/** What the office has put in over the years; the first eight are wide, the rest faces and a few that nothing shows yet. */
const pictures: Picture[] = [
  event('1', 'A striped disc on slanting strips'),
  event('2', 'Three moons over a lined sea, a red one in front', { focus: [60, 40] }),
  event('3', 'A ring with rays to every side, blue around the middle'),
  event('4', 'Three moons over a lined sea, an ochre one first', { shape: 'card', focus: [35, 60] }),
  event('5', 'A white ring with rays to every side'),
  event('6', 'Tiles of circles and quarters in ochre and blue'),
  event('7', 'Three moons over a lined sea, a green one first'),
  event('8', 'Tiles of circles and quarters in red and green'),
  ...(['meeting-room', 'music-studio'] as const).map(
    (kind): Picture => ({
      ...{ kind, seed: 'another day', bucket: 'admin-uploads' },
      alt:
        kind === 'meeting-room'
          ? 'The long table of the meeting room'
          : 'A record and the waves of its sound, for the music studio',
    }),
  ),
  { kind: 'market-stall', seed: 'not yet', alt: 'A table with prints at the market', bucket: 'admin-uploads' },
]

/** Draws the pictures of the house as if an admin had put them in, and shows two of them as facilities. Once. */
export async function seedLibrary(runtime: Runtime, cause: Cause, faces: readonly string[]): Promise<void> {
  const [any] = await runtime.db.select({ id: images.id }).from(images).limit(1)
  if (any) return
  const all = [
    ...pictures,
    ...faces.map(
      (name): Picture => ({
        kind: 'person',
        seed: name,
        alt: `Portrait of ${name}`,
        bucket: 'admin-uploads',
        isSmall: true,
      }),
    ),
  ]
  const kept = new Map<string, string>()
  // Two at a time, as there are threads that draw.
  for (let first = 0; first < all.length; first += 2)
    await Promise.all(
      all.slice(first, first + 2).map(async (picture, next) => {
        kept.set(picture.seed + picture.kind, await put(runtime, cause, picture, first + next))
      }),
    )
  await transact(runtime, cause, async tx => {
    for (const key of ['meeting-room', 'music-studio'])
      await tx
        .update(facilityImages)
        .set({ imageUrl: kept.get(`another day${key}`)! })
        .where(eq(facilityImages.facilityKey, key))
  })
}

/** Where the pictures are, the earliest first: wide ones, and those of faces by whom they show. */
export async function libraryAddresses({ db }: Runtime) {
  const rows = await db
    .select({ id: images.originalId, alt: images.alt, isSmall: images.isSmall })
    .from(images)
    .orderBy(images.createdAt)
  return {
    wide: rows.filter(({ isSmall }) => !isSmall).map(({ id }) => addressOf(id)),
    faceOf: (name: string) => {
      const found = rows.find(({ alt }) => alt === `Portrait of ${name}`)
      return found ? addressOf(found.id) : ''
    },
  }
}

async function put(runtime: Runtime, cause: Cause, picture: Picture, index: number): Promise<string> {
  const { kind, seed, alt, bucket, focus: [focusLeft, focusTop] = [50, 50], shape = 'whole', isSmall = false } = picture
  const [width, height] = isSmall ? [800, 800] : [1200, 800]
  const bytes = await artworkImage(kind, seed, width, height, 'jpeg')
  const storageKey = randomBytes(24).toString('hex')
  await runtime.storage.put(storageKey, bytes, 'image/jpeg')
  const view = { focusLeft, focusTop, cropShape: shape, cropPercent: 100, isSmall }
  const { sizes } = await drawView(runtime, storageKey, null, view)
  return transact(runtime, cause, async tx => {
    // One after another, some days apart.
    const createdAt = new Date(cause.now.getTime() - (100 - index) * 86_400_000)
    const [file] = await tx
      .insert(files)
      .values({
        ...{ purpose: bucket, name: `${bucket}-${storageKey.slice(0, 12)}.jpg`, mime: 'image/jpeg', storageKey },
        ...{ bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
        ...{ createdAt, claimedAt: createdAt },
      })
      .returning({ id: files.id })
    const [row] = await tx
      .insert(images)
      .values({ ...view, bucket, originalId: file!.id, width, height, alt, createdAt, uploadedBy: admin })
      .returning({ id: images.id })
    await keepSizes(tx, row!.id, sizes)
    return addressOf(file!.id)
  })
}

const admin = sql<string>`(select user_id from user_roles where role = 'admin' order by granted_at, user_id limit 1)`
