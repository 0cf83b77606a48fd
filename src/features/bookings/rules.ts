import type { Slot } from '#features/facilities/rules.ts'
import type { BookingStatus } from './inputs.ts'

interface Held {
  unit: number
  startsAt: Date
  endsAt: Date
}

/** The lowest unit that is free for the whole of `slot`, or null; ranges are half open, so neighbours do not touch. */
export function freeUnit(units: number, slot: Pick<Slot, 'startsAt' | 'endsAt'>, held: readonly Held[]): number | null {
  const busy = busyUnits(slot, held)
  for (let unit = 1; unit <= units; unit++) if (!busy.has(unit)) return unit
  return null
}

/** How many units are free for the whole of `slot`. */
export function unitsLeft(units: number, slot: Pick<Slot, 'startsAt' | 'endsAt'>, held: readonly Held[]): number {
  return units - [...busyUnits(slot, held)].filter(unit => unit <= units).length
}

/** The last moment at which cancelling gives back what was paid (decision 23). */
export const refundableUntil = (startsAt: Date, cancellationHours: number) =>
  new Date(startsAt.getTime() - cancellationHours * 3_600_000)

/** The same, or null once it has passed. */
export function untilOrNull(startsAt: Date, cancellationHours: number, now: Date): Date | null {
  const until = refundableUntil(startsAt, cancellationHours)
  return until < now ? null : until
}

export interface Cancellation {
  canCancel: boolean
  /** What comes back, in the form it was paid. */
  tokens: number
  pence: number
}

/**
 * Whether a person may cancel at `now`, and exactly what comes back (BOOK-34, decision 23). An unpaid hold gives back its
 * tokens whenever it is let go, since nothing was bought yet.
 */
export function cancellationOf(
  booking: { status: BookingStatus; startsAt: Date; tokensUsed: number; pricePence: number },
  now: Date,
  cancellationHours: number,
): Cancellation {
  if (booking.status === 'pending') return { canCancel: true, tokens: booking.tokensUsed, pence: 0 }
  const canCancel = booking.status === 'confirmed' && booking.startsAt > now
  const isInTime = canCancel && now <= refundableUntil(booking.startsAt, cancellationHours)
  return { canCancel, tokens: isInTime ? booking.tokensUsed : 0, pence: isInTime ? booking.pricePence : 0 }
}

/** The terms shown before booking (BOOK-33), with the hours that the venue's cancellation setting says (BOOK-34). */
export const termsOf = (cancellationHours: number): string[] => [
  'Please arrive 10 minutes before your session.',
  `Cancel ${cancellationHours} or more hours ahead and you get back what you paid: card payments are refunded, tokens are returned.`,
  `Within ${cancellationHours} hours of the start bookings are final and non-refundable, and tokens are forfeited.`,
  'Sessions are not extended if you arrive late.',
]

function busyUnits(slot: Pick<Slot, 'startsAt' | 'endsAt'>, held: readonly Held[]): Set<number> {
  return new Set(
    held.filter(other => other.startsAt < slot.endsAt && other.endsAt > slot.startsAt).map(({ unit }) => unit),
  )
}
