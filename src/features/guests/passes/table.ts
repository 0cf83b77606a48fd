import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { typedAlphabet } from '#features/door/passes/rules.ts'
import { createdAt, day, id, instant, isOneOf, personId, word } from '#platform/db/columns.ts'
import { type DataMap, isAddressed, keptFor } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { storedStatuses } from './inputs.ts'

/**
 * A guest whom a member invited (GST-02, GPS-03). Each entry raises `timesUsed`; with the last one that it is good for the
 * pass is `used` (GPS-05). A door without a connection may let in once too often: that stays written down.
 */
export const guestPasses = pgTable(
  'guest_passes',
  {
    id: id(),
    inviterUserId: personId()
      .notNull()
      .references(() => user.id),
    guestName: text().notNull(),
    guestEmail: text().notNull(),
    validUntil: day().notNull(),
    notes: text().notNull().default(''),
    /** What people read out at the door; nobody can guess one. */
    passCode: text().notNull(),
    status: word(storedStatuses).notNull().default('active'),
    timesUsed: integer().notNull().default(0),
    usageLimit: integer().notNull().default(1),
    lastUsedAt: instant(),
    createdAt: createdAt(),
  },
  t => [
    uniqueIndex('guest_passes_code').on(t.passCode),
    index().on(t.inviterUserId, t.createdAt),
    index().on(t.validUntil),
    isOneOf('guest_passes_status', t.status, storedStatuses),
    // As the door takes it: `isTypedCode`.
    check('guest_passes_typed', sql`${t.passCode} ~ ${sql.raw(`'^[${typedAlphabet}]{8}$'`)}`),
    check('guest_passes_limit', sql`${t.usageLimit} >= 1 and ${t.timesUsed} >= 0`),
    check(
      'guest_passes_used',
      sql`(${t.timesUsed} > 0) = (${t.lastUsedAt} is not null)
        and (${t.status} = 'cancelled' or (${t.status} = 'used') = (${t.timesUsed} >= ${t.usageLimit}))`,
    ),
  ],
)

export const data: DataMap = {
  guest_passes: {
    purpose: 'Guests whom members invite',
    ...keptFor(2),
    owner: 'inviter_user_id',
    given:
      'id guest_name guest_email valid_until notes pass_code status times_used usage_limit last_used_at created_at',
    held: 'inviter_user_id',
    erasure: 'remove',
    mentions: { rows: isAddressed('guest_email'), erasure: 'remove' },
  },
}
