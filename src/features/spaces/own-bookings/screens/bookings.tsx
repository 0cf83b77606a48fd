import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import classes from '#features/spaces/bookings/parts/bookings.module.css'
import type { FacilityFilter } from '#features/spaces/bookings/parts/facility-filter.ts'
import { FacilityGroups } from '#features/spaces/bookings/parts/facility-groups.tsx'
import { OwnHolds } from '#features/spaces/bookings/parts/own-holds.tsx'
import { StudioLine } from '#features/spaces/bookings/parts/studio-line.tsx'
import { Page } from '#ui/plain/page.tsx'
import { LoadingText } from '#ui/plain/states.tsx'
import { useMe } from '#web/session/session.tsx'

// A list with its filters; most come for the facilities.
const MyBookings = lazy(async () => ({ default: (await import('../parts/my-bookings.tsx')).MyBookings }))

/** Both views have one path: what is asked for tells them apart. */
const onlyThis = { exact: true, includeSearch: true }

/** /bookings: the facilities, and the person's own bookings beside them (BOOK-01, decision 23). */
export function Bookings() {
  const { view, when, on, from, people, with: wanted, order, payment } = useSearch({ from: '/bookings' })
  const navigate = useNavigate()
  const me = useMe()
  const filter: FacilityFilter = { on, from, people, with: wanted }
  // Payment pages that were opened before orders had pages lead here.
  if (order) return <Navigate to="/orders/$id" params={{ id: order }} search={payment ? { payment } : {}} replace />
  const isMine = view === 'mine' && me !== null
  return (
    <Page
      title={isMine ? 'My bookings' : 'Book Your Space'}
      // The heading of the facilities says the same.
      kicker={isMine ? 'Book a space' : undefined}
      lead={
        isMine ? (
          'Day by day. Open one to move or cancel it.'
        ) : (
          <span className={classes.lead}>
            Studios, a sauna, desks and rooms to make things in. Choose one, a day and a time.
          </span>
        )
      }
      actions={
        me ? (
          <nav aria-label="What to show" className={classes.views}>
            <Link to="/bookings" search={filter} activeOptions={onlyThis} aria-current={isMine ? undefined : 'page'}>
              Facilities
            </Link>
            <Link
              to="/bookings"
              search={{ view: 'mine' }}
              activeOptions={onlyThis}
              aria-current={isMine ? 'page' : undefined}
            >
              My bookings
            </Link>
          </nav>
        ) : null
      }
    >
      {isMine ? (
        <Suspense fallback={<LoadingText lines={8} />}>
          <MyBookings isPast={when === 'past'} />
        </Suspense>
      ) : (
        <>
          {me ? <OwnHolds /> : null}
          <FacilityGroups
            filter={filter}
            onFilter={next => void navigate({ to: '/bookings', search: next, resetScroll: false })}
          />
          {me ? <StudioLine /> : null}
        </>
      )}
    </Page>
  )
}
