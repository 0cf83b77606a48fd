import { SegmentedControl } from '@mantine/core'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { Page } from '#ui/plain/page.tsx'
import { useMe } from '#web/session/session.tsx'
import { FacilityGroups } from '../parts/facility-groups.tsx'
import { MyBookings } from '../parts/my-bookings.tsx'
import { OwnHolds } from '../parts/own-holds.tsx'

interface Search {
  view?: 'mine'
  on?: string
}

/** /bookings: the facilities, and the person's own bookings beside them (BOOK-01, decision 23). */
export function Bookings() {
  const { view, on, order, payment } = useSearch({ from: '/bookings' })
  const navigate = useNavigate()
  const me = useMe()
  const go = (search: Search) => void navigate({ to: '/bookings', search })
  // Payment pages that were opened before orders had pages lead here.
  if (order) return <Navigate to="/orders/$id" params={{ id: order }} search={payment ? { payment } : {}} replace />
  const isMine = view === 'mine' && me !== null
  return (
    <Page
      title={isMine ? 'My bookings' : 'Book Your Space'}
      kicker="Book a space"
      lead={
        isMine
          ? 'What is yours, what you can still change, and what cancelling gives back.'
          : 'Studios, a sauna, desks and rooms to make things in. Choose one, a day and a time.'
      }
      actions={
        me ? (
          <SegmentedControl
            aria-label="What to show"
            data={[
              { value: 'facilities', label: 'Facilities' },
              { value: 'mine', label: 'My bookings' },
            ]}
            value={isMine ? 'mine' : 'facilities'}
            onChange={value => go(value === 'mine' ? { view: 'mine' } : {})}
          />
        ) : null
      }
    >
      {isMine ? (
        <MyBookings />
      ) : (
        <>
          {me ? <OwnHolds /> : null}
          <FacilityGroups on={on ?? null} onDay={day => go(day ? { on: day } : {})} />
        </>
      )}
    </Page>
  )
}
