import { Button, SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Query } from '#ui/query.tsx'
import { Empty, LoadingRows } from '#ui/states.tsx'
import { api } from '#web/client.ts'
import { BookingRow } from './booking-row.tsx'
import classes from './my-bookings.module.css'

const pageSize = 10

/** The person's bookings, to come or over, with what can be done about each. */
export function MyBookings(props: {
  when: 'upcoming' | 'past'
  page: number
  onView: (next: { when: 'upcoming' | 'past'; page?: number }) => void
}) {
  const { when, page, onView } = props
  const input = { view: when, page, pageSize }
  const query = useQuery(api.bookings.mine.queryOptions({ input, placeholderData: keepPreviousData }))
  return (
    <>
      <SegmentedControl
        aria-label="Which bookings"
        data={[
          { value: 'upcoming', label: 'Upcoming' },
          { value: 'past', label: 'Past and cancelled' },
        ]}
        value={when}
        onChange={value => onView({ when: value as 'upcoming' | 'past' })}
      />
      <Query of={query} failed="Failed to load your bookings" loading={<LoadingRows rows={4} height={96} />}>
        {({ rows, total }) =>
          total === 0 ? (
            <div className={classes.empty}>
              <Empty
                what={when === 'upcoming' ? 'Nothing booked yet' : 'Nothing here yet'}
                why={
                  when === 'upcoming'
                    ? 'Your bookings stand here with everything you need on the day.'
                    : 'Bookings that are over or cancelled are kept here.'
                }
                next={
                  <Button component={Link} to={'/bookings' as string}>
                    Browse Facilities
                  </Button>
                }
              />
            </div>
          ) : (
            <>
              <h2 className="visually-hidden">
                {when === 'upcoming' ? 'Upcoming bookings' : 'Past and cancelled bookings'}
              </h2>
              <ul className={classes.list} aria-label="Bookings">
                {rows.map(row => (
                  <BookingRow key={row.id} booking={row} />
                ))}
              </ul>
              {total > pageSize ? (
                <p className={classes.pager}>
                  <Button variant="default" disabled={page <= 1} onClick={() => onView({ when, page: page - 1 })}>
                    Previous
                  </Button>
                  <span>
                    Page {page} of {Math.ceil(total / pageSize)}
                  </span>
                  <Button
                    variant="default"
                    disabled={page * pageSize >= total}
                    onClick={() => onView({ when, page: page + 1 })}
                  >
                    Next
                  </Button>
                </p>
              ) : null}
            </>
          )
        }
      </Query>
    </>
  )
}
