import { Temporal } from 'temporal-polyfill'

/** The venue's time zone. Calendar dates are `YYYY-MM-DD` and wall times `HH:MM` in this zone. */
export const venueZone = 'Europe/London'

export type CalendarDate = string
export type WallTime = string
export type Weekday = (typeof weekdays)[number]

/** Monday first, as the venue counts its weeks. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

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

export function weekdayOf(date: CalendarDate): Weekday {
  return weekdays[Temporal.PlainDate.from(date).dayOfWeek - 1]!
}

/** `days` may be negative. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

/** Calendar months later; the 31st becomes the last day of a shorter month. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  return Temporal.PlainDate.from(date).add({ months }).toString()
}

/** Monday of the week that `date` lies in. */
export function mondayOf(date: CalendarDate): CalendarDate {
  return addDays(date, 1 - Temporal.PlainDate.from(date).dayOfWeek)
}

/** Minutes since midnight of a wall time. */
export function minutesOf(time: WallTime): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Wall time of so many minutes after midnight; 1440 is `24:00`, the end of the day. */
export function timeOfMinutes(minutes: number): WallTime {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/**
 * True for a date of the house's calendar, written `YYYY-MM-DD`: one that exists, of the years 2000 to 2199. The calendars of
 * JavaScript and of PostgreSQL end on different days, and arithmetic on their last ones fails.
 */
export function isCalendarDate(value: string): boolean {
  if (!/^2[01]\d{2}-\d{2}-\d{2}$/.test(value)) return false
  try {
    return Temporal.PlainDate.from(value, { overflow: 'reject' }).toString() === value
  } catch {
    return false
  }
}

export function isWallTime(value: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(value)
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
