import { Button } from '@mantine/core'
import { usePayment } from '#features/money/orders/parts/payment.ts'
import { formatCount, formatDate, formatTime, formatTimeRange } from '#platform/words.ts'
import type { rpc } from '#web/client.ts'
import classes from './own-holds.module.css'

export type Hold = Awaited<ReturnType<typeof rpc.bookings.holds>>[number]

/** Order by order, each with paying it. */
export function HeldPlaces({ places: all }: { places: Hold[] }) {
  const pay = usePayment()
  const orders = [...Map.groupBy(all, ({ orderId }) => orderId)]
  return (
    <ul className={classes.holds} aria-label="Held for you">
      {orders.map(([id, places]) => (
        <li key={id}>
          <span>
            <strong>Held for you until {formatTime(places[0]!.heldUntil)}:</strong> {placesWords(places)}
          </span>
          <Button size="sm" onClick={() => void pay.run({ id })} loading={pay.running?.id === id}>
            Pay now
          </Button>
        </li>
      ))}
    </ul>
  )
}

const placesWords = (places: Hold[]) =>
  places.length > 3
    ? `${placeWords(places[0]!)} and ${formatCount(places.length - 1, 'other time')}`
    : places.map(placeWords).join('; ')

const placeWords = ({ facilityName, on, startsAt, endsAt }: Hold) =>
  `${facilityName}, ${formatDate(on)}, ${formatTimeRange(startsAt, endsAt)}`
