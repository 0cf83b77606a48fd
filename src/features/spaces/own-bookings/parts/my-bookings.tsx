import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { OwnCalendar } from '#features/house/agenda/parts/own-calendar.tsx'
import { askEveryMs } from '#features/money/orders/parts/payment.ts'
import { mineList } from '#features/spaces/bookings/inputs.ts'
import { BookingRow } from '#features/spaces/bookings/parts/booking-row.tsx'
import classes from '#features/spaces/bookings/parts/my-bookings.module.css'
import { WaitingFor } from '#features/spaces/bookings/parts/waiting-for.tsx'
import { StudioNote } from '#features/spaces/renting/parts/studio-note.tsx'
import { OwnSessions } from '#features/spaces/studio/parts/own-sessions.tsx'
import { ButtonLink } from '#ui/link.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Empty, LoadingRows } from '#ui/plain/states.tsx'
import { ListPager } from '#ui/table/pager.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api } from '#web/client.ts'

/** The person's bookings, to come or over, with what can be done about each. The address says which, and the page. */
export function MyBookings() {
  const { of, search, onSearch, size } = useList(mineList, api.bookings.mine, {
    refetchMs: answer => (answer?.rows.some(({ can }) => can.pay) ? askEveryMs : false),
  })
  const isPast = search.when === 'past'
  const sessions = useQuery(api.studio.mine.queryOptions({ input: { when: isPast ? 'past' : 'upcoming' } }))
  return (
    <>
      <StudioNote />
      <WaitingFor />
      <SegmentedControl
        aria-label="Which bookings"
        data={[
          { value: 'upcoming', label: 'Upcoming' },
          { value: 'past', label: 'Past and cancelled' },
        ]}
        value={isPast ? 'past' : 'upcoming'}
        onChange={value => onSearch({ when: value === 'past' ? value : undefined, page: undefined })}
      />
      <Query of={sessions} failed="Failed to load your studio sessions" loading={false}>
        {found => <OwnSessions of={found} isPast={isPast} />}
      </Query>
      <Query of={of} failed="Failed to load your bookings" loading={<LoadingRows rows={4} height={96} />}>
        {({ rows, total, hasMore }) =>
          total === 0 && sessions.data?.length !== 0 ? null : total === 0 ? (
            <div className={classes.empty}>
              <Empty
                what={isPast ? 'Nothing here yet' : 'Nothing booked yet'}
                why={
                  isPast
                    ? 'Bookings that are over or cancelled are kept here.'
                    : 'Rooms, desks and sessions in the studio stand here, events on their own page.'
                }
                next={<ButtonLink to="/bookings">Browse Facilities</ButtonLink>}
              />
            </div>
          ) : (
            <>
              <h2 className="visually-hidden">{isPast ? 'Past and cancelled bookings' : 'Upcoming bookings'}</h2>
              <ul className={classes.list} aria-label="Bookings">
                {rows.map(row => (
                  <BookingRow key={row.id} booking={row} />
                ))}
              </ul>
              <ListPager of={{ search, onSearch, size }} total={total} hasMore={hasMore} />
            </>
          )
        }
      </Query>
      <OwnCalendar />
    </>
  )
}
