import { and, asc, eq, inArray, or, type SQL } from 'drizzle-orm'
import type { Settings } from '#features/house/settings/inputs.ts'
import { settingsFrom, storedSettings } from '#features/house/settings/model.ts'
import { returnTokens, spendTokens } from '#features/membership/tokens/model.ts'
import { checkout, letGoOf, type OpenOrder, type OrderKind, type Selling } from '#features/money/orders/model.ts'
import { leftOf } from '#features/money/orders/rules.ts'
import { orders } from '#features/money/orders/table.ts'
import { refundOrder } from '#features/money/refunds/model.ts'
import { bookings } from '#features/spaces/bookings/table.ts'
import type { Wish } from '#features/spaces/calendar/inputs.ts'
import { type FacilityThen, knowOf, lockRooms } from '#features/spaces/calendar/model.ts'
import { type Offer, offersOf, untilOrNull, whyNot as whyNotPlace } from '#features/spaces/calendar/rules.ts'
import { messages as facilityMessages } from '#features/spaces/facilities/inputs.ts'
import type { Slot } from '#features/spaces/facilities/rules.ts'
import { bookingTypes } from '#features/spaces/facilities/table.ts'
import { moveUsage } from '#features/spaces/usage/model.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import { formatDate } from '#platform/words.ts'
import { messages } from './inputs.ts'
import { cancelledMail, confirmedMail } from './mail.tsx'
import { factsFor, goodsOf, paidFor, refundOf, whyNot } from './rules.ts'

/**
 * Sells places: what needs no card is booked at once; where something is to pay by card, the payment page is at `url` and
 * leads back to the order's. Should it not open, in the words of `failed`, the places stay held and can be paid there.
 */
export async function sellPlaces(
  context: Selling,
  failed: string,
  reserve: (tx: Tx, open: OpenOrder) => Promise<Booked>,
) {
  const sold = await checkout(context, {
    kind: bookingOrders,
    back: id => ({
      paid: `/orders/${id}`,
      left: `/orders/${id}?payment=cancelled`,
    }),
    failed: { message: failed },
    reserve,
  })
  return sold.orderId === null
    ? { outcome: 'confirmed' as const, bookingIds: sold.bookingIds }
    : { outcome: 'pay' as const, url: sold.url!, orderId: sold.orderId }
}

export interface Booked {
  bookingIds: string[]
  /** The order that is to be paid, if any. */
  orderId: string | null
}

/**
 * Books all of `wishes` or none (decision 22). Without anything to pay by card they are confirmed at once; otherwise they are
 * held, tokens reserved, until the order is paid. Somebody who holds the very place unpaid goes on with that order. Throws
 * SLOT_TAKEN, INSUFFICIENT_TOKENS and what the rules refuse, with the place that it is about.
 *
 * Locks are always taken in the same order: rooms by their ids, bookings, person. A room's row is its lock in the
 * calendar: whoever comes second sees what the first one took.
 */
export async function bookPlaces(tx: Tx, actor: Actor, wishes: readonly Wish[], open: OpenOrder): Promise<Booked> {
  // A look without the lock: of 500 people who want one place, those who come too late need not wait in line for it.
  let known = await offersTo(tx, actor, wishes)
  if (known.ownOrderId !== null) return goOnWith(known.ownOrderId)
  let offers = demandGood(known.offers)
  if (isToPay(offers) || known.expiredOrderIds.length > 0) {
    // A hold must be neither made nor cleared away twice: from here on nobody else takes these rooms.
    await lockRooms(
      tx,
      known.facilities.map(({ spaceId }) => spaceId),
    )
    known = await offersTo(tx, actor, wishes)
    if (known.ownOrderId !== null) return goOnWith(known.ownOrderId)
    offers = demandGood(known.offers)
    for (const orderId of known.expiredOrderIds) await releaseHold(tx, orderId)
  }
  const inOrder = offers.toSorted((a, b) => (a.facility.leafIds[0]! < b.facility.leafIds[0]! ? -1 : 1))
  if (isToPay(offers)) demand(whyNotPlace.hold(known.unpaidHolds, known.settings))
  const order = isToPay(offers) ? await open(goodsOf(offers)) : null
  const rows = await insertBookings(tx, actor.userId, inOrder, order)
  const made = rows.map((row, i) => ({
    ...row,
    facility: inOrder[i]!.facility,
    person: actor,
    settings: known.settings,
  }))
  const spends = made.map(({ id, facility, tokensUsed, bookingOn, startsAtTime }) => ({
    amount: tokensUsed,
    description: `${facility.name}, ${formatDate(bookingOn)}, ${startsAtTime}`,
    ref: tokenRef(id),
  }))
  await spendTokens(
    tx,
    actor.userId,
    spends.filter(({ amount }) => amount > 0),
  )
  if (order) await announceChange(tx, actor.userId)
  else await afterConfirmation(tx, made, 'Your place is booked.')
  return { bookingIds: made.map(({ id }) => id), orderId: order?.id ?? null }
}

