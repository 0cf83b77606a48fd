import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { membershipApplications, ofTheirApplication } from '#features/admissions/applications/table.ts'
import { createdAt, id, isOneOf, personId, word } from '#platform/db/columns.ts'
import { type DataMap, retention } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { type ConstraintRefusals, refusal } from '#platform/rpc/errors.ts'
import { messages, votes } from './inputs.ts'

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
    vote: word(votes).notNull(),
    reason: text(),
    createdAt: createdAt(),
  },
  t => [
    primaryKey({ name: 'committee_votes_once', columns: [t.applicationId, t.voterId] }),
    index().on(t.voterId),
    isOneOf('committee_votes_vote', t.vote, votes),
    check('committee_votes_reason', sql`${t.reason} <> ''`),
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

export const data: DataMap = {
  committee_votes: {
    purpose: 'Votes of the committee',
    retention: 'As long as the application, so that decisions can be checked',
    owner: 'voter_id',
    given: 'application_id vote reason created_at',
    held: 'voter_id',
    erasure: 'keep',
    mentions: { rows: ofTheirApplication, erasure: { reason: "'Erased'" } },
  },
  committee_notes: {
    purpose: 'Notes between committee members',
    retention: retention.account,
    owner: 'author_id',
    given: 'id application_id body created_at',
    held: 'author_id',
    erasure: 'remove',
    mentions: { rows: ofTheirApplication, erasure: 'remove' },
  },
}

export const refusals: ConstraintRefusals = {
  committee_votes_once: () => refusal('ALREADY_VOTED', messages.alreadyVoted),
  committee_votes_own: () => refusal('RECUSED', messages.recused, { status: 403 }),
  committee_votes_closed: () => refusal('VOTE_CLOSED', messages.closed),
}
