import { eq, sql } from 'drizzle-orm'
import type { AgendaPart } from '#features/house/agenda/model.ts'
import { doneBy, type ObjectPart } from '#features/house/objects/model.ts'
import type { OrderThings } from '#features/money/receipts/model.ts'
import { user } from '#platform/db/tables.ts'
import { formatDate, formatTimeRange, stateWords } from '#platform/words.ts'
import { studioBookings } from './table.ts'

interface SessionLine {
  on: string
  from: string
  until: string
  event: 'booked' | 'paid' | 'cancelled'
  /** Who cancelled it; null for the house. */
  by: string | null
  reason: string | null
}

/** What a person did with the studio. */
export const studioPart: ObjectPart<SessionLine> = {
  noun: null,
  history: {
    person:
      userId => sql`select concat(s.id, e.place), null, e.at, jsonb_build_object('on', s.booking_date, 'from', s.start_time,
        'until', s.end_time, 'event', e.event, 'by', w.name, 'reason', case when e.event = 'cancelled' then s.cancel_reason end)
      from ${studioBookings} s cross join lateral (values (1, 'booked', s.created_at, null), (2, 'paid', s.paid_at, null),
        (3, 'moved', s.moved_at, s.moved_by), (4, 'cancelled', s.cancelled_at, s.cancelled_by)) e(place, event, at, by)
      left join ${user} w on w.id = e.by where s.user_id = ${userId} and e.at is not null`,
  },
  say: ({ on, from, until, event, by, reason }) => ({
    title: `Studio ${event}: ${formatDate(on, { year: true })}, ${formatTimeRange(from, until)}`,
    detail: [by ? doneBy(stateWords(event), by) : '', reason].filter(Boolean).join('; ') || null,
  }),
}

export const studioAgenda: AgendaPart = {
  of: (
    userId,
    from,
  ) => sql`select 'studio-' || s.id, 'Photography Studio', s.starts_at, s.ends_at, true, '/studio', coalesce(s.moved_at, s.created_at)
    from ${studioBookings} s
    where s.user_id = ${userId} and s.status <> 'cancelled' and s.ends_at > ${from.toISOString()}::timestamptz`,
}

export const studioThings: OrderThings = {
  kind: 'studio',
  isTheirsUnpaid: true,
  async of(db, orderId) {
    const rows = await db.select().from(studioBookings).where(eq(studioBookings.orderId, orderId))
    return rows.map(({ bookingDate, startTime, status }) => ({
      label: `Photography Studio, ${formatDate(bookingDate)}, ${startTime}${status === 'cancelled' ? ', cancelled' : ''}`,
      ...(status === 'confirmed' && { paid: 'Studio paid' }),
      link: { to: '/studio' },
    }))
  },
}