const goOnWith = (orderId: string): Booked => ({ bookingIds: [], orderId })

interface GoodOffer extends Offer<FacilityThen> {
  facility: FacilityThen
  slot: Slot
}

/** What the wishes are worth to this person now, without a lock. Throws why they may not book at all. */
export async function offersTo(tx: Tx, actor: Actor, wishes: readonly Wish[]) {
  const known = await knowOf(tx, actor.userId, wishes, tx.now)
  if (!known) throw notFound(facilityMessages.notFound)
  demand(whyNotPlace.book(actor, known.settings))
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

const isToPay = (offers: readonly GoodOffer[]) => offers.some(({ payment }) => payment.pence > 0)

/** Writes the bookings, each of which takes its room as it is written; one statement, in the order of `offers`. */
async function insertBookings(
  tx: Tx,
  userId: string,
  offers: readonly GoodOffer[],
  order: { id: string; expiresAt: Date } | null,
) {
  const held = order && { orderId: order.id, heldUntil: order.expiresAt }
  return tx
    .insert(bookings)
    .values(
      offers.map(({ wish, facility, slot, payment }) => ({
        bookingTypeId: facility.id,
        spaceId: facility.spaceId,
        bookingOn: wish.on,
        ...slot,
        status: held ? ('pending' as const) : ('confirmed' as const),
        paidWith: payment.paidWith,
        tokensUsed: payment.tokens,
        pricePence: payment.pence,
        userId,
        ...(held ?? { confirmedAt: tx.now }),
        createdAt: tx.now,
      })),
    )
    .returning()
}

const tokenRef = (bookingId: string) => `booking:${bookingId}`

/** Orders of facilities: once paid, all their bookings are confirmed together; gone if one of them is no longer held. */
export const bookingOrders: OrderKind = {
  name: 'booking',
  async fulfil(tx, order) {
    const rows = await lockBookings(tx, eq(bookings.orderId, order.id))
    // Asked again after it was done; some may have been cancelled and refunded since.
    if (rows.some(({ confirmedAt }) => confirmedAt)) return { outcome: 'fulfilled' }
    if (rows.length === 0 || rows.some(({ status }) => status !== 'pending')) {
      await release(tx, rows, null)
      return { outcome: 'gone', reason: 'Your place was no longer held when the payment arrived.' }
    }
    await tx
      .update(bookings)
      .set({ status: 'confirmed', confirmedAt: tx.now, heldUntil: null })
      .where(eq(bookings.orderId, order.id))
    await afterConfirmation(tx, rows, 'Your payment was processed.')
    return { outcome: 'fulfilled' }
  },
  async release(tx, order) {
    await releaseHold(tx, order.id)
  },
  async takeBack(tx, order) {
    // A part may be a kindness; without any of its money nothing that is still to come is held.
    if (leftOf(order) > 0) return
    const all = await lockBookings(tx, eq(bookings.orderId, order.id))
    const unpaid = all.filter(
      ({ status, paidWith, startsAt }) => status === 'confirmed' && paidWith === 'card' && startsAt > tx.now,
    )
    const [first] = unpaid
    if (!first) return
    const reason = 'Its payment was given back.'
    await markCancelled(
      tx,
      unpaid.map(({ id }) => id),
      { userId: null, reason },
    )
    await moveUsage(tx, unpaid, -1)
    for (const booking of unpaid)
      await tx.mail(cancelledMail, recipientOf(booking), { ...factsFor(booking), reason, isPaidBack: true })
    await announceChange(tx, first.userId)
  },
}

/** Who cancels: the person, by the rule of hours, or staff with a reason, when everything comes back whenever it is. */
export interface Canceller {
  userId: string
  reason: string | null
  isStaff: boolean
  /** What the person was told comes back. */
  seen?: { tokens: number; pence: number } | undefined
}

/** Cancels a booking; an unpaid hold lets go of everything its order holds. Returns what comes back (decision 23). */
export async function cancelBooking(
  tx: Tx,
  bookingId: string,
  by: Canceller,
): Promise<{ tokens: number; pence: number }> {
  const isMeant = and(eq(bookings.id, bookingId), by.isStaff ? undefined : eq(bookings.userId, by.userId))
  const itsOrder = tx.select({ id: bookings.orderId }).from(bookings).where(isMeant)
  // The order before its bookings, as whoever pays or ends it locks them.
  const [order] = await tx.select().from(orders).where(inArray(orders.id, itsOrder)).for('update')
  const isUnpaid = order?.status === 'pending'
  const locked = await lockBookings(tx, isUnpaid ? or(isMeant, eq(bookings.orderId, order.id)) : isMeant)
  const booking = locked.find(({ id }) => id === bookingId)
  if (!booking) throw notFound(messages.notFound)
  demand(by.isStaff ? whyNot.cancelByStaff(booking) : whyNot.cancel(booking, tx.now))
  if (booking.status === 'pending') {
    if (order) await letGoOf(tx, order)
    return { tokens: await release(tx, locked, by), pence: 0 }
  }
  const paid = { ...booking, leftPence: order ? leftOf(order) : null }
  const back = by.isStaff ? paidFor(paid) : refundOf(paid, tx.now, booking.settings.cancellationHours)
  demand(whyNot.cancelAsSeen(back, by.seen))
  await markCancelled(tx, [booking.id], by)
  if (back.tokens > 0) await returnTokens(tx, [tokenRef(booking.id)], 'Booking cancelled')
  await moveUsage(tx, [booking], -1)
  if (back.pence > 0) {
    // The words of staff are in the mail and with the booking; the books keep none that may name somebody.
    const reason = by.isStaff ? 'Booking cancelled by the house' : 'Booking cancelled'
    const refund = { orderId: booking.orderId!, amountPence: back.pence, reason, ref: `booking:${booking.id}` }
    await refundOrder(tx, refund, order)
  }
  const told = { ...factsFor(booking), ...back, reason: by.reason, isPaidBack: false }
  await tx.mail(cancelledMail, recipientOf(booking), told)
  await announceChange(tx, booking.userId)
  return back
}

/** A booking with what its mails, its usage and its rules need to know. */
export type BookingOf = typeof bookings.$inferSelect & {
  facility: { name: string; slug: string }
  person: { email: string; firstName: string }
  settings: Settings
}

/** Locks bookings in the order of their ids. */
export async function lockBookings(tx: Tx, where: SQL | undefined): Promise<BookingOf[]> {
  const rows = await tx
    .select({
      booking: bookings,
      facility: { name: bookingTypes.name, slug: bookingTypes.slug },
      person: { email: user.email, firstName: user.firstName },
      settings: storedSettings,
    })
    .from(bookings)
    .innerJoin(bookingTypes, eq(bookingTypes.id, bookings.bookingTypeId))
    .innerJoin(user, eq(user.id, bookings.userId))
    .where(where)
    .orderBy(asc(bookings.id))
    .for('update', { of: bookings })
  return rows.map(({ booking, settings, ...about }) => ({ ...booking, ...about, settings: settingsFrom(settings) }))
}

export const releaseHold = async (tx: Tx, orderId: string) =>
  release(tx, await lockBookings(tx, eq(bookings.orderId, orderId)), null)

/** Lets go of everything that an unpaid order holds; returns how many tokens came back. */
async function release(tx: Tx, ofOrder: readonly BookingOf[], by: Canceller | null): Promise<number> {
  const held = ofOrder.filter(({ status }) => status === 'pending')
  const [first] = held
  if (!first) return 0
  await markCancelled(
    tx,
    held.map(({ id }) => id),
    by ?? { userId: null, reason: 'Not paid in time' },
  )
  const spent = held.filter(({ tokensUsed }) => tokensUsed > 0).map(({ id }) => tokenRef(id))
  const tokens = await returnTokens(tx, spent, 'Booking not completed')
  await announceChange(tx, first.userId)
  return tokens
}

const markCancelled = (tx: Tx, ids: string[], by: { userId: string | null; reason: string | null }) =>
  tx
    .update(bookings)
    .set({
      status: 'cancelled',
      cancelledAt: tx.now,
      cancelledBy: by.userId,
      cancelReason: by.reason,
      heldUntil: null,
    })
    .where(inArray(bookings.id, ids))

async function afterConfirmation(tx: Tx, confirmed: readonly BookingOf[], message: string): Promise<void> {
  await moveUsage(tx, confirmed, 1)
  for (const booking of confirmed) {
    const until = untilOrNull(booking.startsAt, booking.settings.cancellationHours, tx.now)
    await tx.mail(confirmedMail, recipientOf(booking), {
      ...factsFor(booking),
      refundableUntil: until?.toISOString() ?? null,
      gettingIn: booking.settings.gettingIn,
    })
  }
  await announceChange(tx, confirmed[0]!.userId, { title: 'Booking Confirmed', message })
}

export const recipientOf = ({ id, userId, person }: BookingOf) => ({
  address: person.email,
  userId,
  relatesTo: `bookings/${id}`,
})

// The person sees it where they are; everybody who is looking at slots sees them change.
export async function announceChange(
  tx: Tx,
  userId: string,
  words: { title?: string; message?: string } = {},
): Promise<void> {
  const kind = words.title ? 'bookings.confirmed' : 'bookings.changed'
  await tx.announce({ to: { userId }, kind, ...words })
  await tx.announce({ to: 'everyone', topic: 'bookings', kind: 'slots.changed' })
}
