import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, day, id, instant, pence, personId, word } from '#platform/db/columns.ts'
import { type DataMap, retention } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { ticketStatuses, ticketTypes } from './inputs.ts'

/**
 * One per person and market day (MKT-20, MKA-20). A member's is made when they open their ticket (`issued`) and becomes
 * `used` with the first entry; later entries raise `checkInCount` on the same row (MKT-21). A guest's who was let in by
 * mistake is `void` and counts nowhere.
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
    check(
      'market_visitor_tickets_type',
      sql`(${t.ticketType} = 'member') = (${t.userId} is not null) and ${t.ticketType} in ('member', 'guest')`,
    ),
    check('market_visitor_tickets_price', sql`${t.pricePence} >= 0`),
    check(
      'market_visitor_tickets_used',
      sql`${t.status} in ('issued', 'used', 'void') and (${t.status} <> 'issued') = (${t.usedAt} is not null) and (${t.usedAt} is null) = (${t.lastEntryAt} is null)
        and ${t.lastEntryAt} >= ${t.usedAt} and (${t.status} <> 'issued') = (${t.checkInCount} > 0)
        and (${t.status} <> 'void' or ${t.ticketType} = 'guest')`,
    ),
  ],
)

export const data: DataMap = {
  market_visitor_tickets: {
    purpose: 'Entry to the market',
    retention: retention.account,
    owner: 'user_id',
    given:
      'id on ticket_code ticket_type price_pence status used_at last_entry_at guest_name guest_email check_in_count created_at',
    held: 'user_id',
    erasure: { guest_name: 'null', guest_email: 'null' },
  },
}
