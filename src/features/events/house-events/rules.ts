import { type Hosted, timesOf } from '#features/events/hosting/rules.ts'
import type { CalendarDate } from '#platform/dates.ts'
import type { Problem } from '#platform/problem.ts'
import { formatCount, formatDate } from '#platform/words.ts'
import type { NewEvent } from './inputs.ts'

/** Places of an event that somebody has or is offered. */
export const takenOf = ({ registeredCount, offeredCount }: { registeredCount: number; offeredCount: number }) =>
  registeredCount + offeredCount

/** Days in words, the year left out: `Thu 3 Dec and Thu 17 Dec`. */
export function daysInWords(days: readonly CalendarDate[]): string {
  const words = days.map(day => formatDate(day))
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

/** Why something may not be done with an event of the house now; null: it may. */
export const whyNot = {
  /** Planning it on these days: one at least, and none that has begun. */
  add(event: Pick<NewEvent, 'startTime' | 'endTime'>, days: readonly CalendarDate[], now: Date): Problem | null {
    const first = days[0]
    if (first === undefined)
      return { code: 'NO_DATES', message: 'Its room is taken on every one of these days.', field: 'eventDate' }
    if (timesOf({ ...event, eventDate: first }).startsAt > now) return null
    return { code: 'DATE_PAST', message: 'Choose a time that is still to come.', field: 'eventDate' }
  },

  /** Hiding it, or showing it again, until it is over. */
  hide: (event: Hosted, now: Date): Problem | null => whyNot.change(event, null, { taken: 0, now }),

  /** Changing an approved event until it is over; `taken` is the most places that one of its dates has given away. */
  change(
    event: Hosted,
    wish: { capacity: number } | null,
    { taken, now }: { taken: number; now: Date },
  ): Problem | null {
    if (event.applicationStatus !== 'approved')
      return { code: 'NOT_APPROVED_YET', message: 'Only an approved event is changed here.' }
    if (event.cancelledAt) return { code: 'EVENT_CANCELLED', message: 'This event was cancelled.' }
    if (event.endsAt && event.endsAt <= now) return { code: 'EVENT_OVER', message: 'This event is over.' }
    if (!wish || wish.capacity >= taken) return null
    const message = `${formatCount(taken, 'person', 'people')} ${taken === 1 ? 'has' : 'have'} a place already. Choose ${taken} or more.`
    return { code: 'TOO_FEW_PLACES', message, field: 'capacity' }
  },
}
