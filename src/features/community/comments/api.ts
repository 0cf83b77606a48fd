import { and, desc, eq, or, sql } from 'drizzle-orm'
import { messages } from '#features/community/posts/inputs.ts'
import {
  heldPost,
  isSeenBy,
  keepMentions,
  mentionsInComment,
  tellAll,
  tellMentioned,
} from '#features/community/posts/model.ts'
import { formerMember, isOwn, whyNot } from '#features/community/posts/rules.ts'
import { communityPostComments, communityPosts } from '#features/community/posts/table.ts'
import { notify } from '#features/house/notifications/model.ts'
import { settingsFact } from '#features/house/settings/model.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { user } from '#platform/db/tables.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { forMember, forSignedIn, forVisitor } from '#platform/rpc/procedures.ts'
import { nameOf } from '#platform/words.ts'
import { commentInput, commentPage, commentRef } from './inputs.ts'
import { dropComment, lockComment } from './model.ts'

const [p, c] = [communityPosts, communityPostComments]
const pageSize = 50

/** Comments on posts (COM-10 … COM-13); part of `community` in the router. */
export const commentCalls = {
  /** The last comments of a post in the order in which they were written; `before` is where those before them end. Of a post that is hidden from somebody, what they said. "Post not found", NOT_OPEN as the feed. */
  comments: forVisitor
    .route({ method: 'GET', summary: 'Comments on a post' })
    .input(commentPage)
    .handler(async ({ input: { postId, before }, context: { db, fact, actor } }) => {
      demand(whyNot.look(actor, await fact(settingsFact)))
      const rows = await db
        .select({
          ...{ id: c.id, postId: c.postId, userId: c.userId, author: user.name, content: c.content, status: c.status },
          ...{ hiddenReason: c.hiddenReason, createdAt: c.createdAt, mentions: mentionsInComment },
        })
        .from(c)
        .innerJoin(p, eq(p.id, c.postId))
        .leftJoin(user, eq(user.id, c.userId))
        .where(and(eq(c.postId, postId), isReadBy(actor), before ? isBefore(before) : undefined))
        .orderBy(desc(c.createdAt), desc(c.id))
        .limit(pageSize + 1)
      if (rows.length === 0) {
        const [post] = await db
          .select({ id: p.id })
          .from(p)
          .where(and(eq(p.id, postId), isSeenBy(actor, p)))
        if (!post) throw notFound(messages.notFound)
      }
      const shown = rows.slice(0, pageSize)
      const [first] = shown.slice(-1)
      return {
        rows: shown.reverse().map(row => shownOf(row, actor)),
        before: rows.length > pageSize && first ? `${first.createdAt.getTime()}_${first.id}` : null,
      }
    }),

  /** Says something to a post (COM-12), and its author's screen shows it. NOT_FOUND, HIDDEN; RATE_LIMITED after 200 in a day. */
  comment: forMember
    .meta({ limit: { as: 'Community comments', points: 200, seconds: 86_400 } })
    .route({ summary: 'Comment on a post' })
    .input(commentInput)
    .handler(({ input: { postId, content, mentions }, context: { actor, write } }) =>
      write(async tx => {
        const post = await heldPost(tx, postId, actor)
        demand(whyNot.answer(post))
        const [row] = await tx
          .insert(c)
          .values({ postId, content, userId: actor.userId, createdAt: tx.now })
          .returning({ id: c.id })
        const { id } = row!
        const at = { postId, commentId: id }
        const named = await keepMentions(tx, at, content, mentions, actor.userId, { isNew: true })
        const told = await tellMentioned(tx, named, actor, { post, text: content, what: 'comment' })
        // Whoever is named in it is told that, and not twice; who wants to hear of no mention hears of a comment.
        if (post.userId && !told.includes(post.userId))
          await notify(tx, {
            ...{ to: post.userId, kind: 'comment', by: { userId: actor.userId, name: nameOf(actor) } },
            ...{ title: 'commented on your post', text: content, path: `/community/${postId}` },
          })
        await tellAll(tx)
        return { id }
      }),
    ),

  /** Deletes an own comment (COM-13); what was reported of it stays with the house. NOT_FOUND. */
  removeComment: forSignedIn
    .route({ summary: 'Delete an own comment' })
    .input(commentRef)
    .handler(({ input: { id }, context: { actor, write } }) =>
      write(async tx => {
        const comment = await lockComment(tx, id)
        if (!isOwn(actor, comment)) throw notFound('There is no such comment.')
        await dropComment(tx, comment)
        return { id }
      }),
    ),
}

interface Row {
  userId: string | null
  author: string | null
  status: 'published' | 'hidden'
}

const shownOf = <R extends Row>(row: R, actor: Actor | null) => ({
  ...row,
  author: row.author ?? formerMember,
  isOwn: isOwn(actor, row),
  can: {
    remove: isOwn(actor, row),
    moderate: whyNot.moderate(actor) === null,
    report: actor !== null && !isOwn(actor, row) && row.status === 'published',
  },
})

/** Under a post that is hidden from somebody they read what they said to it themselves. */
function isReadBy(actor: Actor | null) {
  const isSeen = and(isSeenBy(actor, p), isSeenBy(actor, c))
  return isSeen && actor ? or(isSeen, eq(c.userId, actor.userId)) : isSeen
}

function isBefore(place: string) {
  const [at, id] = place.split('_') as [string, string]
  return sql`(${c.createdAt}, ${c.id}) < (${new Date(Number(at)).toISOString()}::timestamptz, ${id}::uuid)`
}
