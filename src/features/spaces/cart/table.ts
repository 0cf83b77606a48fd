import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { paymentChoices } from '#features/spaces/calendar/inputs.ts'
import { bookingTypes } from '#features/spaces/facilities/table.ts'
import { createdAt, day, id, isOneOf, personId, word } from '#platform/db/columns.ts'
import type { DataMap } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'

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
    /** So many of the facility's lengths in one booking. */
    lengths: integer().notNull().default(1),
    payWith: word(paymentChoices).notNull().default('auto'),
    createdAt: createdAt(),
  },
  t => [
    uniqueIndex('cart_items_once').on(t.userId, t.bookingTypeId, t.bookingOn, t.startsAtTime),
    check('cart_items_lengths', sql`${t.lengths} >= 1`),
    isOneOf('cart_items_pay_with', t.payWith, paymentChoices),
  ],
)

export const data: DataMap = {
  cart_items: {
    purpose: 'Places you mean to book',
    retention: 'Until booked or removed',
    owner: 'user_id',
    given: 'id booking_type_id booking_on starts_at_time lengths pay_with created_at',
    held: 'user_id',
    erasure: 'remove',
  },
}
