import { addMonths, type CalendarDate, calendarDate, instantOf } from '#platform/time.ts'

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

/** What the rest of this month costs, in pence, as the provider divides it; it has the last word (decision 58). */
export function restOfMonthPence(pricePence: number, now: Date): number {
  const [start, end] = [instantOf(firstOf(now), '12:00'), nextFirst(now)]
  const share = (end.getTime() - now.getTime()) / (end.getTime() - start.getTime())
  return Math.round(pricePence * Math.min(1, share))
}

const firstOf = (now: Date): CalendarDate => `${calendarDate(now).slice(0, 8)}01`
