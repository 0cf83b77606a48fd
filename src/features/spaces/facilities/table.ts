import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { spaces } from '#features/spaces/rooms/table.ts'
import { createdAt, id, isOneOf, pence, word } from '#platform/db/columns.ts'
import { type DataMap, ofTheHouse } from '#platform/db/data-map.ts'
import { groups } from './inputs.ts'

/** Facilities: ways to book a room, with a price and a length (BOOK-06). Two of them may be of one room. */
export const bookingTypes = pgTable(
  'booking_types',
  {
    id: id(),
    slug: text().notNull().unique(),
    name: text().notNull(),
    /** The room that is booked, which says how many can be there at once and its hours. */
    spaceId: uuid()
      .notNull()
      .references(() => spaces.id),
    description: text().notNull().default(''),
    group: word(groups).notNull().default('other'),
    tokenCost: integer().notNull(),
    /** Lower-case weekday names on which tokens can be used; empty: every day (CNT-60). */
    tokenAvailableDays: text().array().notNull().default(sql`'{}'`),
    /** Per hour, or per session when `isPricedPerSession` (BOOK-27). */
    cashPricePence: pence().notNull(),
    isPricedPerSession: boolean().notNull().default(false),
    durationMinutes: integer().notNull().default(60),
    isActive: boolean().notNull().default(true),
    sortOrder: integer().notNull().default(0),
    /** Wall time; absent: the venue's last slot. */
    lastSlotAt: text(),
    createdAt: createdAt(),
  },
  t => [
    isOneOf('booking_types_group', t.group, groups),
    check('booking_types_prices', sql`${t.tokenCost} >= 0 and ${t.cashPricePence} >= 0`),
    check('booking_types_duration', sql`${t.durationMinutes} between 5 and 1440`),
    check(
      'booking_types_days',
      sql`${t.tokenAvailableDays} <@ array['monday','tuesday','wednesday','thursday','friday','saturday','sunday']`,
    ),
  ],
)

export const data: DataMap = {
  booking_types: ofTheHouse(
    'Facilities',
    'id slug name description group token_cost token_available_days cash_price_pence is_priced_per_session duration_minutes space_id is_active sort_order last_slot_at created_at',
  ),
}
