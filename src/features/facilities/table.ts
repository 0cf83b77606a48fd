import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, day, id, pence, personId } from '#platform/columns.ts'
import { user } from '#platform/tables.ts'

/**
 * Facilities that can be booked (BOOK-06). The row is also the lock of its places: whoever books one locks it first, so
 * that people who want the same place wait in line instead of colliding.
 */
export const bookingTypes = pgTable(
  'booking_types',
  {
    id: id(),
    slug: text().notNull().unique(),
    name: text().notNull(),
    description: text().notNull().default(''),
    group: text({ enum: ['photography', 'wellness', 'other'] })
      .notNull()
      .default('other'),
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
    check('booking_types_group', sql`${t.group} in ('photography', 'wellness', 'other')`),
    check('booking_types_prices', sql`${t.tokenCost} >= 0 and ${t.cashPricePence} >= 0`),
    check('booking_types_duration', sql`${t.durationMinutes} between 5 and 1440`),
    check('booking_types_units', sql`${t.units} between 1 and 1000`),
    check(
      'booking_types_days',
      sql`${t.tokenAvailableDays} <@ array['monday','tuesday','wednesday','thursday','friday','saturday','sunday']`,
    ),
  ],
)

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
