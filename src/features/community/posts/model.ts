import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { dropUnkept, isEvidence } from '#features/community/evidence/model.ts'
import {
  type DrawnPicture,
  drawPicture,
  keepPicture,
  keyOf,
  postKeys,
  storedFiles,
} from '#features/house/images/model.ts'
import { forgetWords, notify } from '#features/house/notifications/model.ts'
import { settingsFact } from '#features/house/settings/model.ts'
import { profiles } from '#features/people/members/table.ts'
import { type Actor, isAdmin, whyNotIn } from '#platform/auth/actor.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { FilePurpose } from '#platform/files/files.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import type { Runtime } from '#platform/runtime.ts'
import { nameOf } from '#platform/words.ts'
import { messages, pictureUpload } from './inputs.ts'
import { namesIn, whyNot } from './rules.ts'
import { communityMentions, communityPostComments, communityPostLikes, communityPosts } from './table.ts'

const p = communityPosts

/** Pictures of posts as they were uploaded; what is shown is drawn from them. */
export const communityImages: FilePurpose = {
  name: pictureUpload.purpose,
  accepts: ['jpeg', 'png', 'webp'],
  maxBytes: pictureUpload.maxBytes,
  isPrivate: true,
  mayUpload: actor => whyNotIn(actor, 'member') === null,
  mayRead: async (_, actor, file) => file.ownerId === actor.userId,
}

/** Pictures as posts show them: to whoever sees the post now, and to the office what is kept for a case. */
export const communityPictures: FilePurpose = {
  ...communityImages,
  name: 'community-picture',
  mayUpload: () => false,
  mayRead: async () => false,
  async mayShow({ db, facts }, actor, { id }) {
    const key = keyOf(id)
    const isOpen = whyNot.look(actor, await facts.get(settingsFact)) === null
    const isOnPost = sql`exists (select from ${p} where ${and(eq(p.image, key), isSeenBy(actor, p))})`
    const { rows } = await db.execute<{ may: boolean }>(sql`select (${sql.param(isOpen)}::boolean and ${isOnPost}
      or ${sql.param(whyNotIn(actor, 'admin') === null)}::boolean and ${isEvidence(key)}) as may`)
    return rows[0]!.may
  },
}

/** What this person may see of posts or comments: what is hidden, only its author and admins (decision 38). */
export const isSeenBy = (
  actor: Actor | null,
  of: typeof communityPosts | typeof communityPostComments,
): SQL | undefined =>
  actor && isAdmin(actor) ? undefined : or(eq(of.status, 'published'), actor ? eq(of.userId, actor.userId) : undefined)

/** What this person reads of it where they said something to a post that is hidden from them: what they said, and why it is hidden. */
export const isSeenOrAnsweredBy = (actor: Actor | null): SQL | undefined => {
  const isSeen = isSeenBy(actor, p)
  return actor && isSeen
    ? or(
        isSeen,
        sql`exists (select from ${communityPostComments} c where c.post_id = ${p.id} and c.user_id = ${actor.userId})`,
      )
    : isSeen
}

/** Members whom one may speak to: approved, and in good standing. For a select from `user` joined with `profiles`. */
export const isMentionable = and(eq(profiles.approvalStatus, 'approved'), eq(profiles.accountStatus, 'active'))!

/** Somebody who is spoken to where the text says `@` and this name. */
export interface Mention {
  userId: string | null
  name: string
}

const mentionsIn = (where: SQL) =>
  sql<Mention[]>`(select coalesce(json_agg(json_build_object('userId', m.user_id, 'name', m.name)), '[]')
    from ${communityMentions} m where ${where})`

/** Who is spoken to in a comment, for a select of comments. */
export const mentionsInComment = mentionsIn(sql`m.comment_id = ${communityPostComments.id}`)

