import { Temporal } from 'temporal-polyfill'
import type { CalendarDate, WallTime } from './dates.ts'

/** The venue's time zone. Calendar dates and wall times (dates.ts) are those of this zone. */
export const venueZone = 'Europe/London'

/**
 * The instant at which the venue's wall clock shows `time` on `date`. A wall time that the spring clock change skips
 * is the same number of minutes after the change; one that happens twice in autumn is the first.
 */
export function instantOf(date: CalendarDate, time: WallTime): Date {
  const asUtc = Date.parse(`${date}T${time}:00Z`)
  if (isModern(asUtc) && new Date(asUtc).toISOString().startsWith(`${date}T${time}`)) {
    const [before, after] = [offsetAt(asUtc - 3 * hourMs), offsetAt(asUtc + 3 * hourMs)]
    if (before === after) return new Date(asUtc - before)
  }
  const plain = Temporal.PlainDateTime.from(`${date}T${time}`)
  return new Date(plain.toZonedDateTime(venueZone, { disambiguation: 'compatible' }).epochMilliseconds)
}

/** True when the venue's wall clock shows `time` on `date` at all (false inside the hour that spring skips). */
export function wallTimeExists(date: CalendarDate, time: WallTime): boolean {
  return wallTime(instantOf(date, time)) === time
}

/** The calendar date at the venue at this instant. */
export function calendarDate(at: Date): CalendarDate {
  const ms = at.getTime()
  if (isModern(ms)) return new Date(ms + offsetAt(ms)).toISOString().slice(0, 10)
  return zoned(at).toPlainDate().toString()
}

/** The wall time `HH:MM` at the venue at this instant. */
export function wallTime(at: Date): WallTime {
  const ms = at.getTime()
  if (isModern(ms)) return new Date(ms + offsetAt(ms)).toISOString().slice(11, 16)
  return zoned(at).toPlainTime().toString({ smallestUnit: 'minute' })
}

const hourMs = 3_600_000
// In this span the zone's changes never cut an hour of UTC in two.
const modern = { from: Date.UTC(1972, 0, 1), until: Date.UTC(2100, 0, 1) }
const isModern = (ms: number) => ms >= modern.from && ms < modern.until

/** Milliseconds that the venue's wall clock is ahead of UTC. Known hours are kept: asking the library is what costs. */
function offsetAt(ms: number): number {
  const hour = Math.floor(ms / hourMs)
  const known = offsets.get(hour)
  if (known !== undefined) return known
  if (offsets.size > 20_000) offsets.clear()
  const offset = zoned(new Date(hour * hourMs)).offsetNanoseconds / 1_000_000
  offsets.set(hour, offset)
  return offset
}

const offsets = new Map<number, number>()

function zoned(at: Date) {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(venueZone)
}
