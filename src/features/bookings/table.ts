import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { orders } from '#features/payments/table.ts'
import { createdAt, day, id, instant, pence, personId } from '#platform/columns.ts'
import { type ConstraintRefusals, refusal } from '#platform/errors.ts'
import { user } from '#platform/tables.ts'
import { messages } from './inputs.ts'

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
    check(
      'bookings_held',
      sql`(${t.status} = 'pending') <= (${t.heldUntil} is not null and ${t.orderId} is not null)`,
    ),
    check('bookings_cancelled', sql`(${t.status} = 'cancelled') = (${t.cancelledAt} is not null)`),
    check(
      'bookings_price',
      sql`${t.tokensUsed} >= 0 and ${t.pricePence} >= 0 and (${t.paidWith} = 'tokens' and ${t.pricePence} = 0 or ${t.paidWith} = 'card' and ${t.tokensUsed} = 0)`,
    ),
  ],
)

/** Places that somebody means to book together (BOOK-09). They hold nothing until checkout. */
export const cartItems = pgTable(
  'cart_items',
  {
    id: id(),
    userId: personId()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    bookingTypeId: uuid()
      .notNull()
      .references(() => bookingTypes.id, { onDelete: 'cascade' }),
    bookingOn: day().notNull(),
    startsAtTime: text().notNull(),
    payWith: text({ enum: ['auto', 'tokens', 'card'] })
      .notNull()
      .default('auto'),
    createdAt: createdAt(),
  },
  t => [
    uniqueIndex('cart_items_once').on(t.userId, t.bookingTypeId, t.bookingOn, t.startsAtTime),
    check('cart_items_pay_with', sql`${t.payWith} in ('auto', 'tokens', 'card')`),
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

export const bookingRefusals: ConstraintRefusals = {
  bookings_no_overlap: () => refusal('SLOT_TAKEN', messages.slotTaken),
}
