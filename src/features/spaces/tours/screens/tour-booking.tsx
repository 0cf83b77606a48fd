import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { formatCount, formatDate, formatTimeRange } from '#platform/words.ts'
import { AnchorLink } from '#ui/link.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { api } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import { BookedTour } from '../parts/booked-tour.tsx'
import { TourForm } from '../parts/tour-form.tsx'
import { Where } from '../parts/where.tsx'

/** /tour-booking: a tour of the house, for everybody (TOUR-01, TOUR-08); with `?booking=ID` one that is booked. */
export function TourBooking() {
  const { booking } = useSearch({ from: '/tour-booking' })
  // The form went with what had the focus: whoever just booked starts at the top of what they booked.
  const before = useRef(booking)
  useEffect(() => {
    if (before.current !== booking) document.getElementById('content')?.focus({ preventScroll: true })
    before.current = booking
  }, [booking])
  return booking === undefined ? <Booking /> : <Booked id={booking} />
}

function Booked({ id }: { id: string }) {
  const tour = useQuery({ ...api.tours.one.queryOptions({ input: { id } }), retry: false })
  return (
    <Query of={tour} failed="Failed to load this tour">
      {found => <BookedTour key={`${found.slotId} ${found.partySize}`} tour={found} />}
    </Query>
  )
}

function Booking() {
  const me = useMe()
  const mine = useQuery({ ...api.tours.mine.queryOptions(), enabled: me !== null })
  const venue = useQuery(api.venue.about.queryOptions())
  const own = mine.data ?? []
  return (
    <Page
      title="Book a tour"
      heading="See the house"
      lead="An hour through studios, desks and the hall with somebody who works here. It costs nothing."
    >
      {own.length > 0 ? (
        <Section title="Your tours" aside>
          <Facts
            facts={own.map(({ id, tourDate, startTime, endTime, partySize }) => ({
              label: formatDate(tourDate),
              value: (
                <AnchorLink to="/tour-booking" search={{ booking: id }}>
                  {formatTimeRange(startTime, endTime)}, {formatCount(partySize, 'person', 'people')}
                </AnchorLink>
              ),
            }))}
          />
        </Section>
      ) : null}
      <Section title="Your visit" id="visit">
        <TourForm />
      </Section>
      {venue.data ? <Where {...venue.data} /> : null}
    </Page>
  )
}
