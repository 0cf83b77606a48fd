import { Button } from '@mantine/core'
import { IconCalendarPlus, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect, useId, useRef } from 'react'
import { askEveryMs, usePayment } from '#features/money/orders/parts/payment.ts'
import { arriveEarly } from '#features/spaces/calendar/inputs.ts'
import { sumWords } from '#features/spaces/facilities/parts/fare-words.ts'
import { formatDate, formatReference, formatTimeRange } from '#platform/words.ts'
import { Answer } from '#ui/answer.tsx'
import { AnchorLink, ButtonLink } from '#ui/link.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { HeadPicture } from '#ui/plain/head-picture.tsx'
import { Page } from '#ui/plain/page.tsx'
import { isMissing } from '#ui/plain/problem.ts'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { api, type rpc } from '#web/client.ts'
import { messages } from '../inputs.ts'
import { BookingStatus } from '../parts/booking-row.tsx'
import { cancelHint, paidOf, refundSentence, stateSentence } from '../parts/booking-words.ts'
import { useCancelling } from '../parts/cancelling.ts'
import { Move } from '../parts/move.tsx'
import { CancelOfSeries, SeriesSection, useSeries } from '../parts/series.tsx'
import classes from './booking.module.css'

/** As it is told wherever else the person is (BOOK-36). */
const confirmed = 'Booking Confirmed'

type One = Awaited<ReturnType<typeof rpc.bookings.one>>

/** Longer than the way here from the form, or from the payment page, takes. */
const justMs = 30_000

/** /bookings/ID: one booking, with everything one needs on the day and whatever can still be done about it. */
export function BookingPage() {
  const { id } = useParams({ from: '/bookings/$id' })
  const query = useQuery(
    api.bookings.one.queryOptions({
      input: { id },
      retry: false,
      // Whoever may no longer ask is not asked for.
      refetchInterval: ({ state }) => (state.data?.status === 'pending' && !state.error ? askEveryMs : false),
    }),
  )
  const booking = query.data
  return (
    <Page
      title={booking?.facilityName ?? (isMissing(query.error) ? messages.notFound : 'Booking')}
      kicker={
        <Link to="/bookings" search={{ view: 'mine' }}>
          My bookings
        </Link>
      }
      lead={booking ? <State booking={booking} /> : null}
      actions={
        isMissing(query.error) ? null : (
          <HeadPicture of={booking && { picture: booking.picture, seed: booking.spaceSlug }} isSmall />
        )
      }
    >
      {isMissing(query.error) ? (
        <Empty
          what="There is no such booking of yours"
          why="Perhaps it was made with another account."
          next={
            <ButtonLink to="/bookings" search={{ view: 'mine' }}>
              My bookings
            </ButtonLink>
          }
        />
      ) : (
        <Query of={query} failed="Failed to load your booking">
          {found => <Whole booking={found} />}
        </Query>
      )}
    </Page>
  )
}

const whenOf = ({ bookingOn, startsAt, endsAt }: One) => (
  <time dateTime={`${bookingOn}T${startsAt}`}>
    {formatDate(bookingOn, { year: true })}, <span className={classes.hours}>{formatTimeRange(startsAt, endsAt)}</span>
  </time>
)

/** How it stands, first of all; then when it is, and what can be done about it. */
function State({ booking }: { booking: One }) {
  const isTheirs = booking.status === 'confirmed' && !booking.isOver && booking.person === null
  const answer = useRef<HTMLDivElement>(null)
  const since = booking.confirmedAt ?? booking.createdAt
  useEffect(() => {
    // The form went with what had the focus: whoever just booked stands where it says so.
    const isNowhere = document.activeElement?.matches('body, main') ?? true
    if (isNowhere && isTheirs && Date.now() - new Date(since).getTime() < justMs) answer.current?.focus()
  }, [isTheirs, since])
  return (
    <>
      <Answer
        to={isTheirs ? confirmed : null}
        ref={answer}
        tabIndex={-1}
        className={classes.state}
        data-good={isTheirs}
      >
        <p>
          {isTheirs ? `${confirmed}. ` : ''}
          {stateSentence(booking)}
        </p>
        {isTheirs ? null : <BookingStatus booking={booking} />}
      </Answer>
      <p className={classes.when}>{whenOf(booking)}</p>
      <Deeds booking={booking} />
    </>
  )
}

