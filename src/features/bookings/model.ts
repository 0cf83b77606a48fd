import { and, asc, eq, gt, inArray, lt, lte, or, sql } from 'drizzle-orm'
import { messages } from '#features/facilities/inputs.ts'
import {
  type BookingType,
  demandRight,
  findType,
  moveUsage,
  payFor,
  rightOf,
  slotFor,
  type Wish,
} from '#features/facilities/model.ts'
import type { Payment, Slot } from '#features/facilities/rules.ts'
import { bookingTypes } from '#features/facilities/table.ts'
import {
  type NewOrder,
  type Order,
  type OrderKind,
  openOrder,
  refundOrder,
  startCheckout,
} from '#features/payments/model.ts'
import { returnTokens, spendTokens, tokenBalance } from '#features/tokens/model.ts'
import { readSettings } from '#features/venue/model.ts'
import type { Actor } from '#platform/actor.ts'
import type { Reader } from '#platform/db.ts'
import { notFound, refusal } from '#platform/errors.ts'
import type { Runtime } from '#platform/runtime.ts'
import { user } from '#platform/tables.ts'
import type { Tx } from '#platform/work.ts'
import { formatDate } from '#ui/dates.tsx'
import { cancelledMail, confirmedMail } from './mail.tsx'
import { cancellationOf, freeUnit, untilOrNull } from './rules.ts'
import { bookings } from './table.ts'

type Booking = typeof bookings.$inferSelect

/**
 * Books all of `wishes` or none (decision 22). Without anything to pay by card they are confirmed at once; otherwise
 * they are held, tokens reserved, until the order is paid. Each facility's row is the lock of its places: whoever comes
 * second sees what the first one took. Throws SLOT_TAKEN, INSUFFICIENT_TOKENS and what rights and rules refuse.
 */
export async function bookPlaces(
  tx: Tx,
  actor: Actor,
  wishes: Wish[],
): Promise<{ bookingIds: string[]; orderId: string | null }> {
  const settings = await readSettings(tx)
  const right = rightOf(actor, settings.freeMembersFacilities)
  demandRight(right)
  let balance = await tokenBalance(tx, actor.userId)
  const places: Place[] = []
  for (const wish of wishes) {
    const type = await findType(tx, wish.facilityId)
    const slot = slotFor(type, wish, settings, tx.now)
    // A look without the lock: of 500 people who want one place, those who come too late need not wait in line for it.
    if (!(await isFree(tx, type, slot, tx.now))) throw taken(wish)
    const payment = payFor(type, wish, { right, balance })
    balance -= payment.tokens
    places.push({ wish, type, payment, slot })
  }
  const heldUntil = new Date(tx.now.getTime() + settings.holdMinutes * 60_000)
  const isToPay = places.some(({ payment }) => payment.pence > 0)
  const orderId = isToPay ? await openOrder(tx, orderFor(actor.userId, places, heldUntil)) : null
  // Locks are always taken in the same order: facilities by their ids, bookings, person.
  const inOrder = places.toSorted((a, b) => (a.type.id < b.type.id ? -1 : 1))
  const made: Booking[] = []
  for (const place of inOrder) {
    made.push(await insertBooking(tx, actor.userId, place, orderId ? { orderId, heldUntil } : null))
  }
  for (const [i, booking] of made.entries()) {
    if (booking.tokensUsed === 0) continue
    await spendTokens(tx, {
      userId: actor.userId,
      amount: booking.tokensUsed,
      description: `${inOrder[i]!.type.name}, ${formatDate(booking.bookingOn)}, ${booking.startsAtTime}`,
      ref: tokenRef(booking.id),
    })
  }
  if (orderId) await announceChange(tx, actor.userId)
  else await afterConfirmation(tx, made, 'Your place is booked.')
  return { bookingIds: made.map(({ id }) => id), orderId }
}

/** The payment page of an order, coming back to "My bookings"; no transaction may be open. Throws with `failed`. */
export async function payPage(runtime: Runtime, orderId: string, failed: string) {
  const back = `/bookings?view=mine&order=${orderId}`
  try {
    const paths = { success: back, cancel: `${back}&payment=cancelled` }
    const { url } = await startCheckout(runtime, orderId, paths)
    return { outcome: 'pay' as const, url, orderId }
  } catch {
    // The places stay held: the order can still be paid under "My bookings".
    throw refusal('CHECKOUT_FAILED', failed, { orderId })
  }
}

/** Bookings that hold a unit at some time between the two instants; a hold that has run out no longer does (BOOK-24). */
export function heldBetween(db: Reader, typeId: string, from: Date, until: Date, now: Date) {
  const isHeld = and(eq(bookings.status, 'pending'), gt(bookings.heldUntil, now))
  return db
    .select({ unit: bookings.unit, startsAt: bookings.startsAt, endsAt: bookings.endsAt })
    .from(bookings)
    .where(
      and(
        eq(bookings.bookingTypeId, typeId),
        or(eq(bookings.status, 'confirmed'), isHeld),
        lt(bookings.startsAt, until),
        gt(bookings.endsAt, from),
      ),
    )
}

