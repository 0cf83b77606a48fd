import { createHash, randomBytes } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import { type AnyColumn, and, asc, eq, inArray, isNull, not, notLike, type SQL, sql } from 'drizzle-orm'
import { whyNotIn } from '#platform/auth/actor.ts'
import { fact } from '#platform/db/facts.ts'
import { files } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { claimFile, type FilePurpose } from '#platform/files/files.ts'
import { heavy } from '#platform/heavy/heavy.ts'
import { notFound } from '#platform/rpc/errors.ts'
import type { Runtime } from '#platform/runtime.ts'
import type { PictureFiles } from '#ui/plain/picture.tsx'
import { buckets, imageUpload, smallImage } from './inputs.ts'
import { areaOf, focusWithin } from './rules.ts'
import { facilityImages, images, siteImages } from './table.ts'

/** What pictures are shown from: everybody may see them, and they are made here. */
export const siteImageFiles: FilePurpose = {
  name: 'site-image',
  accepts: ['jpeg', 'png', 'webp'],
  maxBytes: imageUpload.maxBytes,
  isPrivate: false,
  mayUpload: () => false,
  mayRead: async () => true,
}

/** What admins upload (CNT-64): everybody may see it, and only they put it there. */
export const imageFiles: FilePurpose[] = buckets.map(name => ({
  ...siteImageFiles,
  name,
  isNamedHere: true,
  // As specified of the pictures of the front pages (CNT-18).
  ...(name === 'homepage-images' && { isInFolders: true }),
  mayUpload: actor => actor !== null && whyNotIn(actor, 'admin') === null,
}))

export const addressOf = (fileId: string) => `/files/${fileId}`

const formats = ['image/avif', 'image/webp', 'image/jpeg', 'image/png']

/** How keys of pictures in posts of the community begin: there are many, and each post reads its own (`storedFiles`). */
export const postKeys = 'post-'

/** Every picture of the public pages by its key, and those that admins put in by their address as well. */
export const picturesFact = fact({
  tables: [siteImages, images, facilityImages],
  async read(db) {
    const rows = await db
      .select()
      .from(siteImages)
      .where(notLike(siteImages.key, `${postKeys}%`))
      .orderBy(asc(siteImages.width))
    const library = await db.select().from(images)
    const ofFacilities = await db.select().from(facilityImages)
    const found: Record<string, PictureFiles> = {}
    for (const [key, mine] of Map.groupBy(rows, row => row.key)) found[key] = pictureFrom(mine)!
    for (const image of library) {
      const files = found[image.id]
      if (!files) continue
      const shown = { ...files, alt: image.alt, focus: focusWithin(image, image) }
      found[image.id] = shown
      found[addressOf(image.originalId)] = shown
    }
    for (const { facilityKey, imageUrl } of ofFacilities) {
      const chosen = found[imageUrl]
      if (chosen) found[facilityKey] = chosen
    }
    return found
  },
})

type StoredFile = Pick<typeof siteImages.$inferSelect, 'fileId' | 'mime' | 'width' | 'height'>

/** The key of the picture that a file is a size of. */
export const keyOf = (fileId: string) =>
  sql`(select ${siteImages.key} from ${siteImages} where ${siteImages.fileId} = ${fileId}::uuid)`

/** The files of the picture with the key in this column, as a column; give it to `pictureFrom`. */
export const storedFiles = (key: AnyColumn) =>
  sql<StoredFile[]>`(select coalesce(json_agg(json_build_object('fileId', i.file_id, 'mime', i.mime, 'width', i.width,
    'height', i.height) order by i.width), '[]') from ${siteImages} i where i.key = ${key})`

/** A picture of its files, by rising width; null when there are none. */
export function pictureFrom(mine: readonly StoredFile[]): PictureFiles | null {
  const sources = formats.flatMap(mime => {
    const files = mine.filter(row => row.mime === mime)
    return files.length > 0
      ? [{ mime, srcSet: files.map(({ fileId, width }) => `${addressOf(fileId)} ${width}w`).join(', ') }]
      : []
  })
  // Browsers that know none of the formats take the last one, at its middle size.
  const plain = mine.filter(row => row.mime === sources.at(-1)?.mime)
  const middle = plain[Math.floor(plain.length / 2)]
  return middle ? { src: addressOf(middle.fileId), width: middle.width, height: middle.height, sources } : null
}

