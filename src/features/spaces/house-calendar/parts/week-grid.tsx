import type { CSSProperties } from 'react'
import { calendarDate } from '#platform/time.ts'
import { formatDate } from '#platform/words.ts'
import { AnchorLink } from '#ui/link.tsx'
import { hueOf } from '#ui/plain/kind-mark.tsx'
import classes from './day-grid.module.css'
import { type Entry, entriesOf } from './entries.ts'
import { EntryLink, titleOf } from './entry-link.tsx'

/**
 * A week of the rooms as a table: rooms down, days across, and everything by its time and its whole name. Rooms with
 * nothing in the week are one line below it, which leaves the screen to what is on.
 */
export function WeekGrid(props: {
  days: readonly string[]
  rows: readonly Entry[]
  rooms: readonly { id: string; name: string }[]
  open: { opensAt: string; closesAt: string }
}) {
  const { days, open } = props
  const ofDays = days.map(on => ({ on, entries: entriesOf(props.rows, on, open) }))
  const taken = new Set(ofDays.flatMap(({ entries }) => entries.map(({ spaceId }) => spaceId)))
  const rooms = props.rooms.filter(({ id }) => taken.has(id))
  const free = props.rooms.filter(({ id }) => !taken.has(id))
  if (rooms.length === 0) return <p>Nothing is booked in this week.</p>
  const today = calendarDate(new Date())
  const label = `Rooms in the week of ${formatDate(days[0]!, { year: true })}`
  return (
    <>
      {/* What scrolls must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is a stop of the keyboard */}
      <section className={classes.scroll} aria-label={label} tabIndex={0}>
        <table className={`${classes.table} ${classes.week}`} style={{ '--least': '58rem' } as CSSProperties}>
          <caption className="visually-hidden">{label}</caption>
          <thead>
            <tr>
              <th scope="col" className={classes.room}>
                Room
              </th>
              {days.map(on => (
                <th key={on} scope="col" aria-current={on === today ? 'date' : undefined}>
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
                {ofDays.map(({ on, entries }) => (
                  <td key={on} data-today={on === today ? '' : undefined}>
                    <Entries entries={entries.filter(({ spaceId }) => spaceId === id)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {free.length > 0 ? (
        <p className={classes.hint}>
          <strong>Nothing booked in this week:</strong> {free.map(({ name }) => name).join(', ')}
        </p>
      ) : null}
    </>
  )
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  if (entries.length === 0) return null
  return (
    <ul className={classes.entries}>
      {entries.map(entry => (
        <li key={`${entry.kind} ${entry.ref}`} title={titleOf(entry)} {...hueOf(entry.kind)}>
          <EntryLink entry={entry} brief />
        </li>
      ))}
    </ul>
  )
}