/** Likes and comments that everybody sees, for a select of posts with a join. */
export const likeCount = sql<number>`(select count(*)::int from ${communityPostLikes} l where l.post_id = ${p.id})`
export const commentCount = sql<number>`(select count(*)::int from ${communityPostComments} c
  where c.post_id = ${p.id} and c.status = 'published')`

/** What people read of a post, for a select of posts left joined with `user`, its author. */
export const postColumns = (actor: Actor | null) => ({
  id: p.id,
  userId: p.userId,
  author: user.name,
  title: p.title,
  content: p.content,
  files: storedFiles(p.image),
  imageAlt: p.imageAlt,
  status: p.status,
  hiddenReason: p.hiddenReason,
  isPinned: p.isPinned,
  createdAt: p.createdAt,
  editedAt: p.editedAt,
  likeCount,
  commentCount,
  isLiked: sql<boolean>`exists (select from ${communityPostLikes} l
    where l.post_id = ${p.id} and l.user_id = ${actor?.userId ?? null})`,
  mentions: mentionsIn(sql`m.post_id = ${p.id} and m.comment_id is null`),
})

/** A post that this person may see, kept from being deleted meanwhile. "Post not found" (COM-03). */
export async function heldPost(tx: Tx, id: string, actor: Actor) {
  const [post] = await tx
    .select()
    .from(p)
    .where(and(eq(p.id, id), isSeenBy(actor, p)))
    .for('key share')
  if (!post) throw notFound(messages.notFound)
  return post
}

/** A post that is about to be changed. "Post not found". */
export async function lockPost(tx: Tx, id: string) {
  const [post] = await tx.select().from(p).where(eq(p.id, id)).for('update')
  if (!post) throw notFound(messages.notFound)
  return post
}

type Post = typeof communityPosts.$inferSelect

/** Who writes, with the name that others read. */
export type Author = Pick<Actor, 'userId' | 'firstName' | 'lastName'>

interface Words {
  title: string
  content: string
  alt: string
  mentions: string[]
}

/** What is changed of it; what is absent stays. */
type Changed = { [Name in keyof Words]?: Words[Name] | undefined } & {
  isPictureKept?: boolean | undefined
  was?: object | undefined
}

/** The picture of a post, drawn before its transaction; null when none was uploaded. NOT_FOUND, BUSY. */
export const drawnFor = async (
  runtime: Runtime,
  fileId: string | undefined,
  ownerId: string,
): Promise<DrawnPicture | null> =>
  fileId ? drawPicture(runtime, { uploadId: fileId, purpose: pictureUpload.purpose, ownerId }) : null

/** A post is there from now on, and everybody who looks is told. */
export async function addPost(tx: Tx, author: Author, words: Words, drawn: DrawnPicture | null): Promise<string> {
  const { userId } = author
  const { title, content, alt, mentions } = words
  const image = drawn && `${postKeys}${randomUUID()}`
  if (drawn) await keepPicture(tx, image!, drawn, communityPictures.name)
  const [row] = await tx
    .insert(p)
    .values({ userId, title, content, image, imageAlt: image ? alt : '', createdAt: tx.now })
    .returning({ id: p.id, status: p.status })
  const { id } = row!
  const named = await keepMentions(tx, { postId: id, commentId: null }, content, mentions, userId, { isNew: true })
  await tellMentioned(tx, named, author, { post: row!, text: content, what: 'post' })
  await tellAll(tx)
  return id
}

