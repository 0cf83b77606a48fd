import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { communityEvidence } from '#features/community/evidence/table.ts'
import { createdAt, id, instant, isOneOf, personId, word } from '#platform/db/columns.ts'
import { type DataMap, keptFor } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { appealOutcomes, outcomes } from './inputs.ts'

/** What the house decided about a post or a comment, what its author was told, and their one appeal. */
export const communityDecisions = pgTable(
  'community_decisions',
  {
    id: id(),
    /** What it is about may be gone: what it said is kept as evidence. */
    postId: uuid().notNull(),
    /** Absent: about the post itself. */
    commentId: uuid(),
    evidenceId: uuid().references(() => communityEvidence.id, { onDelete: 'set null' }),
    /** Whose words they are. */
    authorId: personId().references(() => user.id, { onDelete: 'set null' }),
    outcome: word(outcomes).notNull(),
    reason: text().notNull().default(''),
    decidedBy: personId().references(() => user.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    appeal: text(),
    appealedAt: instant(),
    appealOutcome: word(appealOutcomes),
    appealAnswer: text(),
    appealDecidedAt: instant(),
    appealDecidedBy: personId().references(() => user.id, { onDelete: 'set null' }),
  },
  t => [
    index().on(t.postId, t.createdAt),
    index().on(t.commentId).where(sql`${t.commentId} is not null`),
    index().on(t.authorId),
    index().on(t.evidenceId),
    index().on(t.createdAt, t.id),
    index('community_decisions_search').using('gin', t.reason.op('gin_trgm_ops')),
    index().on(t.outcome, t.createdAt, t.id),
    index('community_decisions_answered')
      .on(t.appealOutcome, t.createdAt, t.id)
      .where(sql`${t.appealOutcome} is not null`),
    index('community_decisions_appealed')
      .on(t.createdAt, t.id)
      .where(sql`${t.appealedAt} is not null and ${t.appealOutcome} is null`),
    isOneOf('community_decisions_outcome', t.outcome, outcomes),
    isOneOf('community_decisions_appeal_outcome', t.appealOutcome, appealOutcomes),
    check('community_decisions_appeal', sql`(${t.appeal} is null) = (${t.appealedAt} is null)`),
    check('community_decisions_appealed_hidden', sql`${t.appealedAt} is null or ${t.outcome} = 'hidden'`),
    check(
      'community_decisions_appeal_decided',
      sql`(${t.appealOutcome} is null) = (${t.appealDecidedAt} is null) and (${t.appealOutcome} is null) = (${t.appealAnswer} is null) and (${t.appealOutcome} is null or ${t.appealedAt} is not null)`,
    ),
  ],
)

/** That somebody finds that a post or a comment should not be there: once while it waits, and anew once it was decided. */
export const communityReports = pgTable(
  'community_reports',
  {
    id: id(),
    /** What it is about may be gone: what it said is kept as evidence. */
    postId: uuid().notNull(),
    /** Absent: about the post itself. */
    commentId: uuid(),
    evidenceId: uuid().references(() => communityEvidence.id, { onDelete: 'set null' }),
    userId: personId().references(() => user.id, { onDelete: 'set null' }),
    reason: text().notNull(),
    /** The decision that answered it; absent while it waits. */
    decisionId: uuid().references(() => communityDecisions.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  t => [
    uniqueIndex('community_reports_once_post')
      .on(t.postId, t.userId)
      .where(sql`${t.commentId} is null and ${t.decisionId} is null`),
    uniqueIndex('community_reports_once_comment').on(t.commentId, t.userId).where(sql`${t.decisionId} is null`),
    index().on(t.userId),
    index().on(t.decisionId),
    index().on(t.evidenceId),
    index('community_reports_waiting_post').on(t.postId).where(sql`${t.decisionId} is null`),
    index('community_reports_decided').on(t.createdAt, t.id).where(sql`${t.decisionId} is not null`),
    index('community_reports_search').using('gin', t.reason.op('gin_trgm_ops')),
    index('community_reports_waiting').on(t.createdAt, t.id).where(sql`${t.decisionId} is null`),
    index().on(t.createdAt, t.id),
  ],
)

const ofOwnWords = `evidence_id in (select e.id from community_evidence e where e.author_id = :person)`

export const data: DataMap = {
  community_reports: {
    purpose: 'What you reported in the community',
    ...keptFor(2),
    owner: 'user_id',
    given: 'id post_id comment_id reason created_at',
    held: 'user_id decision_id evidence_id',
    erasure: { reason: "'Erased'", user_id: 'null' },
    // What others wrote about somebody's words is about that person.
    mentions: { rows: ofOwnWords, erasure: { reason: "'Erased'" } },
  },
  community_decisions: {
    purpose: 'What the house decided about what you wrote',
    ...keptFor(2),
    owner: 'author_id',
    given:
      'id post_id comment_id outcome reason created_at appeal appealed_at appeal_outcome appeal_answer appeal_decided_at',
    held: 'author_id decided_by appeal_decided_by evidence_id',
    erasure: {
      author_id: 'null',
      reason: "''",
      appeal: "case when appeal is null then null else '' end",
      appeal_answer: "case when appeal_answer is null then null else '' end",
    },
  },
}
