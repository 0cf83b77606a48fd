import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { AgendaPart } from '#features/house/agenda/model.ts'
import { doneBy, type ObjectPart } from '#features/house/objects/model.ts'
import { tokenRefs, tokenTransactions } from '#features/membership/tokens/table.ts'
import type { OrderThing, OrderThings } from '#features/money/receipts/model.ts'
import { bookings } from '#features/spaces/bookings/table.ts'
import { bookingTypes } from '#features/spaces/facilities/table.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import { containing } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import { formatDate, formatMoney, formatTimeRange, formatTokens, stateWords } from '#platform/words.ts'

interface BookingLine {
  facility: string
  person: string | null
  on: string
  from: string
  until: string
  status: string
  event?: 'booked' | 'confirmed' | 'moved' | 'cancelled'
  /** Who did it; null for the house. */
  by?: string | null
  reason?: string | null
  /** What of it went back to the card together with others, or from a bank, in pence. */
  back?: number | null
  /** What it took when it was booked, or what came back when it was cancelled. */
  tokens?: number | null
  /** The booking itself is open: what it is of need not be said again. */
  isOwn?: boolean
}

const line = sql`jsonb_build_object('facility', t.name, 'person', u.name, 'on', b.booking_on, 'from', b.starts_at_time,
  'until', b.ends_at_time, 'status', b.status)`
const from = sql`${bookings} b join ${bookingTypes} t on t.id = b.booking_type_id join ${user} u on u.id = b.user_id`
const whenOf = ({ on, from, until }: BookingLine) =>
  `${formatDate(on, { year: true })}, ${formatTimeRange(from, until)}`

const joined = (...words: (string | null | undefined)[]) => words.filter(Boolean).join('; ') || null

/** What was paid with it, or came back with it. */
function movedOf({ event, tokens, back }: BookingLine): string | null {
  const sums = [tokens ? formatTokens(tokens) : '', back ? formatMoney(back) : ''].filter(Boolean).join(' and ')
  return sums && (event === 'cancelled' ? `${sums} back` : sums)
}

/** Bookings: by their number, by whose they are and by facility, the next first, then what was, the latest first; and what a person booked. */
export const bookingPart: ObjectPart<BookingLine> = {
  noun: 'booking',
  find: (q, now) => sql`select b.id::text, b.starts_at, ${line} from ${from}
    cross join lateral (select b.status <> 'cancelled' and b.ends_at > ${now.toISOString()}::timestamptz) c(is_coming)
    where replace(b.id::text, '-', '') ilike ${containing(q.replaceAll('-', '')).slice(1)} or b.user_id in (select p.id from ${user} p
      where p.name ilike ${containing(q)} or p.email ilike ${containing(q)})
      or b.booking_type_id in (select f.id from ${bookingTypes} f where f.name ilike ${containing(q)})
    order by c.is_coming desc, case when c.is_coming then b.starts_at end, b.starts_at desc, b.id`,
  history: {
    person: userId => eventsOf(sql`b.id::text`, sql`b.user_id = ${userId} and e.event <> 'confirmed'`),
    order: orderId => eventsOf(sql`b.id::text`, sql`b.order_id = ${orderId} and e.event <> 'confirmed'`),
    booking: id => eventsOf(sql`null`, sql`b.id = ${id}`),
  },
  say: booking => {
    const what = `${booking.facility}, ${whenOf(booking)}`
    const state = `Booking of ${booking.person}, ${stateWords(booking.status).toLowerCase()}`
    if (!booking.event) return { title: what, detail: state }
    const done = doneBy(stateWords(booking.event), booking.by ?? null)
    const moved = movedOf(booking)
    return booking.isOwn
      ? { title: done, detail: joined(moved, booking.reason) }
      : {
          title: `${stateWords(booking.event)}: ${what}`,
          detail: joined(booking.event === 'booked' ? state : booking.by && done, moved, booking.reason),
        }
  },
  facts: {
    of: (
      userId,
      now,
    ) => sql`select coalesce(jsonb_agg(n.line), '[]') from (select ${line} || jsonb_build_object('id', b.id) as line from ${from}
      where b.user_id = ${userId} and b.status <> 'cancelled' and b.ends_at > ${now.toISOString()}::timestamptz order by b.starts_at limit 3) n`,
    say: (next: (BookingLine & { id: string })[]) => [
      {
        label: 'Next bookings',
        value:
          next.length === 0
            ? 'None'
            : next.map(booking => ({
                noun: 'booking',
                id: booking.id,
                title: `${booking.facility}, ${whenOf(booking)}`,
              })),
      },
    ],
  },
}

