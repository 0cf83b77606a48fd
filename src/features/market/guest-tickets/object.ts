import { eq, sql } from 'drizzle-orm'
import type { AgendaPart } from '#features/house/agenda/model.ts'
import type { ObjectPart } from '#features/house/objects/model.ts'
import type { OrderThings } from '#features/money/receipts/model.ts'
import { venueZone } from '#platform/time.ts'
import { stateWords } from '#platform/words.ts'
import { marketDays } from '../days/table.ts'
import { guestTicketOrders } from './model.ts'
import { wordsOf } from './rules.ts'
import { guestTicketPurchases } from './table.ts'

interface PurchaseLine {
  quantity: number
  on: string
  status: string
}

/** Guests' tickets that somebody with an account bought; a line opens the order. */
export const guestTicketPart: ObjectPart<PurchaseLine> = {
  noun: 'order',
  history: {
    person: userId => sql`select p.id::text, p.order_id::text, p.changed_at,
        jsonb_build_object('quantity', p.quantity, 'on', d.on, 'status', p.status)
      from ${guestTicketPurchases} p join ${marketDays} d on d.id = p.market_day_id where p.user_id = ${userId}`,
  },
  say: ({ quantity, on, status }) => ({ title: `${wordsOf(quantity, on)} for guests`, detail: stateWords(status) }),
}

/** What a payment for guests' tickets leads to. */
export const guestTicketThings: OrderThings = {
  kind: guestTicketOrders.name,
  async of(db, orderId) {
    const rows = await db
      .select({ id: guestTicketPurchases.id, quantity: guestTicketPurchases.quantity, on: marketDays.on })
      .from(guestTicketPurchases)
      .innerJoin(marketDays, eq(marketDays.id, guestTicketPurchases.marketDayId))
      .where(eq(guestTicketPurchases.orderId, orderId))
    return rows.map(({ id, quantity, on }) => ({
      label: wordsOf(quantity, on),
      link: { to: '/guest-tickets/$id' as const, params: { id } },
    }))
  },
}

/** Market days for which somebody with an account has bought guests' tickets. */
export const guestTicketAgenda: AgendaPart = {
  of: (
    userId,
    from,
  ) => sql`select 'guest-tickets-' || p.id, 'Market', t.begins, t.ends, true, '/guest-tickets/' || p.id, p.changed_at
    from ${guestTicketPurchases} p join ${marketDays} d on d.id = p.market_day_id
    cross join lateral (values ((d.on + d.opens_at::time) at time zone ${venueZone},
      (d.on + d.closes_at::time) at time zone ${venueZone})) t(begins, ends)
    where p.user_id = ${userId} and p.status = 'confirmed' and t.ends > ${from.toISOString()}::timestamptz`,
}
