import { and, eq, isNotNull, lte, sql } from 'drizzle-orm'
import { notify } from '#features/house/notifications/model.ts'
import { readSettings } from '#features/house/settings/model.ts'
import { releaseHold } from '#features/spaces/bookings/model.ts'
import { lockRooms } from '#features/spaces/calendar/model.ts'
import { placeOf, whyNot as whyNotPlace } from '#features/spaces/calendar/rules.ts'
import { reservations } from '#features/spaces/calendar/table.ts'
import { facilityColumns } from '#features/spaces/facilities/model.ts'
import { slotsOf } from '#features/spaces/facilities/rules.ts'
import { bookingTypes } from '#features/spaces/facilities/table.ts'
import { readFairUse } from '#features/spaces/fair-use/model.ts'
import { whyNotFair } from '#features/spaces/fair-use/rules.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import { lapseOffers, type WaitingEntry, type WaitingKind } from '#features/spaces/waiting/model.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { calendarDate, wallTime } from '#platform/time.ts'
import { formatDateTime } from '#platform/words.ts'
import { timeFreeMail } from './mail.tsx'

/** Waiting for a slot of a facility. What is offered holds a unit of its room, by a trigger. */
export const slotWaiting: WaitingKind = {
  name: 'slot',
  isFree: now => sql`is_room_free(space_id, starts_at, ends_at, ${now.toISOString()})`,

  lock: (tx, { spaceId, startsAt, endsAt }) => clearRoom(tx, { spaceId: spaceId!, startsAt, endsAt }),

  /** The house offers this slot no longer: another length, other hours, or the facility is gone or elsewhere. */
  async isGone(tx, entry) {
    const facility = await facilityOf(tx, entry)
    if (!facility?.isActive || facility.spaceId !== entry.spaceId) return true
    const slots = slotsOf(facility, entry.on!, await readSettings(tx), tx.now, entry.lengths!)
    return !slots.some(
      ({ startsAt, endsAt }) =>
        startsAt.getTime() === entry.startsAt.getTime() && endsAt.getTime() === entry.endsAt.getTime(),
    )
  },

  offerMinutes: ({ waitingOfferMinutes }) => waitingOfferMinutes,

  async mayTake(tx, actor, entry) {
    if (whyNotPlace.book(actor, await readSettings(tx)) !== null) return false
    const [facility, fairUse] = [await facilityOf(tx, entry), await readFairUse(tx, actor.userId, tx.now)]
    return whyNotFair(placeOf(facility!, entry.on!, entry), fairUse, actor, tx.now) === null
  },

  async tell(tx, entry, { userId, email, firstName }) {
    const facility = (await facilityOf(tx, entry))!.name
    const { facilityId, on, startsAtTime, endsAt, heldUntil } = entry
    const to = { address: email, userId, relatesTo: `waiting_entries/${entry.id}` }
    await tx.mail(timeFreeMail, to, {
      ...{ firstName, facility, facilityId: facilityId!, on: on!, startsAt: startsAtTime!, endsAt: wallTime(endsAt) },
      heldUntil: heldUntil!.toISOString(),
      isToday: calendarDate(heldUntil!) === calendarDate(tx.now),
    })
    const message = `${facility}: held for you until ${formatDateTime(heldUntil!)}.`
    const once = `offer:${entry.id}:${heldUntil!.toISOString()}`
    const path = `/facility-booking?id=${facilityId}&on=${on}&at=${startsAtTime}` as const
    await notify(tx, { to: userId, kind: 'booking', title: 'Your time is free', text: message, path, once })
    await tx.announce({ to: { userId }, kind: 'waiting.offered', title: 'Your time is free', message })
  },
}

/** Locks a room and clears away what was held or offered there until a while ago, in a time and while it is made ready after it. */
export async function clearRoom(
  tx: Tx,
  { spaceId, startsAt, endsAt }: { spaceId: string; startsAt: Date; endsAt: Date },
): Promise<void> {
  await lockRooms(tx, [spaceId])
  const expired = await tx
    .select({ kind: reservations.kind, ref: reservations.ref, orderId: reservations.orderId })
    .from(reservations)
    .where(
      and(
        sql`reservations.space_id = any((select s.leaf_ids from ${spaces} s where s.id = ${spaceId})::uuid[])`,
        isNotNull(reservations.heldUntil),
        lte(reservations.heldUntil, tx.now),
        sql`tstzrange(reservations.starts_at, reservations.ends_at, '[)') && tstzrange(${startsAt.toISOString()}::timestamptz,
            ${endsAt.toISOString()}::timestamptz + (select make_interval(mins => s.turnaround_minutes) from ${spaces} s where s.id = ${spaceId}))`,
      ),
    )
  const orderIds = new Set(expired.flatMap(({ orderId }) => orderId ?? []))
  for (const orderId of [...orderIds].sort()) await releaseHold(tx, orderId)
  const offers = expired.filter(({ kind }) => kind === 'offer')
  if (offers.length > 0)
    await lapseOffers(
      tx,
      offers.map(({ ref }) => ref),
    )
}

/** What a slot is called among those that are waited for: the same for all who wait for the same. */
export const subjectOf = (slot: { facilityId: string; on: string; startsAt: string; lengths: number }) =>
  [slot.facilityId, slot.on, slot.startsAt, slot.lengths].join(' ')

async function facilityOf(tx: Tx, { facilityId }: WaitingEntry) {
  const [row] = await tx
    .select(facilityColumns)
    .from(bookingTypes)
    .innerJoin(spaces, eq(spaces.id, bookingTypes.spaceId))
    .where(eq(bookingTypes.id, facilityId!))
  return row
}
