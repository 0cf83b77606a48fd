import { bookableDays } from '#features/spaces/facilities/rules.ts'
import { addDays, type CalendarDate, daysApart, minutesOf, type WallTime } from '#platform/dates.ts'
import type { Problem } from '#platform/problem.ts'
import { formatDate } from '#platform/words.ts'
import { mostOccurrences, type Occurrence, type Series } from './inputs.ts'

type Days = Pick<Series, 'on' | 'everyWeeks' | 'until'>

/** The days of a series, the first of them `on`, the last not after `until`; no more than can be booked at once. */
export const daysOf = ({ on, everyWeeks, until }: Days): CalendarDate[] =>
  daysApart(on, until, 7 * everyWeeks, mostOccurrences)

/** The last day up to which a series can be asked for that begins `on`, on the day `today`. */
export function lastUntil({ on, everyWeeks }: Omit<Days, 'until'>, today: CalendarDate): CalendarDate {
  return [addDays(on, 7 * everyWeeks * mostOccurrences - 1), addDays(today, bookableDays)].sort()[0]!
}

/** What cannot be repeated, and why. */
export const whyNot = {
  /** Asking for a series on the day `today`: more than one day, not too many, and none too far ahead. */
  repeat(series: Days, today: CalendarDate): Problem | null {
    const refuse = (message: string): Problem => ({ code: 'CANNOT_REPEAT', message, field: 'until', status: 400 })
    const { on, everyWeeks, until } = series
    if (until < addDays(on, 7 * everyWeeks)) return refuse('Choose a day on which it comes round at least once more.')
    const last = lastUntil(series, today)
    return until > last ? refuse(`Choose a day until ${formatDate(last, { year: true })}.`) : null
  },

  /** Booking these times of a series: each on a day of its own of those that it has. */
  choose(series: Days, chosen: readonly Occurrence[]): Problem | null {
    const days = new Set(daysOf(series))
    const isOne = chosen.every(({ on }) => days.delete(on))
    return isOne && chosen.length > 0
      ? null
      : { code: 'NOT_IN_SERIES', message: 'These are not the days of the series. Please look again.', status: 400 }
  },
}

/** Up to three of these wall times that lie nearest to `time`, in their order. */
export const nearestTo = (time: WallTime, starts: readonly WallTime[]): WallTime[] =>
  starts
    .toSorted((a, b) => distance(a, time) - distance(b, time) || (a < b ? -1 : 1))
    .slice(0, 3)
    .sort()

const distance = (a: WallTime, b: WallTime) => Math.abs(minutesOf(a) - minutesOf(b))
