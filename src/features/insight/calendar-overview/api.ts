import { type SQL, sql } from 'drizzle-orm'
import { events } from '#features/events/events/table.ts'
import { marketDays } from '#features/market/days/table.ts'
import { marketBookings } from '#features/market/stalls/table.ts'
import { bookings } from '#features/spaces/bookings/table.ts'
import { bookingTypes } from '#features/spaces/facilities/table.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import { studioBookings } from '#features/spaces/studio/table.ts'
import { tourBookings, tourSlots } from '#features/spaces/tours/table.ts'
import { feedText } from '#platform/calendar-file.ts'
import { addDays } from '#platform/dates.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import { calendarDate, instantOf, venueZone, wallTime } from '#platform/time.ts'
import { formatDate } from '#platform/words.ts'
import { type ItemType, itemTypes, overviewDay, stallHours } from './inputs.ts'

export const overview = {
  /**
   * What is on one day, today without one, in the order of time: events, bookings, parties of tours, studio sessions, and the
   * market with its stalls (OCC-09, OCC-13, OCC-14); and how many there are of each type (OCC-10).
   * What was cancelled, not decided or not paid is not in it.
   */
  day: forAdmin
    .route({ method: 'GET', summary: 'Calendar overview of a day' })
    .input(overviewDay)
    .handler(async ({ input, context: { db, now } }) => {
      const on = input.on ?? calendarDate(now)
      const items = await itemsOf(db, on)
      return {
        on,
        items: items.map(({ startsAt, endsAt, ...item }) => ({
          ...item,
          startsAt: wallTime(startsAt),
          endsAt: wallTime(endsAt),
        })),
        // Of the market its stalls are counted, which somebody booked; that it takes place is no booking (OCC-13).
        counts: itemTypes.map(type => ({
          type,
          count: items.filter(item => item.type === type && (type !== 'market' || item.of !== null)).length,
        })),
      }
    }),

  /** The same as a file for calendars (OCC-12): exactly what `day` shows. */
  calendarFile: forAdmin
    .route({ method: 'GET', summary: 'Calendar overview of a day as a calendar file' })
    .input(overviewDay)
    .handler(async ({ input, context: { db, now, runtime } }) => {
      const on = input.on ?? calendarDate(now)
      const { publicUrl } = runtime.env
      const { hostname } = new URL(publicUrl)
      const events = (await itemsOf(db, on)).map(({ type, id, startsAt, endsAt, title, place, changedAt }) => ({
        uid: `${type}-${id}@${hostname}`,
        title,
        ...{ startsAt, endsAt, where: place, words: [], changedAt },
        url: `${publicUrl}/admin/calendar?on=${on}`,
        status: 'confirmed' as const,
      }))
      const text = feedText(events, `Exchange, ${formatDate(on, { year: true })}`)
      return new File([text], `calendar-${on}.ics`, { type: 'text/calendar; charset=utf-8' })
    }),
}

interface Item {
  type: ItemType
  /** Its row: the booking, the party's tour booking, the session, the market day. */
  id: string
  /** The row that it is a part of: the tour of a party, the market day of a stall. */
  of: string | null
  title: string
  place: string
  startsAt: Date
  endsAt: Date
  changedAt: Date
}

/** Nobody looks at more than this in one day. */
const mostShown = 2_000

/** One statement, so that items and counts agree. */
async function itemsOf(db: Reader, on: string): Promise<Item[]> {
  const day = { from: instantOf(on, '00:00'), until: instantOf(addDays(on, 1), '00:00') }
  const { rows } = await db.execute<Record<keyof Item, string>>(
    sql`select type, id, "of", title, place, "startsAt", "endsAt", "changedAt"
      from (${sql.join(sources(on, day), sql` union all `)}) i
      order by "startsAt", "endsAt", type, title, id limit ${mostShown}`,
  )
  return rows.map(row => ({
    ...row,
    type: row.type as ItemType,
    startsAt: new Date(row.startsAt),
    endsAt: new Date(row.endsAt),
    changedAt: new Date(row.changedAt),
  }))
}

