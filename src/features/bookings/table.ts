import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { messages } from '#features/facilities/inputs.ts'
import { bookingTypes } from '#features/facilities/table.ts'
import { orders } from '#features/payments/table.ts'
import { createdAt, day, id, instant, pence, personId } from '#platform/columns.ts'
import { type ConstraintRefusals, refusal } from '#platform/errors.ts'
import { user } from '#platform/tables.ts'

/**
 * One place for one time (BOOK-07). Wall date and times say what people read, the two instants what is true. That no unit
 * is held twice is the exclusion constraint `bookings_no_overlap` (hand-written migration).
 */
export const bookings = pgTable(
  'bookings',
  {
    id: id(),
    bookingTypeId: uuid()
      .notNull()
      .references(() => bookingTypes.id),
    unit: integer().notNull(),
    bookingOn: day().notNull(),
    startsAtTime: text().notNull(),
    endsAtTime: text().notNull(),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    status: text({ enum: ['pending', 'confirmed', 'cancelled'] }).notNull(),
    paidWith: text({ enum: ['tokens', 'card'] }).notNull(),
    tokensUsed: integer().notNull().default(0),
    /** Price by card; 0 when tokens pay. */
    pricePence: pence().notNull().default(0),
    /** The order that pays for it, or that it waits for together with others; none when nothing is paid by card. */
    orderId: uuid().references(() => orders.id),
    userId: personId()
      .notNull()
      .references(() => user.id),
    /** Until when an unpaid booking keeps its place (decision 24). */
    heldUntil: instant(),
    confirmedAt: instant(),
    cancelledAt: instant(),
    cancelledBy: personId().references(() => user.id, { onDelete: 'set null' }),
    cancelReason: text(),
    createdAt: createdAt(),
  },
  t => [
    index().on(t.userId, t.startsAt),
    index().on(t.bookingTypeId, t.startsAt),
    index().on(t.startsAt),
    index().on(t.orderId),
    // An empty or endless range would conflict with nothing, or with everything.
    check(
      'bookings_range',
      sql`isfinite(${t.startsAt}) and isfinite(${t.endsAt}) and ${t.endsAt} > ${t.startsAt} and ${t.endsAt} <= ${t.startsAt} + interval '25 hours'`,
    ),
    check('bookings_unit', sql`${t.unit} >= 1`),
    check('bookings_status', sql`${t.status} in ('pending', 'confirmed', 'cancelled')`),
    check('bookings_held', sql`(${t.status} = 'pending') <= (${t.heldUntil} is not null and ${t.orderId} is not null)`),
    check('bookings_cancelled', sql`(${t.status} = 'cancelled') = (${t.cancelledAt} is not null)`),
    check(
      'bookings_price',
      sql`${t.tokensUsed} >= 0 and ${t.pricePence} >= 0 and (${t.paidWith} = 'tokens' and ${t.pricePence} = 0 or ${t.paidWith} = 'card' and ${t.tokensUsed} = 0)`,
    ),
  ],
)

export const bookingRefusals: ConstraintRefusals = {
  bookings_no_overlap: () => refusal('SLOT_TAKEN', messages.slotTaken),
}
