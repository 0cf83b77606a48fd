import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { isGuestOf } from '#features/door/presence/table.ts'
import { createdAt, day, id, instant, pence, personId, word } from '#platform/db/columns.ts'
import { type DataMap, guestsNamedYears, isAddressed, retention } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { ticketStatuses, ticketTypes } from './inputs.ts'

/**
 * One per person and market day (MKT-20, MKA-20). A member's is made when they open their ticket (`issued`) and becomes
 * `used` with the first entry; later entries raise `checkInCount` on the same row (MKT-21). A guest's who was let in by
 * mistake is `void` and counts nowhere. One that was bought online has a `purchaseId` (market/guest-tickets), is there once it
 * is paid, and is `cancelled` when that is given back.
 */
export const marketVisitorTickets = pgTable(
  'market_visitor_tickets',
  {
    id: id(),
    on: day().notNull(),
    userId: personId().references(() => user.id),
    /** What people call it by; no proof of anything. */
    ticketCode: text().notNull(),
    ticketType: word(ticketTypes).notNull(),
    pricePence: pence().notNull(),
    status: word(ticketStatuses).notNull().default('issued'),
    /** Which purchase paid for it; null: a member's, or paid at the door. A migration makes it refer to its table. */
    purchaseId: uuid(),
    /** What paid for it went back after somebody had come in with it: if that entry is taken back, it is `cancelled`. */
    isPaidBack: boolean().notNull().default(false),
    usedAt: instant(),
    lastEntryAt: instant(),
    guestName: text(),
    guestEmail: text(),
    checkInCount: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  t => [
    uniqueIndex('market_visitor_tickets_code').on(t.ticketCode),
    uniqueIndex('market_visitor_tickets_member').on(t.userId, t.on),
    index().on(t.on, t.lastEntryAt),
    index().on(t.purchaseId),
    check(
      'market_visitor_tickets_type',
      sql`(${t.ticketType} = 'member') = (${t.userId} is not null) and ${t.ticketType} in ('member', 'guest')`,
    ),
    check('market_visitor_tickets_price', sql`${t.pricePence} >= 0`),
    check(
      'market_visitor_tickets_used',
      sql`${t.status} in ('issued', 'used', 'void', 'cancelled') and (${t.status} in ('used', 'void')) = (${t.usedAt} is not null)
        and (${t.usedAt} is null) = (${t.lastEntryAt} is null) and ${t.lastEntryAt} >= ${t.usedAt}
        and (${t.status} in ('used', 'void')) = (${t.checkInCount} > 0) and (${t.status} <> 'void' or ${t.ticketType} = 'guest')`,
    ),
    check(
      'market_visitor_tickets_bought',
      sql`(${t.purchaseId} is null or ${t.ticketType} = 'guest') and (${t.status} <> 'cancelled' or ${t.purchaseId} is not null)`,
    ),
  ],
)

export const data: DataMap = {
  market_visitor_tickets: {
    purpose: 'Entry to the market',
    retention: `${retention.account}; a guest’s name and address for ${guestsNamedYears} years`,
    namedYears: guestsNamedYears,
    namedYearsOf: 'user_id is null',
    owner: `user_id = :person or ${isAddressed('guest_email')}`,
    given:
      'id on ticket_code ticket_type price_pence status used_at last_entry_at guest_name guest_email check_in_count created_at',
    held: 'user_id purchase_id is_paid_back',
    erasure: { guest_name: 'null', guest_email: 'null' },
    // The tickets of whom they brought.
    mentions: {
      rows: `user_id is null and purchase_id is null and ${isGuestOf('guest_name', 'used_at')}`,
      erasure: { guest_name: 'null' },
    },
  },
}
