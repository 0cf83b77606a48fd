import type { SpacePreference } from '#features/events/events/inputs.ts'
import { preferredRooms } from '#features/events/events/rules.ts'
import { minutesOf, timeOfMinutes, type WallTime } from '#platform/dates.ts'
import { formatTimeRange } from '#platform/words.ts'

/** From one wall time of a day to another; the end of the day is `24:00`. */
export interface TimeOfDay {
  startsAt: WallTime
  endsAt: WallTime | '24:00'
}

/** An event as far as its room is concerned. */
export interface Planned {
  startTime: WallTime
  endTime: WallTime
  setUpMinutes: number
  clearMinutes: number
}

const endOfDay = 24 * 60
const minutes = (time: WallTime | '24:00') => (time === '24:00' ? endOfDay : minutesOf(time))
const timeAt = (at: number) => (at >= endOfDay ? '24:00' : timeOfMinutes(Math.max(0, at)))

/** When the room is needed on the day: from set-up until it is cleared. */
export const neededOf = ({ startTime, endTime, setUpMinutes, clearMinutes }: Planned): TimeOfDay => ({
  startsAt: timeAt(minutesOf(startTime) - setUpMinutes),
  endsAt: timeAt(minutesOf(endTime) + clearMinutes),
})

/** Minutes of the day at which a stretch of it begins and ends, for drawing it. */
export const spanOf = ({ startsAt, endsAt }: TimeOfDay) => ({ from: minutes(startsAt), until: minutes(endsAt) })

/** What of `taken` is in the way; ranges are half open, so neighbours do not touch. */
export const inTheWay = (taken: readonly TimeOfDay[], needed: TimeOfDay): TimeOfDay[] =>
  taken.filter(
    other => minutes(other.startsAt) < minutes(needed.endsAt) && minutes(other.endsAt) > minutes(needed.startsAt),
  )

/** Times one after another, those that touch or overlap as one: `10:00–12:00 and 15:00–17:00`. */
export function timesInWords(times: readonly TimeOfDay[]): string {
  const joined: TimeOfDay[] = []
  for (const time of times.toSorted((a, b) => minutes(a.startsAt) - minutes(b.startsAt))) {
    const last = joined.at(-1)
    if (last && minutes(time.startsAt) <= minutes(last.endsAt))
      last.endsAt = minutes(time.endsAt) > minutes(last.endsAt) ? time.endsAt : last.endsAt
    else joined.push({ ...time })
  }
  const words = joined.map(({ startsAt, endsAt }) => formatTimeRange(startsAt, endsAt))
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

/** The wish that stands for a room. */
export const preferenceOf = (slug: string): SpacePreference =>
  (Object.keys(preferredRooms) as SpacePreference[]).find(wish => preferredRooms[wish] === slug)!
