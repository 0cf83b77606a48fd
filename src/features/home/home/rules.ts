import { calendarDate, instantOf } from '#platform/time.ts'

/** A place that a person has: a booking, the studio, an event, a stall, on its day the market, or one that is offered to them; instants as ISO text. */
export interface Place {
  kind: 'booking' | 'studio' | 'event' | 'stall' | 'market' | 'offer' | 'eventOffer'
  id: string
  what: string
  startsAt: string
  endsAt: string
  /** Held until it is paid. */
  isHeld: boolean
  /** What they wait for came free: until when it is kept for them. `id` is that of the facility or the event. */
  keptUntil: string | null
}

export interface DayOfPlaces {
  on: string
  isToday: boolean
  places: (Place & { isNow: boolean })[]
}

/** The market that is on today, as a place of everybody who comes in with a ticket of their own; none on another day, or once it is over. */
export const marketToday = (next: { on: string; opensAt: string; closesAt: string } | null, now: Date): Place[] =>
  next?.on === calendarDate(now)
    ? [
        {
          kind: 'market',
          id: next.on,
          what: 'Your market ticket',
          startsAt: instantOf(next.on, next.opensAt).toISOString(),
          endsAt: instantOf(next.on, next.closesAt).toISOString(),
          isHeld: false,
          keptUntil: null,
        },
      ]
    : []

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
