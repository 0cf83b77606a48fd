import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { commentRef } from '#features/community/comments/inputs.ts'
import { dropComment, lockComment } from '#features/community/comments/model.ts'
import { communityEvidence } from '#features/community/evidence/table.ts'
import { fateOf, keepDeletion, wordsNow } from '#features/community/moderation/model.ts'
import { whyNot as whyNotModerate } from '#features/community/moderation/rules.ts'
import { communityDecisions, communityReports } from '#features/community/moderation/table.ts'
import { postEdit, postInput, postRef } from '#features/community/posts/inputs.ts'
import {
  addPost,
  changePost,
  drawnFor,
  dropPost,
  lockPost,
  postColumns,
  tellAll,
} from '#features/community/posts/model.ts'
import { formerMember, placeFor } from '#features/community/posts/rules.ts'
import { communityPostComments, communityPosts } from '#features/community/posts/table.ts'
import { orDropped, pictureFrom, storedFiles } from '#features/house/images/model.ts'
import { notifyLater } from '#features/house/notifications/model.ts'
import { listPage, matching } from '#platform/db/list-page.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { exportable } from '#platform/rpc/export.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import { decisionList, pinInput, postList, reportList } from './inputs.ts'

const [p, c, d, r, e] = [communityPosts, communityPostComments, communityDecisions, communityReports, communityEvidence]
/** Who decided, and whose words they are, beside who reported. */
const [decider, author] = [alias(user, 'decider'), alias(user, 'author')]

