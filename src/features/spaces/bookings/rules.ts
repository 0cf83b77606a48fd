import { whyNot as whyNotOrder } from '#features/money/orders/rules.ts'
import type { BookingStatus } from '#features/spaces/calendar/inputs.ts'
import { refundableUntil } from '#features/spaces/calendar/rules.ts'
import { isTokenDay } from '#features/spaces/facilities/rules.ts'
import { type Actor, whyNotIn } from '#platform/auth/actor.ts'
import type { Problem } from '#platform/problem.ts'
import { formatDate } from '#platform/words.ts'
import { messages } from './inputs.ts'

interface Paid {
  tokensUsed: number
  pricePence: number
  /** What is left of its order's money in pence, when some went back already; null without an order. */
  leftPence?: number | null
}

/** What was paid for a booking and has not gone back yet, by hand at the provider or to the payer's bank. */
export const paidFor = ({ tokensUsed, pricePence, leftPence }: Paid) => ({
  tokens: tokensUsed,
  pence: Math.min(pricePence, leftPence ?? pricePence),
})

interface Booking {
  status: BookingStatus
  startsAt: Date
}

/** A sum: what is asked for, or what comes back. */
export interface Back {
  tokens: number
  pence: number
}

/** All of several sums. */
export const sumOf = (sums: readonly Back[]): Back => ({
  tokens: sums.reduce((sum, { tokens }) => sum + tokens, 0),
  pence: sums.reduce((sum, { pence }) => sum + pence, 0),
})

/** What may not be done with a booking, and why. */
export const whyNot = {
  /** Whoever booked it reads it, and admins. */
  read: (actor: Actor, booking: { userId: string }): Problem | null =>
    booking.userId === actor.userId || whyNotIn(actor, 'admin') === null
      ? null
      : { code: 'NOT_FOUND', message: messages.notFound },

  /** Paying for a booking that is held. */
  pay: ({ status, heldUntil }: { status: BookingStatus; heldUntil: Date | null }, now: Date): Problem | null =>
    whyNotOrder.pay({ status: status === 'pending' ? 'pending' : 'expired', expiresAt: heldUntil ?? now }, now),

  /** Cancelling an own booking: before it begins; an unpaid hold whenever it is (decision 23). */
  cancel(booking: Booking, now: Date): Problem | null {
    if (booking.status === 'confirmed' && booking.startsAt <= now)
      return { code: 'CANNOT_CANCEL', message: 'This booking has begun and can no longer be cancelled.' }
    return whyNot.cancelByStaff(booking)
  },

  /** Booking while it costs what the person was shown; without `seen` they were shown nothing. */
  bookAsSeen: (price: Back, seen: Back | undefined): Problem | null =>
    !seen || (seen.tokens === price.tokens && seen.pence === price.pence)
      ? null
      : { code: 'PRICE_CHANGED', message: 'What this costs has changed meanwhile. Please look again.' },

  /** Cancelling while what comes back is what the person was shown; without `seen` they were shown nothing. */
  cancelAsSeen: (back: Back, seen: Back | undefined): Problem | null =>
    !seen || (seen.tokens === back.tokens && seen.pence === back.pence)
      ? null
      : { code: 'REFUND_CHANGED', message: 'What comes back has changed meanwhile. Please look again.' },

  /**
   * Putting a booking to another time at `now`: as long as cancelling it gives everything back, so that nobody moves what
   * they can no longer cancel, and then cancels it; staff until it begins.
   */
  move(
    { status, startsAt }: Booking,
    { now, cancellationHours, isStaff }: { now: Date; cancellationHours: number; isStaff: boolean },
  ): Problem | null {
    const refuse = (message: string): Problem => ({ code: 'CANNOT_MOVE', message })
    if (status !== 'confirmed') return refuse('Only a booking that is confirmed can be moved.')
    if (startsAt <= now) return refuse('This booking has begun and can no longer be moved.')
    return isStaff || now <= refundableUntil(startsAt, cancellationHours)
      ? null
      : refuse(`Bookings can be moved until ${cancellationHours} hours before they begin.`)
  },

  /** The price stays as it was paid; what tokens paid stays on days that take tokens (CNT-60). */
  moveTo: (paidWith: 'tokens' | 'card', days: readonly string[], on: string): Problem | null =>
    paidWith === 'card' || isTokenDay(days, on)
      ? null
      : {
          code: 'TOKENS_NOT_AVAILABLE',
          message: 'Tokens cannot be used on this day. Choose another, or cancel and book it by card.',
          field: 'on',
        },

  /** Staff cancel whatever is not cancelled (decision 23). */
  cancelByStaff: ({ status }: Pick<Booking, 'status'>): Problem | null =>
    status === 'cancelled' ? { code: 'CANNOT_CANCEL', message: 'This booking is cancelled already.' } : null,
}

