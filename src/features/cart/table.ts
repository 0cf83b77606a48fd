import { sql } from 'drizzle-orm'
import { check, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bookingTypes } from '#features/facilities/table.ts'
import { createdAt, day, id, personId } from '#platform/columns.ts'
import { user } from '#platform/tables.ts'

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
