import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { notifyLater } from '#features/house/notifications/model.ts'
import { userMemberships } from '#features/membership/memberships/table.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { messages } from '#features/spaces/bookings/inputs.ts'
import {
  announceChange,
  type BookingOf,
  clearExpired,
  lockBookings,
  recipientOf,
} from '#features/spaces/bookings/model.ts'
import { factsFor, whyNot } from '#features/spaces/bookings/rules.ts'
import { bookings } from '#features/spaces/bookings/table.ts'
import { messages as placeMessages } from '#features/spaces/calendar/inputs.ts'
import { knowOf, lockRooms } from '#features/spaces/calendar/model.ts'
import { placeOf, untilOrNull } from '#features/spaces/calendar/rules.ts'
import { type Facility, facilityColumns } from '#features/spaces/facilities/model.ts'
import { slotsOf } from '#features/spaces/facilities/rules.ts'
import { bookingTypes } from '#features/spaces/facilities/table.ts'
import { fairUseFor } from '#features/spaces/fair-use/model.ts'
import { type FairUse, whyNotFair } from '#features/spaces/fair-use/rules.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import { moveUsage } from '#features/spaces/usage/model.ts'
import { offerFreed, takeEntries } from '#features/spaces/waiting/model.ts'
import { type Actor, whyNotIn } from '#platform/auth/actor.ts'
import type { Reader } from '#platform/db/pool.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import { formatDate } from '#platform/words.ts'
import { movedMail } from './mail.tsx'

/**
 * Puts a confirmed booking to another slot of its facility, as long as it is, for the price that was paid; its person is told.
 * For others than its own person the rules of fair use do not bind. Throws what `bookings.move` throws.
 */
export async function moveBooking(
  tx: Tx,
  actor: Actor,
  to: { id: string; on: string; startsAt: string },
): Promise<void> {
  const { id, on, startsAt } = to
  const { booking: seen, facility } = await seenBy(actor, tx, id, tx.now)
  // Rooms before bookings, as whoever takes a room locks them.
  await lockRooms(tx, [seen.spaceId])
  const [booking] = await lockBookings(tx, and(eq(bookings.id, id), eq(bookings.userId, seen.userId)))
  const { settings, ...row } = booking!
  const { cancellationHours } = settings
  demand(whyNot.move(row, { now: tx.now, cancellationHours, isStaff: isStaff(actor) }))
  demand(whyNot.moveTo(row.paidWith, facility.tokenAvailableDays, on))
  const lengths = lengthsIn(row, facility)
  const slot = slotsOf(facility, on, settings, tx.now, lengths).find(each => each.startsAtTime === startsAt)
  if (!slot || slot.startsAt.getTime() === row.startsAt.getTime())
    throw refusal('SLOT_NOT_OFFERED', placeMessages.slotNotOffered, { field: 'startsAt' })
  // What others held unpaid until a while ago is free, though nobody has cleared it away yet.
  const wish = { facilityId: facility.id, on, startsAt, lengths, payWith: 'auto' as const }
  const known = await knowOf(tx, row.userId, [wish], tx.now)
  demand(fairTo(actor, row, known!.fairUse, tx.now)(placeOf(facility, on, slot)))
  if (known!.facilities.some(({ waited }) => waited.length > 0))
    throw refusal('WAITED_FOR', placeMessages.waitedFor, { field: 'startsAt' })
  await clearExpired(tx, known!)
  // Who waited for this time has it by moving here.
  if (known!.ownEntryIds.length > 0) await takeEntries(tx, known!.ownEntryIds)
  const moved: BookingOf = { ...booking!, ...slot, bookingOn: on }
  await tx
    .update(bookings)
    .set({ ...slot, bookingOn: on, movedAt: tx.now, movedBy: actor.userId })
    .where(eq(bookings.id, id))
  await moveUsage(tx, [booking!], -1)
  await moveUsage(tx, [moved], 1)
  const before = { on: row.bookingOn, startsAt: row.startsAtTime, endsAt: row.endsAtTime }
  const { facility: name, firstName, ...facts } = factsFor(moved)
  await tx.mail(movedMail, recipientOf(moved), {
    ...{ facility: name, firstName, on: facts.on, startsAt: facts.startsAt, endsAt: facts.endsAt },
    ...{ bookingId: id, before, isByStaff: row.userId !== actor.userId, tokens: facts.tokens, pence: facts.pence },
    refundableUntil: untilOrNull(moved.startsAt, moved.settings.cancellationHours, tx.now)?.toISOString() ?? null,
  })
  const text = `${name}, ${formatDate(facts.on)}, ${facts.startsAt}–${facts.endsAt}`
  await notifyLater(tx, {
    to: row.userId,
    kind: 'booking',
    title: 'Your booking was moved',
    text,
    path: `/bookings/${id}`,
  })
  await announceChange(tx, row.userId)
  await tx.enqueue(offerFreed, {})
}

export const isStaff = (actor: Actor) => whyNotIn(actor, 'admin') === null

/** A booking with its facility, for whoever may read it; NOT_FOUND for everybody else. */
export async function seenBy(actor: Actor, db: Reader, id: string, now: Date) {
  const [row] = await db
    .select({
      booking: getTableColumns(bookings),
      facility: facilityColumns,
      fairUse: fairUseFor(sql`bookings.user_id`, now),
      /** The plan of its person. */
      membership: sql<{ tierId: string; tierName: string } | null>`(
        select jsonb_build_object('tierId', t.id, 'tierName', t.name) from ${userMemberships} m
        join ${membershipTiers} t on t.id = m.tier_id where m.user_id = bookings.user_id and m.status = 'active')`,
    })
    .from(bookings)
    .innerJoin(bookingTypes, eq(bookingTypes.id, bookings.bookingTypeId))
    .innerJoin(spaces, eq(spaces.id, bookingTypes.spaceId))
    .where(eq(bookings.id, id))
  if (!row || whyNot.read(actor, row.booking)) throw notFound(messages.notFound)
  return row
}

/** The rule of fair use that is against moving a booking to a place: it counts without itself. Staff who move somebody else's ask for none. */
export function fairTo(actor: Actor, { id, userId }: { id: string; userId: string }, fairUse: FairUse, now: Date) {
  const others = { ...fairUse, booked: fairUse.booked.filter(other => other.id !== id) }
  const isForOther = userId !== actor.userId
  return (place: Parameters<typeof whyNotFair>[0]) => (isForOther ? null : whyNotFair(place, others, actor, now))
}

/** So many of the facility's lengths a booking takes. */
export const lengthsIn = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }, { durationMinutes }: Facility) =>
  Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000 / durationMinutes)
