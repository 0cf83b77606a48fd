import { and, desc, eq, gt, lte, ne, or, sql } from 'drizzle-orm'
import { orDropped, pictureFrom } from '#features/house/images/model.ts'
import { notify } from '#features/house/notifications/model.ts'
import { settingsFact } from '#features/house/settings/model.ts'
import { type Actor, whyNotIn } from '#platform/auth/actor.ts'
import { matching } from '#platform/db/list-page.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { forMember, forSignedIn, forVisitor } from '#platform/rpc/procedures.ts'
import { nameOf } from '#platform/words.ts'
import { feedInput, mentionSearch, messages, postEdit, postInput, postRef } from './inputs.ts'
import {
  addPost,
  changePost,
  drawnFor,
  dropPost,
  heldPost,
  isSeenBy,
  isSeenOrAnsweredBy,
  lockPost,
  mentionable,
  postColumns,
  tellAll,
} from './model.ts'
import { formerMember, isOwn, isSeen, whyNot } from './rules.ts'
import { communityPostLikes, communityPosts } from './table.ts'

const p = communityPosts

const pageSize = 20
/** HOME-20. */
const latestShown = 3
/** More new posts than these are "99+". */
const mostNew = 100
const suggested = 8

/** Posts and likes (COM-01 … COM-14); part of `community` in the router. */
export const postCalls = {
  /**
   * A page of the feed, pinned posts first, then the newest (COM-06): `next` is where the next page begins, `at` the moment up to
   * which it counts, and `newer` how many others have posted since (100 at most). NOT_OPEN to visitors unless the setting opens it.
   */
  feed: forVisitor
    .route({ method: 'GET', summary: 'Posts of the community' })
    .input(feedInput)
    .handler(async ({ input: { q, after, until }, context: { db, fact, actor, now } }) => {
      demand(whyNot.look(actor, await fact(settingsFact)))
      const rows = await selectFor(db, actor)
        .where(
          and(
            isSeenBy(actor, p),
            until ? lte(p.createdAt, new Date(until)) : undefined,
            after ? isAfter(after) : undefined,
            q ? or(matching(q, p.title, p.content), isBySomebodyCalled(q)) : undefined,
          ),
        )
        .orderBy(desc(p.isPinned), desc(p.createdAt), desc(p.id))
        .limit(pageSize + 1)
      const shown = rows.slice(0, pageSize)
      return {
        rows: shown.map(row => shownOf(row, actor)),
        next: rows.length > pageSize ? placeOf(shown.at(-1)!) : null,
        at: until ? new Date(until) : now,
        can: { write: whyNotIn(actor, 'member') === null },
        newer: until && !after && !q ? await newerThan(db, new Date(until), actor) : 0,
      }
    }),

  /** The three newest posts, for the home page (HOME-20). */
  latest: forSignedIn
    .route({ method: 'GET', summary: 'The latest posts of the community' })
    .handler(async ({ context: { db, actor } }) => {
      const rows = await selectFor(db, actor)
        .where(eq(p.status, 'published'))
        .orderBy(desc(p.createdAt), desc(p.id))
        .limit(latestShown)
      return rows.map(row => shownOf(row, actor))
    }),

  /**
   * One post (COM-02); one that is hidden from whoever said something to it is there without its words (`isStub`), so that they read
   * what became of theirs. Throws "Post not found" (COM-03), NOT_OPEN.
   */
  one: forVisitor
    .route({ method: 'GET', summary: 'A post of the community' })
    .input(postRef)
    .handler(async ({ input: { id }, context: { db, fact, actor } }) => {
      demand(whyNot.look(actor, await fact(settingsFact)))
      const [row] = await selectFor(db, actor).where(and(eq(p.id, id), isSeenOrAnsweredBy(actor)))
      if (!row) throw notFound(messages.notFound)
      return shownOf(row, actor)
    }),

  /** Publishes a post, with a picture that was uploaded if there is one (decision 38). NOT_FOUND for the file, BUSY; RATE_LIMITED after 20 in a day. */
  write: forMember
    .meta({ limit: { as: 'Community posts', points: 20, seconds: 86_400 } })
    .route({ summary: 'Write a post' })
    .input(postInput)
    .handler(async ({ input: { fileId, ...words }, context: { runtime, actor, write } }) => {
      const drawn = await drawnFor(runtime, fileId, actor.userId)
      return orDropped(runtime, drawn, write, async tx => ({ id: await addPost(tx, actor, words, drawn) }))
    }),

  /** Changes an own post, which then says so. CHANGED_MEANWHILE where somebody else has changed it since; NOT_FOUND, HIDDEN, NO_ALT. */
  edit: forMember
    .meta({ limit: { as: 'Changes of community posts', points: 200, seconds: 86_400 } })
    .route({ summary: 'Change an own post' })
    .input(postEdit)
    .handler(async ({ input: { id, fileId, ...change }, context: { runtime, actor, write } }) => {
      const drawn = await drawnFor(runtime, fileId, actor.userId)
      return orDropped(runtime, drawn, write, async tx => {
        const post = await lockPost(tx, id)
        demand(whyNot.edit(actor, post))
        await changePost(tx, post, change, drawn, actor)
        return { id }
      })
    }),

  /** Deletes an own post with everything that was said to it (decision 38); what was reported of it stays with the house. NOT_FOUND. */
  remove: forSignedIn
    .route({ summary: 'Delete an own post' })
    .input(postRef)
    .handler(({ input: { id }, context: { actor, write } }) =>
      write(async tx => {
        const post = await lockPost(tx, id)
        demand(whyNot.remove(actor, post))
        await dropPost(tx, post)
        return { id }
      }),
    ),

  /** Likes a post, once (COM-08). Its author is told at once, and of one person once, unless it is their own (COM-14). NOT_FOUND, HIDDEN; RATE_LIMITED after 500 in a day. */
  like: forSignedIn
    .meta({ limit: { as: 'Likes', points: 500, seconds: 86_400 } })
    .route({ summary: 'Like a post' })
    .input(postRef)
    .handler(({ input: { id }, context: { actor, write } }) =>
      write(async tx => {
        const post = await heldPost(tx, id, actor)
        demand(whyNot.answer(post))
        const added = await tx
          .insert(communityPostLikes)
          .values({ postId: id, userId: actor.userId })
          .onConflictDoNothing()
          .returning({ id: communityPostLikes.id })
        if (added.length > 0 && post.userId && !isOwn(actor, post)) {
          const told = await notify(tx, {
            ...{ to: post.userId, kind: 'like', by: { userId: actor.userId, name: nameOf(actor) } },
            ...{ title: 'liked your post', text: post.title, path: `/community/${id}` },
            // Who takes it back and likes it again is no news.
            once: `liked/${id}/${actor.userId}`,
          })
          if (told.length > 0)
            await tx.announce({
              ...{ to: { userId: post.userId }, kind: 'community.liked' },
              ...{ title: 'New Like', message: 'Somebody likes your post.' },
            })
        }
        await tellAll(tx)
        return { id, isLiked: true }
      }),
    ),

  /** Takes an own like back (COM-08). NOT_FOUND. */
  unlike: forSignedIn
    .route({ summary: 'Take a like back' })
    .input(postRef)
    .handler(({ input: { id }, context: { actor, write } }) =>
      write(async tx => {
        await heldPost(tx, id, actor)
        await tx
          .delete(communityPostLikes)
          .where(and(eq(communityPostLikes.postId, id), eq(communityPostLikes.userId, actor.userId)))
        await tellAll(tx)
        return { id, isLiked: false }
      }),
    ),

  /** Members whose name has what was typed, for speaking to them; never oneself. */
  mentionable: forMember
    .route({ method: 'GET', summary: 'Members whom one may mention' })
    .input(mentionSearch)
    .handler(async ({ input: { q }, context: { db, actor } }) => {
      const people = await mentionable(db, and(ne(user.id, actor.userId), matching(q, user.name)))
      return people.slice(0, suggested)
    }),
}

