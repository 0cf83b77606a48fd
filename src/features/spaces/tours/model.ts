import { and, asc, count, eq, gt, inArray, or, sql } from 'drizzle-orm'
import { type Actor, whyNotIn } from '#platform/auth/actor.ts'
import { matching } from '#platform/db/list-page.ts'
import type { Reader } from '#platform/db/pool.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { emailKey } from '#platform/mail/address.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { limitedAs, takePoint } from '#platform/rpc/limits.ts'
import type { Runtime } from '#platform/runtime.ts'
import { calendarDate, wallTime } from '#platform/time.ts'
import { formatCount, formatDate, formatTimeRange } from '#platform/words.ts'
import { cancelWords, messages, placesADay, whyNot } from './rules.ts'
import { tourBookings, tourSlots } from './table.ts'

export type SlotRow = typeof tourSlots.$inferSelect
export type PartyRow = typeof tourBookings.$inferSelect

/** Locks tours, always in the same order, so that two changes at once wait for each other and never for ever. */
export async function lockSlots(tx: Tx, ...ids: string[]): Promise<Map<string, SlotRow>> {
  const rows = await tx
    .select()
    .from(tourSlots)
    .where(inArray(tourSlots.id, ids))
    .orderBy(asc(tourSlots.id))
    .for('update')
  return new Map(rows.map(row => [row.id, row]))
}

/** The tour of a party and how many it is, as they are read before they are locked. NOT_FOUND. */
export async function seenParty(db: Reader, id: string): Promise<{ slotId: string; partySize: number }> {
  const { tourSlotId: slotId, partySize } = tourBookings
  const [seen] = await db.select({ slotId, partySize }).from(tourBookings).where(eq(tourBookings.id, id))
  if (!seen) throw notFound(messages.notFound)
  return seen
}

/**
 * A party with its tour, both locked, and the tour that it wishes for, if that is another one; `known` is what `seenParty` gave,
 * if it was asked already. NOT_FOUND.
 */
export async function lockParty(tx: Tx, id: string, wishedSlotId?: string, known?: { slotId: string }) {
  // A party keeps its tour but by its own change, which locks both tours first: so the one that is read here is looked at again.
  const seen = known ?? (await seenParty(tx, id))
  const slots = await lockSlots(tx, seen.slotId, ...(wishedSlotId ? [wishedSlotId] : []))
  const [party] = await tx.select().from(tourBookings).where(eq(tourBookings.id, id)).for('update')
  const slot = party && slots.get(party.tourSlotId)
  if (!party || !slot) throw notFound(messages.notFound)
  return { party, slot, wished: slots.get(wishedSlotId ?? party.tourSlotId) }
}

/** Tours that have not begun. Both sides are wall times of the house. */
export const isAhead = (now: Date) =>
  or(
    gt(tourSlots.tourDate, calendarDate(now)),
    and(eq(tourSlots.tourDate, calendarDate(now)), gt(tourSlots.startTime, wallTime(now))),
  )!

/** The address of a party as one person has it, however it is spelt (decision 17). */
export const addressKey = sql`regexp_replace(lower(tour_bookings.guest_email), '\\+[^@]*@', '@')`