/** A post says this from now on, as far as it is changed. Its picture is another, the one that it had, or none. CHANGED_MEANWHILE. */
export async function changePost(
  tx: Tx,
  post: Post,
  change: Changed,
  drawn: DrawnPicture | null,
  editor: Author,
): Promise<void> {
  demand(whyNot.overwrite(change, post))
  const {
    title = post.title,
    content = post.content,
    alt = post.imageAlt,
    mentions = [],
    isPictureKept = true,
  } = change
  const image = drawn ? `${postKeys}${randomUUID()}` : isPictureKept ? post.image : null
  const imageAlt = image ? alt || post.imageAlt : ''
  demand(whyNot.show(image, imageAlt))
  if (drawn) await keepPicture(tx, image!, drawn, communityPictures.name)
  await tx.update(p).set({ title, content, image, imageAlt, editedAt: tx.now }).where(eq(p.id, post.id))
  if (post.image && post.image !== image) await dropUnkept(tx, post.image)
  const named = await keepMentions(tx, { postId: post.id, commentId: null }, content, mentions, post.userId)
  await tellMentioned(tx, named, editor, { post, text: content, what: 'post' })
  await tellAll(tx)
}

/**
 * A post is gone, with its picture, everything that was said to it, and what people were told of its words. What was reported of it
 * stays with the house.
 */
export async function dropPost(tx: Tx, { id, image }: Pick<Post, 'id' | 'image'>): Promise<void> {
  await tx.delete(p).where(eq(p.id, id))
  if (image) await dropUnkept(tx, image)
  await forgetWords(tx, `/community/${id}`)
  await tellAll(tx)
}

/**
 * Keeps who is spoken to in a text: those of `ids` who may be, and whose name stands in it. Who was spoken to before stays
 * while their name does. Returns those who are new.
 */
export async function keepMentions(
  tx: Tx,
  at: { postId: string; commentId: string | null },
  text: string,
  ids: string[],
  authorId: string | null,
  { isNew = false }: { isNew?: boolean } = {},
): Promise<string[]> {
  const m = communityMentions
  const before = isNew
    ? []
    : await tx
        .select({ id: m.id, userId: m.userId, name: m.name })
        .from(m)
        .where(and(eq(m.postId, at.postId), at.commentId ? eq(m.commentId, at.commentId) : isNull(m.commentId)))
  const asked = ids.filter(id => id !== authorId && !before.some(({ userId }) => userId === id))
  // Whoever is being erased at this moment is waited for: nobody is spoken to by a name that is gone.
  const people = asked.length > 0 ? await mentionable(tx, inArray(user.id, asked)).for('key share', { of: user }) : []
  const found = namesIn(
    text,
    [...before, ...people].map(({ name }) => name),
  )
  const gone = before.filter(({ name }) => !found.has(name)).map(({ id }) => id)
  if (gone.length > 0) await tx.delete(m).where(inArray(m.id, gone))
  const named = people.filter(({ name }) => found.has(name))
  if (named.length === 0) return []
  await tx
    .insert(m)
    .values(named.map(({ id: userId, name }) => ({ ...at, userId, name, createdAt: tx.now })))
    .onConflictDoNothing()
  return named.map(({ id }) => id)
}

/**
 * Who is spoken to is told, in the name of whoever wrote it, unless the house has hidden the post; resolves to whom that reached, as
 * they chose.
 */
export async function tellMentioned(
  tx: Tx,
  to: string[],
  by: Author,
  { post, text, what }: { post: Pick<Post, 'id' | 'status'>; text: string; what: 'post' | 'comment' },
): Promise<string[]> {
  if (to.length === 0 || post.status === 'hidden') return []
  return notify(tx, {
    ...{ to, kind: 'mention', by: { userId: by.userId, name: nameOf(by) } },
    ...{ title: `mentioned you in a ${what}`, text, path: `/community/${post.id}` },
  })
}

/** Members who may be spoken to, by name. */
export const mentionable = (db: Reader, which: SQL | undefined) =>
  db
    .select({ id: user.id, name: user.name })
    .from(user)
    .innerJoin(profiles, eq(profiles.userId, user.id))
    .where(and(isMentionable, which))
    .orderBy(user.name, user.id)
    .limit(20)

/** Whoever looks at the community sees it. */
export const tellAll = (tx: Tx) => tx.announce({ to: 'everyone', topic: 'community', kind: 'community.changed' })
