import type { ReactNode } from 'react'

/** An instant (Date, ISO text) or a calendar day `YYYY-MM-DD`. */
export type Moment = Date | string

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `Sat 22 Nov`, with the year when asked: `Sat 22 Nov 2025`. */
export function formatDate(at: Moment, { year = false }: { year?: boolean } = {}): string {
  const { weekday, day, month, year: number } = partsOf(at)
  return `${weekdays[weekday]} ${day} ${months[month - 1]}${year ? ` ${number}` : ''}`
}

/** `22 Nov 2025`: for records, where the weekday does not matter. */
export function formatDay(at: Moment): string {
  const { day, month, year } = partsOf(at)
  return `${day} ${months[month - 1]} ${year}`
}

/** `10:00` on the venue's clock. Takes an instant, or a wall time `HH:MM[:SS]` as it is. */
export function formatTime(at: Moment): string {
  if (typeof at === 'string' && /^\d\d:\d\d/.test(at)) return at.slice(0, 5)
  const { hour, minute } = partsOf(at)
  return `${two(hour)}:${two(minute)}`
}

/** `10:00–17:00`; an end on another day carries its date: `22:00–Sun 23 Nov 02:00`. */
export function formatTimeRange(start: Moment, end: Moment): string {
  const isWallTime = typeof start === 'string' && /^\d\d:\d\d/.test(start)
  const endsSameDay = isWallTime || formatDay(start) === formatDay(end)
  return `${formatTime(start)}–${endsSameDay ? '' : `${formatDate(end)} `}${formatTime(end)}`
}

/** `Sat 22 Nov, 10:00` and, with an end, `Sat 22 Nov, 10:00–17:00`. */
export function formatDateTime(start: Moment, end?: Moment): string {
  return `${formatDate(start)}, ${end === undefined ? formatTime(start) : formatTimeRange(start, end)}`
}

/** The whole truth for the hover: `Saturday 22 November 2025 at 10:00:00 GMT`. */
export function formatExact(at: Moment): string {
  // engines differ in whether a comma follows the weekday
  return (isDay(at) ? exactDay : exactInstant).format(new Date(at)).replace(',', '')
}

/** A moment in the page, machine-readable, with the exact time on hover. */
export function When(props: {
  at: Moment
  end?: Moment
  as?: 'date' | 'time' | 'dateTime'
  year?: boolean
  children?: ReactNode
}) {
  const { at, end } = props
  const as = props.as ?? (isDay(at) ? 'date' : 'dateTime')
  const words =
    as === 'date'
      ? formatDate(at, { year: props.year ?? false })
      : as === 'time'
        ? end === undefined
          ? formatTime(at)
          : formatTimeRange(at, end)
        : formatDateTime(at, end)
  const machine = typeof at === 'string' ? at : at.toISOString()
  const exact = end === undefined ? formatExact(at) : `${formatExact(at)} to ${formatExact(end)}`
  return (
    <time dateTime={machine} title={exact}>
      {props.children ?? words}
    </time>
  )
}

function isDay(at: Moment): at is string {
  return typeof at === 'string' && /^\d{4}-\d\d-\d\d$/.test(at)
}

const exactDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })
const exactInstant = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'full',
  timeStyle: 'long',
  timeZone: 'Europe/London',
})

const london = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
})

function partsOf(at: Moment) {
  if (isDay(at)) {
    const day = new Date(`${at}T00:00:00Z`)
    return {
      year: day.getUTCFullYear(),
      month: day.getUTCMonth() + 1,
      day: day.getUTCDate(),
      weekday: day.getUTCDay(),
      hour: 0,
      minute: 0,
    }
  }
  const found = Object.fromEntries(london.formatToParts(new Date(at)).map(part => [part.type, Number(part.value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = found
  return { year, month, day, hour, minute, weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay() }
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
