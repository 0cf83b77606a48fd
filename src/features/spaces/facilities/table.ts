import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, isOneOf, pence, word } from '#platform/db/columns.ts'
import { type DataMap, ofTheHouse } from '#platform/db/data-map.ts'
import { groups } from './inputs.ts'

/**
 * Facilities that can be booked (BOOK-06). The row is also the lock of its bookings: whoever books it locks it first, so
 * that people who want the same time wait in line instead of colliding.
 */
export const bookingTypes = pgTable(
  'booking_types',
  {
    id: id(),
    slug: text().notNull().unique(),
    name: text().notNull(),
    description: text().notNull().default(''),
    group: word(groups).notNull().default('other'),
    tokenCost: integer().notNull(),
    /** Lower-case weekday names on which tokens can be used; empty: every day (CNT-60). */
    tokenAvailableDays: text().array().notNull().default(sql`'{}'`),
    /** Per hour, or per session when `isPricedPerSession` (BOOK-27). */
    cashPricePence: pence().notNull(),
    isPricedPerSession: boolean().notNull().default(false),
    durationMinutes: integer().notNull().default(60),
    /** So many bookings can run at the same time, each on a unit of its own (decision 27). */
    units: integer().notNull().default(1),
    isActive: boolean().notNull().default(true),
    sortOrder: integer().notNull().default(0),
    /** Wall times; absent: the venue's hours and slot window. */
    opensAt: text(),
    closesAt: text(),
    lastSlotAt: text(),
    createdAt: createdAt(),
  },
  t => [
    isOneOf('booking_types_group', t.group, groups),
    check('booking_types_prices', sql`${t.tokenCost} >= 0 and ${t.cashPricePence} >= 0`),
    check('booking_types_duration', sql`${t.durationMinutes} between 5 and 1440`),
    check('booking_types_units', sql`${t.units} between 1 and 1000`),
    check(
      'booking_types_days',
      sql`${t.tokenAvailableDays} <@ array['monday','tuesday','wednesday','thursday','friday','saturday','sunday']`,
    ),
  ],
)

export const data: DataMap = {
  booking_types: ofTheHouse(
    'Facilities',
    'id slug name description group token_cost token_available_days cash_price_pence is_priced_per_session duration_minutes units is_active sort_order opens_at closes_at last_slot_at created_at',
  ),
}