/** What browsers choose from: a card on a phone, a card on a desk, the head of a page. */
const widths = [480, 960, 1_600]

interface Drawn {
  storageKey: string
  mime: string
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
  const bytes = await bytesOf(runtime, await uploadOf(runtime, { uploadId, purpose, ownerId }))
  const sizes = await heavy('picture', ownerId, threads => threads.sizes({ bytes, widths }))
  return { uploadId, purpose, ownerId, sizes: await keepAll(runtime, sizes, 'image/webp') }
}

/**
 * Writes what keeps a drawn picture. Where that is refused, or was done by the first of two attempts, what was drawn goes from the
 * storage at once: no row leads to it.
 */
export async function orDropped<Result>(
  { storage }: Runtime,
  drawn: { sizes: readonly Drawn[] } | null,
  write: <Answer>(work: (tx: Tx) => Promise<Answer>) => Promise<Answer>,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  let isNeeded = false
  try {
    return await write(tx => {
      isNeeded = true
      return work(tx)
    })
  } catch (error) {
    // A refusal kept nothing; of anything else nobody knows.
    isNeeded = !(error instanceof ORPCError && error.status < 500)
    throw error
  } finally {
    if (!isNeeded) for (const { storageKey } of drawn?.sizes ?? []) await storage.remove(storageKey)
  }
}

/** The storage's key of an own upload that nothing uses yet. NOT_FOUND. */
export async function uploadOf(
  { db }: Runtime,
  { uploadId, purpose, ownerId }: Pick<DrawnPicture, 'uploadId' | 'purpose' | 'ownerId'>,
): Promise<string> {
  const isOwn = and(eq(files.id, uploadId), eq(files.purpose, purpose), eq(files.ownerId, ownerId))
  const [upload] = await db
    .select({ storageKey: files.storageKey })
    .from(files)
    .where(and(isOwn, isNull(files.claimedAt), isNull(files.deletedAt)))
  if (!upload) throw notFound(gone)
  return upload.storageKey
}

const gone = 'This file is no longer there. Please upload it again.'

async function bytesOf({ storage }: Runtime, storageKey: string): Promise<Uint8Array> {
  const stored = await storage.get(storageKey)
  if (!stored) throw notFound(gone)
  return new Uint8Array(await new Response(stored).arrayBuffer())
}

type Sized = Pick<Drawn, 'width' | 'height'> & { bytes: Uint8Array }

async function keepAll({ storage }: Runtime, sizes: Sized[], mime: string): Promise<Drawn[]> {
  const drawn: Drawn[] = []
  for (const { bytes, width, height } of sizes) {
    const storageKey = randomBytes(24).toString('hex')
    const content = Buffer.from(bytes)
    await storage.put(storageKey, content, mime)
    const sha256 = createHash('sha256').update(content).digest('hex')
    drawn.push({ storageKey, mime, bytes: content.length, sha256, width, height })
  }
  return drawn
}

type View = Parameters<typeof areaOf>[0] & { isSmall: boolean }

/**
 * What a crop shows of a stored picture, in its sizes, and how large the whole is; outside of any transaction. A small one is one file
 * that fits 400 by 400, as JPEG (CNT-22). NOT_FOUND, BUSY.
 */
export async function drawView(runtime: Runtime, storageKey: string, ownerId: string | null, view: View) {
  const bytes = await bytesOf(runtime, storageKey)
  const { whole, sizes } = await heavy('picture', ownerId, async threads => {
    const whole = await threads.measure({ bytes })
    const area = areaOf(view, whole)
    const sizes = view.isSmall
      ? [await threads.fitted({ bytes, area, ...smallImage })]
      : await threads.sizes({ bytes, widths, area })
    return { whole, sizes }
  })
  return { whole, sizes: await keepAll(runtime, sizes, view.isSmall ? 'image/jpeg' : 'image/webp') }
}