/** How many tours to come an address has; one booking of it at a time gets to know. */
export async function toursToCome(tx: Tx, email: string): Promise<number> {
  const key = emailKey(email)
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`tours ${key}`}, 0))`)
  const [row] = await tx
    .select({ count: count() })
    .from(tourBookings)
    .innerJoin(tourSlots, eq(tourSlots.id, tourBookings.tourSlotId))
    .where(and(eq(addressKey, key), eq(tourBookings.status, 'confirmed'), isAhead(tx.now)))
  return row!.count
}

/**
 * Counts places that somebody asks for, so that nobody fills the tours with addresses that they made up; staff book for whom
 * they like. No transaction may be open. RATE_LIMITED.
 */
export async function countPlaces(
  { runtime, actor, request }: { runtime: Pick<Runtime, 'db'>; actor: Actor | null; request: { ipAddress: string } },
  places: number,
): Promise<void> {
  if (places <= 0 || whyNotIn(actor, 'staff') === null) return
  const key = `tour-places:${limitedAs(actor, request.ipAddress)}`
  await takePoint(runtime.db, key, placesADay, { count: places, words: messages.tooManyPlaces })
}

/** Takes or, with a negative number, gives back places of a tour that is locked. */
export const takePlaces = (tx: Tx, slotId: string, count: number) =>
  tx
    .update(tourSlots)
    .set({ bookedCount: sql`${tourSlots.bookedCount} + ${count}` })
    .where(eq(tourSlots.id, slotId))

/** A party of a locked tour takes places of another one, or another number of its own. */
export const exchangePlaces = (
  tx: Tx,
  from: { slotId: string; count: number },
  to: { slotId: string; count: number },
) =>
  tx
    .update(tourSlots)
    .set({
      bookedCount: sql`${tourSlots.bookedCount} - case when ${tourSlots.id} = ${from.slotId} then ${from.count}::int else 0 end
        + case when ${tourSlots.id} = ${to.slotId} then ${to.count}::int else 0 end`,
    })
    .where(inArray(tourSlots.id, [from.slotId, to.slotId]))

/** Everybody with the page of tours open sees what is left, and the office what was booked. */
export const tellChange = (tx: Tx) => tx.announce({ to: 'everyone', topic: 'tours', kind: 'tours.changed' })

/** The facts of a tour that its mails tell. */
export const mailFacts = ({ id, partySize }: Pick<PartyRow, 'id' | 'partySize'>, slot: SlotRow) => ({
  bookingId: id,
  on: formatDate(slot.tourDate, { year: true }),
  time: formatTimeRange(slot.startTime, slot.endTime),
  party: formatCount(partySize, 'person', 'people'),
  ifCancelled: cancelWords(slot),
})

/** Where the mails about a party go; staff find them by it. */
export const toParty = ({ id, guestEmail, userId }: Pick<PartyRow, 'id' | 'guestEmail' | 'userId'>) => ({
  address: guestEmail,
  userId,
  relatesTo: `tour_bookings/${id}`,
})

/** Calls a party off, and gives its places back. */
export async function callOff(tx: Tx, { party, slot }: { party: PartyRow; slot: SlotRow }): Promise<void> {
  demand(whyNot.change({ status: party.status, slot }, tx.now))
  await tx.update(tourBookings).set({ status: 'cancelled', changedAt: tx.now }).where(eq(tourBookings.id, party.id))
  await takePlaces(tx, slot.id, -party.partySize)
}

/** The parties of a tour that are expected. */
export const expected = (tx: Tx, slotId: string): Promise<PartyRow[]> =>
  tx
    .select()
    .from(tourBookings)
    .where(and(eq(tourBookings.tourSlotId, slotId), eq(tourBookings.status, 'confirmed')))
    .for('update')

/** Conditions and columns of the office’s list, of the parties `b` of a tour. */
export const expectedOrCame = sql`b.status in ('confirmed', 'attended')`
export const partiesWho = (condition: ReturnType<typeof sql>) =>
  sql<number>`(select count(*)::int from ${tourBookings} b where b.tour_slot_id = tour_slots.id and ${condition})`

/** Who comes, or came, by name. */
export const guests = sql<string | null>`(select string_agg(b.guest_name, ', ' order by b.created_at, b.id)
  from ${tourBookings} b where b.tour_slot_id = tour_slots.id and ${expectedOrCame})`

/** A condition: a party of the tour, also one that called off, is of the person that was searched for. */
export const hasGuest = (q: string | undefined) =>
  q
    ? sql`${tourSlots.id} in (select ${tourBookings.tourSlotId} from ${tourBookings}
        where ${matching(q, tourBookings.guestName, tourBookings.guestEmail)})`
    : undefined