/** The community as the office sees it (CNT-37 … CNT-45); part of `community` in the router. */
export const deskCalls = {
  /** Every post with its author, pinned first, then the newest (CNT-43); `reports` counts those that wait for a decision. */
  posts: exportable(
    forAdmin
      .route({ method: 'GET', summary: 'Posts of the community, for the office' })
      .input(postList)
      .handler(async ({ input: { q, status, pinned, ...paging }, context: { db } }) => {
        const select = db
          .select({ ...postColumns(null), firstName: user.firstName, lastName: user.lastName, reports: waitingReports })
          .from(p)
          .leftJoin(user, eq(user.id, p.userId))
          .where(
            and(
              status && eq(p.status, status),
              pinned && eq(p.isPinned, pinned === 'yes'),
              matching(q, p.title, p.content),
            ),
          )
          .$dynamic()
        const first = paging.sort === '-createdAt' ? sql`${p.isPinned}` : undefined
        const page = await listPage(db, select, paging, { sort: { createdAt: p.createdAt }, tie: p.id, first })
        return {
          ...page,
          rows: page.rows.map(({ files, author: name, ...row }) => ({
            ...row,
            author: name ?? formerMember,
            picture: pictureFrom(files),
            can: { hide: whyNotModerate.hide(row.status) === null, show: whyNotModerate.show(row.status) === null },
          })),
        }
      }),
    {
      Title: row => row.title,
      Text: row => row.content,
      Author: row => row.author,
      Written: row => row.createdAt,
      Edited: row => row.editedAt,
      Status: row => row.status,
      Pinned: row => (row.isPinned ? 'yes' : 'no'),
      Likes: row => row.likeCount,
      Comments: row => row.commentCount,
      'Reports waiting': row => row.reports,
    },
  ),

  /** Publishes a post as the house (CNT-41). NOT_FOUND for the file, BUSY. */
  publish: forAdmin
    .route({ summary: 'Write a post as the house' })
    .input(postInput)
    .handler(async ({ input: { fileId, ...words }, context: { runtime, actor, write } }) => {
      const drawn = await drawnFor(runtime, fileId, actor.userId)
      return orDropped(runtime, drawn, write, async tx => ({ id: await addPost(tx, actor, words, drawn) }))
    }),

  /** Changes anybody's post, which then says that it was edited (decision 38). CHANGED_MEANWHILE where its author has changed it since; NOT_FOUND, NO_ALT. */
  editByHouse: forAdmin
    .route({ summary: 'Change a post as the house' })
    .input(postEdit)
    .handler(async ({ input: { id, fileId, ...change }, context: { runtime, actor, write } }) => {
      const drawn = await drawnFor(runtime, fileId, actor.userId)
      return orDropped(runtime, drawn, write, async tx => {
        const post = await lockPost(tx, id)
        await changePost(tx, post, change, drawn, actor)
        await tellAuthor(tx, post, { title: 'The house changed your post', path: `/community/${id}` })
        return { id }
      })
    }),

  /** Deletes anybody's post with everything that was said to it (decision 38); whoever reported it hears so. NOT_FOUND. */
  deleteByHouse: forAdmin
    .route({ summary: 'Delete a post as the house' })
    .input(postRef)
    .handler(({ input: { id }, context: { write } }) =>
      write(async tx => {
        const post = await lockPost(tx, id)
        await keepDeletion(tx, post, null)
        await dropPost(tx, post)
        await tellAuthor(tx, post, { title: 'The house deleted your post', path: '/community' })
        return { id, title: post.title }
      }),
    ),

  /** Deletes anybody's comment (COM-13, decision 38); its author and whoever reported it hear so. NOT_FOUND. */
  deleteCommentByHouse: forAdmin
    .route({ summary: 'Delete a comment as the house' })
    .input(commentRef)
    .handler(({ input: { id }, context: { write } }) =>
      write(async tx => {
        const comment = await lockComment(tx, id)
        const { userId, postId, content } = comment
        const [post] = await tx.select().from(p).where(eq(p.id, postId))
        await keepDeletion(tx, post!, comment)
        await dropComment(tx, comment)
        await tellAuthor(
          tx,
          { userId, title: content },
          { title: 'The house deleted your comment', path: placeFor(userId, post!) },
        )
        return { id }
      }),
    ),

  /** Pins a post above all others, or not (CNT-41). NOT_FOUND. */
  pin: forAdmin
    .route({ summary: 'Pin a post' })
    .input(pinInput)
    .handler(({ input: { id, isPinned }, context: { write } }) =>
      write(async tx => {
        await lockPost(tx, id)
        await tx.update(p).set({ isPinned }).where(eq(p.id, id))
        await tellAll(tx)
        return { id, isPinned }
      }),
    ),

  /** What people reported, and what was decided; `waiting` counts what waits, whatever the list shows. */
  reports: exportable(
    forAdmin
      .route({ method: 'GET', summary: 'Reports of posts and comments' })
      .input(reportList)
      .handler(async ({ input: { q, state, ...paging }, context: { db } }) => {
        const select = db
          .select({
            ...{ id: r.id, postId: r.postId, commentId: r.commentId, reason: r.reason, createdAt: r.createdAt },
            ...{ reporterId: r.userId, reporter: user.name, authorId: author.id, author: author.name },
            ...{ ...kept, status: fateOf(r), now: wordsNow(r), decisionId: r.decisionId, count: waiting },
            ...{ outcome: d.outcome, decisionReason: d.reason, decidedAt: d.createdAt, decidedBy: decider.name },
          })
          .from(r)
          .leftJoin(e, eq(e.id, r.evidenceId))
          .leftJoin(p, eq(p.id, r.postId))
          .leftJoin(c, eq(c.id, r.commentId))
          .leftJoin(user, eq(user.id, r.userId))
          .leftJoin(author, eq(author.id, e.authorId))
          .leftJoin(d, eq(d.id, r.decisionId))
          .leftJoin(decider, eq(decider.id, d.decidedBy))
          .where(and(state && (state === 'waiting' ? isNull(r.decisionId) : isNotNull(r.decisionId)), isAbout(q, r)))
          .$dynamic()
        const page = await listPage(db, select, paging, { sort: { createdAt: r.createdAt }, tie: r.id })
        const rows = page.rows.map(row => ({
          ...keptOf(row),
          reporter: row.reporter ?? formerMember,
          author: row.author ?? formerMember,
          can: { decide: whyNotModerate.decide(row) === null },
        }))
        return { ...page, rows, waiting: page.rows[0]?.count ?? (await db.$count(r, isNull(r.decisionId))) }
      }),
    {
      Reported: row => row.createdAt,
      By: row => row.reporter,
      Reason: row => row.reason,
      Post: row => row.title,
      'Words as they were then': row => row.words,
      Author: row => row.author,
      Decision: row => row.outcome ?? 'waiting',
      'Told to the author': row => row.decisionReason,
      Decided: row => row.decidedAt,
      'Decided by': row => row.decidedBy,
    },
  ),

  /** What the house decided, and the appeals against it; `appeals` counts those that wait, whatever the list shows. */
  decisions: exportable(
    forAdmin
      .route({ method: 'GET', summary: 'Decisions about posts and comments' })
      .input(decisionList)
      .handler(async ({ input: { q, outcome, appeal, ...paging }, context: { db } }) => {
        const select = db
          .select({
            ...{ id: d.id, postId: d.postId, commentId: d.commentId, outcome: d.outcome, reason: d.reason },
            ...{ createdAt: d.createdAt, authorId: d.authorId, author: author.name, decidedBy: decider.name },
            ...{ ...kept, status: fateOf(d), now: wordsNow(d), count: appeals },
            ...{ appeal: d.appeal, appealedAt: d.appealedAt, appealOutcome: d.appealOutcome },
            ...{ appealAnswer: d.appealAnswer, appealDecidedAt: d.appealDecidedAt },
          })
          .from(d)
          .leftJoin(e, eq(e.id, d.evidenceId))
          .leftJoin(p, eq(p.id, d.postId))
          .leftJoin(c, eq(c.id, d.commentId))
          .leftJoin(author, eq(author.id, d.authorId))
          .leftJoin(decider, eq(decider.id, d.decidedBy))
          .where(
            and(
              outcome && eq(d.outcome, outcome),
              appeal && (appeal === 'waiting' ? isAppealed : eq(d.appealOutcome, appeal)),
              isAbout(q, d),
            ),
          )
          .$dynamic()
        const page = await listPage(db, select, paging, { sort: { createdAt: d.createdAt }, tie: d.id })
        const rows = page.rows.map(row => ({
          ...keptOf(row),
          author: row.author ?? formerMember,
          can: {
            decideAppeal: whyNotModerate.decideAppeal(row) === null,
            show: whyNotModerate.show(row.status) === null,
          },
        }))
        return { ...page, rows, appeals: page.rows[0]?.count ?? (await db.$count(d, isAppealed)) }
      }),
    {
      Decided: row => row.createdAt,
      By: row => row.decidedBy,
      Post: row => row.title,
      'Words as they were then': row => row.words,
      Author: row => row.author,
      Decision: row => row.outcome,
      'Told to the author': row => row.reason,
      Appeal: row => row.appeal,
      Appealed: row => row.appealedAt,
      'Appeal decided': row => row.appealOutcome,
      Answer: row => row.appealAnswer,
    },
  ),
}

