import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, day, id, instant, pence, personId } from '#platform/columns.ts'
import { type ConstraintRefusals, refusal } from '#platform/errors.ts'
import { user } from '#platform/tables.ts'

/** Tiers are rows (decision 10): a tier is free when its price is 0. `catalogue` says which set a row ships with. */
export const membershipTiers = pgTable(
  'membership_tiers',
  {
    id: id(),
    slug: text().notNull().unique(),
    name: text().notNull(),
    description: text().notNull().default(''),
    pricePence: pence().notNull(),
    weeklyTokens: integer().notNull().default(0),
    tokenDiscountPercent: integer().notNull().default(0),
    marketDiscountPercent: integer().notNull().default(0),
    features: text().array().notNull().default(sql`'{}'`),
    stripePriceId: text(),
    catalogue: text({ enum: ['information', 'application', 'both', 'own'] })
      .notNull()
      .default('own'),
    isActive: boolean().notNull().default(true),
    createdAt: createdAt(),
  },
  t => [
    check('membership_tiers_price', sql`${t.pricePence} >= 0`),
    check('membership_tiers_tokens', sql`${t.weeklyTokens} >= 0`),
    check(
      'membership_tiers_discount',
      sql`${t.tokenDiscountPercent} between 0 and 100 and ${t.marketDiscountPercent} between 0 and 100`,
    ),
  ],
)

/** One active row per person at most; every approved member has one, Explorer included (decision 32). */
export const userMemberships = pgTable(
  'user_memberships',
  {
    id: id(),
    userId: personId()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    tierId: uuid()
      .notNull()
      .references(() => membershipTiers.id),
    status: text({ enum: ['active', 'cancelled'] })
      .notNull()
      .default('active'),
    paymentStatus: text({ enum: ['paid', 'pending', 'overdue', 'waived'] })
      .notNull()
      .default('waived'),
    stripeSubscriptionId: text().unique(),
    /** When the provider was asked for the state that this row shows: an older answer never replaces a newer one. */
    syncedAt: instant(),
    cancelsAtPeriodEnd: boolean().notNull().default(false),
    startedOn: day().notNull(),
    /** Start of the unbroken paid time; loyalty tokens count from here. */
    paidSinceOn: day(),
    currentPeriodStart: instant(),
    currentPeriodEnd: instant(),
    endedAt: instant(),
    createdAt: createdAt(),
  },
  t => [
    uniqueIndex('user_memberships_one_active').on(t.userId).where(sql`${t.status} = 'active'`),
    index().on(t.tierId),
    check('user_memberships_status', sql`${t.status} in ('active', 'cancelled')`),
    check('user_memberships_payment_status', sql`${t.paymentStatus} in ('paid', 'pending', 'overdue', 'waived')`),
  ],
)

/** MEM-33, decision 18: pending when the friend applies, completed at their first paid invoice. */
export const referrals = pgTable(
  'referrals',
  {
    id: id(),
    referrerUserId: personId()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    referredUserId: personId()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    referredEmail: text().notNull(),
    status: text({ enum: ['pending', 'completed'] })
      .notNull()
      .default('pending'),
    rewardGiven: boolean().notNull().default(false),
    /** When the referrer's 10 % off a month was used up; null while it is still to come. */
    discountUsedAt: instant(),
    createdAt: createdAt(),
    completedAt: instant(),
  },
  t => [
    uniqueIndex('referrals_one_per_friend').on(t.referredUserId),
    index().on(t.referrerUserId),
    check('referrals_not_oneself', sql`${t.referrerUserId} <> ${t.referredUserId}`),
  ],
)

export const membershipRefusals: ConstraintRefusals = {
  user_memberships_one_active: () => refusal('ALREADY_MEMBER', 'There is an active membership already.'),
  referrals_not_oneself: () => refusal('SELF_REFERRAL', 'You cannot refer yourself.'),
}
