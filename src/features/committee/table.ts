import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { membershipApplications } from '#features/applications/table.ts'
import { createdAt, id, instant, personId } from '#platform/columns.ts'
import { type ConstraintRefusals, refusal } from '#platform/errors.ts'
import { user } from '#platform/tables.ts'
import { messages } from './inputs.ts'

const applicationId = () =>
  uuid()
    .notNull()
    .references(() => membershipApplications.id)

/** One vote per member and application (APPL-05, APPL-15); append-only. */
export const committeeVotes = pgTable(
  'committee_votes',
  {
    applicationId: applicationId(),
    voterId: personId()
      .notNull()
      .references(() => user.id),
    vote: text({ enum: ['approve', 'reject'] }).notNull(),
    reason: text(),
    createdAt: createdAt(),
  },
  t => [
    primaryKey({ name: 'committee_votes_once', columns: [t.applicationId, t.voterId] }),
    index().on(t.voterId),
    check('committee_votes_vote', sql`${t.vote} in ('approve', 'reject')`),
    check('committee_votes_reason', sql`${t.reason} <> ''`),
  ],
)

/** Who does not vote on an application: the applicant, whoever referred them, and who stepped back. */
export const recusals = pgTable(
  'recusals',
  {
    applicationId: applicationId(),
    userId: personId()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    cause: text({ enum: ['applicant', 'referrer', 'declared'] }).notNull(),
    createdAt: createdAt(),
  },
  t => [
    primaryKey({ columns: [t.applicationId, t.userId] }),
    check('recusals_cause', sql`${t.cause} in ('applicant', 'referrer', 'declared')`),
  ],
)

/** Questions of the committee to the applicant, who does not learn who asked. */
export const applicationQuestions = pgTable(
  'application_questions',
  {
    id: id(),
    applicationId: applicationId(),
    askedBy: personId().references(() => user.id, { onDelete: 'set null' }),
    question: text().notNull(),
    askedAt: createdAt(),
    answer: text(),
    answeredAt: instant(),
  },
  t => [
    index().on(t.applicationId),
    check('application_questions_answer', sql`(${t.answer} is null) = (${t.answeredAt} is null)`),
  ],
)

/** Notes from one committee member to the others; the applicant never sees them. */
export const committeeNotes = pgTable(
  'committee_notes',
  {
    id: id(),
    applicationId: applicationId(),
    authorId: personId().references(() => user.id, { onDelete: 'set null' }),
    body: text().notNull(),
    createdAt: createdAt(),
  },
  t => [index().on(t.applicationId)],
)

export const committeeRefusals: ConstraintRefusals = {
  committee_votes_once: () => refusal('ALREADY_VOTED', messages.alreadyVoted),
  committee_votes_own: () => refusal('RECUSED', messages.recused, { status: 403 }),
  committee_votes_closed: () => refusal('VOTE_CLOSED', messages.closed),
}
