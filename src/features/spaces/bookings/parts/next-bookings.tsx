import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Query } from '#ui/plain/query.tsx'
import { LoadingRows } from '#ui/plain/states.tsx'
import { api } from '#web/client.ts'
import { BookingRow } from './booking-row.tsx'
import classes from './my-bookings.module.css'

/** The next three bookings of the person, for the home page. Draws nothing while there are none. */
export function NextBookings() {
  const query = useQuery(api.bookings.mine.queryOptions({ input: { when: 'upcoming', pageSize: 3 } }))
  return (
    <Query of={query} failed="Failed to load your bookings" loading={<LoadingRows rows={2} height={96} />}>
      {({ rows, total }) =>
        rows.length === 0 ? null : (
          <>
            <ul className={classes.list} aria-label="Next bookings">
              {rows.map(row => (
                <BookingRow key={row.id} booking={row} />
              ))}
            </ul>
            {total > rows.length ? (
              <p>
                <Link to="/bookings" search={{ view: 'mine' }}>
                  All {total} bookings
                </Link>
              </p>
            ) : null}
          </>
        )
      }
    </Query>
  )
}
