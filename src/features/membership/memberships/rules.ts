import { addMonths, type CalendarDate } from '#platform/dates.ts'
import type { PaymentStatus } from './inputs.ts'

const loyaltyMonths = 3

/** How many times three unbroken paid months have passed on `today` (MEM-09). */
export function loyaltySteps(paidSinceOn: CalendarDate, today: CalendarDate): number {
  let steps = 0
  while (addMonths(paidSinceOn, (steps + 1) * loyaltyMonths) <= today) steps++
  return steps
}

/** As a membership keeps a pause: what is paid ends at `pausedFrom`, and nothing is charged before `freeUntil`. */
export interface PauseDates {
  pausedFrom: Date | null
  freeUntil: Date | null
}

/** A pause, arranged or under way; the plan rests from `from` on until it is charged again. */
export interface Pause {
  from: Date
  until: Date
  isResting: boolean
}

/** The pause of a membership; null without one, and where it was taken back. */
export const pauseOf = ({ pausedFrom, freeUntil }: PauseDates, now: Date): Pause | null =>
  pausedFrom && freeUntil && pausedFrom < freeUntil
    ? { from: pausedFrom, until: freeUntil, isResting: pausedFrom <= now && now < freeUntil }
    : null

/** The bank has taken the month back for good, so that nothing is to pay and what the plan brings rests. */
export const isTakenBack = (of: { paymentStatus: PaymentStatus; limitedAt: Date | null }): boolean =>
  of.limitedAt !== null && of.paymentStatus === 'waived'

/** How the payment of a membership is shown: what was paid before a pause is paid, and no gift. */
export function paymentOf(
  { paymentStatus, limitedAt, ...dates }: PauseDates & { paymentStatus: PaymentStatus; limitedAt: Date | null },
  now: Date,
): { paymentStatus: PaymentStatus; isTakenBack: boolean; freeUntil: Date | null; pause: Pause | null } {
  const pause = pauseOf(dates, now)
  const isPaidRest = dates.pausedFrom !== null && now < dates.pausedFrom
  const freeUntil = dates.pausedFrom ? null : dates.freeUntil
  return {
    paymentStatus: isPaidRest ? 'paid' : paymentStatus,
    isTakenBack: isTakenBack({ paymentStatus, limitedAt }),
    freeUntil,
    pause,
  }
}
