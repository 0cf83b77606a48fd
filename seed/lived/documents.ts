import { createHash, randomBytes } from 'node:crypto'
import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { membershipApplications } from '#features/admissions/applications/table.ts'
import { files } from '#platform/db/tables.ts'
import { type Cause, transact } from '#platform/db/transaction.ts'
import type { Runtime } from '#platform/runtime.ts'
import { artworkImage } from '../artwork/artwork.ts'

/** How many days after the decision they are still kept (setting `documentRetentionDays`), less some. */
const keptDays = 80

/**
 * Draws the identity papers of the applications that have none yet and whose documents are kept: those that wait and those
 * decided lately. Private files, as if they had been uploaded. Returns how many.
 */
export async function seedDocuments(runtime: Runtime, cause: Cause): Promise<number> {
  const a = membershipApplications
  const waiting = await runtime.db
    .select({ id: a.id, userId: a.userId, submittedAt: a.submittedAt })
    .from(a)
    .where(
      and(
        ...[isNotNull(a.userId), isNotNull(a.address), isNull(a.idDocumentFileId), isNull(a.documentsDeletedAt)],
        or(
          isNull(a.reviewedAt),
          sql`${a.reviewedAt} > ${cause.now.toISOString()}::timestamptz - make_interval(days => ${keptDays})`,
        ),
      ),
    )
  const drawn: ((typeof waiting)[number] & { bytes: Buffer; storageKey: string })[] = []
  for (const { id, userId, submittedAt } of waiting) {
    const bytes = await artworkImage('identity-paper', userId!, 1_000, 630, 'jpeg')
    const storageKey = randomBytes(24).toString('hex')
    await runtime.storage.put(storageKey, bytes, 'image/jpeg')
    drawn.push({ id, userId, submittedAt, bytes, storageKey })
  }
  await transact(runtime, cause, async tx => {
    for (const { id, userId, submittedAt, bytes, storageKey } of drawn) {
      const [file] = await tx
        .insert(files)
        .values({
          ...{
            ownerId: userId,
            purpose: 'identity-document',
            name: 'identity-card.jpg',
            mime: 'image/jpeg',
            storageKey,
          },
          ...{ bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
          ...{ createdAt: submittedAt, claimedAt: submittedAt },
        })
        .returning({ id: files.id })
      await tx.update(a).set({ idDocumentFileId: file!.id }).where(eq(a.id, id))
    }
  })
  return drawn.length
}
