import { eq, sql } from 'drizzle-orm'
import type { AgendaPart } from '#features/house/agenda/model.ts'
import { doneBy, type ObjectPart } from '#features/house/objects/model.ts'
import { marketDays } from '#features/market/days/table.ts'
import type { OrderThings } from '#features/money/receipts/model.ts'
import { user } from '#platform/db/tables.ts'
import { formatDate, stateWords } from '#platform/words.ts'
import { marketBookings } from './table.ts'

interface StallLine {
  on: string
  business: string
  event: 'booked' | 'confirmed' | 'moved' | 'cancelled'
  /** Who did it; null for the house. */
  by: string | null
  reason: string | null
}

/** What a person did with stalls at the market. */
export const stallPart: ObjectPart<StallLine> = {
  noun: null,
  history: {
    person:
      userId => sql`select concat(s.id, e.place), null, e.at, jsonb_build_object('on', s.market_date, 'business', s.business_name,
        'event', e.event, 'by', w.name, 'reason', case when e.event = 'cancelled' then s.cancel_reason end)
      from ${marketBookings} s cross join lateral (values (1, 'booked', s.created_at, null), (2, 'confirmed', s.confirmed_at, null),
        (3, 'moved', s.moved_at, s.moved_by), (4, 'cancelled', s.cancelled_at, s.cancelled_by)) e(place, event, at, by)
      left join ${user} w on w.id = e.by where s.user_id = ${userId} and e.at is not null`,
  },
  say: ({ on, business, event, by, reason }) => ({
    title: `Market stall ${event}: ${formatDate(on, { year: true })}, ${business}`,
    detail: [by ? doneBy(stateWords(event), by) : '', reason].filter(Boolean).join('; ') || null,
  }),
}

/** From set-up until the market closes. */
export const stallAgenda: AgendaPart = {
  of: (userId, from) => sql`select 'stall-' || s.id, 'Market stall: ' || s.business_name, d.starts_at,
      (s.market_date + d.closes_at::time) at time zone 'Europe/London', s.status = 'confirmed', '/market-booking/' || s.id,
      greatest(s.rescheduled_at, s.moved_at, s.confirmed_at, s.created_at)
    from ${marketBookings} s join ${marketDays} d on d.on = s.market_date
    where s.user_id = ${userId} and s.status <> 'cancelled' and d.ends_at > ${from.toISOString()}::timestamptz`,
}

export const stallThings: OrderThings = {
  kind: 'stall',
  async of(db, orderId) {
    const rows = await db.select().from(marketBookings).where(eq(marketBookings.orderId, orderId))
    return rows.map(({ id, marketDate, businessName, status }) => ({
      label: `Market stall, ${formatDate(marketDate)}, ${businessName}${status === 'cancelled' ? ', cancelled' : ''}`,
      ...(status === 'confirmed' && { paid: 'Stall booked' }),
      link: { to: '/market-booking/$id', params: { id } },
    }))
  },
}