/**
 * A drawn picture is the house's from now on, under this key; what was uploaded goes. Everybody may see it, unless its sizes are of
 * another purpose, `shownAs`. NOT_FOUND when it was used meanwhile.
 */
export async function keepPicture(
  tx: Tx,
  key: string,
  { uploadId, purpose, ownerId, sizes }: DrawnPicture,
  shownAs = siteImageFiles.name,
) {
  await claimFile(tx, uploadId, purpose, ownerId, { isUsedUp: true })
  await keepSizes(tx, key, sizes, shownAs)
}

/** Files that were drawn are those of the picture under this key from now on. */
export async function keepSizes(
  tx: Tx,
  key: string,
  sizes: readonly Drawn[],
  purpose = siteImageFiles.name,
): Promise<void> {
  const common = { purpose, createdAt: tx.now, claimedAt: tx.now }
  const rows = await tx
    .insert(files)
    .values(
      sizes.map(({ storageKey, mime, bytes, sha256, width }) => ({
        ...{ ...common, mime, storageKey, bytes, sha256, name: `${key}-${width}.${mime.slice('image/'.length)}` },
      })),
    )
    .returning({ fileId: files.id, storageKey: files.storageKey })
  const byKey = new Map(sizes.map(size => [size.storageKey, size]))
  await tx.insert(siteImages).values(
    rows.map(({ fileId, storageKey }) => {
      const { mime, width, height } = byKey.get(storageKey)!
      return { fileId, key, mime, width, height, createdAt: tx.now }
    }),
  )
}

/** A picture that nothing shows any more; the hourly sweep removes its bytes. It stays where `unless` (SQL) holds. */
export async function dropPicture(tx: Tx, key: string, unless?: SQL): Promise<void> {
  const isIt = and(eq(siteImages.key, key), unless && not(unless))
  const gone = tx.$with('gone').as(tx.delete(siteImages).where(isIt).returning({ fileId: siteImages.fileId }))
  await tx.with(gone).update(files).set({ deletedAt: tx.now }).where(sql`${files.id} in (select file_id from gone)`)
}

/**
 * Those of these addresses at which the house has no picture, or with `areSmall` none that is fitted as the directory shows it. The
 * others stay until the caller's transaction is done.
 */
export async function missingOf(tx: Tx, addresses: readonly string[], { areSmall = false } = {}): Promise<string[]> {
  const wanted = [...new Set(addresses)].filter(address => address !== '')
  if (wanted.length === 0) return []
  const ids = wanted.map(address => address.slice(addressOf('').length))
  const found = await tx
    .select({ id: images.originalId })
    .from(images)
    .where(and(inArray(images.originalId, ids), areSmall ? images.isSmall : undefined))
    .for('share')
  return wanted.filter(address => !found.some(({ id }) => addressOf(id) === address))
}

/** What shows pictures of the house: for each kind of place, rows of an `address` and the `words` for where it is. */
export interface ImageUse {
  rows: SQL
}

/** Where a picture is shown, in words, as a JSON array; `address` is SQL. */
export const usesOf = (uses: readonly ImageUse[], address: SQL) => sql<string[]>`(
  select coalesce(json_agg(distinct used.words), '[]') from (${allOf(uses)}) used where used.address = ${address})`

/** Whether it is shown anywhere. */
export const isUsed = (uses: readonly ImageUse[], address: SQL) =>
  sql`exists (select from (${allOf(uses)}) used where used.address = ${address})`

/** What the facilities show, by CNT-54. */
export const facilityUse: ImageUse = {
  rows: sql`select ${facilityImages.imageUrl} as address, 'Facility ' || ${facilityImages.facilityName} as words from ${facilityImages}`,
}

const allOf = (uses: readonly ImageUse[]) =>
  sql.join(
    uses.map(({ rows }) => rows),
    sql` union all `,
  )
