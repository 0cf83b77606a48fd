import type { Problem } from '#platform/problem.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import { formatCount } from '#platform/words.ts'

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
  payingBack: 'The market that was cancelled on this day is still being paid back. Try again in some minutes.',
  hallTaken: 'The hall is taken at this time. Choose another day or other hours.',
  full: 'There is no pitch left on this day.',
  daysLoad: 'Failed to load market days',
} as const

interface Day {
  on: string
  setUpFrom: string
  opensAt: string
  closesAt: string
}

/** What of a change concerns people: whoever sells is there from set-up, whoever visits while it is open. */
export const changeOf = (was: Day, is: Day) => ({
  day: was.on !== is.on,
  visit: was.on !== is.on || was.opensAt !== is.opensAt || was.closesAt !== is.closesAt,
  any: (['on', 'setUpFrom', 'opensAt', 'closesAt'] as const).some(key => was[key] !== is[key]),
})

/**
 * Whom a market at another time gives everything back when they cancel: sellers until set-up begins, guests until it opens; of
 * the hours that it has then.
 */
export const givesBack = (day: Day, now: Date) => ({
  sellers: occupied(day).startsAt > now,
  guests: instantOf(day.on, day.opensAt) > now,
})

/** The same as a promise to read before a change, of those whom it concerns; empty where nobody can cancel any more. */
export function promiseOf(day: Day, has: { sellers: boolean; guests: boolean }, now: Date): string {
  const may = givesBack(day, now)
  const [sellers, guests] = [has.sellers && may.sellers, has.guests && may.guests]
  if (!sellers && !guests) return ''
  const who = has.sellers && !sellers ? 'Guests who' : 'Whoever'
  return `${who} cannot come then may cancel, and all they paid goes back.`
}

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
  /** Changing it at all: as long as it is not over. `is`: what it becomes; null: not known yet. */
  change(day: Day & { isCancelled: boolean; taken: number }, is: (Day & { pitches: number }) | null, now: Date) {
    const refuse = (code: string, message: string, field: string): Problem => ({ code, message, field })
    const over = whyNot.cancel(day, now)
    if (over || is === null) return over
    if (is.pitches < day.taken)
      return refuse('PITCHES_TAKEN', `${formatCount(day.taken, 'pitch', 'pitches')} are taken already.`, 'pitches')
    if (is.on !== day.on && day.on <= calendarDate(now))
      return refuse('MARKET_BEGUN', 'On its day a market can no longer be put to another one.', 'on')
    if (is.on !== day.on && occupied(is).startsAt <= now) return refuse('DATE_PAST', 'Choose a day to come', 'on')
    return instantOf(is.on, is.closesAt) <= now
      ? refuse('DATE_PAST', 'The market would be over already', 'closesAt')
      : null
  },
}
