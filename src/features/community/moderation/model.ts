import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { lockComment } from '#features/community/comments/model.ts'
import type { Visibility } from '#features/community/posts/inputs.ts'
import { lockPost, tellAll } from '#features/community/posts/model.ts'
import { communityPostComments, communityPosts } from '#features/community/posts/table.ts'
import { forgetWords, notifyLater } from '#features/house/notifications/model.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { notFound } from '#platform/rpc/errors.ts'
import type { AppealOutcome, Outcome } from './inputs.ts'
import { communityDecisions, communityReports } from './table.ts'

const d = communityDecisions

/** A post, or a comment on it. */
export interface Thing {
  postId: string
  commentId: string | null
}

/** What is decided about, with whose it is; its post is locked first, so that deciders come one after the other. NOT_FOUND. */
export async function lockThing(tx: Tx, { postId, commentId }: { postId: string; commentId?: string | null }) {
  const post = await lockPost(tx, postId)
  if (!commentId) return { postId, commentId: null, authorId: post.userId, status: post.status }
  const comment = await lockComment(tx, commentId)
  if (comment.postId !== postId) throw notFound('There is no such comment.')
  return { postId, commentId, authorId: comment.userId, status: comment.status }
}

type Locked = Awaited<ReturnType<typeof lockThing>>

/** The rows of a table about things that are about this one. */
export const about = (of: typeof communityDecisions | typeof communityReports, { postId, commentId }: Thing): SQL =>
  and(eq(of.postId, postId), commentId ? eq(of.commentId, commentId) : isNull(of.commentId))!

/** Writes a decision down, which answers every report of the thing that waits. Returns its id. */
export async function keepDecision(
  tx: Tx,
  thing: Locked,
  { outcome, reason }: { outcome: Outcome; reason: string },
): Promise<string> {
  const { postId, commentId, authorId } = thing
  const decidedBy = tx.cause.actorId
  const [row] = await tx
    .insert(d)
    .values({ postId, commentId, authorId, outcome, reason, decidedBy, createdAt: tx.now })
    .returning({ id: d.id })
  const answered = await tx
    .update(communityReports)
    .set({ decisionId: row!.id })
    .where(and(about(communityReports, thing), isNull(communityReports.decisionId)))
    .returning({ userId: communityReports.userId })
  await notifyLater(tx, {
    to: answered.flatMap(({ userId }) => userId ?? []),
    ...{ kind: 'moderation', title: 'The house decided about your report' },
    text: outcome === 'hidden' ? 'What you reported is hidden now.' : 'What you reported stays as it is.',
    path: outcome === 'hidden' ? '/community' : `/community/${postId}`,
  })
  return row!.id
}

/** Whoever waits for an answer about a post, or about what was said to it, hears that it is deleted. */
export async function answerDeleted(tx: Tx, postId: string): Promise<void> {
  const waiting = await tx
    .selectDistinct({ userId: communityReports.userId })
    .from(communityReports)
    .where(and(eq(communityReports.postId, postId), isNull(communityReports.decisionId)))
  await notifyLater(tx, {
    to: waiting.flatMap(({ userId }) => userId ?? []),
    ...{ kind: 'moderation', title: 'The house decided about your report' },
    ...{ text: 'What you reported is deleted.', path: '/community' },
  })
}

/**
 * Hides a thing, with what its author is told, and what was quoted of it goes from what people were told; or shows it again, with
 * null, and says why where there is an answer. Its author and everybody who looks see it.
 */
export async function setVisibility(tx: Tx, thing: Locked, hiddenReason: string | null, answer = ''): Promise<void> {
  const status: Visibility = hiddenReason === null ? 'published' : 'hidden'
  const { postId, commentId } = thing
  await (commentId
    ? tx.update(communityPostComments).set({ status, hiddenReason }).where(eq(communityPostComments.id, commentId))
    : tx.update(communityPosts).set({ status, hiddenReason }).where(eq(communityPosts.id, postId)))
  const what = commentId ? 'comment' : 'post'
  await tellAuthor(
    tx,
    thing,
    hiddenReason === null
      ? { title: `Your ${what} is shown again`, text: answer || 'It stands where it stood.' }
      : { title: `Your ${what} was hidden`, text: hiddenReason },
  )
  if (hiddenReason !== null) await forgetWords(tx, `/community/${postId}`)
  await tellAll(tx)
}

/** Whose words they are hears what the house decided, at once and among their notifications. */
export async function tellAuthor(
  tx: Tx,
  { authorId, postId }: Pick<Locked, 'authorId' | 'postId'>,
  news: { title: string; text: string },
): Promise<void> {
  if (authorId === null) return
  const { title, text } = news
  await tx.announce({
    ...{ to: { userId: authorId }, kind: 'community.moderated', title },
    message: 'You can read more on its page.',
  })
  await notifyLater(tx, { to: authorId, kind: 'moderation', title, text, path: `/community/${postId}` })
}

/** The last decision that hid a thing. */
export async function hidingDecision(tx: Tx, thing: Thing) {
  const [decision] = await tx
    .select()
    .from(d)
    .where(and(about(d, thing), eq(d.outcome, 'hidden')))
    .orderBy(desc(d.createdAt), desc(d.id))
    .limit(1)
  return decision ?? null
}

/** What the house says to an appeal. */
export async function answerAppeal(
  tx: Tx,
  id: string,
  appealOutcome: AppealOutcome,
  appealAnswer: string,
): Promise<void> {
  await tx
    .update(d)
    .set({ appealOutcome, appealAnswer, appealDecidedAt: tx.now, appealDecidedBy: tx.cause.actorId })
    .where(eq(d.id, id))
}

/** What became of the words that a decision or a report is about, for a select joined with posts and comments. */
export const statusOf = sql<Visibility>`coalesce(${communityPostComments.status}, ${communityPosts.status})`
/** The words themselves. */
export const wordsOf = sql<string>`coalesce(${communityPostComments.content}, ${communityPosts.content})`

/** Tells the office. */
export const tellOffice = (tx: Tx) => tx.announce({ to: { role: 'admin' }, kind: 'community.reported' })
