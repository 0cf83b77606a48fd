import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { usePayment } from '#features/money/orders/parts/payment.ts'
import { formatCount, formatDate, formatTime, formatTimeRange } from '#platform/words.ts'
import { api, type rpc } from '#web/client.ts'
import classes from './own-holds.module.css'

type Hold = Awaited<ReturnType<typeof rpc.bookings.holds>>[number]

/** What is held for the person until they pay, with paying it. Draws nothing while there is none. */
export function OwnHolds() {
  const { data = [] } = useQuery(api.bookings.holds.queryOptions())
  const pay = usePayment()
  const orders = [...Map.groupBy(data, ({ orderId }) => orderId)]
  return orders.length === 0 ? null : (
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
