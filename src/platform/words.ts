// How the house writes dates, money and counts; on screens, in mails and in texts that are stored. Pure, for both sides.

/** An instant (Date, ISO text) or a calendar day `YYYY-MM-DD`. */
export type Moment = Date | string

/** `Sat 22 Nov`, with the year when asked: `Sat 22 Nov 2025`. */
export function formatDate(at: Moment, { year = false }: { year?: boolean } = {}): string {
  const { weekday, day, month, year: number } = partsOf(at)
  return `${weekdays[weekday]} ${day} ${months[month - 1]}${year ? ` ${number}` : ''}`
}

/** The first of an id's characters, as people read them to one another: `3F2A-91BC`. Lists find what has it. */
export const formatReference = (id: string): string => `${id.slice(0, 4)}-${id.slice(4, 8)}`.toUpperCase()

/** `22 Nov 2025`: for records, where the weekday does not matter. */
export function formatDay(at: Moment): string {
  const { day, month, year } = partsOf(at)
  return `${day} ${months[month - 1]} ${year}`
}

/** `Nov 2025`, the month that a calendar day lies in. */
export function formatMonth(on: string): string {
  const { month, year } = partsOf(on)
  return `${months[month - 1]} ${year}`
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

/** Whether it is in another year than `now` on the venue's clock: then its day is not said without the year. */
export const isOfAnotherYear = (at: Moment, now: Moment = new Date()): boolean => partsOf(at).year !== partsOf(now).year

/** The whole truth for the hover: `Saturday 22 November 2025 at 10:00:00 GMT`. */
export function formatExact(at: Moment): string {
  // engines differ in whether a comma follows the weekday
  return (isDay(at) ? exactDay : exactInstant).format(new Date(at)).replace(',', '')
}

/** True for a calendar day, false for an instant. */
export function isDay(at: Moment): at is string {
  return typeof at === 'string' && /^\d{4}-\d\d-\d\d$/.test(at)
}

/** `£12.50`, whole pounds as `£40`, exactly as `£40.00`, thousands as `£1,250`; negative sums as `−£5`. Pence in. */
export function formatMoney(pence: number, { isExact = false }: { isExact?: boolean } = {}): string {
  const amount = Math.abs(pence)
  const pounds = formatNumber(Math.floor(amount / 100))
  const rest = amount % 100
  return `${pence < 0 ? '−' : ''}£${pounds}${rest === 0 && !isExact ? '' : `.${String(rest).padStart(2, '0')}`}`
}

/**
 * Reads pounds as people type them (`12.5`, `£1,250`, ` 40 `) into pence. `null` for nothing, `undefined` for what is
 * no sum of money.
 */
export function parsePounds(text: string): number | null | undefined {
  const cleaned = text.replace(/[£,\s]/g, '')
  if (cleaned === '') return null
  const found = /^(\d{1,9})(?:\.(\d{0,2}))?$/.exec(cleaned)
  if (found === null) return undefined
  return Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
}

/** A person's name; empty when they gave none. In SQL: `fullName` of `#platform/db/columns.ts`. */
export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim()

/** `15 tokens`, `1 token`, `1,200 tokens`. */
export function formatTokens(count: number): string {
  return formatCount(count, 'token')
}

/** `3 bookings`, `1 booking`; an irregular plural is given: `formatCount(2, 'person', 'people')`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${Math.abs(count) === 1 ? one : many}`
}

/** `1,200`; below zero with a real minus sign. */
export function formatNumber(count: number): string {
  return count.toLocaleString('en-GB').replace('-', '−')
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

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

/** A stored word as people read it, where it has no words of its own: `expired` → `Expired`, `token_grant` → `Token grant`. */
export function stateWords(word: string): string {
  const text = word.replaceAll(/[_-]+/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
