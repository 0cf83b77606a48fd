import { addMonths } from '#platform/dates.ts'
import type { Problem } from '#platform/problem.ts'
import { calendarDate, instantOf, wallTime } from '#platform/time.ts'
import { formatCount, formatDay } from '#platform/words.ts'

/** What the house allows. */
export interface PauseTerms {
  pauseMonthsAtMost: number
  pausesPerYear: number
}

/** When a pause of so many months is over that begins at `from`: at the same time of the same day of the month. */
export const pauseEnd = (from: Date, months: number): Date =>
  instantOf(addMonths(calendarDate(from), months), wallTime(from))

/** When the twelve months begin in which the pauses are counted, for one that would begin at `from`. */
export const countedSince = (from: Date): Date => pauseEnd(from, -12)

/**
 * Why the house allows no pause that begins at `from`; `begun` are the beginnings of those in the twelve months before, the
 * latest last. `months` is left out where the question is whether any is possible.
 */
export function whyNotPauseAgain(
  { pauseMonthsAtMost, pausesPerYear }: PauseTerms,
  begun: Date[],
  months?: number,
): Problem | null {
  if (pauseMonthsAtMost === 0) return { code: 'NO_PAUSES', message: 'Memberships cannot be paused.' }
  const oldest = begun.at(-pausesPerYear)
  if (oldest)
    return {
      code: 'PAUSED_BEFORE',
      message: `You can pause ${pausesPerYear === 1 ? 'once' : formatCount(pausesPerYear, 'time')} in twelve months: again for a month that begins on ${formatDay(pauseEnd(oldest, 12))} or later.`,
    }
  if (months !== undefined && months > pauseMonthsAtMost)
    return {
      code: 'INVALID_INPUT',
      message: `At most ${formatCount(pauseMonthsAtMost, 'month')}.`,
      status: 400,
      field: 'months',
    }
  return null
}

/** A pause that has not begun, taken back: what is paid runs to its end, and is charged again then. */
export const takenBack = (pausedFrom: Date) => ({
  trial_end: Math.floor(pausedFrom.getTime() / 1000),
  proration_behavior: 'none' as const,
})
