import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Settings } from '#features/house/settings/inputs.ts'
import { settingsFrom, storedSettings } from '#features/house/settings/model.ts'
import { balanceOf } from '#features/membership/tokens/model.ts'
import { orders } from '#features/money/orders/table.ts'
import { messages as facilityMessages } from '#features/spaces/facilities/inputs.ts'
import { type Facility, facilityColumns } from '#features/spaces/facilities/model.ts'
import type { Slot } from '#features/spaces/facilities/rules.ts'
import { bookingTypes } from '#features/spaces/facilities/table.ts'
import { fairUseFor, fairUseFrom } from '#features/spaces/fair-use/model.ts'
import type { FairUse } from '#features/spaces/fair-use/rules.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import { linesFor, timeWaited, type WaitingFacts } from '#features/spaces/waiting/model.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { addDays } from '#platform/dates.ts'
import type { Reader } from '#platform/db/pool.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import type { Wish } from './inputs.ts'
import { type HeldUnit, type Offer, offersOf, type Stretch, whyNot } from './rules.ts'
import { reservations } from './table.ts'

/** A facility with the units that are held in the times that were asked for, and who waits for them. */
export interface FacilityThen extends Facility {
  held: HeldUnit[]
  waited: Stretch[]
  offered: Stretch[]
}

/** What deciding about places needs to know, as it is now. */
export interface Known {
  settings: Settings
  balance: number
  facilities: FacilityThen[]
  /** The rules of fair use, with what they need to know of the person. */
  fairUse: FairUse
  /** Orders whose unpaid holds in these times have run out, but which nobody has cleared away yet. */
  expiredOrderIds: string[]
  /** Offers to people who waited that have run out likewise. */
  expiredOfferIds: string[]
  /** The person's own entries in line for these very places, whether offered to them or not. */
  ownEntryIds: string[]
  /** The person holds something in one of these times already. */
  hasOwn: boolean
  /** The person's unpaid orders of places, and those that ran out within the last hour. */
  unpaidHolds: number
  /** The order of an unpaid hold of nothing but this very place, by the same person. */
  ownOrderId: string | null
}

/** Settings, balance and the facilities of `wishes` with what is held there then; in one statement and without a lock. */
export async function knowOf(db: Reader, userId: string, wishes: readonly Wish[], now: Date): Promise<Known | null> {
  const held = db
    .select({ all: sql`coalesce(jsonb_agg(${heldFacts(userId)}), '[]')` })
    .from(reservations)
    .where(and(sql`reservations.space_id = any(spaces.leaf_ids)`, inTimesOf(timeHeld, wishes, now)))
  const rows = await db
    .select({
      facility: facilityColumns,
      held: sql<HeldFacts[]>`(${held})`,
      waiting: linesFor(userId, inTimesOf(timeWaited, wishes, now), now),
      settings: storedSettings,
      balance: balanceOf(userId),
      unpaidHolds: unpaidHoldsOf(userId, now),
      fairUse: fairUseFor(userId, now),
    })
    .from(bookingTypes)
    .innerJoin(spaces, eq(spaces.id, bookingTypes.spaceId))
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
  const lines = rows.flatMap(row => row.waiting)
  const isOffered = (entry: WaitingFacts) => entry.isOwn && entry.heldUntil !== null && !isOver(entry.heldUntil)
  const ownPlaces = rows.flatMap(row =>
    row.waiting.filter(entry => entry.isOwn && wishes.some(wish => isWaitedPlace(entry, row.facility, wish))),
  )
  const offerIds = new Set(ownPlaces.filter(isOffered).map(({ id }) => id))
  const own = all.find(each => each.isOwnAlone && !isOver(each.heldUntil) && isPlaceOf(each, first.facility, wishes))
  return {
    settings: settingsFrom(first.settings),
    balance: first.balance,
    unpaidHolds: first.unpaidHolds,
    fairUse: fairUseFrom(first.fairUse),
    facilities: rows.map(row => ({
      ...row.facility,
      held: row.held
        // What is offered to them does not stand in their own way.
        .filter(({ ref, heldUntil }) => !isOver(heldUntil) && !offerIds.has(ref))
        .map(({ unit, ...time }) => ({ unit, ...stretchOf(time) })),
      waited: row.waiting
        .filter(({ isDue }) => isDue)
        .map(({ startsAt, readyAt }) => stretchOf({ startsAt, endsAt: readyAt })),
      offered: row.waiting.filter(({ id }) => offerIds.has(id)).map(stretchOf),
    })),
    expiredOrderIds: [
      ...new Set(all.flatMap(({ heldUntil, orderId }) => (isOver(heldUntil) && orderId ? [orderId] : []))),
    ],
    expiredOfferIds: [...new Set(lines.filter(({ heldUntil }) => isOver(heldUntil)).map(({ id }) => id))],
    ownEntryIds: [...new Set(ownPlaces.filter(({ heldUntil }) => !isOver(heldUntil)).map(({ id }) => id))],
    hasOwn: all.some(({ isOwn, heldUntil, ref }) => isOwn && !isOver(heldUntil) && !offerIds.has(ref)),
    ownOrderId: own?.orderId ?? null,
  }
}

