import { SegmentedControl } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Page } from '#ui/page.tsx'
import { useMe } from '#web/session.tsx'
import { FacilityGroups } from '../parts/facility-groups.tsx'
import { MyBookings } from '../parts/my-bookings.tsx'
import { OrderResult } from '../parts/order-result.tsx'

interface Search {
  view?: 'mine'
  when?: 'past'
  page?: number
  order?: string
  payment?: 'cancelled'
}

/** /bookings: the facilities, and the person's own bookings beside them (BOOK-01, decision 23). */
export function Bookings() {
  const { view, when, page, order, payment } = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const me = useMe()
  const go = (search: Search) => void navigate({ to: '/bookings' as string, search: search as never })
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
      {isMine && order ? <OrderResult orderId={order} wasLeft={payment === 'cancelled'} /> : null}
      {isMine ? (
        <MyBookings
          when={when ?? 'upcoming'}
          page={page ?? 1}
          onView={next => go({ view: 'mine', ...(next.when === 'past' && { when: 'past' }), page: next.page })}
        />
      ) : (
        <FacilityGroups />
      )}
    </Page>
  )
}
