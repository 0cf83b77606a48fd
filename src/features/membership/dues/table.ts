import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { userMemberships } from '#features/membership/memberships/table.ts'
import { createdAt, day, id, instant, isOneOf, pence, personId, word } from '#platform/db/columns.ts'
import { type DataMap, retention } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { reminderTypes } from './inputs.ts'

/** Reminders of payments for memberships, by the office and by the house itself (PAY-07, PAY-09). */
export const paymentReminders = pgTable(
  'payment_reminders',
  {
    id: id(),
    userId: personId()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    membershipId: uuid()
      .notNull()
      .references(() => userMemberships.id, { onDelete: 'cascade' }),
    reminderType: word(reminderTypes).notNull(),
    amountDue: pence().notNull(),
    dueDate: day().notNull(),
    /** Null: the house by itself. */
    sentBy: personId().references(() => user.id, { onDelete: 'set null' }),
    /** Of the house's own: which failing payment, by when it became overdue, and on which of its days. */
    overdueSince: instant(),
    ladderDay: integer(),
    createdAt: createdAt(),
  },
  t => [
    index().on(t.userId, t.createdAt),
    uniqueIndex('payment_reminders_once_a_step').on(t.membershipId, t.overdueSince, t.ladderDay),
    check('payment_reminders_amount', sql`${t.amountDue} >= 0`),
    isOneOf('payment_reminders_type', t.reminderType, reminderTypes),
  ],
)

export const data: DataMap = {
  payment_reminders: {
    purpose: 'Reminders of payments that we sent you',
    retention: retention.sixYears,
    owner: 'user_id',
    given: 'id reminder_type amount_due due_date created_at',
    held: 'user_id membership_id sent_by overdue_since ladder_day',
    erasure: 'keep',
  },
}
