import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db/transaction.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { formatCount, formatDate, formatTimeRange } from '#platform/words.ts'
import { messages, whyNot } from './rules.ts'
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

/** A party with its tour, both locked, and the tour that it wishes for, if that is another one. NOT_FOUND. */
export async function lockParty(tx: Tx, id: string, wishedSlotId?: string) {
  // A party keeps its tour but by its own change, which locks both tours first: so the one that is read here is looked at again.
  const [seen] = await tx.select({ slotId: tourBookings.tourSlotId }).from(tourBookings).where(eq(tourBookings.id, id))
  if (!seen) throw notFound(messages.notFound)
  const slots = await lockSlots(tx, seen.slotId, ...(wishedSlotId ? [wishedSlotId] : []))
  const [party] = await tx.select().from(tourBookings).where(eq(tourBookings.id, id)).for('update')
  const slot = party && slots.get(party.tourSlotId)
  if (!party || !slot) throw notFound(messages.notFound)
  return { party, slot, wished: slots.get(wishedSlotId ?? party.tourSlotId) }
}

/** Takes or, with a negative number, gives back places of a tour that is locked. */
export const takePlaces = (tx: Tx, slotId: string, count: number) =>
  tx
    .update(tourSlots)
    .set({ bookedCount: sql`${tourSlots.bookedCount} + ${count}` })
    .where(eq(tourSlots.id, slotId))

/** Everybody with the page of tours open sees what is left, and the office what was booked. */
export const tellChange = (tx: Tx) => tx.announce({ to: 'everyone', topic: 'tours', kind: 'tours.changed' })

/** The facts of a tour that its mails tell. */
export const mailFacts = ({ id, partySize }: Pick<PartyRow, 'id' | 'partySize'>, slot: SlotRow) => ({
  bookingId: id,
  on: formatDate(slot.tourDate, { year: true }),
  time: formatTimeRange(slot.startTime, slot.endTime),
  party: formatCount(partySize, 'person', 'people'),
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