/** Whether some unit is free for the whole of the slot. */
export async function isFree(db: Reader, type: BookingType, slot: Slot, now: Date): Promise<boolean> {
  const held = await heldBetween(db, type.id, slot.startsAt, slot.endsAt, now)
  return freeUnit(type.units, slot, held) !== null
}

/** The order of an unpaid hold that this person has on the very place already: they go on paying for that one. */
export async function ownHold(tx: Tx, userId: string, wish: Wish): Promise<string | null> {
  const together = sql<number>`(select count(*)::int from bookings o where o.order_id = bookings.order_id)`
  const rows = await tx
    .select({ orderId: bookings.orderId, together })
    .from(bookings)
    .where(
      and(
        eq(bookings.userId, userId),
        eq(bookings.bookingTypeId, wish.facilityId),
        eq(bookings.bookingOn, wish.on),
        eq(bookings.startsAtTime, wish.startsAt),
        eq(bookings.status, 'pending'),
        gt(bookings.heldUntil, tx.now),
      ),
    )
  return rows.find(row => row.together === 1)?.orderId ?? null
}

/** Orders of facilities: once paid, all their bookings are confirmed together; gone if one of them is no longer held. */
export const bookingOrders: OrderKind = {
  name: 'booking',
  async fulfil(tx: Tx, order: Order) {
    const held = await lockBookingsOf(tx, order.id)
    // Asked again after it was done; some may have been cancelled and refunded since.
    if (held.some(({ confirmedAt }) => confirmedAt)) return { outcome: 'fulfilled' }
    if (held.length === 0 || held.some(({ status }) => status !== 'pending')) {
      await releaseHold(tx, order.id, null)
      return { outcome: 'gone', reason: 'Your place was no longer held when the payment arrived.' }
    }
    const confirmed = await tx
      .update(bookings)
      .set({ status: 'confirmed', confirmedAt: tx.now, heldUntil: null })
      .where(eq(bookings.orderId, order.id))
      .returning()
    await afterConfirmation(tx, confirmed, 'Your payment was processed.')
    return { outcome: 'fulfilled' }
  },
  async release(tx: Tx, order: Order) {
    await releaseHold(tx, order.id, null)
  },
}

/** Who cancels: the person, by the rule of hours, or staff with a reason, when everything comes back whenever it is. */
export interface Canceller {
  userId: string
  reason: string | null
  isStaff: boolean
}

/** Cancels a booking; an unpaid hold lets go of everything its order holds. Returns what comes back (decision 23). */
export async function cancelBooking(
  tx: Tx,
  bookingId: string,
  by: Canceller,
): Promise<{ tokens: number; pence: number }> {
  const isTheirs = by.isStaff ? undefined : eq(bookings.userId, by.userId)
  const [booking] = await tx
    .select()
    .from(bookings)
    .where(and(eq(bookings.id, bookingId), isTheirs))
    .for('update')
  if (!booking) throw notFound('Booking not found')
  const { cancellationHours } = await readSettings(tx)
  const { canCancel, ...own } = cancellationOf(booking, tx.now, cancellationHours)
  if (booking.status === 'cancelled') throw refusal('CANNOT_CANCEL', 'This booking is cancelled already.')
  if (!canCancel && !by.isStaff)
    throw refusal('CANNOT_CANCEL', 'This booking has begun and can no longer be cancelled.')
  if (booking.status === 'pending') return { tokens: await releaseHold(tx, booking.orderId!, by), pence: 0 }
  const back = by.isStaff ? { tokens: booking.tokensUsed, pence: booking.pricePence } : own
  await markCancelled(tx, [booking.id], by)
  if (back.tokens > 0) await returnTokens(tx, tokenRef(booking.id), 'Booking cancelled')
  await moveUsage(tx, [booking], -1)
  if (back.pence > 0)
    await refundOrder(tx, {
      orderId: booking.orderId!,
      amountPence: back.pence,
      reason: by.reason ?? 'Booking cancelled',
      ref: `booking:${booking.id}`,
    })
  const { to, facts } = await addressed(tx, booking)
  await tx.mail(cancelledMail, to, { ...facts, ...back, reason: by.reason })
  await announceChange(tx, booking.userId)
  return back
}

interface Place {
  wish: Wish
  type: BookingType
  payment: Payment
  slot: Slot
}

const tokenRef = (bookingId: string) => `booking:${bookingId}`

const taken = ({ facilityId, on, startsAt }: Wish) =>
  refusal('SLOT_TAKEN', messages.slotTaken, { field: 'startsAt', place: { facilityId, on, startsAt } })