/** What was reported or decided about, as it was then. */
const kept = {
  title: e.title,
  words: e.content,
  files: storedFiles(e.image),
  imageAlt: e.imageAlt,
  keptAt: e.createdAt,
}

interface Kept {
  title: string | null
  words: string | null
  files: Parameters<typeof pictureFrom>[0]
  imageAlt: string | null
  now: string | null
  count: number
}

/** `now`: what it says by now, where that is something else. */
const keptOf = <R extends Kept>({ files, title, words, imageAlt, now, count: _, ...row }: R) => ({
  ...row,
  title: title ?? '',
  words: words ?? '',
  picture: pictureFrom(files),
  imageAlt: imageAlt ?? '',
  now: now === words ? null : now,
})

/** Whose words they are reads what the house did with it. */
async function tellAuthor(
  tx: Tx,
  { userId, title: text }: { userId: string | null; title: string },
  news: { title: string; path: `/${string}` },
): Promise<void> {
  if (userId) await notifyLater(tx, { to: userId, kind: 'moderation', text, ...news })
}

/** By the reason, or the title of what it is about; as a list, so that the index on each serves. */
const isAbout = (q: string | undefined, { reason, evidenceId }: typeof r | typeof d) =>
  or(
    matching(q, reason),
    q ? sql`${evidenceId} = any(array(select ${e.id} from ${e} where ${matching(q, e.title)}))` : undefined,
  )

const isAppealed = and(isNotNull(d.appealedAt), isNull(d.appealOutcome))!
// Of all there are, with each row: a statement of its own would be the fourth of a page.
const waiting = sql<number>`(select count(*)::int from ${communityReports} w where w.decision_id is null)`
const appeals = sql<number>`(select count(*)::int from ${communityDecisions} w
  where w.appealed_at is not null and w.appeal_outcome is null)`
const waitingReports = sql<number>`(select count(*)::int from ${communityReports} w
  where w.post_id = ${p.id} and w.decision_id is null)`
