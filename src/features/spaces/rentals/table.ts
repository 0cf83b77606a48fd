import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { removeCustomer } from '#features/money/customers/table.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import { createdAt, day, id, instant, isOneOf, pence, personId, word } from '#platform/db/columns.ts'
import { type DataMap, retention } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { migrationStatuses } from './inputs.ts'

/**
 * A studio that a member rents by the month (STA-14). Until it ends, a trigger holds its room in the calendar from `startsAt`
 * to `endsAt`, if it has one (`keep_space`, hand-written migration). Name, address and telephone are those of the day on
 * which it was added; mail goes to the account's.
 */
export const studioRentalMembers = pgTable(
  'studio_rental_members',
  {
    id: id(),
    userId: personId()
      .notNull()
      .references(() => user.id),
    fullName: text().notNull(),
    email: text().notNull(),
    phone: text().notNull().default(''),
    studioName: text().notNull(),
    /** The room of the house; absent for one that the calendar does not know. */
    spaceId: uuid().references(() => spaces.id),
    /** In pence, as is the deposit. */
    monthlyRentAmount: pence().notNull(),
    depositAmount: pence().notNull().default(0),
    rentalStartDate: day().notNull(),
    /** The last day; absent: it goes on. */
    rentalEndDate: day(),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    migrationStatus: word(migrationStatuses).notNull().default('pending'),
    stripePaymentLink: text(),
    stripePaymentLinkId: text(),
    linkSentAt: instant(),
    activatedAt: instant(),
    /** What pays for it; the payer is a customer of the link's own. */
    stripeSubscriptionId: text().unique('studio_rental_members_subscription'),
    stripeCustomerId: text(),
    /** Rent that was asked for and not paid, in pence, since when, and the provider's page on which it can be; absent: none. */
    unpaidPence: pence(),
    unpaidSince: instant(),
    unpaidUrl: text(),
    endedAt: instant(),
    endedBy: personId().references(() => user.id, { onDelete: 'set null' }),
    endReason: text(),
    createdBy: personId().references(() => user.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  t => [
    index().on(t.userId),
    index().on(t.createdAt, t.id),
    index().on(t.spaceId),
    isOneOf('studio_rental_members_status', t.migrationStatus, migrationStatuses),
    check('studio_rental_members_money', sql`${t.monthlyRentAmount} > 0 and ${t.depositAmount} >= 0`),
    check('studio_rental_members_days', sql`${t.rentalEndDate} is null or ${t.rentalEndDate} >= ${t.rentalStartDate}`),
    check(
      'studio_rental_members_unpaid',
      sql`(${t.unpaidPence} is null) = (${t.unpaidSince} is null) and ${t.unpaidPence} > 0
        and (${t.unpaidUrl} is null or ${t.unpaidPence} is not null)`,
    ),
    // An empty or endless range would conflict with nothing, or with everything.
    check(
      'studio_rental_members_range',
      sql`isfinite(${t.startsAt}) and isfinite(${t.endsAt}) and ${t.endsAt} > ${t.startsAt}`,
    ),
    check(
      'studio_rental_members_link',
      sql`(${t.migrationStatus} in ('link_sent', 'activated')) <= (${t.stripePaymentLink} is not null and ${t.linkSentAt} is not null)`,
    ),
    check(
      'studio_rental_members_activated',
      sql`(${t.migrationStatus} = 'activated') <= (${t.activatedAt} is not null and ${t.stripeSubscriptionId} is not null)`,
    ),
    check(
      'studio_rental_members_ended',
      sql`(${t.migrationStatus} = 'ended') = (${t.endedAt} is not null) and (${t.migrationStatus} = 'ended') = (${t.endReason} is not null)`,
    ),
  ],
)

export const data: DataMap = {
  studio_rental_members: {
    purpose: 'The studio you rent',
    retention: retention.sixYears,
    owner: 'user_id',
    given:
      'id full_name email phone studio_name space_id monthly_rent_amount deposit_amount rental_start_date rental_end_date starts_at ends_at migration_status stripe_payment_link link_sent_at activated_at unpaid_pence unpaid_since unpaid_url ended_at end_reason created_at',
    held: 'user_id stripe_payment_link_id stripe_subscription_id stripe_customer_id ended_by created_by',
    blocksErasure: {
      when: "migration_status <> 'ended'",
      words: 'This person rents a studio. End the rental first.',
    },
    erasure: {
      full_name: "'Erased person'",
      email: "'erased'",
      phone: "''",
      stripe_payment_link: 'null',
      unpaid_url: 'null',
      stripe_customer_id: 'null',
      end_reason: "case when end_reason is not null then '' end",
    },
    outside: { job: removeCustomer, id: 'stripe_customer_id' },
  },
}