/**
 * Exactly what comes back, in the form it was paid, when the person cancels at `now` (BOOK-34, decision 23). An unpaid hold
 * gives back its tokens whenever it is let go, since nothing was bought yet.
 */
export function refundOf(
  booking: Booking & Paid,
  now: Date,
  cancellationHours: number,
): { tokens: number; pence: number } {
  if (booking.status === 'pending') return { tokens: booking.tokensUsed, pence: 0 }
  const isInTime = whyNot.cancel(booking, now) === null && now <= refundableUntil(booking.startsAt, cancellationHours)
  return isInTime ? paidFor(booking) : { tokens: 0, pence: 0 }
}

/** The same of several that are cancelled together: of one order no more comes back than is left of it. */
export function refundsOf<Row extends Booking & Paid & { orderId: string | null }>(
  together: readonly Row[],
  now: Date,
  cancellationHours: number,
): (Row & { back: Back })[] {
  const left = new Map<string | null, number>()
  return together.map(row => {
    const leftPence = left.get(row.orderId) ?? row.leftPence ?? null
    const back = refundOf({ ...row, leftPence }, now, cancellationHours)
    if (leftPence !== null) left.set(row.orderId, leftPence - back.pence)
    return { ...row, back }
  })
}

/** What a card is asked to pay for places: a line for each that tokens do not pay, in pence. */
export function goodsOf(
  places: readonly {
    facility: { name: string }
    slot: { startsAtTime: string; endsAtTime: string }
    wish: { on: string }
    payment: { pence: number }
  }[],
) {
  const lines = places
    .filter(({ payment }) => payment.pence > 0)
    .map(({ facility, slot, wish, payment }) => ({
      name: `${facility.name}, ${formatDate(wish.on, { year: true })}, ${slot.startsAtTime}–${slot.endsAtTime}`,
      quantity: 1,
      unitPence: payment.pence,
    }))
  // Those that tokens pay are of the order as well.
  const description = places.length === 1 ? lines[0]!.name : `${places.length} facility bookings`
  return { description, lines }
}

interface Told {
  id: string
  facility: { name: string }
  person: { firstName: string }
  bookingOn: string
  startsAtTime: string
  endsAtTime: string
  tokensUsed: number
  pricePence: number
}

/** What one mail says of several bookings of one person: each with its price or what comes back of it, and the sum. */
export const factsForAll = (bookings: readonly (Told & { back?: Back; refundableUntil?: string | null })[]) => {
  const told = bookings.map(booking => ({
    ...factsFor(booking),
    ...booking.back,
    ...(booking.refundableUntil !== undefined && { refundableUntil: booking.refundableUntil }),
  }))
  return {
    firstName: told[0]!.firstName,
    ...sumOf(told),
    bookings: told.map(({ firstName: _, ...facts }) => facts),
  }
}

/** What every mail about a booking says of it. */
export const factsFor = (booking: Told) => ({
  facility: booking.facility.name,
  firstName: booking.person.firstName,
  on: booking.bookingOn,
  startsAt: booking.startsAtTime,
  endsAt: booking.endsAtTime,
  tokens: booking.tokensUsed,
  pence: booking.pricePence,
  bookingId: booking.id,
})
