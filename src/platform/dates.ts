/**
 * Calendar dates `YYYY-MM-DD` and wall times `HH:MM`, which know no zone: what a browser needs of them without the library
 * that knows zones (time.ts). Dates that are none throw a RangeError.
 */
export type CalendarDate = string
export type WallTime = string
export type Weekday = (typeof weekdays)[number]

/** Monday first, as the venue counts its weeks. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

export function weekdayOf(date: CalendarDate): Weekday {
  return weekdays[(utcOf(date).getUTCDay() + 6) % 7]!
}

/** `days` may be negative. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  const at = utcOf(date)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** The days from `first` to `until`, so many days `apart`; at most `most` of them. */
export function daysApart(first: CalendarDate, until: CalendarDate, apart: number, most: number): CalendarDate[] {
  const days: CalendarDate[] = []
  for (let day = first; day <= until && days.length < most; day = addDays(day, apart)) days.push(day)
  return days
}

/** The first of the days that are shown together with `on`, so many at a time, counted from `first`. */
export const windowOf = (first: CalendarDate, on: CalendarDate, count: number): CalendarDate =>
  addDays(first, Math.floor((utcOf(on).getTime() - utcOf(first).getTime()) / 86_400_000 / count) * count)

/** Calendar months later; the 31st becomes the last day of a shorter month. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const at = utcOf(date)
  const day = at.getUTCDate()
  at.setUTCDate(1)
  at.setUTCMonth(at.getUTCMonth() + months + 1, 0)
  at.setUTCDate(Math.min(day, at.getUTCDate()))
  return at.toISOString().slice(0, 10)
}

/** Monday of the week that `date` lies in. */
export function mondayOf(date: CalendarDate): CalendarDate {
  return addDays(date, -((utcOf(date).getUTCDay() + 6) % 7))
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
  const at = Date.parse(value)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value)
}

export function isWallTime(value: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(value)
}

/** Midnight of the date in UTC, where every day has 24 hours. */
function utcOf(date: CalendarDate): Date {
  const at = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(`${date}T`)) throw new RangeError(`no date: ${date}`)
  return at
}
