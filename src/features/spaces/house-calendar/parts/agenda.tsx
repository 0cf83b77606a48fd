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
  rows: readonly Entry[]
  rooms: readonly Room[]
  open: { opensAt: string; closesAt: string }
}

/**
 * What is where on a phone: day by day, by time or by room, instead of a table that has no room for either. Of today, what
 * is over is folded away.
 */
export function Agenda(props: Shown) {
  const { days } = props
  const { value, change } = useInAddress('by')
  const by = value === 'room' ? value : 'time'
  const today = calendarDate(new Date())
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
      {days.length > 1 ? <Jump days={days} today={today} /> : null}
      {days.map(on => (
        <AgendaDay key={on} on={on} by={by} {...props} />
      ))}
    </section>
  )
}

/** A week is long on a phone: the way to each of its days. */
function Jump({ days, today }: { days: readonly string[]; today: string }) {
  const go = (on: string) => {
    const heading = document.getElementById(headingOf(on))
    heading?.scrollIntoView({ block: 'start' })
    heading?.focus({ preventScroll: true })
  }
  return (
    <nav className={classes.jump} aria-label="Days of this week">
      {days.map(on => {
        const [weekday, day, month] = formatDate(on).split(' ')
        return (
          <button key={on} type="button" aria-current={on === today ? 'date' : undefined} onClick={() => go(on)}>
            {weekday} <strong>{day}</strong>
            <span className="visually-hidden"> {month}</span>
          </button>
        )
      })}
    </nav>
  )
}

const headingOf = (on: string) => `day-${on}`

function AgendaDay({ on, by, days, rows, rooms, open }: Shown & { on: string; by: 'time' | 'room' }) {
  const now = new Date()
  const entries = entriesOf(rows, on, open)
  const time = calendarDate(now) === on ? wallTime(now) : null
  const over = entries.filter(({ endsAt }) => time !== null && endsAt !== '00:00' && endsAt <= time)
  const left = entries.filter(entry => !over.includes(entry))
  return (
    <div>
      {days.length > 1 ? (
        <h3 id={headingOf(on)} tabIndex={-1}>
          <AnchorLink to="/admin/house-calendar" search={{ on }}>
            {formatDate(on)}
          </AnchorLink>
        </h3>
      ) : null}
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
    </div>
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
