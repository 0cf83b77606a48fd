import { and, eq, sql } from 'drizzle-orm'
import { hasRole, whyNotIn } from '#platform/auth/actor.ts'
import { files } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { claimFile, type FilePurpose } from '#platform/files/files.ts'
import { type PaperKind, paperMaxBytes, paperPurpose } from './inputs.ts'
import { marketPapers } from './table.ts'

/** Documents of stallholders: private, read by whoever handed them in and by admins. */
export const stallDocuments: FilePurpose = {
  name: paperPurpose,
  accepts: ['pdf', 'jpeg', 'png'],
  maxBytes: paperMaxBytes,
  isPrivate: true,
  mayUpload: actor => whyNotIn(actor, 'member') === null,
  mayRead: async (_, actor, file) => file.ownerId === actor.userId || hasRole(actor, 'admin'),
}

/** Keeps a document that its owner uploaded, in the place of one that waits; the file of that one goes. NOT_FOUND. */
export async function keepPaper(
  tx: Tx,
  paper: { userId: string; kind: PaperKind; fileId: string; expiresOn: string | null },
): Promise<string> {
  await claimFile(tx, paper.fileId, paperPurpose, paper.userId)
  await replace(tx, paper, 'waiting')
  const [row] = await tx
    .insert(marketPapers)
    .values({ ...paper, createdAt: tx.now })
    .returning({ id: marketPapers.id })
  await tx.announce({ to: { role: 'admin' }, kind: 'market.paper' })
  return row!.id
}

/** Another document takes the place of the one of this state; its file is deleted with it. */
export async function replace(
  tx: Tx,
  { userId, kind }: { userId: string; kind: PaperKind },
  status: 'waiting' | 'accepted',
): Promise<void> {
  const p = marketPapers
  const gone = tx.$with('gone').as(
    tx
      .update(p)
      .set({ status: 'replaced' })
      .where(and(eq(p.userId, userId), eq(p.kind, kind), eq(p.status, status)))
      .returning({ fileId: p.fileId }),
  )
  await tx.with(gone).update(files).set({ deletedAt: tx.now }).where(sql`${files.id} in (select file_id from gone)`)
}
