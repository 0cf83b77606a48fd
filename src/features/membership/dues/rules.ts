import type { PaymentStatus } from '#features/membership/memberships/inputs.ts'
import type { Problem } from '#platform/problem.ts'
import { formatCount } from '#platform/words.ts'
import type { ReminderType } from './inputs.ts'

const dayMs = 86_400_000
const oftenHours = 24

/** A membership as far as what is to pay for it depends on it. */
export interface Due {
  paymentStatus: PaymentStatus
  hasSubscription: boolean
  cancelsAtPeriodEnd: boolean
  /** Nothing is charged before it. */
  freeUntil: Date | null
  /** It begins with its first charge. */
  isWaiting: boolean
  /** When it is charged next, or ends. */
  currentPeriodEnd: Date | null
  overdueSince: Date | null
  lastReminderAt: Date | null
  reminderCount: number
  accountStatus: string
}

/** What a reminder would be about now: `due` on the day of the charge and the day before; null when nothing is to pay. */
export function reminderTypeOf(due: Due, now: Date): ReminderType | null {
  if (due.paymentStatus === 'overdue') return 'overdue'
  if (!due.hasSubscription || due.cancelsAtPeriodEnd || !due.currentPeriodEnd) return null
  // Let go of, put aside or paused at the provider: nobody here knows that it will be charged.
  if (due.paymentStatus === 'waived' && !due.freeUntil && !due.isWaiting) return null
  if (due.paymentStatus === 'pending') return 'due'
  return due.currentPeriodEnd.getTime() - now.getTime() <= dayMs ? 'due' : 'upcoming'
}

/** Why no reminder can be sent; null when one can. */
export function whyNotRemind(due: Due, now: Date, seenCount = due.reminderCount): Problem | null {
  if (due.accountStatus !== 'active')
    return { code: 'ON_HOLD', message: 'This account is on hold: nothing is asked of it.' }
  if (reminderTypeOf(due, now) === null)
    return { code: 'NOTHING_DUE', message: 'Nothing is to pay for this membership.' }
  if (due.reminderCount !== seenCount)
    return {
      code: 'CHANGED_MEANWHILE',
      message: `A reminder has gone out meanwhile: ${formatCount(due.reminderCount, 'reminder')} in all. Nothing was sent now.`,
    }
  const sinceMs = due.lastReminderAt ? now.getTime() - due.lastReminderAt.getTime() : Number.POSITIVE_INFINITY
  return sinceMs < oftenHours * 3_600_000
    ? { code: 'REMINDED_ALREADY', message: 'They were reminded less than a day ago. Give them a day.' }
    : null
}

/** On which days of an overdue payment the house reminds by itself: the first, the third, and the one before the grace ends. */
export const reminderDays = (graceDays: number): number[] =>
  [...new Set([1, 3, graceDays - 1])].filter(day => day >= 1 && day < graceDays).sort((a, b) => a - b)

/** What comes next for an overdue payment, and when. */
export function nextSteps(
  overdueSince: Date,
  { graceDays, now, isLimited }: { graceDays: number; now: Date; isLimited: boolean },
) {
  const at = (days: number) => new Date(overdueSince.getTime() + days * dayMs)
  const remindsAt =
    reminderDays(graceDays)
      .map(at)
      .find(each => each > now) ?? null
  return { remindsAt, restsAt: isLimited ? null : at(graceDays) }
}

/** Whole days since a payment became overdue. */
export const daysOverdue = (overdueSince: Date, now: Date): number =>
  Math.floor((now.getTime() - overdueSince.getTime()) / dayMs)
