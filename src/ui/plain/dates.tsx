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