/**
 * What happened to bookings; of one instant the later step has the greater key. What is confirmed in the moment that it is
 * booked is one step.
 */
function eventsOf(opens: SQL, where: SQL): SQL {
  return sql`select concat(b.id, e.place), ${opens}, e.at, ${line} || jsonb_build_object('event', e.event, 'by', w.name,
      'reason', case when e.event = 'cancelled' then b.cancel_reason end,
      'back', case when e.event = 'cancelled' then b.returned_pence end,
      'tokens', case e.event when 'booked' then b.tokens_used when 'cancelled' then
        (select k.amount from ${tokenTransactions} k where k.ref = ${tokenRefs.returned.of(tokenRefs.booking.of(sql`b.id`))}) end,
      'isOwn', ${opens} is null)
    from ${from} cross join lateral (values (1, 'booked', b.created_at, b.user_id),
      (2, 'confirmed', nullif(b.confirmed_at, b.created_at), null),
      (3, 'moved', b.moved_at, b.moved_by), (4, 'cancelled', b.cancelled_at, b.cancelled_by)) e(place, event, at, by)
    left join ${user} w on w.id = e.by
    where e.at is not null and ${where}`
}

/** Bookings that are held or confirmed. */
export const bookingAgenda: AgendaPart = {
  of: (
    userId,
    from,
  ) => sql`select 'booking-' || b.id, t.name, b.starts_at, b.ends_at, b.status = 'confirmed', '/bookings/' || b.id,
      coalesce(b.moved_at, b.confirmed_at, b.created_at)
    from ${bookings} b join ${bookingTypes} t on t.id = b.booking_type_id
    where b.user_id = ${userId} and b.status <> 'cancelled' and b.ends_at > ${from.toISOString()}::timestamptz`,
}

export const bookingThings: OrderThings = {
  kind: 'booking',
  async of(db, orderId) {
    const rows = await db
      .select({
        id: bookings.id,
        facility: bookingTypes.name,
        on: bookings.bookingOn,
        from: bookings.startsAtTime,
        to: bookings.endsAtTime,
        status: bookings.status,
        tokens: bookings.tokensUsed,
        until: bookings.endsAt,
        /** The key of its room's picture. */
        picture: sql<string>`(select s.slug from ${spaces} s where s.id = ${bookings.spaceId})`,
      })
      .from(bookings)
      .innerJoin(bookingTypes, eq(bookingTypes.id, bookings.bookingTypeId))
      .where(eq(bookings.orderId, orderId))
      .orderBy(asc(bookings.startsAt), asc(bookings.id))
    return rows.map(({ id, facility, on, from, to, status, tokens, until, picture }): OrderThing => {
      const gone = status === 'cancelled' ? ', cancelled' : ''
      return {
        label: `${facility}, ${formatDate(on)}, ${from}${gone}`,
        ...(tokens > 0 && { tokens }),
        ...(status === 'confirmed' && { paid: 'Booking Confirmed', until }),
        shown: {
          name: facility,
          day: formatDate(on, { year: true }),
          hours: `${formatTimeRange(from, to)}${gone}`,
          picture,
        },
        link: { to: '/bookings/$id', params: { id } },
      }
    })
  },
}
