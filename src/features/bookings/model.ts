import { and, asc, count, eq, gt, inArray, lt, or, sql } from 'drizzle-orm'
import { type Order, type OrderKind, openOrder, refundOrder } from '#features/payments/model.ts'
import { returnTokens, spendTokens, tokenBalance } from '#features/tokens/model.ts'
import { readSettings } from '#features/venue/model.ts'
import { type Actor, isApproved } from '#platform/actor.ts'
import type { Reader } from '#platform/db.ts'
import { notFound, refusal } from '#platform/errors.ts'
import { user } from '#platform/tables.ts'
import { addDays, calendarDate, instantOf, mondayOf, wallTime } from '#platform/time.ts'
import type { Tx } from '#platform/work.ts'
import { formatDate } from '#ui/dates.tsx'
import { messages, type PayWith } from './inputs.ts'
import { cancelledMail, confirmedMail } from './mail.tsx'
import {
  type BookingRight,
  bookingRight,
  cancellationOf,
  freeUnit,
  type Payment,
  paymentFor,
  refundableUntil,
  type Slot,
  slotsOf,
} from './rules.ts'
import { bookings, bookingTypes, cartItems, weeklyBookingUsage } from './table.ts'

export type BookingType = typeof bookingTypes.$inferSelect
type Booking = typeof bookings.$inferSelect

/** A place that somebody wants: the slot that begins at the wall time `startsAt` on the day `on`. */
export interface Wish {
  facilityId: string
  on: string
  startsAt: string
  payWith: PayWith
}

/** How many places a person has in the cart. */
export async function cartCount(db: Reader, userId: string): Promise<number> {
  const [row] = await db.select({ items: count() }).from(cartItems).where(eq(cartItems.userId, userId))
  return row!.items
}

/** Refuses whoever may not book at all, with the words for each reason (BOOK-05, decision 13). */
export function demandRight(right: BookingRight): void {
  if (right === 'signIn') throw refusal('UNAUTHORIZED', messages.signIn, { status: 401 })
  if (right === 'pending')
    throw refusal('APPROVAL_PENDING', 'Your application is under review by the Exchange Committee.', {
      status: 403,
    })
  if (right === 'upgrade')
    throw refusal('UPGRADE_REQUIRED', 'Facility booking needs a paid membership.', {
      status: 403,
      title: 'Upgrade Required',
    })
}

export const rightOf = (actor: Actor | null, freeMembers: 'blocked' | 'card') =>
  bookingRight(
    actor && { isApproved: isApproved(actor), isPaid: actor.membership?.isPaid ?? false },
    freeMembers,
  )

/** Bookings that hold a unit of a facility at some time between the two instants; expired holds no longer do. */
export function heldBetween(db: Reader, typeId: string, from: Date, until: Date, now: Date) {
  return db
    .select({ unit: bookings.unit, startsAt: bookings.startsAt, endsAt: bookings.endsAt })
    .from(bookings)
    .where(
      and(
        eq(bookings.bookingTypeId, typeId),
        or(
          eq(bookings.status, 'confirmed'),
          and(eq(bookings.status, 'pending'), gt(bookings.heldUntil, now)),
        ),
        lt(bookings.startsAt, until),
        gt(bookings.endsAt, from),
      ),
    )
}

/** The offered slot of a wish; refuses a day that has gone and a time that is not offered. */
export function slotFor(
  type: BookingType,
  wish: Wish,
  settings: Parameters<typeof slotsOf>[2],
  now: Date,
): Slot {
  if (wish.on < calendarDate(now)) throw refusal('DATE_PAST', 'Past dates cannot be chosen.', { field: 'on' })
  const slot = slotsOf(type, wish.on, settings, now).find(
    ({ startsAtTime }) => startsAtTime === wish.startsAt,
  )
  if (!slot)
    throw refusal('SLOT_NOT_OFFERED', 'This time cannot be booked. Please choose another.', {
      field: 'startsAt',
    })
  return slot
}

/** What a wish is paid with; refuses tokens that were asked for and cannot be used. */
export function payFor(
  type: BookingType,
  wish: Wish,
  person: { right: BookingRight; balance: number },
): Payment {
  const payment = paymentFor(type, wish.on, person, wish.payWith)
  if (wish.payWith !== 'tokens' || payment.paidWith === 'tokens') return payment
  throw refusal(
    person.right === 'all' ? 'TOKENS_REFUSED' : 'TOKENS_NOT_ON_FREE',
    payment.whyNotTokens ?? messages.bookingFailed,
    { field: 'payWith' },
  )
}

/**
 * Books all of `wishes` or none (decision 22). Without anything to pay by card they are confirmed at once; otherwise
 * they are held, tokens reserved, until the order is paid. The facility rows are locked first, in id order: whoever
 * comes second sees what the first one took. Throws SLOT_TAKEN, INSUFFICIENT_TOKENS and the refusals above.
 */
