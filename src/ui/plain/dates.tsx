import type { ReactNode } from 'react'
import {
  formatDate,
  formatDateTime,
  formatExact,
  formatTime,
  formatTimeRange,
  isDay,
  type Moment,
} from '#platform/words.ts'

const whole = /(\d\d:\d\d–\d\d:\d\d|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b)/

/** The same text, in which no line ends within hours such as `10:00–17:00` or a postcode; what is no text stays as it is. */
export function unbroken(value: ReactNode): ReactNode {
  if (typeof value !== 'string') return value
  const [before, found, ...after] = value.split(whole)
  if (found === undefined) return value
  return (
    <>
      {before}
      <span className="unbroken">{found}</span>
      {unbroken(after.join(''))}
    </>
  )
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
      {props.children ?? unbroken(words)}
    </time>
  )
}
