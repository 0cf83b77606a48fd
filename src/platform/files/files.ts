import { createHash, randomBytes } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Actor } from '#platform/auth/actor.ts'
import type { Reader } from '#platform/db/pool.ts'
import { files } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { heavy } from '#platform/heavy/heavy.ts'
import { notFound, refusal } from '#platform/rpc/errors.ts'
import type { Runtime } from '#platform/runtime.ts'
import type { Storage } from './storage.ts'

export type { Storage }

export type FileKind = 'pdf' | 'jpeg' | 'png' | 'webp'
export type StoredFile = typeof files.$inferSelect

/** What a kind of upload accepts and who may read it. Each feature lists its own. */
export interface FilePurpose {
  name: string
  accepts: FileKind[]
  maxBytes: number
  /** Private files are served as attachments to those whom `mayRead` admits, and every look is logged. */
  isPrivate: boolean
  mayUpload(actor: Actor | null): boolean
  /** What its files are called is made here, and not taken from whoever uploads them. */
  isNamedHere?: true
  /** So long whoever shows a public one keeps it; otherwise a year, as what stands at an address never changes. */
  keptForSeconds?: number
  /** Its bytes are kept in a folder of its name, and there in one for each person who uploads. */
  isInFolders?: true
  /** Also people whose application was rejected may upload it: they need it to apply again. */
  isForRejected?: boolean
  mayRead(db: Reader, actor: Actor, file: StoredFile): Promise<boolean>
  /**
   * What pages show of something that not everybody sees: whether this person, or a visitor, sees now what it is of. Asked whenever
   * a browser shows it, also what the browser has kept; then `isPrivate` and `mayRead` decide nothing.
   */
  mayShow?(tools: Pick<Runtime, 'db' | 'facts'>, actor: Actor | null, file: StoredFile): Promise<boolean>
}

const mimes: Record<FileKind, string> = {
  pdf: 'application/pdf',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
}

/**
 * Checks an upload by its content, re-encodes pictures (which drops metadata and anything hidden behind the picture)
 * and stores it under a random key. Not claimed by a form within a day, it is removed. Refusals: FILE_TOO_LARGE (413),
 * FILE_TYPE (415), BUSY (429).
 */
export async function storeFile(
  runtime: Runtime,
  purpose: FilePurpose,
  owner: Actor,
  name: string,
  body: ReadableStream<Uint8Array> | null,
): Promise<StoredFile> {
  const bytes = await readCapped(body, purpose.maxBytes)
  const kind = await kindOf(bytes)
  if (!kind || !purpose.accepts.includes(kind))
    throw refusal('FILE_TYPE', `Please choose a ${purpose.accepts.map(each => each.toUpperCase()).join(', ')} file.`, {
      status: 415,
      title: 'Invalid file type',
    })
  const clean =
    kind === 'pdf' ? bytes : await heavy('picture', owner.userId, threads => threads.picture({ bytes, kind }))
  if (!clean)
    throw refusal('FILE_TYPE', 'This picture cannot be read. Please choose another file.', {
      status: 415,
      title: 'Invalid file type',
    })
  const random = randomBytes(24).toString('hex')
  const storageKey = purpose.isInFolders ? `${purpose.name}/${owner.userId}/${random}` : random
  await runtime.storage.put(storageKey, Buffer.from(clean), mimes[kind])
  const [row] = await runtime.db
    .insert(files)
    .values({
      ownerId: owner.userId,
      purpose: purpose.name,
      name: safeName(purpose.isNamedHere ? `${purpose.name}-${random.slice(0, 12)}` : name, kind),
      mime: mimes[kind],
      bytes: clean.length,
      sha256: createHash('sha256').update(clean).digest('hex'),
      storageKey,
      createdAt: runtime.clock.now(),
    })
    .returning()
  return row!
}

/**
 * Binds an uploaded file to the row that the caller is writing. Only its owner can, once, and only for the purpose it was
 * uploaded for; otherwise NOT_FOUND. `isUsedUp`: something else was made of it, and it is deleted.
 */
export async function claimFile(
  tx: Tx,
  fileId: string,
  purpose: string,
  ownerId: string,
  { isUsedUp = false } = {},
): Promise<void> {
  const [claimed] = await tx
    .update(files)
    .set({ claimedAt: tx.now, ...(isUsedUp && { deletedAt: tx.now }) })
    .where(
      and(
        eq(files.id, fileId),
        eq(files.purpose, purpose),
        eq(files.ownerId, ownerId),
        isNull(files.claimedAt),
        isNull(files.deletedAt),
      ),
    )
    .returning({ id: files.id })
  if (!claimed) throw notFound('This file is no longer there. Please upload it again.')
}

/** What is said of a file that has more bytes than its purpose allows. */
export const tooLarge = (maxBytes = 0) => ({
  code: 'FILE_TOO_LARGE',
  message: `Please upload a file smaller than ${Math.round(maxBytes / 1_048_576)}MB`,
  title: 'File too large',
})

async function readCapped(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let total = 0
  for await (const chunk of body ?? []) {
    total += chunk.length
    if (total > maxBytes) {
      const { code, message, title } = tooLarge(maxBytes)
      throw refusal(code, message, { status: 413, title })
    }
    chunks.push(chunk)
  }
  if (total === 0) throw refusal('FILE_TYPE', 'This file is empty.', { status: 415, title: 'Invalid file type' })
  return Buffer.concat(chunks)
}

/** What tells a kind. An archive or the like, looked through to its end, would hold everybody up for half a second. */
const beginning = 4_100

async function kindOf(bytes: Buffer): Promise<FileKind | null> {
  const { fileTypeFromBuffer } = await import('file-type')
  const type = await fileTypeFromBuffer(bytes.subarray(0, beginning))
  const kind = (Object.keys(mimes) as FileKind[]).find(each => mimes[each] === type?.mime)
  // A PDF must begin as one: readers accept junk before the header, which is how disguised files are made.
  if (kind === 'pdf' && !bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) return null
  return kind ?? null
}

/** A name that is only a name: no path, no control characters, the extension of what it really is. */
function safeName(name: string, kind: FileKind): string {
  const stem = name
    .normalize('NFC')
    .replace(/^.*[/\\]/, '')
    .replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}\p{N} ._-]/gu, '')
    .replace(/^[. ]+/, '')
    .slice(0, 80)
  return `${stem || 'file'}.${kind === 'jpeg' ? 'jpg' : kind}`
}
