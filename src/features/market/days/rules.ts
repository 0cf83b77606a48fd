import type { Problem } from '#platform/problem.ts'
import { instantOf } from '#platform/time.ts'

/** So long after closing the room is cleared, in minutes. */
const clearingMinutes = 60

/** When a market has its room: from set-up until it is cleared. */
export const occupied = (day: { on: string; setUpFrom: string; closesAt: string }) => ({
  startsAt: instantOf(day.on, day.setUpFrom),
  endsAt: new Date(instantOf(day.on, day.closesAt).getTime() + clearingMinutes * 60_000),
})

export const messages = {
  noMarket: 'There is no market today',
  noDayPlanned: 'There is no market planned yet. Look again soon.',
  dayExists: 'There is already a market on this day.',
  full: 'There is no pitch left on this day.',
  daysLoad: 'Failed to load market days',
} as const

/** `today` is the calendar day at the venue. */
export const whyNot = {
  /** Only a day that is not over yet gets a market. */
  add: (on: string, today: string): Problem | null =>
    on < today ? { code: 'DATE_PAST', message: 'Choose a day from today on', field: 'on' } : null,
  /** What was is not undone, not even in the evening of its day; and what is cancelled stays so. */
  cancel: (day: { on: string; closesAt: string; isCancelled: boolean }, now: Date): Problem | null => {
    if (day.isCancelled) return { code: 'MARKET_CANCELLED', message: 'This market is cancelled already.' }
    return instantOf(day.on, day.closesAt) <= now ? { code: 'MARKET_OVER', message: 'This market is over.' } : null
  },
}
