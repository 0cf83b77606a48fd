import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { usePayment } from '#features/money/orders/parts/payment.ts'
import { formatDate, formatTimeRange } from '#platform/words.ts'
import { Picture } from '#ui/plain/picture.tsx'
import { Status, Tag } from '#ui/plain/status.tsx'
import type { rpc } from '#web/client.ts'
import { detailWords } from './booking-words.ts'
import { useCancelling } from './cancelling.ts'
import classes from './my-bookings.module.css'

export type Booking = Awaited<ReturnType<typeof rpc.bookings.mine>>['rows'][number]

/** One of the person's bookings, with paying and cancelling where they are possible. */
export function BookingRow({ booking }: { booking: Booking }) {
  const { can } = booking
  const cancel = useCancelling(booking)
  const pay = usePayment()
  return (
    <li className={classes.row}>
      <Picture of={booking.picture} seed={booking.spaceSlug} alt="" sizes="8rem" className={classes.picture} />
      <div>
        <h3 className={classes.what}>
          <Link to="/bookings/$id" params={{ id: booking.id }}>
            {booking.facilityName}
          </Link>{' '}
          <BookingStatus booking={booking} />
          {booking.seriesId ? <Tag>Series</Tag> : null}
        </h3>
        <p className={classes.when}>
          <time dateTime={`${booking.bookingOn}T${booking.startsAt}`}>
            {formatDate(booking.bookingOn, { year: true })}, {formatTimeRange(booking.startsAt, booking.endsAt)}
          </time>
        </p>
        <p className={classes.more}>{detailWords(booking)}</p>
      </div>
      {can.pay || can.cancel ? (
        <div className={classes.deeds}>
          {can.pay ? (
            <Button onClick={() => void pay.run({ id: booking.orderId! })} loading={pay.isRunning}>
              Pay now
            </Button>
          ) : null}
          {can.cancel ? (
            <Button
              variant="default"
              onClick={() => void cancel.run({ id: booking.id, refund: booking.refund })}
              loading={cancel.isRunning}
            >
              {booking.status === 'pending' ? 'Let it go' : 'Cancel booking'}
            </Button>
          ) : null}
        </div>
      ) : null}
    </li>
  )
}

/** The state of a booking in a word. */
export function BookingStatus({ booking }: { booking: Pick<Booking, 'status' | 'isOver'> }) {
  if (booking.status === 'cancelled') return <Status tone="bad">Cancelled</Status>
  if (booking.status === 'pending') return <Status tone="warn">Waiting for payment</Status>
  return booking.isOver ? <Status>Over</Status> : <Status tone="good">Confirmed</Status>
}