const selectFor = (db: Reader, actor: Actor | null) =>
  db.select(postColumns(actor)).from(p).leftJoin(user, eq(user.id, p.userId)).$dynamic()

type Row = Awaited<ReturnType<typeof selectFor>>[number]

/** That a post is there, and nothing of what it says or of who wrote it. */
const withoutWords = (row: Row): Row => ({
  ...row,
  ...{ userId: null, author: null, title: messages.hidden, content: '', files: [], imageAlt: '', hiddenReason: null },
  ...{ mentions: [], isPinned: false, isLiked: false, likeCount: 0, commentCount: 0, editedAt: null },
})

function shownOf(found: Row, actor: Actor | null) {
  const isStub = !isSeen(actor, found)
  const { files, author, ...row } = isStub ? withoutWords(found) : found
  const isModerator = whyNot.moderate(actor) === null
  return {
    ...row,
    isStub,
    author: author ?? formerMember,
    picture: pictureFrom(files),
    isOwn: isOwn(actor, row),
    can: {
      edit: whyNot.edit(actor, row) === null,
      remove: whyNot.remove(actor, row) === null,
      moderate: isModerator,
      // Whoever is not signed in is told to sign in; the gate of the procedure decides.
      comment: whyNot.answer(row) === null && (actor === null || whyNotIn(actor, 'member') === null),
      report: actor !== null && row.userId !== actor.userId && row.status === 'published',
    },
  }
}

const placeOf = ({ isPinned, createdAt, id }: Row) => `${isPinned ? 1 : 0}_${createdAt.getTime()}_${id}`

function isAfter(place: string) {
  const [isPinned, at, id] = place.split('_') as [string, string, string]
  const moment = new Date(Number(at)).toISOString()
  return sql`(${p.isPinned}, ${p.createdAt}, ${p.id}) < (${isPinned === '1'}, ${moment}::timestamptz, ${id}::uuid)`
}

const isBySomebodyCalled = (q: string) =>
  sql`${p.userId} = any(array(select ${user.id} from ${user} where ${matching(q, user.name)}))`

async function newerThan(db: Reader, moment: Date, actor: Actor | null): Promise<number> {
  const others = actor ? or(ne(p.userId, actor.userId), sql`${p.userId} is null`) : undefined
  const newer = db
    .select({ id: p.id })
    .from(p)
    .where(and(gt(p.createdAt, moment), eq(p.status, 'published'), others))
    .limit(mostNew)
  return db.$count(newer.as('newer'))
}
