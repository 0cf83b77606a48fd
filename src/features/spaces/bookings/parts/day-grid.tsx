import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect, useRef } from 'react'
import { addDays } from '#platform/dates.ts'
import { maxPageSize } from '#platform/list.ts'
import { calendarDate } from '#platform/time.ts'
import { formatDate, formatTimeRange } from '#platform/words.ts'
import { ObjectLink } from '#ui/object-link.tsx'
import { Query } from '#ui/plain/query.tsx'
import { api } from '#web/client.ts'
import type { AdminBooking } from './booking-panel.tsx'
import classes from './day-grid.module.css'
import { columnsAnHour, dayPlan } from './day-plan.ts'

/** One day of all facilities as a table: rooms down, hours across; a booking opens its panel. Cancelled ones are in the list. */
export function DayGrid({ on, onDay }: { on: string | undefined; onDay: (day: string | undefined) => void }) {
  const today = calendarDate(new Date())
  const day = on ?? today
  const bookings = useQuery(
    api.bookings.list.queryOptions({ input: { on: day, sort: 'startsAt', pageSize: maxPageSize } }),
  )
  const facilities = useQuery(api.facilities.list.queryOptions())
  const settings = useQuery(api.venue.settings.queryOptions())
  return (
    <>
      <Group gap="xs" className={classes.days}>
        <h2 className={classes.day} aria-live="polite">
          {formatDate(day, { year: true })}
        </h2>
        <Button size="sm" variant="default" onClick={() => onDay(addDays(day, -1))}>
          Previous day
        </Button>
        <Button size="sm" variant="default" disabled={day === today} onClick={() => onDay(undefined)}>
          Today
        </Button>
        <Button size="sm" variant="default" onClick={() => onDay(addDays(day, 1))}>
          Next day
        </Button>
      </Group>
      <Query of={settings} failed="The hours of the house could not be loaded">
        {house => (
          <Query of={facilities} failed="Failed to load facilities">
            {rooms => (
              <Query of={bookings} failed="Failed to load bookings">
                {({ rows, total }) => (
                  <>
                    {total > rows.length ? <p>Only the first {rows.length} bookings of this day are shown.</p> : null}
                    <Grid day={day} bookings={rows} rooms={rooms} open={house} />
                  </>
                )}
              </Query>
            )}
          </Query>
        )}
      </Query>
    </>
  )
}

function Grid(props: {
  day: string
  bookings: readonly AdminBooking[]
  rooms: readonly { id: string; name: string; isActive: boolean }[]
  open: { opensAt: string; closesAt: string }
}) {
  const held = props.bookings.flatMap(booking => (booking.unit === null ? [] : [{ ...booking, unit: booking.unit }]))
  const { hours, rows } = dayPlan(
    held,
    props.rooms.filter(({ isActive }) => isActive),
    props.open,
  )
  const region = useRef<HTMLElement>(null)
  const first = held.map(({ startsAt }) => startsAt).sort()[0]
  // On a narrow screen the day begins where something is booked, not with empty hours.
  useEffect(() => {
    const { current } = region
    const cells = [...(current?.querySelectorAll<HTMLElement>('td:has(a)') ?? [])].map(cell => cell.offsetLeft)
    const room = current?.querySelector('th')?.offsetWidth ?? 0
    if (current && first !== undefined) current.scrollLeft = Math.max(0, Math.min(...cells) - room - 8)
  }, [first])
  const label = `Bookings of ${formatDate(props.day, { year: true })} by room`
  return (
    // What scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is a stop of the keyboard
    <section ref={region} className={classes.scroll} aria-label={label} tabIndex={0}>
      <table className={classes.table} style={{ '--least': `${9 + hours.length * 4}rem` } as CSSProperties}>
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
          {rows.map(({ facilityId, name, unit, stretches }) => (
            <tr key={`${facilityId}${unit}`}>
              <th scope="row">{unit === null ? name : `${name}, number ${unit}`}</th>
              {stretches.map(({ from, columns, booking }) => (
                <td key={from} colSpan={columns} className={booking ? classes.booked : undefined}>
                  {booking ? (
                    <ObjectLink noun="booking" id={booking.id}>
                      <span>{booking.person.name}</span>
                      <span>
                        {formatTimeRange(booking.startsAt, booking.endsAt)}
                        {booking.status === 'pending' ? ', to pay' : ''}
                      </span>
                    </ObjectLink>
                  ) : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
