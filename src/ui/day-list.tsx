import type { ReactNode } from 'react'
import classes from './day-list.module.css'

/** What stands on each day, a line each, under the day: as people look for what they have booked. */
export function DayList(props: {
  label: string
  days: readonly {
    /** as calendars say it: `2026-11-28` */
    on: string
    /** the day in words, today as such */
    words: string
    rows: readonly { key: string; of: ReactNode }[]
  }[]
}) {
  return (
    <ul className={classes.days} aria-label={props.label}>
      {props.days.map(({ on, words, rows }) => (
        <li key={on}>
          <h3>
            <time dateTime={on}>{words}</time>
          </h3>
          <ul>
            {rows.map(({ key, of }) => (
              <li key={key}>{of}</li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
