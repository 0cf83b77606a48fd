import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { keepEvidence, type Written } from '#features/community/evidence/model.ts'
import { communityEvidence } from '#features/community/evidence/table.ts'
import { messages, type Visibility } from '#features/community/posts/inputs.ts'
import { tellAll } from '#features/community/posts/model.ts'
import { communityPostComments, communityPosts } from '#features/community/posts/table.ts'
import { forgetWords, notifyLater } from '#features/house/notifications/model.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { notFound } from '#platform/rpc/errors.ts'
import type { AppealOutcome, Fate, Outcome } from './inputs.ts'
import { communityDecisions, communityReports } from './table.ts'

const [d, e, p, c] = [communityDecisions, communityEvidence, communityPosts, communityPostComments]

/** A post, or a comment on it. */
export interface Thing {
  postId: string
  commentId: string | null
}

/** What is decided about, as it is now, or as it was when it was last kept. */
export interface Case extends Written {
  status: Fate
  /** Whoever looks at the community finds it there; a comment, where its post is shown as well. */
  isShown: boolean
  /** Where its author reads more. */
  place: `/community/${string}` | '/community'
}

type Post = typeof communityPosts.$inferSelect
type Comment = typeof communityPostComments.$inferSelect

/** What a post says, or a comment on it. */
export const writtenOf = (post: Post, comment: Comment | null): Written =>
  comment
    ? {
        ...{ postId: post.id, commentId: comment.id, authorId: comment.userId, title: post.title },
        ...{ content: comment.content, image: null, imageAlt: '' },
      }
    : {
        ...{ postId: post.id, commentId: null, authorId: post.userId, title: post.title },
        ...{ content: post.content, image: post.image, imageAlt: post.imageAlt },
      }

/**
 * What is decided about, whatever became of it since; its post is locked first, so that deciders come one after the other. Of what
 * is gone they wait at what is kept of it.
 */
export async function lockCase(tx: Tx, { postId, commentId = null }: { postId: string; commentId?: string | null }) {
  const [post] = await tx.select().from(p).where(eq(p.id, postId)).for('update')
  const [comment] =
    post && commentId
      ? await tx
          .select()
          .from(c)
          .where(and(eq(c.id, commentId), eq(c.postId, postId)))
          .for('update')
      : []
  if (post && (comment || !commentId)) {
    const { status } = comment ?? post
    const isShown = status === 'published' && post.status === 'published'
    return { ...writtenOf(post, comment ?? null), status, isShown, place: `/community/${postId}` } satisfies Case
  }
  const [kept] = await tx
    .select()
    .from(e)
    .where(about(e, { postId, commentId }))
    .orderBy(desc(e.createdAt), desc(e.id))
    .for('update')
  const { authorId = null, title = '', content = '', image = null, imageAlt = '' } = kept ?? {}
  const words = { authorId, title, content, image, imageAlt }
  return { postId, commentId, ...words, status: 'gone', isShown: false, place: '/community' } satisfies Case
}

/** The same of something that is there. NOT_FOUND. */
export async function lockThing(tx: Tx, thing: { postId: string; commentId?: string | null }): Promise<Case> {
  const found: Case = await lockCase(tx, thing)
  if (found.status === 'gone') throw notFound(thing.commentId ? 'There is no such comment.' : messages.notFound)
  return found
}

/** The rows of a table about things that are about this one. */
export const about = (
  of: typeof communityDecisions | typeof communityReports | typeof communityEvidence,
  { postId, commentId }: Thing,
): SQL => and(eq(of.postId, postId), commentId ? eq(of.commentId, commentId) : isNull(of.commentId))!

/**
 * Writes a decision down, with what it is about as it was when that was kept, which answers every report of the thing that waits; of a
 * post that is deleted those of what was said to it as well.
 */
export async function keepDecision(
  tx: Tx,
  thing: Omit<Case, 'place'>,
  { outcome, reason, evidenceId }: { outcome: Outcome; reason: string; evidenceId: string | null },
): Promise<void> {
  const { postId, commentId, authorId, status, isShown } = thing
  const decidedBy = tx.cause.actorId
  const [row] = await tx
    .insert(d)
    .values({ postId, commentId, evidenceId, authorId, outcome, reason, decidedBy, createdAt: tx.now })
    .returning({ id: d.id })
  const isAll = outcome === 'deleted' && commentId === null
  const answered = await tx
    .update(communityReports)
    .set({ decisionId: row!.id })
    .where(
      and(
        isAll ? eq(communityReports.postId, postId) : about(communityReports, thing),
        isNull(communityReports.decisionId),
      ),
    )
    .returning({ userId: communityReports.userId })
  await notifyLater(tx, {
    to: [...new Set(answered.flatMap(({ userId }) => userId ?? []))],
    ...{ kind: 'moderation', title: 'The house decided about your report' },
    text: answerOf(outcome, status),
    path: isShown && outcome === 'kept' ? `/community/${postId}` : '/community',
  })
}

/** What whoever reported something reads. */
function answerOf(outcome: Outcome, status: Fate): string {
  if (outcome === 'deleted') return 'What you reported is deleted.'
  if (status === 'gone')
    return outcome === 'kept'
      ? 'The house found nothing wrong with what you reported. Its author has deleted it.'
      : 'The house agrees with you. Its author has deleted what you reported.'
  return outcome === 'kept' ? 'What you reported stays as it is.' : 'What you reported is hidden now.'
}

/** The house deletes something: what it said is kept, and whoever waits for an answer about it hears so. */
export async function keepDeletion(tx: Tx, post: Post, comment: Comment | null): Promise<void> {
  const thing = writtenOf(post, comment)
  const { status } = comment ?? post
  const evidenceId = await keepEvidence(tx, thing)
  await keepDecision(tx, { ...thing, status, isShown: false }, { outcome: 'deleted', reason: '', evidenceId })
}

/**
 * Hides a thing, with what its author is told, and what was quoted of it goes from what people were told; or shows it again, with
 * null, and says why where there is an answer. Its author and everybody who looks see it.
 */
export async function setVisibility(tx: Tx, thing: Case, hiddenReason: string | null, answer = ''): Promise<void> {
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
  { authorId, place }: Pick<Case, 'authorId' | 'place'>,
  news: { title: string; text: string },
): Promise<void> {
  if (authorId === null) return
  const { title, text } = news
  const isOnPage = place !== '/community'
  await tx.announce({
    ...{ to: { userId: authorId }, kind: 'community.moderated', title },
    message: isOnPage ? 'You can read more on its page.' : 'You can read more among your notifications.',
  })
  await notifyLater(tx, { to: authorId, kind: 'moderation', title, text, path: place })
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

/** What became of what a decision or a report is about, for a select of these left joined with posts and comments. */
export const fateOf = ({ commentId }: typeof communityDecisions | typeof communityReports) =>
  sql<Fate>`case when ${commentId} is null then coalesce(${p.status}, 'gone') else coalesce(${c.status}, 'gone') end`

/** What it says now, where it is there; to be compared with what is kept of it. */
export const wordsNow = ({ commentId }: typeof communityDecisions | typeof communityReports) =>
  sql<string | null>`case when ${commentId} is null then ${p.content} else ${c.content} end`

/** Tells the office. */
export const tellOffice = (tx: Tx) => tx.announce({ to: { role: 'admin' }, kind: 'community.reported' })
