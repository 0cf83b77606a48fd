import { addMonths, type CalendarDate } from '#platform/dates.ts'
import type { PaymentStatus } from './inputs.ts'

const loyaltyMonths = 3

/** How many times three unbroken paid months have passed on `today` (MEM-09). */
export function loyaltySteps(paidSinceOn: CalendarDate, today: CalendarDate): number {
  let steps = 0
  while (addMonths(paidSinceOn, (steps + 1) * loyaltyMonths) <= today) steps++
  return steps
}

/** One entitlement for each person and week, whatever plans they have in it; the same week grants once. */
export const weekRef = (userId: string, monday: CalendarDate): string => `weekly:${userId}:${monday}`

const weekMs = 7 * 86_400_000

/** Weekly tokens that came, oldest first. */
export interface WeekLot {
  amount: number
  monday: CalendarDate
  at: Date
}

/**
 * Until when a plan counts as used that is left for a smaller one: what it gave beyond the smaller one's tokens a week is time of
 * it, a full week's surplus a week, each after the one before. So nobody has a week's tokens of a plan for an hour of it. Null
 * when it gave nothing beyond.
 */
export function usedUntil(lots: readonly WeekLot[], weekly: { now: number; after: number }): Date | null {
  const surplus = weekly.now - weekly.after
  if (surplus <= 0) return null
  const had = new Map<CalendarDate, number>()
  let until = Number.NEGATIVE_INFINITY
  for (const { amount, monday, at } of lots) {
    const before = had.get(monday) ?? 0
    had.set(monday, before + amount)
    const beyond = Math.max(0, before + amount - weekly.after) - Math.max(0, before - weekly.after)
    if (beyond > 0) until = Math.max(until, at.getTime()) + weekMs * Math.min(1, beyond / surplus)
  }
  return Number.isFinite(until) ? new Date(until) : null
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

/** How the payment of a membership is shown: what was paid before a pause is paid, and no gift. */
export function paymentOf(
  { paymentStatus, ...dates }: PauseDates & { paymentStatus: PaymentStatus },
  now: Date,
): { paymentStatus: PaymentStatus; freeUntil: Date | null; pause: Pause | null } {
  const pause = pauseOf(dates, now)
  const isPaidRest = dates.pausedFrom !== null && now < dates.pausedFrom
  const freeUntil = dates.pausedFrom ? null : dates.freeUntil
  return { paymentStatus: isPaidRest ? 'paid' : paymentStatus, freeUntil, pause }
}
