import type { CSSProperties } from 'react'
import { formatCount, formatDate } from '#platform/words.ts'
import { AnchorLink } from '#ui/link.tsx'
import { hueOf } from '#ui/plain/kind-mark.tsx'
import classes from './day-grid.module.css'
import { type Entry, entriesOf } from './entries.ts'
import { EntryLink, titleOf } from './entry-link.tsx'

/** So many stand in a cell; the day shows all of them. */
const shownInCell = 3

/** A week of all rooms as a table: rooms down, days across. */
export function WeekGrid(props: {
  days: readonly string[]
  rows: readonly Entry[]
  rooms: readonly { id: string; name: string }[]
  open: { opensAt: string; closesAt: string }
}) {
  const { days, rooms, open } = props
  const ofDays = days.map(on => ({ on, entries: entriesOf(props.rows, on, open) }))
  const label = `Rooms in the week of ${formatDate(days[0]!, { year: true })}`
  return (
    // What scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is a stop of the keyboard
    <section className={classes.scroll} aria-label={label} tabIndex={0}>
      <table className={`${classes.table} ${classes.week}`} style={{ '--least': '58rem' } as CSSProperties}>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            <th scope="col" className={classes.room}>
              Room
            </th>
            {days.map(on => (
              <th key={on} scope="col">
                <AnchorLink to="/admin/house-calendar" search={{ on }}>
                  {formatDate(on)}
                </AnchorLink>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rooms.map(({ id, name }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              {ofDays.map(({ on, entries }) => {
                const own = entries.filter(({ spaceId }) => spaceId === id)
                return (
                  <td key={on}>
                    <ul className={classes.entries}>
                      {own.slice(0, shownInCell).map(entry => (
                        <li key={entry.ref} title={titleOf(entry)} {...hueOf(entry.kind)}>
                          <EntryLink entry={entry} brief />
                        </li>
                      ))}
                    </ul>
                    {own.length > shownInCell ? (
                      <AnchorLink to="/admin/house-calendar" search={{ on }} className={classes.more}>
                        {formatCount(own.length - shownInCell, 'more', 'more')}
                        <span className="visually-hidden">
                          {' '}
                          in {name} on {formatDate(on)}
                        </span>
                      </AnchorLink>
                    ) : null}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
