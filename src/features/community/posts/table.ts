import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { createdAt, id, instant, isOneOf, personId, word } from '#platform/db/columns.ts'
import { type DataMap, retention } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import type { QueuedJob } from '#platform/jobs/define.ts'
import { visibilities } from './inputs.ts'

/** Removes the picture of an erased author's post; run in jobs.ts. */
export const dropErasedPicture: QueuedJob<{ id: string }> = {
  name: 'community.drop-erased-picture',
  payload: z.object({ id: z.string().max(100) }),
}

/** What members write to each other (COM-04, CNT-38). Plain text: it is never read as markup. */
export const communityPosts = pgTable(
  'community_posts',
  {
    id: id(),
    userId: personId().references(() => user.id, { onDelete: 'set null' }),
    title: text().notNull(),
    content: text().notNull(),
    /** The key of its picture among those of the house (`site_images`). */
    image: text(),
    /** What is to be seen on it, for those who do not see it. */
    imageAlt: text().notNull().default(''),
    status: word(visibilities).notNull().default('published'),
    /** What its author was told when the house hid it. */
    hiddenReason: text(),
    isPinned: boolean().notNull().default(false),
    createdAt: createdAt(),
    editedAt: instant(),
  },
  t => [
    // The feed, read backwards: pinned first, then newest (COM-06).
    index('community_posts_feed').on(t.isPinned, t.createdAt, t.id),
    index().on(t.createdAt, t.id),
    // Those of the desk's filter: few among thousands.
    index('community_posts_hidden_ones').on(t.isPinned, t.createdAt, t.id).where(sql`${t.status} = 'hidden'`),
    index().on(t.image).where(sql`${t.image} is not null`),
    index().on(t.userId, t.createdAt),
    index('community_posts_search').using('gin', t.title.op('gin_trgm_ops'), t.content.op('gin_trgm_ops')),
    isOneOf('community_posts_status', t.status, visibilities),
    check('community_posts_words', sql`${t.title} <> '' and ${t.content} <> ''`),
    check('community_posts_image_alt', sql`${t.image} is null or ${t.imageAlt} <> ''`),
    check('community_posts_hidden', sql`(${t.status} = 'hidden') = (${t.hiddenReason} is not null)`),
  ],
)

/** One like of a person for a post (COM-05, COM-08). */
export const communityPostLikes = pgTable(
  'community_post_likes',
  {
    id: id(),
    postId: uuid()
      .notNull()
      .references(() => communityPosts.id, { onDelete: 'cascade' }),
    userId: personId()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
  },
  t => [uniqueIndex('community_post_likes_once').on(t.postId, t.userId), index().on(t.userId)],
)

/** What is said to a post (COM-05). */
export const communityPostComments = pgTable(
  'community_post_comments',
  {
    id: id(),
    postId: uuid()
      .notNull()
      .references(() => communityPosts.id, { onDelete: 'cascade' }),
    userId: personId().references(() => user.id, { onDelete: 'set null' }),
    content: text().notNull(),
    status: word(visibilities).notNull().default('published'),
    /** What its author was told when the house hid it. */
    hiddenReason: text(),
    createdAt: createdAt(),
  },
  t => [
    index().on(t.postId, t.createdAt, t.id),
    index().on(t.userId, t.createdAt),
    isOneOf('community_post_comments_status', t.status, visibilities),
    check('community_post_comments_words', sql`${t.content} <> ''`),
    check('community_post_comments_hidden', sql`(${t.status} = 'hidden') = (${t.hiddenReason} is not null)`),
  ],
)

/**
 * A member who is spoken to in a post or a comment, where its text says `@` and this name. The text follows the name of its
 * mention by a trigger (hand-written migration), so that an erased person is not named in what others wrote.
 */
export const communityMentions = pgTable(
  'community_mentions',
  {
    id: id(),
    postId: uuid()
      .notNull()
      .references(() => communityPosts.id, { onDelete: 'cascade' }),
    /** Absent: in the post itself. */
    commentId: uuid().references(() => communityPostComments.id, { onDelete: 'cascade' }),
    userId: personId().references(() => user.id, { onDelete: 'set null' }),
    name: text().notNull(),
    createdAt: createdAt(),
  },
  t => [
    uniqueIndex('community_mentions_in_post').on(t.postId, t.userId).where(sql`${t.commentId} is null`),
    uniqueIndex('community_mentions_in_comment').on(t.commentId, t.userId),
    index().on(t.userId),
  ],
)

export const data: DataMap = {
  community_posts: {
    purpose: 'What you wrote to the community',
    retention: retention.account,
    owner: 'user_id',
    given: 'id title content image image_alt status hidden_reason is_pinned created_at edited_at',
    held: 'user_id',
    // The post stays for what others said to it, without its words.
    erasure: {
      user_id: 'null',
      title: "'A post of a former member'",
      content: "'What was written here was erased.'",
      image: 'null',
      image_alt: "''",
      hidden_reason: "case when hidden_reason is null then null else '' end",
    },
    outside: { job: dropErasedPicture, id: 'image' },
  },
  community_post_likes: {
    purpose: 'Posts that you like',
    retention: retention.account,
    owner: 'user_id',
    given: 'id post_id',
    held: 'user_id',
    erasure: 'remove',
  },
  community_post_comments: {
    purpose: 'What you said to posts of the community',
    retention: retention.account,
    owner: 'user_id',
    given: 'id post_id content status hidden_reason created_at',
    held: 'user_id',
    erasure: {
      user_id: 'null',
      content: "'This comment was erased.'",
      hidden_reason: "case when hidden_reason is null then null else '' end",
    },
  },
  community_mentions: {
    purpose: 'Where somebody spoke to you in the community',
    retention: retention.account,
    owner: 'user_id',
    given: 'id post_id comment_id name created_at',
    held: 'user_id',
    erasure: { user_id: 'null', name: "'a former member'" },
  },
}