function orderFor(userId: string, places: Place[], expiresAt: Date): NewOrder {
  const lines = places
    .filter(({ payment }) => payment.pence > 0)
    .map(({ type, slot, wish, payment }) => ({
      name: `${type.name}, ${formatDate(wish.on, { year: true })}, ${slot.startsAtTime}–${slot.endsAtTime}`,
      quantity: 1,
      unitPence: payment.pence,
    }))
  const description = lines.length === 1 ? lines[0]!.name : `${lines.length} facility bookings`
  return { userId, kind: 'booking', description, lines, expiresAt }
}

async function insertBooking(
  tx: Tx,
  userId: string,
  { wish, type, slot, payment }: Place,
  held: { orderId: string; heldUntil: Date } | null,
): Promise<Booking> {
  await releaseExpired(tx, type.id, slot)
  const { rows } = await tx.execute<{ unit: number }>(
    sql`select take_unit(${type.id}, ${slot.startsAt}, ${slot.endsAt}) as unit`,
  )
  const [row] = await tx
    .insert(bookings)
    .values({
      bookingTypeId: type.id,
      unit: rows[0]!.unit,
      bookingOn: wish.on,
      ...slot,
      status: held ? 'pending' : 'confirmed',
      paidWith: payment.paidWith,
      tokensUsed: payment.tokens,
      pricePence: payment.pence,
      userId,
      ...(held ?? { confirmedAt: tx.now }),
      createdAt: tx.now,
    })
    .returning()
  return row!
}

// Whoever comes after the end of a hold does not wait for the job that clears it away.
async function releaseExpired(tx: Tx, typeId: string, slot: Slot): Promise<void> {
  const expired = await tx
    .selectDistinct({ orderId: bookings.orderId })
    .from(bookings)
    .where(
      and(
        eq(bookings.bookingTypeId, typeId),
        eq(bookings.status, 'pending'),
        lte(bookings.heldUntil, tx.now),
        lt(bookings.startsAt, slot.endsAt),
        gt(bookings.endsAt, slot.startsAt),
      ),
    )
  for (const { orderId } of expired) await releaseHold(tx, orderId!, null)
}

const lockBookingsOf = (tx: Tx, orderId: string) =>
  tx.select().from(bookings).where(eq(bookings.orderId, orderId)).orderBy(asc(bookings.id)).for('update')

/** Lets go of everything that an unpaid order holds; returns how many tokens came back. */
async function releaseHold(tx: Tx, orderId: string, by: Canceller | null): Promise<number> {
  const held = (await lockBookingsOf(tx, orderId)).filter(({ status }) => status === 'pending')
  if (held.length === 0) return 0
  const ids = held.map(({ id }) => id)
  await markCancelled(tx, ids, by ?? { userId: null, reason: 'Not paid in time' })
  let tokens = 0
  for (const { id, tokensUsed } of held)
    if (tokensUsed > 0) tokens += await returnTokens(tx, tokenRef(id), 'Booking not completed')
  await announceChange(tx, held[0]!.userId)
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

async function afterConfirmation(tx: Tx, confirmed: Booking[], message: string): Promise<void> {
  await moveUsage(tx, confirmed, 1)
  const { cancellationHours } = await readSettings(tx)
  for (const booking of confirmed) {
    const { to, facts } = await addressed(tx, booking)
    const until = untilOrNull(booking.startsAt, cancellationHours, tx.now)
    await tx.mail(confirmedMail, to, { ...facts, refundableUntil: until?.toISOString() ?? null })
  }
  await announceChange(tx, confirmed[0]!.userId, { title: 'Booking Confirmed', message })
}

async function addressed(tx: Tx, booking: Booking) {
  const [about] = await tx
    .select({ facility: bookingTypes.name, address: user.email, firstName: user.firstName })
    .from(bookingTypes)
    .innerJoin(user, eq(user.id, booking.userId))
    .where(eq(bookingTypes.id, booking.bookingTypeId))
  const { facility, firstName, address } = about!
  return {
    to: { address, userId: booking.userId, relatesTo: `bookings/${booking.id}` },
    facts: {
      facility,
      firstName,
      on: booking.bookingOn,
      startsAt: booking.startsAtTime,
      endsAt: booking.endsAtTime,
      tokens: booking.tokensUsed,
      pence: booking.pricePence,
      bookingId: booking.id,
    },
  }
}

// The person sees it where they are; everybody who is looking at slots sees them change.
async function announceChange(tx: Tx, userId: string, words: { title?: string; message?: string } = {}): Promise<void> {
  const kind = words.title ? 'bookings.confirmed' : 'bookings.changed'
  await tx.announce({ to: { userId }, kind, ...words, refresh: ['bookings', 'tokens', 'members'] })
  await tx.announce({ to: 'everyone', kind: 'slots.changed', refresh: ['bookings'] })
}
