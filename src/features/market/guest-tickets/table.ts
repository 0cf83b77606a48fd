import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { orders } from '#features/money/orders/table.ts'
import { createdAt, id, instant, isOneOf, pence, personId, word } from '#platform/db/columns.ts'
import { type DataMap, guestsNamedYears, isAddressed, noAddress, retention } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { type ConstraintRefusals, refusal } from '#platform/rpc/errors.ts'
import { marketDays } from '../days/table.ts'
import { mostTickets, purchaseStatuses } from './inputs.ts'
import { messages } from './rules.ts'

/**
 * Guests' tickets for one market day, bought together online with an account or without (decision 35). Its id is the secret of
 * the link in its mails. The tickets themselves are rows of `market_visitor_tickets`, there once they are paid.
 */
export const guestTicketPurchases = pgTable(
  'guest_ticket_purchases',
  {
    id: id(),
    marketDayId: uuid()
      .notNull()
      .references(() => marketDays.id),
    /** That of the day when it was chosen: one that was cancelled since and takes place again is another market. */
    generation: integer().notNull(),
    userId: personId().references(() => user.id, { onDelete: 'set null' }),
    guestName: text().notNull(),
    guestEmail: text().notNull(),
    quantity: integer().notNull(),
    unitPence: pence().notNull(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    status: word(purchaseStatuses).notNull().default('pending'),
    /** Why staff cancelled it, in their words to the buyer. */
    reason: text(),
    /**
     * When its market was last put to another day or other hours: it can be cancelled with everything given back until that
     * opens, and what was not paid by then is not sold any more.
     */
    rescheduledAt: instant(),
    /** When it last became what it is; calendars go by it. */
    changedAt: instant().notNull(),
    createdAt: createdAt(),
  },
  t => [
    uniqueIndex('guest_ticket_purchases_order').on(t.orderId),
    // One payment at a time of one account. Of an address that was typed anybody may have typed it.
    uniqueIndex('guest_ticket_purchases_open').on(t.userId).where(sql`${t.status} = 'pending'`),
    index().on(t.marketDayId, t.status),
    index().on(t.userId),
    index().on(t.createdAt, t.id),
    index('guest_ticket_purchases_search').using(
      'gin',
      t.guestName.op('gin_trgm_ops'),
      t.guestEmail.op('gin_trgm_ops'),
    ),
    isOneOf('guest_ticket_purchases_status', t.status, purchaseStatuses),
    check('guest_ticket_purchases_quantity', sql`${t.quantity} between 1 and ${sql.raw(String(mostTickets))}`),
    check('guest_ticket_purchases_price', sql`${t.unitPence} > 0`),
  ],
)

export const data: DataMap = {
  guest_ticket_purchases: {
    purpose: 'Guest tickets for the market that you bought',
    retention: `${retention.sixYears}; without an account your name and address for ${guestsNamedYears} years`,
    namedYears: guestsNamedYears,
    namedYearsOf: 'user_id is null',
    owner: `user_id = :person or ${isAddressed('guest_email')}`,
    given:
      'id market_day_id guest_name guest_email quantity unit_pence order_id status reason rescheduled_at changed_at created_at',
    held: 'user_id generation',
    erasure: { guest_name: "'Erased person'", guest_email: noAddress, reason: 'null' },
  },
}

export const refusals: ConstraintRefusals = {
  guest_ticket_purchases_open: () => refusal('PURCHASE_OPEN', messages.isOpen),
}