function Whole({ booking }: { booking: One }) {
  const venue = useQuery(api.venue.about.queryOptions())
  return (
    <>
      <Section title="On the day" aside>
        <Facts
          facts={[
            { label: 'When', value: whenOf(booking) },
            isAhead(booking) && { label: 'Arrive', value: `${arriveEarly} early` },
            { label: 'Where', value: venue.data?.address },
            { label: 'Getting in', value: booking.gettingIn },
            venue.data
              ? {
                  label: 'Directions',
                  value: (
                    <a href={mapOf(venue.data.address)} target="_blank" rel="noreferrer">
                      Open the map in a new tab
                    </a>
                  ),
                }
              : null,
            { label: 'Questions', value: <AnchorLink to="/contact">Talk to us</AnchorLink> },
          ]}
        />
      </Section>
      <Section title="Price and payment" aside>
        <Facts
          facts={[
            { label: 'Price', value: sumWords(paidOf(booking)) },
            { label: 'Paid', value: paidWords(booking) },
            {
              label: 'Receipt',
              value: booking.orderId ? (
                <AnchorLink to="/orders/$id" params={{ id: booking.orderId }}>
                  {booking.status === 'pending' ? 'Open the payment' : 'Open the receipt'}
                </AnchorLink>
              ) : null,
            },
            { label: 'If you cancel', value: refundSentence(booking) },
            { label: 'Booked', value: <When at={booking.createdAt} /> },
            { label: 'For', value: booking.person },
            { label: 'Reference', value: <span className={classes.reference}>{formatReference(booking.id)}</span> },
          ]}
        />
      </Section>
      {booking.seriesId ? <SeriesSection booking={booking} /> : null}
    </>
  )
}

const isAhead = ({ status, isOver }: One) => status !== 'cancelled' && !isOver

function paidWords({ status, paidWith, orderId, isPaid }: One): string {
  if (status === 'pending') return paidWith === 'tokens' ? 'Tokens, kept for you until then' : 'Not yet'
  if (paidWith === 'tokens') return 'With tokens'
  if (!orderId) return 'Nothing to pay'
  return isPaid ? 'By card' : 'Nothing was charged'
}

function Deeds({ booking }: { booking: One }) {
  const { id, can, status, isOver, facilityId, person } = booking
  const cancel = useCancelling(booking)
  const pay = usePayment()
  const { data: series } = useSeries(booking)
  const hint = useId()
  const isOfSeries = can.cancel && status === 'confirmed' && series !== undefined && series.rest.length > 1
  return (
    <div className={classes.deeds}>
      {can.pay ? (
        <Button onClick={() => void pay.run({ id: booking.orderId! })} loading={pay.isRunning}>
          Pay now
        </Button>
      ) : null}
      {person === null && status === 'confirmed' && isAhead(booking) ? (
        <Button
          component="a"
          href={`/api/bookings/calendarFile?id=${id}`}
          download
          leftSection={<IconCalendarPlus size={18} aria-hidden />}
        >
          Add to calendar
        </Button>
      ) : null}
      {person === null && status === 'cancelled' && booking.wasConfirmed && !isOver ? (
        <Button component="a" href={`/api/bookings/calendarFile?id=${id}`} download variant="default">
          Remove it from your calendar
        </Button>
      ) : null}
      {person === null && !isAhead(booking) ? (
        <ButtonLink to="/facility-booking" search={{ id: facilityId }}>
          Book again
        </ButtonLink>
      ) : null}
      {status === 'confirmed' ? (
        <Button variant="default" onClick={() => window.print()} leftSection={<IconPrinter size={18} aria-hidden />}>
          Print
        </Button>
      ) : null}
      {can.move ? <Move booking={booking} /> : null}
      {isOfSeries ? (
        <CancelOfSeries booking={booking} series={series} />
      ) : can.cancel ? (
        <span className={classes.cancel}>
          <Button
            variant="default"
            onClick={() => void cancel.run({ id, refund: booking.refund })}
            loading={cancel.isRunning}
            aria-describedby={hint}
          >
            Cancel booking
          </Button>
          <small id={hint}>{cancelHint(booking)}</small>
        </span>
      ) : null}
    </div>
  )
}

const mapOf = (address: string) => `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`
