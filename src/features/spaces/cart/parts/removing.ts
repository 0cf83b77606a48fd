import { useAction } from '#ui/action.ts'
import { rpc } from '#web/client.ts'

type Item = Awaited<ReturnType<typeof rpc.bookings.cart>>['items'][number]

/** Takes a booking out of the cart, with a way back. */
export const useRemoving = () =>
  useAction((item: Item, sending) => rpc.bookings.removeFromCart({ id: item.id }, sending), {
    done: 'Removed from your cart',
    undo:
      (_, { facilityId, bookingDate: on, startTime: startsAt, lengths, payWith }) =>
      sending =>
        rpc.bookings.addToCart({ facilityId, on, startsAt, lengths, payWith }, sending),
    failed: 'Not removed',
  })
