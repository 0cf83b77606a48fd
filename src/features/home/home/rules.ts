import { calendarDate } from '#platform/time.ts'

/** A place that a person has: a booking, the studio or an event; instants as ISO text. */
export interface Place {
  kind: 'booking' | 'studio' | 'event'
  id: string
  what: string
  startsAt: string
  endsAt: string
  /** Held until it is paid. */
  isHeld: boolean
}

export interface DayOfPlaces {
  on: string
  isToday: boolean
  places: (Place & { isNow: boolean })[]
}

/** Places by the venue's day on which they begin, in their order; what began before today and still runs is of today. */
export function daysOf(places: readonly Place[], now: Date): DayOfPlaces[] {
  const today = calendarDate(now)
  const dayOf = ({ startsAt }: Place) => {
    const on = calendarDate(new Date(startsAt))
    return [on, today].toSorted().at(-1)!
  }
  return [...Map.groupBy(places, dayOf)].map(([on, mine]) => ({
    on,
    isToday: on === today,
    places: mine.map(place => ({ ...place, isNow: new Date(place.startsAt) <= now && now < new Date(place.endsAt) })),
  }))
}
