import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bookingTypes } from '#features/spaces/facilities/table.ts'
import { createdAt, day, id, personId } from '#platform/db/columns.ts'
import { type DataMap, retention } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'

/**
 * What somebody asked to be repeated: the same wall time of a facility every week or every second one, until a day. The
 * bookings that were made of it name it; they may be cancelled or moved one by one, and it stays as it was asked for.
 */
export const bookingSeries = pgTable(
  'booking_series',
  {
    id: id(),
    userId: personId()
      .notNull()
      .references(() => user.id),
    bookingTypeId: uuid()
      .notNull()
      .references(() => bookingTypes.id),
    everyWeeks: integer().notNull(),
    firstOn: day().notNull(),
    untilOn: day().notNull(),
    /** Wall time at the venue: it stays the same on both sides of a clock change. */
    startsAtTime: text().notNull(),
    /** So many of the facility's lengths each time. */
    lengths: integer().notNull(),
    createdAt: createdAt(),
  },
  t => [
    index().on(t.userId),
    check('booking_series_every_weeks', sql`${t.everyWeeks} in (1, 2)`),
    check('booking_series_days', sql`${t.firstOn} <= ${t.untilOn}`),
    check('booking_series_lengths', sql`${t.lengths} >= 1`),
  ],
)

export const data: DataMap = {
  booking_series: {
    purpose: 'Bookings you asked to be repeated',
    retention: retention.sixYears,
    owner: 'user_id',
    given: 'id booking_type_id every_weeks first_on until_on starts_at_time lengths created_at',
    held: 'user_id',
    erasure: 'keep',
  },
}