/** What begins before the day ends and ends after it has begun; nothing here lasts longer than a day, so an index finds it. */
const within = (starts: SQL, ends: SQL, { from, until }: { from: Date; until: Date }) =>
  sql`${starts} < ${until.toISOString()}::timestamptz and ${ends} > ${from.toISOString()}::timestamptz
    and ${starts} > ${from.toISOString()}::timestamptz - interval '1 day'`

const at = (time: SQL) => sql`((${time}) at time zone ${venueZone})`

// A market at another time of the day has its stalls for all of it.
const { from, until } = stallHours
const isUsual = sql`(d.opens_at < ${until} and d.closes_at > ${from})`
const stallFrom = sql`(case when ${isUsual} then greatest(d.opens_at, ${from}) else d.opens_at end)`
const stallUntil = sql`(case when ${isUsual} then least(d.closes_at, ${until}) else d.closes_at end)`

/** One part for each type, with the same columns. */
const sources = (on: string, day: { from: Date; until: Date }): SQL[] => [
  sql`select 'event' as type, e.id::text, null::text as "of", e.name as title, coalesce(s.name, e.location) as place,
      e.starts_at as "startsAt", e.ends_at as "endsAt", e.changed_at as "changedAt"
    from ${events} e left join ${spaces} s on s.id = e.space_id
    where e.application_status = 'approved' and e.cancelled_at is null and ${within(sql`e.starts_at`, sql`e.ends_at`, day)}`,
  sql`select 'booking', b.id::text, null, t.name || ', ' || u.name, s.name, b.starts_at, b.ends_at,
      coalesce(b.moved_at, b.confirmed_at, b.created_at)
    from ${bookings} b join ${bookingTypes} t on t.id = b.booking_type_id join ${spaces} s on s.id = b.space_id
      join ${user} u on u.id = b.user_id
    where b.status = 'confirmed' and ${within(sql`b.starts_at`, sql`b.ends_at`, day)}`,
  sql`select 'tour', p.id::text, p.tour_slot_id::text, 'Tour, ' || p.guest_name || case when p.party_size > 1
        then ' and ' || p.party_size - 1 || ' more' else '' end, '',
      ${at(sql`l.tour_date + l.start_time::time`)}, ${at(sql`l.tour_date + l.end_time::time`)}, p.changed_at
    from ${tourBookings} p join ${tourSlots} l on l.id = p.tour_slot_id
    where p.status <> 'cancelled' and l.tour_date = ${on}`,
  sql`select 'studio', b.id::text, null, 'Studio, ' || b.client_name, s.name, b.starts_at, b.ends_at,
      coalesce(b.moved_at, b.created_at)
    from ${studioBookings} b join ${spaces} s on s.id = b.space_id
    where b.status <> 'cancelled' and ${within(sql`b.starts_at`, sql`b.ends_at`, day)}`,
  sql`select 'market', d.id::text, null, 'Market', s.name, ${at(sql`d."on" + d.opens_at::time`)},
      ${at(sql`d."on" + d.closes_at::time`)}, d.created_at
    from ${marketDays} d join ${spaces} s on s.id = d.space_id where not d.is_cancelled and d."on" = ${on}`,
  sql`select 'market', b.id::text, d.id::text, 'Stall, ' || b.business_name, s.name, ${at(sql`d."on" + ${stallFrom}::time`)},
      ${at(sql`d."on" + ${stallUntil}::time`)}, coalesce(b.moved_at, b.confirmed_at, b.created_at)
    from ${marketBookings} b join ${marketDays} d on d."on" = b.market_date join ${spaces} s on s.id = d.space_id
    where b.status = 'confirmed' and not d.is_cancelled and b.market_date = ${on}`,
]
