import { createHash, randomBytes } from 'node:crypto'
import { type AnyColumn, and, asc, eq, isNull, notLike, sql } from 'drizzle-orm'
import { fact } from '#platform/db/facts.ts'
import { files } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { claimFile, type FilePurpose } from '#platform/files/files.ts'
import { heavy } from '#platform/heavy/heavy.ts'
import { notFound } from '#platform/rpc/errors.ts'
import type { Runtime } from '#platform/runtime.ts'
import type { PictureFiles } from '#ui/plain/picture.tsx'
import { siteImages } from './table.ts'

/** Pictures of public pages: everybody may see them, only the venue puts them there. */
export const siteImageFiles: FilePurpose = {
  name: 'site-image',
  accepts: ['jpeg', 'png', 'webp'],
  maxBytes: 5 * 1_048_576,
  isPrivate: false,
  mayUpload: actor => actor?.roles.includes('admin') ?? false,
  mayRead: async () => true,
}

const formats = ['image/avif', 'image/webp', 'image/jpeg', 'image/png']

/** How keys of pictures in posts of the community begin: there are many, and each post reads its own (`storedFiles`). */
export const postKeys = 'post-'

/** Every picture of the public pages by its key. */
export const picturesFact = fact({
  tables: [siteImages],
  async read(db) {
    const rows = await db
      .select()
      .from(siteImages)
      .where(notLike(siteImages.key, `${postKeys}%`))
      .orderBy(asc(siteImages.width))
    const found: Record<string, PictureFiles> = {}
    for (const [key, mine] of Map.groupBy(rows, row => row.key)) found[key] = pictureFrom(mine)!
    return found
  },
})

type StoredFile = Pick<typeof siteImages.$inferSelect, 'fileId' | 'mime' | 'width' | 'height'>

/** The files of the picture with the key in this column, as a column; give it to `pictureFrom`. */
export const storedFiles = (key: AnyColumn) =>
  sql<StoredFile[]>`(select coalesce(json_agg(json_build_object('fileId', i.file_id, 'mime', i.mime, 'width', i.width,
    'height', i.height) order by i.width), '[]') from ${siteImages} i where i.key = ${key})`

/** A picture of its files, by rising width; null when there are none. */
export function pictureFrom(mine: readonly StoredFile[]): PictureFiles | null {
  const sources = formats.flatMap(mime => {
    const files = mine.filter(row => row.mime === mime)
    return files.length > 0
      ? [{ mime, srcSet: files.map(({ fileId, width }) => `/files/${fileId} ${width}w`).join(', ') }]
      : []
  })
  // Browsers that know none of the formats take the last one, at its middle size.
  const plain = mine.filter(row => row.mime === sources.at(-1)?.mime)
  const middle = plain[Math.floor(plain.length / 2)]
  return middle ? { src: `/files/${middle.fileId}`, width: middle.width, height: middle.height, sources } : null
}

/** What browsers choose from: a card on a phone, a card on a desk, the head of a page. */
const widths = [480, 960, 1_600]

interface Drawn {
  storageKey: string
  bytes: number
  sha256: string
  width: number
  height: number
}

/** A picture that somebody uploaded, in the sizes that browsers choose from; in the storage, and not yet anybody's. */
export interface DrawnPicture {
  uploadId: string
  purpose: string
  ownerId: string
  sizes: Drawn[]
}

/** Draws an own upload in its sizes, outside of any transaction. NOT_FOUND for what is not theirs or is used already, BUSY. */
export async function drawPicture(
  runtime: Runtime,
  { uploadId, purpose, ownerId }: Pick<DrawnPicture, 'uploadId' | 'purpose' | 'ownerId'>,
): Promise<DrawnPicture> {
  const isOwn = and(eq(files.id, uploadId), eq(files.purpose, purpose), eq(files.ownerId, ownerId))
  const [upload] = await runtime.db
    .select({ storageKey: files.storageKey })
    .from(files)
    .where(and(isOwn, isNull(files.claimedAt), isNull(files.deletedAt)))
  const stored = upload && (await runtime.storage.get(upload.storageKey))
  if (!stored) throw notFound('This file is no longer there. Please upload it again.')
  const bytes = new Uint8Array(await new Response(stored).arrayBuffer())
  const sizes = await heavy('picture', ownerId, threads => threads.sizes({ bytes, widths }))
  const drawn: Drawn[] = []
  for (const { bytes: size, width, height } of sizes) {
    const storageKey = randomBytes(24).toString('hex')
    const content = Buffer.from(size)
    await runtime.storage.put(storageKey, content, 'image/webp')
    const sha256 = createHash('sha256').update(content).digest('hex')
    drawn.push({ storageKey, bytes: content.length, sha256, width, height })
  }
  return { uploadId, purpose, ownerId, sizes: drawn }
}

/** A drawn picture is the house's from now on, under this key; what was uploaded goes. NOT_FOUND when it was used meanwhile. */
export async function keepPicture(tx: Tx, key: string, { uploadId, purpose, ownerId, sizes }: DrawnPicture) {
  await claimFile(tx, uploadId, purpose, ownerId, { isUsedUp: true })
  const common = { purpose: siteImageFiles.name, mime: 'image/webp', createdAt: tx.now, claimedAt: tx.now }
  const rows = await tx
    .insert(files)
    .values(
      sizes.map(({ storageKey, bytes, sha256, width }) => ({
        ...{ ...common, storageKey, bytes, sha256, name: `${key}-${width}.webp` },
      })),
    )
    .returning({ fileId: files.id, storageKey: files.storageKey })
  const byKey = new Map(sizes.map(size => [size.storageKey, size]))
  await tx.insert(siteImages).values(
    rows.map(({ fileId, storageKey }) => {
      const { width, height } = byKey.get(storageKey)!
      return { fileId, key, mime: common.mime, width, height, createdAt: tx.now }
    }),
  )
}

/** A picture that nothing shows any more; the hourly sweep removes its bytes. */
export async function dropPicture(tx: Tx, key: string): Promise<void> {
  const gone = tx
    .$with('gone')
    .as(tx.delete(siteImages).where(eq(siteImages.key, key)).returning({ fileId: siteImages.fileId }))
  await tx.with(gone).update(files).set({ deletedAt: tx.now }).where(sql`${files.id} in (select file_id from gone)`)
}
