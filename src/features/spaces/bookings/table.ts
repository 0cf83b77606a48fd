import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { orders } from '#features/money/orders/table.ts'
import { paymentForms, statuses } from '#features/spaces/calendar/inputs.ts'
import { bookingTypes } from '#features/spaces/facilities/table.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import { bookingSeries } from '#features/spaces/series/table.ts'
import { createdAt, day, id, instant, isOneOf, pence, personId, word } from '#platform/db/columns.ts'
import { type DataMap, retention } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'

/**
 * A place of a facility for one time (BOOK-07). Wall date and times say what people read, the two instants what is true.
 * While it is pending or confirmed a trigger holds a unit of its room in the calendar (`reservations`).
 */
export const bookings = pgTable(
  'bookings',
  {
    id: id(),
    bookingTypeId: uuid()
      .notNull()
      .references(() => bookingTypes.id),
    /** The room it is in, which stays so when the facility moves to another one. */
    spaceId: uuid()
      .notNull()
      .references(() => spaces.id),
    bookingOn: day().notNull(),
    startsAtTime: text().notNull(),
    endsAtTime: text().notNull(),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    status: word(statuses).notNull(),
    paidWith: word(paymentForms).notNull(),
    tokensUsed: integer().notNull().default(0),
    /** Price by card; 0 when tokens pay. */
    pricePence: pence().notNull().default(0),
    /** The order that pays for it, or that it waits for together with others; none when nothing is paid by card. */
    orderId: uuid().references(() => orders.id),
    /** The series that it was booked with, if it is repeated. */
    seriesId: uuid().references(() => bookingSeries.id, { onDelete: 'set null' }),
    userId: personId()
      .notNull()
      .references(() => user.id),
    /** Who of the staff booked it for the person; none when they did it themselves. */
    bookedBy: personId().references(() => user.id, { onDelete: 'set null' }),
    /** Why staff booked it without charge. */
    freeReason: text(),
    /** Until when an unpaid booking is held (decision 24). */
    heldUntil: instant(),
    confirmedAt: instant(),
    cancelledAt: instant(),
    cancelledBy: personId().references(() => user.id, { onDelete: 'set null' }),
    cancelReason: text(),
    /** Its part of what went back to the card together with others, or once a bank returned it; a refund of its own says so itself. */
    returnedPence: pence(),
    /** What of it the bank had when it was cancelled: it goes back once the bank returns it, and is then returned. */
    owedPence: pence().notNull().default(0),
    /** The last time that it was put to another time, and by whom. */
    movedAt: instant(),
    movedBy: personId().references(() => user.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  t => [
    index().on(t.userId, t.startsAt),
    index().on(t.bookingTypeId, t.startsAt),
    index().on(t.startsAt),
    index().on(t.createdAt, t.id),
    index().on(t.orderId),
    index().on(t.seriesId),
    // An empty or endless range would conflict with nothing, or with everything.
    check(
      'bookings_range',
      sql`isfinite(${t.startsAt}) and isfinite(${t.endsAt}) and ${t.endsAt} > ${t.startsAt} and ${t.endsAt} <= ${t.startsAt} + interval '25 hours'`,
    ),
    isOneOf('bookings_status', t.status, statuses),
    check(
      'bookings_returned',
      sql`${t.returnedPence} between 0 and ${t.pricePence} and ${t.owedPence} between 0 and ${t.pricePence} - coalesce(${t.returnedPence}, 0)`,
    ),
    check('bookings_held', sql`(${t.status} = 'pending') <= (${t.heldUntil} is not null and ${t.orderId} is not null)`),
    check('bookings_free', sql`${t.freeReason} is null or ${t.tokensUsed} = 0 and ${t.pricePence} = 0`),
    check('bookings_cancelled', sql`(${t.status} = 'cancelled') = (${t.cancelledAt} is not null)`),
    check(
      'bookings_price',
      sql`${t.tokensUsed} >= 0 and ${t.pricePence} >= 0 and (${t.paidWith} = 'tokens' and ${t.pricePence} = 0 or ${t.paidWith} = 'card' and ${t.tokensUsed} = 0)`,
    ),
  ],
)

export const data: DataMap = {
  bookings: {
    purpose: 'Places you booked',
    retention: retention.sixYears,
    owner: 'user_id',
    given:
      'id booking_type_id space_id booking_on starts_at_time ends_at_time starts_at ends_at status paid_with tokens_used price_pence order_id series_id held_until confirmed_at cancelled_at cancel_reason returned_pence owed_pence moved_at free_reason created_at',
    held: 'user_id booked_by cancelled_by moved_by',
    blocksErasure: {
      when: "status <> 'cancelled' and ends_at > :now",
      words: 'This person has bookings ahead. Cancel them first.',
    },
    erasure: { cancel_reason: 'case when cancelled_at is null then cancel_reason end', free_reason: 'null' },
  },
}
