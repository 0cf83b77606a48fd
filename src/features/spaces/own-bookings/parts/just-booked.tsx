import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { paidOf } from '#features/spaces/bookings/parts/booking-words.ts'
import { sumWords } from '#features/spaces/facilities/parts/fare-words.ts'
import { maxPageSize } from '#platform/list.ts'
import { formatCount, formatDate, formatReference, formatTimeRange } from '#platform/words.ts'
import { Answer } from '#ui/answer.tsx'
import { api } from '#web/client.ts'
import classes from './my-bookings.module.css'

/** What was booked together a moment ago, `booked` in the address: each by its name, with its reference and its calendar file. */
export function JustBooked() {
  const { booked } = useSearch({ from: '/bookings' })
  const ids = booked?.split(',') ?? []
  const { data } = useQuery({
    ...api.bookings.mine.queryOptions({ input: { pageSize: maxPageSize } }),
    enabled: ids.length > 0,
  })
  const rows = data?.rows.filter(({ id, status }) => ids.includes(id) && status === 'confirmed') ?? []
  if (rows.length === 0) return null
  return (
    <Answer to="Booking Confirmed" className={classes.booked}>
      <h2>Booking Confirmed. {formatCount(rows.length, 'place')} for you</h2>
      <ul>
        {rows.map(row => (
          <li key={row.id}>
            <Link to="/bookings/$id" params={{ id: row.id }}>
              {row.facilityName}
            </Link>
            , {formatDate(row.bookingOn)}, {formatTimeRange(row.startsAt, row.endsAt)}, {sumWords(paidOf(row))}
            <small>
              Reference {formatReference(row.id)}
              <a
                href={`/api/bookings/calendarFile?id=${row.id}`}
                download
                aria-label={`Add to calendar: ${row.facilityName}, ${formatDate(row.bookingOn)}, ${row.startsAt}`}
              >
                Add to calendar
              </a>
            </small>
          </li>
        ))}
      </ul>
      <p>All of it was sent to you by email.</p>
    </Answer>
  )
}