export async function bookPlaces(
  tx: Tx,
  actor: Actor,
  wishes: Wish[],
): Promise<{ bookingIds: string[]; orderId: string | null }> {
  const settings = await readSettings(tx)
  const right = rightOf(actor, settings.freeMembersFacilities)
  demandRight(right)
  const types = await lockTypes(tx, wishes, settings)
  let balance = await tokenBalance(tx, actor.userId)
  const places = []
  for (const wish of wishes) {
    const type = types.get(wish.facilityId)
    if (!type) throw notFound(messages.notFound)
    const payment = payFor(type, wish, { right, balance })
    balance -= payment.tokens
    places.push({ wish, type, payment, slot: slotFor(type, wish, settings, tx.now) })
  }
  const toPay = places.filter(({ payment }) => payment.pence > 0)
  const heldUntil = new Date(tx.now.getTime() + settings.holdMinutes * 60_000)
  const orderId =
    toPay.length === 0
      ? null
      : await openOrder(tx, {
          userId: actor.userId,
          kind: 'booking',
          description:
            toPay.length === 1
              ? `${toPay[0]!.type.name}, ${formatDate(toPay[0]!.wish.on)}`
              : `${toPay.length} facility bookings`,
          lines: toPay.map(({ type, slot, wish, payment }) => ({
            name: `${type.name}, ${formatDate(wish.on, { year: true })}, ${slot.startsAtTime}–${slot.endsAtTime}`,
            quantity: 1,
            unitPence: payment.pence,
          })),
          expiresAt: heldUntil,
        })
  const made: Booking[] = []
  for (const { wish, type, slot, payment } of places) {
    await releaseExpired(tx, type.id, slot)
    const unit = freeUnit(
      type.units,
      slot,
      await heldBetween(tx, type.id, slot.startsAt, slot.endsAt, tx.now),
    )
    if (unit === null) throw taken(wish)
    const [row] = await tx
      .insert(bookings)
      .values({
        bookingTypeId: type.id,
        unit,
        bookingOn: wish.on,
        ...slot,
        status: orderId ? 'pending' : 'confirmed',
        paidWith: payment.paidWith,
        tokensUsed: payment.tokens,
        pricePence: payment.pence,
        orderId,
        userId: actor.userId,
        heldUntil: orderId ? heldUntil : null,
        confirmedAt: orderId ? null : tx.now,
        createdAt: tx.now,
      })
      .returning()
    made.push(row!)
  }
  // After the places: locks are always taken in the order facility, booking, person.
  for (const [i, booking] of made.entries()) {
    if (booking.tokensUsed === 0) continue
    const description = `${places[i]!.type.name}, ${formatDate(booking.bookingOn)}, ${booking.startsAtTime}`
    await spendTokens(tx, {
      userId: actor.userId,
      amount: booking.tokensUsed,
      description,
      ref: tokenRef(booking.id),
    })
  }
  if (orderId) await announceChange(tx, actor.userId)
  else await afterConfirmation(tx, made, 'Your tokens were used.')
  return { bookingIds: made.map(({ id }) => id), orderId }
}

/** The order of an unpaid hold that this person has on the same place already: they go on paying for that one. */
export async function ownHold(db: Reader, userId: string, wish: Wish, now: Date): Promise<string | null> {
  const rows = await db
    .select({
      orderId: bookings.orderId,
      together: sql<number>`(select count(*)::int from bookings o where o.order_id = ${bookings.orderId})`,
    })
    .from(bookings)
    .where(
      and(
        eq(bookings.userId, userId),
        eq(bookings.bookingTypeId, wish.facilityId),
        eq(bookings.bookingOn, wish.on),
        eq(bookings.startsAtTime, wish.startsAt),
        eq(bookings.status, 'pending'),
        gt(bookings.heldUntil, now),
      ),
    )
  return rows.find(({ together }) => together === 1)?.orderId ?? null
}

/** Orders of facilities: paid, all their bookings are confirmed together; gone if one of them no longer is held. */
export const bookingOrders: OrderKind = {
  name: 'booking',
  async fulfil(tx: Tx, order: Order) {
    const held = await lockOrder(tx, order.id)
    // Asked again after it was done; some may have been cancelled and refunded since.
    if (held.some(({ confirmedAt }) => confirmedAt)) return { outcome: 'fulfilled' }
    if (held.length === 0 || held.some(({ status }) => status !== 'pending')) {
      await releaseOrder(tx, order.id, null)
      return {
        outcome: 'gone',
        reason: 'The time that was held for you had run out before the payment arrived.',
      }
    }
    const confirmed = await tx
      .update(bookings)
      .set({ status: 'confirmed', confirmedAt: tx.now, heldUntil: null })
      .where(eq(bookings.orderId, order.id))
      .returning()
    await afterConfirmation(tx, confirmed, 'Your payment was processed.')
    return { outcome: 'fulfilled' }
  },
  release: (tx: Tx, order: Order) => releaseOrder(tx, order.id, null),
}

