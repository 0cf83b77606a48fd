import { sql } from 'drizzle-orm'
import type { AgendaPart } from '#features/house/agenda/model.ts'
import { venueZone } from '#platform/time.ts'
import { tourBookings, tourSlots } from './table.ts'

/** Tours that somebody with an account comes to. */
export const tourAgenda: AgendaPart = {
  of: (
    userId,
    from,
  ) => sql`select 'tour-' || p.id, 'Tour of the house', t.begins, t.ends, true, '/tour-booking?booking=' || p.id, p.changed_at
    from ${tourBookings} p join ${tourSlots} s on s.id = p.tour_slot_id
    cross join lateral (values ((s.tour_date + s.start_time::time) at time zone ${venueZone},
      (s.tour_date + s.end_time::time) at time zone ${venueZone})) t(begins, ends)
    where p.user_id = ${userId} and p.status <> 'cancelled' and t.ends > ${from.toISOString()}::timestamptz`,
}
