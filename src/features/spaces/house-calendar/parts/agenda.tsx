import { SegmentedControl } from '@mantine/core'
import { calendarDate, wallTime } from '#platform/time.ts'
import { formatDate, formatTimeRange } from '#platform/words.ts'
import { useInAddress } from '#ui/in-address.ts'
import { AnchorLink } from '#ui/link.tsx'
import { hueOf } from '#ui/plain/kind-mark.tsx'
import classes from './day-grid.module.css'
import { linesOf } from './day-sheet.tsx'
import { type Entry, entriesOf } from './entries.ts'
import { EntryLink } from './entry-link.tsx'

interface Room {
  id: string
  name: string
}

interface Shown {
  days: readonly string[]
  /** the one of them that was asked for */
  day: string
  rows: readonly Entry[]
  rooms: readonly Room[]
  open: { opensAt: string; closesAt: string }
}

/**
 * What is where on a phone: by time or by room, instead of a table that has no room for either. Of a week one day is open,
 * the one that was asked for; of today, what is over is folded away.
 */
export function Agenda(props: Shown) {
  const { days } = props
  const { value, change } = useInAddress('by')
  const by = value === 'room' ? value : 'time'
  return (
    <section className={classes.agenda} aria-label="What is on">
      <SegmentedControl
        aria-label="In which order"
        value={by}
        onChange={to => change(to === 'room' ? to : null)}
        data={[
          { value: 'time', label: 'By time' },
          { value: 'room', label: 'By room' },
        ]}
      />
      {days.map(on => (
        <AgendaDay key={on} on={on} by={by} {...props} />
      ))}
    </section>
  )
}

function AgendaDay({ on, by, days, day, rows, rooms, open }: Shown & { on: string; by: 'time' | 'room' }) {
  const now = new Date()
  const entries = entriesOf(rows, on, open)
  const time = calendarDate(now) === on ? wallTime(now) : null
  const over = entries.filter(({ endsAt }) => time !== null && endsAt !== '00:00' && endsAt <= time)
  const left = entries.filter(entry => !over.includes(entry))
  const what = (
    <>
      {over.length > 0 ? (
        <details>
          <summary>Earlier today ({linesOf(over).length})</summary>
          <Lines entries={over} />
        </details>
      ) : null}
      {left.length === 0 ? (
        <p>{over.length > 0 ? 'Nothing else is on today.' : 'Nothing is on.'}</p>
      ) : by === 'time' ? (
        <Lines entries={left} />
      ) : (
        <ByRoom entries={left} rooms={rooms} isUnderDay={days.length > 1} />
      )}
    </>
  )
  if (days.length === 1) return what
  const today = calendarDate(now)
  return (
    <details className={classes.ofWeek} data-today={on === today} open={on === day}>
      <summary>
        <h3>{formatDate(on)}</h3> {on === today ? 'today, ' : null}
        {entries.length === 0 ? 'nothing is on' : `${linesOf(entries).length} on`}
      </summary>
      <p>
        <AnchorLink to="/admin/house-calendar" search={{ on }}>
          Open this day
        </AnchorLink>
      </p>
      {what}
    </details>
  )
}

function ByRoom(props: { entries: readonly Entry[]; rooms: readonly Room[]; isUnderDay: boolean }) {
  const Heading = props.isUnderDay ? 'h4' : 'h3'
  return props.rooms.map(({ id, name }) => {
    const own = props.entries.filter(({ spaceId }) => spaceId === id)
    return own.length === 0 ? null : (
      <div key={id}>
        <Heading>{name}</Heading>
        <Lines entries={own} isOfRoom />
      </div>
    )
  })
}

function Lines({ entries, isOfRoom = false }: { entries: readonly Entry[]; isOfRoom?: boolean }) {
  return (
    <ul>
      {linesOf(entries).map(({ entry, rooms }) => (
        <li key={`${entry.kind} ${entry.ref}`} {...hueOf(entry.kind)}>
          <span className="tabular">{formatTimeRange(entry.startsAt, entry.endsAt)}</span>
          <span>
            <EntryLink entry={entry} />
            {isOfRoom ? null : <small>{rooms.join(', ')}</small>}
          </span>
        </li>
      ))}
    </ul>
  )
}
