import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, isOneOf, pence, word } from '#platform/db/columns.ts'
import { type DataMap, ofTheHouse } from '#platform/db/data-map.ts'
import { type ConstraintRefusals, refusal } from '#platform/rpc/errors.ts'
import { tierOrigins } from './inputs.ts'

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
    /** How many guests one may invite in a calendar month (GST-04). */
    guestPassesPerMonth: integer().notNull().default(2),
    features: text().array().notNull().default(sql`'{}'`),
    /** One that the house named at the payment provider; it is of one tier only, because what it charges for is known by it. */
    stripePriceId: text().unique('membership_tiers_price_id'),
    catalogue: word(tierOrigins).notNull().default('own'),
    isActive: boolean().notNull().default(true),
    createdAt: createdAt(),
  },
  t => [
    isOneOf('membership_tiers_catalogue', t.catalogue, tierOrigins),
    check('membership_tiers_price', sql`${t.pricePence} >= 0`),
    check('membership_tiers_guests', sql`${t.guestPassesPerMonth} between 0 and 100`),
    check('membership_tiers_tokens', sql`${t.weeklyTokens} >= 0`),
    check(
      'membership_tiers_discount',
      sql`${t.tokenDiscountPercent} between 0 and 90 and ${t.marketDiscountPercent} between 0 and 100`,
    ),
  ],
)

export const refusals: ConstraintRefusals = {
  membership_tiers_price_id: () =>
    refusal('PRICE_TAKEN', 'Another plan has this price id. Each plan needs a price of its own.', {
      field: 'stripePriceId',
    }),
  membership_tiers_in_use: () =>
    refusal(
      'TIER_IN_USE',
      'Members are on this tier: while they are, a free one stays free and a paid one stays paid. Offer another tier beside it.',
      { field: 'priceMonthly' },
    ),
}

export const data: DataMap = {
  membership_tiers: ofTheHouse(
    'The tiers',
    'id slug name description price_pence weekly_tokens token_discount_percent market_discount_percent guest_passes_per_month features stripe_price_id catalogue is_active created_at',
  ),
}
