import { type CSSProperties, useEffect, useRef } from 'react'
import type { Shifting } from '#features/spaces/shifts/parts/shift.tsx'
import { minutesOf, timeOfMinutes } from '#platform/dates.ts'
import { calendarDate, wallTime } from '#platform/time.ts'
import { formatDate } from '#platform/words.ts'
import { hueOf } from '#ui/plain/kind-mark.tsx'
import classes from './day-grid.module.css'
import { beginsAt, columnsAnHour, dayPlan } from './day-plan.ts'
import { useDragging } from './dragging.ts'
import type { Entry } from './entries.ts'
import { EntryLink, titleOf } from './entry-link.tsx'
import { NowLine } from './now-line.tsx'

/** rem that an hour has at least: the hours of the house fit beside each other on a laptop. */
const leastHour = 3

/** One day of all rooms as a table: rooms down, hours across; what is in it opens, and can be taken to another time. */
export function DayGrid(props: {
  day: string
  entries: readonly Entry[]
  rooms: readonly { id: string; name: string }[]
  open: { opensAt: string; closesAt: string }
  onShift: (shifting: Shifting) => void
}) {
  const dragging = useDragging(props.day, props.entries, props.onShift)
  const { drag } = dragging
  const { hours, rows } = dayPlan(props.entries, props.rooms, props.open)
  const region = useRef<HTMLElement>(null)
  const entries = useRef(props.entries)
  entries.current = props.entries
  const first = props.entries.map(({ startsAt }) => startsAt).sort()[0]
  const opensAt = hours[0]
  // Where not all hours have room, today begins an hour before now, and another day where something is booked.
  useEffect(() => {
    const { current } = region
    const now = new Date()
    const begins =
      calendarDate(now) === props.day
        ? minutesOf(wallTime(now)) - 60
        : first === undefined
          ? undefined
          : minutesOf(first)
    if (!current || opensAt === undefined || begins === undefined) return
    const hour = current.querySelectorAll<HTMLElement>('thead th')[1]?.offsetWidth ?? 0
    current.scrollLeft = Math.max(0, (beginsAt(begins, entries.current) / 60 - opensAt) * hour)
  }, [first, opensAt, props.day])
  const label = `Rooms on ${formatDate(props.day, { year: true })}`
  return (
    // What scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is a stop of the keyboard
    <section ref={region} className={classes.scroll} aria-label={label} tabIndex={0}>
      <div className={classes.hours} style={{ '--least': `${9 + hours.length * leastHour}rem` } as CSSProperties}>
        <table className={classes.table}>
          <caption className="visually-hidden">{label}</caption>
          <colgroup>
            <col className={classes.room} />
            <col span={hours.length * columnsAnHour} />
          </colgroup>
          <thead>
            <tr>
              <th scope="col">Room</th>
              {hours.map(hour => (
                <th key={hour} scope="col" colSpan={columnsAnHour}>
                  {`${String(hour).padStart(2, '0')}:00`}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ spaceId, name, unit, stretches }) => (
              <tr
                key={`${spaceId}${unit}`}
                data-space={spaceId}
                data-under={drag && drag.spaceId === spaceId ? '' : undefined}
              >
                <th scope="row">{unit === null ? name : `${name}, number ${unit}`}</th>
                {stretches.map(({ from, columns, booking: entry }) => (
                  <td
                    key={from}
                    colSpan={columns}
                    {...(entry && hueOf(entry.kind, classes.booked))}
                    data-taken={entry ? '' : undefined}
                    title={entry && !drag ? titleOf(entry) : undefined}
                    {...(entry && dragging.of(entry, columns))}
                    {...(entry &&
                      drag?.entry === entry && {
                        'data-dragged': drag.isInTheWay ? 'in the way' : '',
                        style: { '--by': `${drag.pixels}px` } as CSSProperties,
                      })}
                  >
                    {entry ? <EntryLink entry={entry} /> : null}
                    {entry && drag?.entry === entry ? (
                      <output className={classes.put}>{timeOfMinutes(drag.at)}</output>
                    ) : null}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <NowLine day={props.day} hours={hours} />
      </div>
    </section>
  )
}
