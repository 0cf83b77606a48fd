import { and, eq, gt, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Settings } from '#features/house/settings/inputs.ts'
import { settingsFrom, storedSettings } from '#features/house/settings/model.ts'
import { balanceOf } from '#features/membership/tokens/model.ts'
import { orders } from '#features/money/orders/table.ts'
import type { Facility } from '#features/spaces/facilities/model.ts'
import { bookingTypes } from '#features/spaces/facilities/table.ts'
import { addDays } from '#platform/dates.ts'
import { type Db, prepared, type Reader } from '#platform/db/pool.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import type { Wish } from './inputs.ts'
import type { HeldUnit } from './rules.ts'
import { bookings } from './table.ts'

/** A facility with the units that are held in the times that were asked for. */
export interface FacilityThen extends Facility {
  held: HeldUnit[]
}

/** What deciding about places needs to know, as it is now. */
export interface Known {
  settings: Settings
  balance: number
  facilities: FacilityThen[]
  /** Orders whose unpaid holds in these times have run out, but which nobody has cleared away yet. */
  expiredOrderIds: string[]
  /** The person's unpaid orders of places, and those that ran out within the last hour. */
  unpaidHolds: number
  /** The order of an unpaid hold of nothing but this very place, by the same person. */
  ownOrderId: string | null
}

/** Settings, balance and the facilities of `wishes` with what is held there then; in one statement and without a lock. */
export async function knowOf(db: Reader, userId: string, wishes: readonly Wish[], now: Date): Promise<Known | null> {
  const held = db
    .select({ all: sql`coalesce(jsonb_agg(${heldFacts(userId)}), '[]')` })
    .from(bookings)
    .where(and(eq(bookings.bookingTypeId, bookingTypes.id), ne(bookings.status, 'cancelled'), inTimesOf(wishes, now)))
  const rows = await db
    .select({
      facility: bookingTypes,
      held: sql<HeldFacts[]>`(${held})`,
      settings: storedSettings,
      balance: balanceOf(userId),
      unpaidHolds: unpaidHoldsOf(userId, now),
    })
    .from(bookingTypes)
    .where(
      inArray(
        bookingTypes.id,
        wishes.map(({ facilityId }) => facilityId),
      ),
    )
  const [first] = rows
  if (!first) return null
  const isOver = (heldUntil: string | null) => heldUntil !== null && new Date(heldUntil) <= now
  const all = rows.flatMap(row => row.held)
  const own = all.find(each => each.isOwnAlone && !isOver(each.heldUntil) && isPlaceOf(each, wishes))
  return {
    settings: settingsFrom(first.settings),
    balance: first.balance,
    unpaidHolds: first.unpaidHolds,
    facilities: rows.map(row => ({
      ...row.facility,
      held: row.held
        .filter(({ heldUntil }) => !isOver(heldUntil))
        .map(({ unit, startsAt, endsAt }) => ({ unit, startsAt: new Date(startsAt), endsAt: new Date(endsAt) })),
    })),
    expiredOrderIds: [...new Set(all.filter(({ heldUntil }) => isOver(heldUntil)).map(({ orderId }) => orderId!))],
    ownOrderId: own?.orderId ?? null,
  }
}

/** How long a hold that ran out counts as one: else the same places could be held for ever without paying. */
const coolDownMs = 3_600_000

const unpaidHoldsOf = (userId: string, now: Date) => sql<number>`(select count(*)::int from ${orders} o
  where o.user_id = ${userId} and o.kind = 'booking' and (o.status = 'pending' or o.status = 'expired'
    and o.expires_at > o.created_at and o.expires_at > ${new Date(now.getTime() - coolDownMs).toISOString()}))`

interface HeldFacts {
  facilityId: string
  unit: number
  startsAt: string
  endsAt: string
  heldUntil: string | null
  orderId: string | null
  /** So many of the facility's lengths. */
  lengths: number
  isOwnAlone: boolean
}

const heldFacts = (userId: string) => sql`jsonb_build_object('facilityId', ${bookings.bookingTypeId},
  'unit', ${bookings.unit}, 'startsAt', ${bookings.startsAt}, 'endsAt', ${bookings.endsAt},
  'heldUntil', ${bookings.heldUntil}, 'orderId', ${bookings.orderId},
  'lengths', extract(epoch from bookings.ends_at - bookings.starts_at) / 60 / booking_types.duration_minutes,
  'isOwnAlone', ${bookings.status} = 'pending' and ${bookings.userId} = ${userId}
    and not exists (select 1 from bookings o where o.order_id = bookings.order_id and o.id <> bookings.id))`

const longestMs = 25 * 3_600_000

/** Bookings that overlap the time of one of the wishes; none for days that nobody can book. */
function inTimesOf(wishes: readonly Wish[], now: Date): SQL {
  const today = calendarDate(now)
  const times = wishes
    .filter(({ on }) => on >= today && on <= addDays(today, 400))
    .map(({ facilityId, on, startsAt, lengths }) => {
      const from = instantOf(on, startsAt)
      return and(
        eq(bookings.bookingTypeId, facilityId),
        gt(bookings.endsAt, from),
        // A booking lasts 25 hours at most: the index need not be read from its beginning.
        gt(bookings.startsAt, new Date(from.getTime() - longestMs)),
        sql`${bookings.startsAt} < ${from.toISOString()}::timestamptz + make_interval(mins => ${bookingTypes.durationMinutes} * ${lengths}::int)`,
      )
    })
  return or(...times) ?? sql`false`
}

const isPlaceOf = (held: HeldFacts, [wish, ...others]: readonly Wish[]) =>
  wish !== undefined &&
  others.length === 0 &&
  held.facilityId === wish.facilityId &&
  held.lengths === wish.lengths &&
  new Date(held.startsAt).getTime() === instantOf(wish.on, wish.startsAt).getTime()

/** A unit that is held, with whose it is: not for other eyes than theirs (API-15). */
interface Held extends HeldUnit {
  facilityId: string
  userId: string
  /** Until when it is held without having been paid; null once it is confirmed. */
  heldUntil: Date | null
}

/**
 * Units of these facilities that are held at some time between the two instants; a hold that has run out no longer is
 * (BOOK-24).
 */
export const heldBetween = (
  db: Db,
  facilityIds: readonly string[],
  from: Date,
  until: Date,
  now: Date,
): Promise<Held[]> =>
  held(db).execute({
    facilityIds: `{${facilityIds.join()}}`,
    from: from.toISOString(),
    notBefore: new Date(from.getTime() - longestMs).toISOString(),
    until: until.toISOString(),
    now: now.toISOString(),
  })

const held = prepared(db => {
  const isHeld = and(eq(bookings.status, 'pending'), gt(bookings.heldUntil, sql.placeholder('now')))
  return db
    .select({
      facilityId: bookings.bookingTypeId,
      unit: bookings.unit,
      startsAt: bookings.startsAt,
      endsAt: bookings.endsAt,
      userId: bookings.userId,
      heldUntil: bookings.heldUntil,
    })
    .from(bookings)
    .where(
      and(
        sql`${bookings.bookingTypeId} = any(${sql.placeholder('facilityIds')}::uuid[])`,
        or(eq(bookings.status, 'confirmed'), isHeld),
        lt(bookings.startsAt, sql.placeholder('until')),
        gt(bookings.startsAt, sql.placeholder('notBefore')),
        gt(bookings.endsAt, sql.placeholder('from')),
      ),
    )
    .prepare('held_between')
})