/**
 * Cancels a booking that is still to come. `full`: by staff, everything comes back whenever it is. An unpaid hold lets
 * go of everything that its order holds. Returns what came back.
 */
export async function cancelBooking(
  tx: Tx,
  bookingId: string,
  by: { userId: string; reason: string | null; full: boolean },
): Promise<{ tokens: number; pence: number }> {
  const [booking] = await tx
    .select()
    .from(bookings)
    .where(and(eq(bookings.id, bookingId), ...(by.full ? [] : [eq(bookings.userId, by.userId)])))
    .for('update')
  if (!booking) throw notFound('Booking not found')
  const { cancellationHours } = await readSettings(tx)
  const own = cancellationOf(booking, tx.now, cancellationHours)
  if (booking.status === 'cancelled' || (!own.canCancel && !by.full))
    throw refusal(
      'CANNOT_CANCEL',
      booking.status === 'cancelled'
        ? 'This booking is cancelled already.'
        : 'This booking has begun and can no longer be cancelled.',
    )
  if (booking.status === 'pending' && booking.orderId) {
    const tokens = await releaseOrder(tx, booking.orderId, by)
    return { tokens, pence: 0 }
  }
  const back = by.full
    ? { tokens: booking.tokensUsed, pence: booking.pricePence }
    : { tokens: own.tokens, pence: own.pence }
  await markCancelled(tx, [booking.id], by)
  if (back.tokens > 0) await returnTokens(tx, tokenRef(booking.id), 'Booking cancelled')
  await moveUsage(tx, [booking], -1)
  if (back.pence > 0 && booking.orderId)
    await refundOrder(tx, {
      orderId: booking.orderId,
      amountPence: back.pence,
      reason: by.reason ?? 'Booking cancelled',
      ref: `booking:${booking.id}`,
    })
  const [about] = await describe(tx, [booking])
  await tx.mail(
    cancelledMail,
    { address: about!.email, userId: booking.userId, relatesTo: `bookings/${booking.id}` },
    {
      firstName: about!.firstName,
      facility: about!.facility,
      on: booking.bookingOn,
      startsAt: booking.startsAtTime,
      endsAt: booking.endsAtTime,
      ...back,
      reason: by.reason,
    },
  )
  await announceChange(tx, booking.userId)
  return back
}

const tokenRef = (bookingId: string) => `booking:${bookingId}`
const taken = (wish: Wish) =>
  refusal('SLOT_TAKEN', messages.slotTaken, {
    field: 'startsAt',
    facilityId: wish.facilityId,
    on: wish.on,
    startsAt: wish.startsAt,
  })

// A look without the lock first: of 500 people who want one place, those who come too late need not wait in line for it.
async function lockTypes(
  tx: Tx,
  wishes: Wish[],
  settings: Parameters<typeof slotsOf>[2],
): Promise<Map<string, BookingType>> {
  const ids = [...new Set(wishes.map(({ facilityId }) => facilityId))]
  const isOffered = and(inArray(bookingTypes.id, ids), eq(bookingTypes.isActive, true))
  const seen = await tx.select().from(bookingTypes).where(isOffered)
  for (const wish of wishes) {
    const type = seen.find(({ id }) => id === wish.facilityId)
    if (!type) throw notFound(messages.notFound)
    const slot = slotFor(type, wish, settings, tx.now)
    if (
      freeUnit(type.units, slot, await heldBetween(tx, type.id, slot.startsAt, slot.endsAt, tx.now)) === null
    )
      throw taken(wish)
  }
  const locked = await tx
    .select()
    .from(bookingTypes)
    .where(isOffered)
    .orderBy(asc(bookingTypes.id))
    .for('no key update')
  return new Map(locked.map(type => [type.id, type]))
}

async function releaseExpired(tx: Tx, typeId: string, slot: Slot): Promise<void> {
  const expired = await tx
    .selectDistinct({ orderId: bookings.orderId })
    .from(bookings)
    .where(
      and(
        eq(bookings.bookingTypeId, typeId),
        eq(bookings.status, 'pending'),
        sql`${bookings.heldUntil} <= ${tx.now}`,
        lt(bookings.startsAt, slot.endsAt),
        gt(bookings.endsAt, slot.startsAt),
      ),
    )
  for (const { orderId } of expired) if (orderId) await releaseOrder(tx, orderId, null)
}

const lockOrder = (tx: Tx, orderId: string) =>
  tx.select().from(bookings).where(eq(bookings.orderId, orderId)).orderBy(asc(bookings.id)).for('update')

