import { sumWords } from '#features/spaces/facilities/parts/fare-words.ts'
import { formatDate } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { rpc } from '#web/client.ts'
import type { Booking } from './booking-row.tsx'
import { cancelWords } from './booking-words.ts'

/** Cancels an own booking, after saying what comes back (decision 23). */
export const useCancelling = (booking: Booking) =>
  useAction(rpc.bookings.cancel, {
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
