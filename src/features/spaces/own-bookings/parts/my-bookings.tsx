import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { OwnCalendar } from '#features/house/agenda/parts/own-calendar.tsx'
import { askEveryMs } from '#features/money/orders/parts/payment.ts'
import { mineList } from '#features/spaces/bookings/inputs.ts'
import { OwnHolds } from '#features/spaces/bookings/parts/own-holds.tsx'
import { WaitingFor } from '#features/spaces/bookings/parts/waiting-for.tsx'
import { StudioNote } from '#features/spaces/renting/parts/studio-note.tsx'
import { addDays } from '#platform/dates.ts'
import { maxPageSize } from '#platform/list.ts'
import { calendarDate } from '#platform/time.ts'
import { formatNumber } from '#platform/words.ts'
import { ButtonLink } from '#ui/link.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty, LoadingRows } from '#ui/plain/states.tsx'
import { ListPager } from '#ui/table/pager.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api } from '#web/client.ts'
import { apart } from '../rules.ts'
import { JustBooked } from './just-booked.tsx'
import classes from './my-bookings.module.css'
import { OwnPlaces, placesOf } from './own-places.tsx'

/** What was in so many days stands below what is to come; what was earlier is looked for by whoever opens it. */
const daysInSight = 7
/** And so many of that, before the page of all of it. */
const lastShown = 5

/** What the person has booked, to come first and below it the last that has been; all of that with `when=past` in the address. */
export function MyBookings({ isPast }: { isPast: boolean }) {
  return (
    <>
      {isPast ? (
        <AllPast />
      ) : (
        <>
          <JustBooked />
          <StudioNote />
          <OwnHolds />
          <WaitingFor />
          <ToCome />
          <LastPast />
        </>
      )}
      <OwnCalendar />
    </>
  )
}

function ToCome() {
  const bookings = useQuery({
    // Nobody has more than a page of these ahead.
    ...api.bookings.mine.queryOptions({ input: { pageSize: maxPageSize } }),
    refetchInterval: ({ state }) => (state.data?.rows.some(({ can }) => can.pay) ? askEveryMs : false),
  })
  const sessions = useQuery(api.studio.mine.queryOptions({ input: { when: 'upcoming' } }))
  return (
    <Section title="Upcoming bookings">
      <Query of={bookings} failed="Failed to load your bookings" loading={<LoadingRows rows={4} />}>
        {({ rows }) => (
          <Query of={sessions} failed="Failed to load your studio sessions" loading={<LoadingRows rows={4} />}>
            {found =>
              rows.length + found.length === 0 ? (
                <Empty
                  what="Nothing booked yet"
                  why="Rooms, desks and sessions in the studio stand here, events on their own page."
                  next={<ButtonLink to="/bookings">Browse Facilities</ButtonLink>}
                />
              ) : (
                <OwnPlaces of={placesOf(rows, found)} label="Bookings" isPast={false} />
              )
            }
          </Query>
        )}
      </Query>
    </Section>
  )
}

/** What is over or cancelled: that of the last days, and behind a press the last few of what was earlier. Nothing while there is none. */
function LastPast() {
  const bookings = useQuery(api.bookings.mine.queryOptions({ input: { when: 'past', pageSize: maxPageSize } }))
  const sessions = useQuery(api.studio.mine.queryOptions({ input: { when: 'past' } }))
  if (!bookings.data || !sessions.data) return null
  const all = bookings.data.total + sessions.data.length
  if (all === 0) return null
  const since = addDays(calendarDate(new Date()), -daysInSight)
  const { recent, earlier } = apart(placesOf(bookings.data.rows, sessions.data), since)
  const shown = earlier.slice(0, lastShown)
  return (
    <Section title="Past and cancelled">
      {recent.length > 0 ? <OwnPlaces of={recent} label="Past and cancelled bookings" isPast /> : null}
      {all > recent.length ? (
        <details className={classes.earlier}>
          <summary>Earlier ({formatNumber(all - recent.length)})</summary>
          <OwnPlaces of={shown} label="Earlier bookings" isPast />
          {all > recent.length + shown.length ? (
            <p className={classes.more}>
              <Link to="/bookings" search={{ view: 'mine', when: 'past' }}>
                All {formatNumber(all)} past and cancelled bookings
              </Link>
            </p>
          ) : null}
        </details>
      ) : null}
    </Section>
  )
}

/** Everything that is over or cancelled; the few sessions of the studio stand with the latest page. */
function AllPast() {
  const { of, search, onSearch, size } = useList(mineList, api.bookings.mine, { always: { when: 'past' } })
  const isFirst = (search.page ?? '1') === '1'
  const sessions = useQuery({ ...api.studio.mine.queryOptions({ input: { when: 'past' } }), enabled: isFirst })
  return (
    <Section
      title="Past and cancelled"
      actions={
        <Link to="/bookings" search={{ view: 'mine' }}>
          Upcoming bookings
        </Link>
      }
    >
      <Query of={of} failed="Failed to load your bookings" loading={<LoadingRows rows={8} />}>
        {({ rows, total, hasMore }) => {
          const places = placesOf(rows, (isFirst && sessions.data) || [])
          return places.length === 0 ? (
            <Empty
              what="Nothing here yet"
              why="Bookings that are over or cancelled are kept here."
              next={<ButtonLink to="/bookings">Browse Facilities</ButtonLink>}
            />
          ) : (
            <>
              <OwnPlaces of={places} label="Past and cancelled bookings" isPast />
              <ListPager of={{ search, onSearch, size }} total={total} hasMore={hasMore} />
            </>
          )
        }}
      </Query>
    </Section>
  )
}
