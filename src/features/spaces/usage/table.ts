import { sql } from 'drizzle-orm'
import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { day, personId } from '#platform/db/columns.ts'
import { type DataMap, retention } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'

/** Confirmed time per person, facility and Monday-based week (BOOK-08, BOOK-29), moved by the booking's transaction. */
export const weeklyBookingUsage = pgTable(
  'weekly_booking_usage',
  {
    userId: personId()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    bookingTypeSlug: text().notNull(),
    weekStartOn: day().notNull(),
    minutesUsed: integer().notNull(),
  },
  t => [
    primaryKey({ columns: [t.userId, t.bookingTypeSlug, t.weekStartOn] }),
    check('weekly_booking_usage_minutes', sql`${t.minutesUsed} >= 0`),
    check('weekly_booking_usage_monday', sql`extract(isodow from ${t.weekStartOn}) = 1`),
  ],
)

export const data: DataMap = {
  weekly_booking_usage: {
    purpose: 'Hours you used of each facility in a week',
    retention: retention.account,
    owner: 'user_id',
    given: 'booking_type_slug week_start_on minutes_used',
    held: 'user_id',
    erasure: 'keep',
  },
}
