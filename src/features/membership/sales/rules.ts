import type { PaymentStatus } from '#features/membership/memberships/inputs.ts'
import { addDays, addMonths, type CalendarDate } from '#platform/dates.ts'
import { calendarDate, instantOf } from '#platform/time.ts'

/** A price at the provider, as far as it says what is charged. */
export interface MonthlyPrice {
  currency: string
  unit_amount: number | null
  recurring: { interval: string; interval_count: number } | null
}

/** Whether a price is charged every month. */
export const isMonthly = ({ recurring }: Pick<MonthlyPrice, 'recurring'>): boolean =>
  recurring?.interval === 'month' && recurring.interval_count === 1

/**
 * When a membership that begins with a part of this month renews first: at noon of the first of the next month at the venue. (Noon,
 * because the provider counts months in days of UTC.)
 */
export const nextFirst = (now: Date): Date => instantOf(addMonths(firstOf(now), 1), '12:00')

/**
 * When a membership begins that is wished for a later day: in the first hours of that day. (Not at midnight, which in summer is
 * still the day before where the provider counts its months, in UTC.)
 */
export const beginsAt = (startOn: CalendarDate): Date => instantOf(startOn, '01:00')

/** The provider takes no first charge less than 48 hours ahead; until the card is entered some time passes. */
const leadHours = 50
/** Further ahead nobody promises a price. */
const daysAheadAtMost = 365

/** The days, both included, on which a membership that is arranged now can begin, beside at once. */
export function startDays(now: Date): { from: CalendarDate; until: CalendarDate } {
  const from = addDays(calendarDate(new Date(now.getTime() + leadHours * 3_600_000)), 1)
  return { from, until: addDays(calendarDate(now), daysAheadAtMost) }
}

/** What the rest of this month costs, in pence, as the provider divides it; it has the last word (decision 58). */
export function restOfMonthPence(pricePence: number, now: Date): number {
  const [start, end] = [instantOf(firstOf(now), '12:00'), nextFirst(now)]
  const share = (end.getTime() - now.getTime()) / (end.getTime() - start.getTime())
  return Math.round(pricePence * Math.min(1, share))
}

/** Whether a subscription was asked for with a later day for its first charge. */
export const isLaterStart = (subscription: { metadata: Record<string, string>; trial_end: number | null }): boolean =>
  Boolean(subscription.metadata.startOn) && subscription.trial_end !== null

/** What a subscription's own notes say of a pause, in seconds: what was paid ends then. */
export const pausedFromKey = 'pausedFrom'

/**
 * When the plan of a subscription began to rest, or will; null when nobody paused it. A note of before the running period is of a
 * pause that is over.
 */
export function pausedFromOf(subscription: {
  status: string
  trial_end: number | null
  metadata: Record<string, string>
  items: { data: { current_period_start: number }[] }
}): Date | null {
  const noted = Number(subscription.metadata[pausedFromKey] || Number.NaN)
  const isOfThisPeriod = noted >= (subscription.items.data[0]?.current_period_start ?? 0)
  if (subscription.status !== 'trialing' || !subscription.trial_end || !isOfThisPeriod) return null
  return new Date(Math.min(noted, subscription.trial_end) * 1000)
}

/** When the running period of a subscription ends, or it does itself. */
export const periodEndOf = (subscription: {
  cancel_at: number | null
  items: { data: { current_period_end: number }[] }
}): Date => new Date((subscription.cancel_at ?? subscription.items.data[0]!.current_period_end) * 1000)

/** A subscription at the provider, as far as it says what is paid; its latest invoice as an object, where that was asked for. */
export interface BilledSubscription {
  status: string
  pause_collection?: unknown
  latest_invoice?: string | { status?: string | null; auto_advance?: boolean } | null
}

/** Whether nobody is asked for the running month any more: its invoice was voided, written off or put aside. */
export function isMonthWaived({ latest_invoice: latest }: BilledSubscription): boolean {
  if (typeof latest !== 'object' || !latest) return false
  return (
    latest.status === 'void' || latest.status === 'uncollectible' || (latest.status === 'draft' && !latest.auto_advance)
  )
}

/** Our word for the provider's state of a subscription; null when it has ended. */
export function paymentStatusOf(subscription: BilledSubscription): PaymentStatus | null {
  switch (subscription.status) {
    case 'active':
      // While its collection is paused, by the house or at the provider, nothing is charged; and a month whose invoice was
      // let go of is not paid, also after the pause.
      return subscription.pause_collection || isMonthWaived(subscription) ? 'waived' : 'paid'
    case 'past_due':
      return isMonthWaived(subscription) ? 'waived' : 'overdue'
    case 'trialing':
    case 'paused':
      return 'waived'
    case 'incomplete':
      return 'pending'
    default:
      return null
  }
}

/** Whether a part of this month can be paid for: on the first of it there is no part, but the month. */
export const hasPartMonth = (now: Date): boolean => calendarDate(now) !== firstOf(now)

const firstOf = (now: Date): CalendarDate => `${calendarDate(now).slice(0, 8)}01`
