import { sql } from 'drizzle-orm'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { createdAt, id, personId } from '#platform/db/columns.ts'
import { type DataMap, keptFor } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import type { QueuedJob } from '#platform/jobs/define.ts'

/** Removes the picture of what was erased, unless a post shows it; run in jobs.ts of moderation. */
export const dropErasedEvidence: QueuedJob<{ id: string }> = {
  name: 'community.drop-erased-evidence',
  payload: z.object({ id: z.string().max(100) }),
}

/**
 * A post or a comment as it was when it was reported, hidden or deleted by the house. Its author may change or delete it
 * afterwards: the house decides about this, so `post_id` and `comment_id` may name what is gone.
 */
export const communityEvidence = pgTable(
  'community_evidence',
  {
    id: id(),
    postId: uuid().notNull(),
    /** Absent: the post itself. */
    commentId: uuid(),
    authorId: personId().references(() => user.id, { onDelete: 'set null' }),
    /** That of the post, also for a comment on it. */
    title: text().notNull(),
    content: text().notNull(),
    /** The key of its picture, which stays as long as this does. */
    image: text(),
    imageAlt: text().notNull().default(''),
    createdAt: createdAt(),
  },
  t => [
    index().on(t.postId, t.commentId),
    index().on(t.authorId),
    index().on(t.createdAt),
    index().on(t.image).where(sql`${t.image} is not null`),
    index('community_evidence_search').using('gin', t.title.op('gin_trgm_ops')),
  ],
)

const isSpokenOf = (table: string) => `exists (select from ${table} s where s.evidence_id = community_evidence.id)`

export const data: DataMap = {
  community_evidence: {
    purpose: 'What you wrote to the community, as it was when it was reported or hidden',
    ...keptFor(2),
    // As long as a report or a decision is about it.
    keptYearsOf: `not ${isSpokenOf('community_reports')} and not ${isSpokenOf('community_decisions')}`,
    owner: 'author_id',
    given: 'id post_id comment_id title content image image_alt created_at',
    held: 'author_id',
    erasure: {
      author_id: 'null',
      title: "'A post of a former member'",
      content: "'What was written here was erased.'",
      image: 'null',
      image_alt: "''",
    },
    outside: { job: dropErasedEvidence, id: 'image' },
  },
}