/** A wish that can be booked as it is. */
export interface GoodOffer extends Offer<FacilityThen> {
  facility: FacilityThen
  slot: Slot
}

/** What the wishes are worth to this person now, without a lock. Throws why they may not book at all. */
export async function offersTo(tx: Tx, actor: Actor, wishes: readonly Wish[]) {
  const known = await knowOf(tx, actor.userId, wishes, tx.now)
  if (!known) throw notFound(facilityMessages.notFound)
  demand(whyNot.book(actor, known.settings))
  return { ...known, offers: offersOf(wishes, { ...known, actor, now: tx.now }) }
}

/** The offers if each of them can be booked; throws the first thing that is against one, with its place. */
export function demandGood(offers: readonly Offer<FacilityThen>[]): GoodOffer[] {
  return offers.map(offer => {
    const { facility, slot, problem, wish } = offer
    if (facility && slot && !problem) return { ...offer, facility, slot }
    const { code, message, ...rest } = problem!
    const { facilityId, on, startsAt } = wish
    throw refusal(code, message, { ...rest, place: { facilityId, on, startsAt } })
  })
}

/** Locks rooms with all their parts in the calendar, as whatever takes them does: in the order of their ids. */
export const lockRooms = (tx: Tx, ids: readonly string[]) =>
  tx
    .select({ id: spaces.id })
    .from(spaces)
    .where(
      sql`${spaces.id} in (select unnest(whole.leaf_ids) from ${spaces} whole where whole.id = any(${`{${ids.join()}}`}::uuid[]))`,
    )
    .orderBy(asc(spaces.id))
    .for('no key update')

/** How long a hold that ran out counts as one: else the same places could be held for ever without paying. */
const coolDownMs = 3_600_000

const unpaidHoldsOf = (userId: string, now: Date) => sql<number>`(select count(*)::int from ${orders} o
  where o.user_id = ${userId} and o.kind = 'booking' and (o.status = 'pending' or o.status = 'expired'
    and o.expires_at > o.created_at and o.expires_at > ${new Date(now.getTime() - coolDownMs).toISOString()}))`

interface HeldFacts {
  ref: string
  isOwn: boolean
  unit: number
  startsAt: string
  endsAt: string
  heldUntil: string | null
  orderId: string | null
  /** An unpaid hold of nothing but this place, by the person who asks. */
  isOwnAlone: boolean
}

const heldFacts = (userId: string) => sql`jsonb_build_object('ref', reservations.ref,
  'isOwn', coalesce(reservations.user_id = ${userId}, false), 'unit', ${unitHeld}, 'startsAt', ${reservations.startsAt},
  'endsAt', ${reservations.endsAt}, 'heldUntil', ${reservations.heldUntil}, 'orderId', ${reservations.orderId},
  'isOwnAlone', reservations.kind = 'booking' and reservations.user_id = ${userId} and reservations.held_until is not null
    and not exists (select from reservations o where o.order_id = reservations.order_id and o.ref <> reservations.ref))`

/** Of a room with parts there is one; a part that is taken takes it. */
const unitHeld = sql<number>`case when cardinality(spaces.leaf_ids) = 1 then reservations.unit else 1 end`

/** As the exclusion constraint writes it, whose index answers. */
export const timeHeld = sql`tstzrange(reservations.starts_at, reservations.ends_at, '[)')`

/** The same as instants that came as JSON. */
export const stretchOf = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }): Stretch => ({
  startsAt: new Date(startsAt),
  endsAt: new Date(endsAt),
})

/** An entry waits for just what is wished for. */
function isWaitedPlace(entry: WaitingFacts, { id, spaceId, durationMinutes }: Facility, wish: Wish): boolean {
  const from = instantOf(wish.on, wish.startsAt).getTime()
  return (
    wish.facilityId === id &&
    entry.spaceId === spaceId &&
    new Date(entry.startsAt).getTime() === from &&
    new Date(entry.endsAt).getTime() === from + durationMinutes * wish.lengths * 60_000
  )
}

/** `time` is that of one of the wishes, in the room of its facility; never on days that nobody can book. */
function inTimesOf(time: SQL, wishes: readonly Wish[], now: Date): SQL {
  const today = calendarDate(now)
  const times = wishes
    .filter(({ on }) => on >= today && on <= addDays(today, 400))
    .map(({ facilityId, on, startsAt, lengths }) => {
      const from = instantOf(on, startsAt).toISOString()
      return sql`booking_types.id = ${facilityId} and ${time} && tstzrange(${from}::timestamptz, ${from}::timestamptz
        + make_interval(mins => booking_types.duration_minutes * ${lengths}::int + spaces.turnaround_minutes))`
    })
  return or(...times) ?? sql`false`
}

/** What is held begins and ends as the only wish would. */
function isPlaceOf(held: HeldFacts, { durationMinutes, turnaroundMinutes }: Facility, wishes: readonly Wish[]) {
  const [wish] = wishes
  if (!wish || wishes.length > 1) return false
  const from = instantOf(wish.on, wish.startsAt).getTime()
  const until = from + (durationMinutes * wish.lengths + turnaroundMinutes) * 60_000
  return new Date(held.startsAt).getTime() === from && new Date(held.endsAt).getTime() === until
}
