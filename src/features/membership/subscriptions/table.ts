import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { userMemberships } from '#features/membership/memberships/table.ts'
import { createdAt, id, instant, isOneOf, personId, word } from '#platform/db/columns.ts'
import { type DataMap, retention } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { leavingReasons } from './inputs.ts'

/** Why members cancelled, where they said so; what they take back stays, marked. */
export const cancellationReasons = pgTable(
  'cancellation_reasons',
  {
    id: id(),
    userId: personId()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    membershipId: uuid()
      .notNull()
      .references(() => userMemberships.id, { onDelete: 'cascade' }),
    reason: word(leavingReasons),
    words: text().notNull().default(''),
    createdAt: createdAt(),
    /** When they decided to stay after all. */
    takenBackAt: instant(),
  },
  t => [
    index().on(t.createdAt),
    index().on(t.userId),
    index().on(t.membershipId),
    isOneOf('cancellation_reasons_reason', t.reason, leavingReasons),
  ],
)

export const data: DataMap = {
  cancellation_reasons: {
    purpose: 'Why you cancelled a membership, where you told us',
    retention: retention.account,
    owner: 'user_id',
    given: 'id membership_id reason words created_at taken_back_at',
    held: 'user_id',
    erasure: { words: "''" },
  },
}
