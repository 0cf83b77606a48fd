import { minutesOf } from '#platform/dates.ts'
import type { Problem } from '#platform/problem.ts'

/** Hours of a room as wall times of the venue; empty: the venue's. `00:00` closes at the end of the day. */
export interface Hours {
  opensAt: string
  closesAt: string
}

export const whyNot = {
  /** A room closes after it has opened, also where one of the two is the venue's. */
  hours(room: Hours, venue: Hours): Problem | null {
    const opens = minutesOf(room.opensAt || venue.opensAt)
    const closes = minutesOf(room.closesAt || venue.closesAt) || 24 * 60
    if (opens < closes) return null
    return { code: 'CLOSES_BEFORE_IT_OPENS', message: 'It closes before it opens.', field: 'closesAt' }
  },

  /** The places of a room that are taken, now or later, stay: `taken` is the highest of their numbers, 0 for none. */
  units(units: number, taken: number): Problem | null {
    if (units >= taken) return null
    const message = `${taken} at a time are booked already. Move or cancel bookings first.`
    return { code: 'UNITS_TAKEN', message, field: 'units' }
  },

  /** A room with parts has no places of its own. */
  unitsOfWhole(isLeaf: boolean, units: number): Problem | null {
    if (isLeaf || units === 1) return null
    return { code: 'HAS_PARTS', message: 'A room with parts is taken as a whole.', field: 'units' }
  },
}
