import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { userMemberships } from '#features/membership/memberships/table.ts'
import { createdAt, id, instant, pence, personId } from '#platform/db/columns.ts'
import { type DataMap, retention } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { type ConstraintRefusals, refusal } from '#platform/rpc/errors.ts'

/** What the office gave somebody of their membership, one row each time (PAY-06, decision 19). */
export const membershipGifts = pgTable(
  'membership_gifts',
  {
    id: id(),
    membershipId: uuid()
      .notNull()
      .references(() => userMemberships.id, { onDelete: 'cascade' }),
    userId: personId()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    givenBy: personId().references(() => user.id, { onDelete: 'set null' }),
    /** Months that were added; 0 when it was an end date, or a price alone. */
    giftedMonths: integer().notNull().default(0),
    /** Nothing is charged before this instant; null when the gift is a price alone. */
    freeUntil: instant(),
    /** What had been paid for, or given, before: nobody is made to pay sooner than that. */
    paidUntil: instant(),
    /** The month's price from the next invoice on; null when it is the plan's, or was not touched. */
    customPence: pence(),
    /** What was the price before, when this changed it. */
    priceWasPence: pence(),
    notes: text().notNull().default(''),
    createdAt: createdAt(),
    /** When the provider had taken it over; null while that is under way. Without a subscription at once. */
    appliedAt: instant(),
  },
  t => [
    index().on(t.userId, t.createdAt),
    index().on(t.membershipId),
    uniqueIndex('membership_gifts_one_under_way').on(t.membershipId).where(sql`${t.appliedAt} is null`),
    check('membership_gifts_months', sql`${t.giftedMonths} >= 0`),
    check('membership_gifts_months_end', sql`${t.giftedMonths} = 0 or ${t.freeUntil} is not null`),
  ],
)

export const data: DataMap = {
  membership_gifts: {
    purpose: 'Free time and prices that the house gave you',
    retention: retention.sixYears,
    owner: 'user_id',
    given: 'id gifted_months free_until paid_until custom_pence price_was_pence created_at applied_at',
    held: 'user_id membership_id given_by notes',
    erasure: { notes: "''" },
  },
}

export const refusals: ConstraintRefusals = {
  membership_gifts_one_under_way: () =>
    refusal(
      'GIFT_UNDER_WAY',
      'What was saved for them before is still on its way to the payment provider. Look again in a minute.',
    ),
}
