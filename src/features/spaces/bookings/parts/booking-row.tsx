import { Button } from '@mantine/core'
import { usePayment } from '#features/money/orders/parts/payment.ts'
import { sumWords } from '#features/spaces/facilities/parts/fare-words.tsx'
import { formatDate, formatDateTime, formatMoney, formatTime, formatTimeRange } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { Picture } from '#ui/plain/picture.tsx'
import { Status } from '#ui/plain/status.tsx'
import { rpc } from '#web/client.ts'
import classes from './my-bookings.module.css'

export type Booking = Awaited<ReturnType<typeof rpc.bookings.mine>>['rows'][number]

/** One of the person's bookings, with paying and cancelling where they are possible. */
export function BookingRow({ booking }: { booking: Booking }) {
  const { can } = booking
  const cancel = useAction(rpc.bookings.cancel, {
    confirm: () => ({
      title: `Cancel ${booking.facilityName} on ${formatDate(booking.bookingOn)}?`,
      body: cancelWords(booking),
      action: 'Cancel booking',
      keep: 'Keep the booking',
      danger: true,
    }),
    done: back => ({
      title: 'Booking cancelled',
      message: back.tokens > 0 || back.pence > 0 ? `You get ${sumWords(back)} back.` : undefined,
    }),
    failed: 'The booking was not cancelled',
  })
  const pay = usePayment()
  return (
    <li className={classes.row}>
      <Picture of={booking.picture} seed={booking.facilitySlug} alt="" sizes="8rem" className={classes.picture} />
      <div>
        <h3 className={classes.what}>
          {booking.facilityName} <BookingStatus booking={booking} />
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

const paidOf = (booking: Booking) => ({ tokens: booking.tokensUsed, pence: booking.pricePence })

function detailWords(booking: Booking): string {
  const paid = sumWords(paidOf(booking))
  if (booking.status === 'cancelled') return `${booking.cancelReason ?? 'Cancelled by you.'} ${backWords(booking)}`
  if (booking.status === 'pending')
    return `${paid} ${booking.paidWith === 'tokens' ? 'reserved' : 'to pay'}${booking.heldUntil ? `; held for you until ${formatTime(booking.heldUntil)}.` : '.'}`
  if (booking.isOver || !booking.can.cancel) return `Paid: ${paid}.`
  const gonePence = booking.pricePence - Math.min(booking.pricePence, booking.leftPence ?? booking.pricePence)
  if (gonePence > 0) return `Paid: ${paid}. ${formatMoney(gonePence)} of it went back already.`
  return booking.refundableUntil
    ? `Paid: ${paid}. Cancel until ${formatDateTime(booking.refundableUntil)} and you get it back.`
    : `Paid: ${paid}. Too close to the start for anything to come back.`
}

/** What a cancelled booking cost and what came back of it; an unpaid one was never charged. */
function backWords(booking: Pick<Booking, 'tokensUsed' | 'pricePence' | 'returnedTokens' | 'returnedPence'>): string {
  const paid = sumWords({ tokens: booking.tokensUsed, pence: booking.pricePence })
  return `Price: ${paid}. Given back: ${sumWords({ tokens: booking.returnedTokens, pence: booking.returnedPence })}.`
}

function cancelWords(booking: Booking): string {
  if (booking.status === 'pending')
    return booking.refund.tokens > 0
      ? 'Everything that was held together is let go, and the tokens reserved for it come back. Nothing has been charged.'
      : 'Everything that was held together is let go. Nothing has been charged.'
  const { tokens, pence } = booking.refund
  if (tokens > 0 || pence > 0) return `You get ${sumWords(booking.refund)} back. Somebody else may take the time.`
  const paid = paidOf(booking)
  if (paid.tokens === 0 && paid.pence === 0) return 'There is nothing to give back. Somebody else may take the time.'
  return `It is too close to the start: nothing of the ${sumWords(paid)} comes back.`
}
