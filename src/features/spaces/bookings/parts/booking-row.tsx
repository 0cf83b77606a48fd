import { Link } from '@tanstack/react-router'
import { sumWords } from '#features/spaces/facilities/parts/fare-words.ts'
import { formatDate } from '#platform/words.ts'
import { Status, Tag } from '#ui/plain/status.tsx'
import type { rpc } from '#web/client.ts'
import { cancelHint, noteWords, paidOf } from './booking-words.ts'
import { useCancelling } from './cancelling.ts'
import { PlaceRow } from './place-row.tsx'

export type Booking = Awaited<ReturnType<typeof rpc.bookings.mine>>['rows'][number]

/** One of the person's bookings among those of its day; cancelling it stands in its menu. */
export function BookingRow({ booking }: { booking: Booking }) {
  const { id, status, isOver, can } = booking
  const cancel = useCancelling(booking)
  const isAhead = status === 'confirmed' && !isOver
  return (
    <PlaceRow
      startsAt={booking.startsAt}
      endsAt={booking.endsAt}
      what={
        <Link to="/bookings/$id" params={{ id }}>
          {booking.facilityName}
        </Link>
      }
      cost={sumWords(paidOf(booking))}
      state={
        <>
          {status === 'confirmed' ? null : <BookingStatus booking={booking} />}
          {booking.seriesId ? <Tag>Series</Tag> : null}
        </>
      }
      note={noteWords(booking)}
      name={`${booking.facilityName}, ${formatDate(booking.bookingOn)}, ${booking.startsAt}`}
      items={[
        isAhead && { label: 'Add to calendar', file: `/api/bookings/calendarFile?id=${id}` },
        can.cancel && {
          label: 'Cancel booking',
          hint: cancelHint(booking),
          run: () => void cancel.run({ id, refund: booking.refund }),
          isDanger: true,
        },
      ]}
    />
  )
}

/** The state of a booking in a word. */
export function BookingStatus({ booking }: { booking: Pick<Booking, 'status' | 'isOver'> }) {
  if (booking.status === 'cancelled') return <Status tone="bad">Cancelled</Status>
  if (booking.status === 'pending') return <Status tone="warn">Waiting for payment</Status>
  return booking.isOver ? <Status>Over</Status> : <Status tone="good">Confirmed</Status>
}