// Lets go of everything an unpaid order holds; returns how many tokens came back.
async function releaseOrder(
  tx: Tx,
  orderId: string,
  by: { userId: string; reason: string | null } | null,
): Promise<number> {
  const held = (await lockOrder(tx, orderId)).filter(({ status }) => status === 'pending')
  const [first] = held
  if (!first) return 0
  await markCancelled(
    tx,
    held.map(({ id }) => id),
    by ?? { userId: null, reason: 'Not paid in time' },
  )
  let tokens = 0
  for (const { id, tokensUsed } of held)
    if (tokensUsed > 0) tokens += await returnTokens(tx, tokenRef(id), 'Booking not completed')
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

async function afterConfirmation(tx: Tx, confirmed: Booking[], message: string): Promise<void> {
  await moveUsage(tx, confirmed, 1)
  const { cancellationHours } = await readSettings(tx)
  for (const { booking, facility, email, firstName } of await describe(tx, confirmed)) {
    const until = refundableUntil(booking.startsAt, cancellationHours)
    await tx.mail(
      confirmedMail,
      { address: email, userId: booking.userId, relatesTo: `bookings/${booking.id}` },
      {
        firstName,
        facility,
        on: booking.bookingOn,
        startsAt: booking.startsAtTime,
        endsAt: booking.endsAtTime,
        tokens: booking.tokensUsed,
        pence: booking.pricePence,
        refundUntil: until < tx.now ? null : { on: calendarDate(until), at: wallTime(until) },
        bookingId: booking.id,
      },
    )
  }
  await announceChange(tx, confirmed[0]!.userId, { title: 'Booking Confirmed', message })
}

// Weeks in a fixed order, so that two transactions of one person cannot wait for each other.
async function moveUsage(tx: Tx, moved: Booking[], direction: 1 | -1): Promise<void> {
  const types = await tx
    .select({ id: bookingTypes.id, slug: bookingTypes.slug })
    .from(bookingTypes)
    .where(
      inArray(
        bookingTypes.id,
        moved.map(({ bookingTypeId }) => bookingTypeId),
      ),
    )
  const rows = moved
    .map(booking => ({
      userId: booking.userId,
      bookingTypeSlug: types.find(({ id }) => id === booking.bookingTypeId)!.slug,
      weekStartOn: mondayOf(booking.bookingOn),
      minutesUsed: (direction * (booking.endsAt.getTime() - booking.startsAt.getTime())) / 60_000,
    }))
    .sort((a, b) =>
      `${a.bookingTypeSlug} ${a.weekStartOn}`.localeCompare(`${b.bookingTypeSlug} ${b.weekStartOn}`),
    )
  for (const row of rows) {
    const { userId, bookingTypeSlug, weekStartOn, minutesUsed } = weeklyBookingUsage
    if (direction === 1)
      await tx
        .insert(weeklyBookingUsage)
        .values(row)
        .onConflictDoUpdate({
          target: [userId, bookingTypeSlug, weekStartOn],
          set: { minutesUsed: sql`${minutesUsed} + excluded.minutes_used` },
        })
    else
      await tx
        .update(weeklyBookingUsage)
        .set({ minutesUsed: sql`${minutesUsed} + ${row.minutesUsed}` })
        .where(
          and(
            eq(userId, row.userId),
            eq(bookingTypeSlug, row.bookingTypeSlug),
            eq(weekStartOn, row.weekStartOn),
          ),
        )
  }
}

async function describe(tx: Tx, list: Booking[]) {
  const rows = await tx
    .select({ id: bookings.id, facility: bookingTypes.name, email: user.email, firstName: user.firstName })
    .from(bookings)
    .innerJoin(bookingTypes, eq(bookingTypes.id, bookings.bookingTypeId))
    .innerJoin(user, eq(user.id, bookings.userId))
    .where(
      inArray(
        bookings.id,
        list.map(({ id }) => id),
      ),
    )
  return list.map(booking => ({ booking, ...rows.find(({ id }) => id === booking.id)! }))
}

// The person sees it where they are; everybody who is looking at slots sees them change.
async function announceChange(
  tx: Tx,
  userId: string,
  words: { title?: string; message?: string } = {},
): Promise<void> {
  const kind = words.title ? 'bookings.confirmed' : 'bookings.changed'
  await tx.announce({ to: { userId }, kind, ...words, refresh: ['bookings', 'tokens', 'members'] })
  await tx.announce({ to: 'everyone', kind: 'slots.changed', refresh: ['bookings'] })
}

/** From the first to the last instant of a day and the night after it, as far as a booking of that day can reach. */
export const reachOf = (on: string) => ({
  from: instantOf(on, '00:00'),
  until: instantOf(addDays(on, 3), '00:00'),
})
