import { and, eq } from 'drizzle-orm'
import { isSeenBy, tellAll } from '#features/community/posts/model.ts'
import { communityPostComments } from '#features/community/posts/table.ts'
import { forgetWords } from '#features/house/notifications/model.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { notFound } from '#platform/rpc/errors.ts'

const c = communityPostComments

/** A comment that is about to be changed. NOT_FOUND. */
export async function lockComment(tx: Tx, id: string) {
  const [comment] = await tx.select().from(c).where(eq(c.id, id)).for('update')
  if (!comment) throw notFound('There is no such comment.')
  return comment
}

/** A comment on this post that this person may see, kept from being deleted meanwhile. NOT_FOUND. */
export async function heldComment(tx: Tx, postId: string, id: string, actor: Actor) {
  const [comment] = await tx
    .select()
    .from(c)
    .where(and(eq(c.id, id), eq(c.postId, postId), isSeenBy(actor, c)))
    .for('key share')
  if (!comment) throw notFound('There is no such comment.')
  return comment
}

/** A comment is gone, also from what people were told of it, and everybody who looks is told. */
export async function dropComment(tx: Tx, { id, postId }: { id: string; postId: string }): Promise<void> {
  await tx.delete(c).where(eq(c.id, id))
  await forgetWords(tx, `/community/${postId}`)
  await tellAll(tx)
}
