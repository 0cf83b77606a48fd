import { minutesOf } from '#platform/dates.ts'

/** Columns are as wide as this, so that every usual length ends on one. */
export const columnMinutes = 5
export const columnsAnHour = 60 / columnMinutes
const dayEnds = 24 * 60

interface Placed {
  spaceId: string
  unit: number
  startsAt: string
  endsAt: string
}

/** A stretch of a row: a booking, or nothing until the next one or the full hour. */
export interface Stretch<B> {
  /** minutes after midnight */
  from: number
  columns: number
  booking: B | null
}

export interface DayPlan<B> {
  /** the full hours, from the first to the last that is shown */
  hours: number[]
  rows: { spaceId: string; name: string; unit: number | null; stretches: Stretch<B>[] }[]
}

/**
 * A day of the house as a table: a row for each room, one more for each further unit that is taken, and what takes it
 * as stretches that never overlap. It shows the hours of the house, and more where something is booked outside them. What
 * runs past midnight ends with the day.
 */
export function dayPlan<B extends Placed>(
  bookings: readonly B[],
  rooms: readonly { id: string; name: string }[],
  open: { opensAt: string; closesAt: string },
): DayPlan<B> {
  const opens = minutesOf(open.opensAt)
  const first = Math.min(opens, ...bookings.map(startOf))
  // What is there all day, such as a rental, fills the hours that there are and adds none.
  const placed = bookings.filter(booking => startOf(booking) > opens || booking.endsAt !== '00:00')
  const last = Math.max(endAfter(opens, open.closesAt), ...placed.map(endOf))
  const hours = range(Math.floor(first / 60), Math.ceil(last / 60))
  const rows = rooms.flatMap(({ id: spaceId, name }) => {
    const own = bookings.filter(booking => booking.spaceId === spaceId)
    const units = [...new Set(own.map(({ unit }) => unit))].sort((a, b) => a - b)
    if (units.length === 0) return [{ spaceId, name, unit: null, stretches: stretchesOf<B>([], hours) }]
    return units.map(unit => ({
      spaceId,
      name,
      unit: units.length > 1 ? unit : null,
      stretches: stretchesOf(
        own.filter(booking => booking.unit === unit),
        hours,
      ),
    }))
  })
  return { hours, rows }
}

/** How much of the hours that are shown lies before a wall time, from 0 to 1; null outside them. */
export function nowShare(time: string, hours: readonly number[]): number | null {
  const [first, last] = [hours[0], hours.at(-1)]
  if (first === undefined || last === undefined) return null
  const share = (minutesOf(time) - first * 60) / ((last + 1 - first) * 60)
  return share < 0 || share >= 1 ? null : share
}

const leastSeenMinutes = 90

/**
 * From where a day is shown that has no room for all of its hours: of what is under way then, and soon over, the beginning, where
 * its name stands.
 */
export function beginsAt(wanted: number, bookings: readonly Placed[]): number {
  const cut = bookings.filter(
    booking => startOf(booking) < wanted && endOf(booking) > wanted && endOf(booking) < wanted + leastSeenMinutes,
  )
  return cut.length === 0 ? wanted : beginsAt(Math.min(...cut.map(startOf)), bookings)
}

function stretchesOf<B extends Placed>(bookings: readonly B[], hours: readonly number[]): Stretch<B>[] {
  const stretches: Stretch<B>[] = []
  let at = (hours[0] ?? 0) * 60
  const end = (hours.at(-1)! + 1) * 60
  const add = (until: number, booking: B | null) => {
    const columns = (until - at) / columnMinutes
    if (until > at) stretches.push({ from: at, columns, booking })
    at = Math.max(at, until)
  }
  // What is free is cut at the full hours, where the lines are.
  const free = (until: number) => {
    while (at < until) add(Math.min(until, (Math.floor(at / 60) + 1) * 60), null)
  }
  for (const booking of bookings.toSorted((a, b) => startOf(a) - startOf(b))) {
    free(down(startOf(booking)))
    add(Math.min(Math.max(up(endOf(booking)), at + columnMinutes), end), booking)
  }
  free(end)
  return stretches
}

const startOf = ({ startsAt }: Placed) => minutesOf(startsAt)
const endOf = ({ startsAt, endsAt }: Placed) => endAfter(minutesOf(startsAt), endsAt)
const endAfter = (start: number, end: string) => (minutesOf(end) > start ? minutesOf(end) : dayEnds)
const down = (minutes: number) => Math.floor(minutes / columnMinutes) * columnMinutes
const up = (minutes: number) => Math.ceil(minutes / columnMinutes) * columnMinutes
const range = (from: number, until: number) => Array.from({ length: until - from }, (_, index) => from + index)
