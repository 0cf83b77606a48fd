import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { sumWords } from '#features/spaces/facilities/parts/fare-words.ts'
import { formatCount, formatDate, formatMoney, formatTokens } from '#platform/words.ts'
import { ButtonLink } from '#ui/link.tsx'
import { Query } from '#ui/plain/query.tsx'
import { LoadingRows } from '#ui/plain/states.tsx'
import { api } from '#web/client.ts'
import { messages } from '../inputs.ts'
import classes from './bookings-in-cart.module.css'
import { useRemoving } from './removing.ts'

/** The bookings that wait to be made together, beside any page: what each costs, and the way to check them out. */
export function BookingsInCart({ onLeave }: { onLeave: () => void }) {
  const query = useQuery(api.bookings.cart.queryOptions())
  const remove = useRemoving()
  return (
    <section aria-label="Bookings in your cart" className={classes.part}>
      <h3>Bookings</h3>
      <Query of={query} failed={messages.load} loading={<LoadingRows rows={2} height={48} />}>
        {({ items, ...sums }) => (
          <>
            <ul className={classes.items}>
              {items.map(item => (
                <li key={item.id} data-problem={item.problem !== null}>
                  <strong>{item.facilityName}</strong>
                  <span className={classes.price}>
                    {item.useTokens ? formatTokens(item.tokens) : formatMoney(item.pence)}
                  </span>
                  <span className={classes.when}>
                    {item.problem ?? `${formatDate(item.bookingDate)}, ${item.startTime}–${item.endTime}`}
                  </span>
                  <Button
                    variant="subtle"
                    size="sm"
                    className={classes.remove}
                    loading={remove.running?.id === item.id}
                    onClick={() => void remove.run(item)}
                    aria-label={`Remove ${item.facilityName}, ${formatDate(item.bookingDate)} ${item.startTime}`}
                  >
                    Remove
                  </Button>
                </li>
              ))}
            </ul>
            <ButtonLink to="/cart" fullWidth onClick={onLeave}>
              {`Check out ${formatCount(items.length, 'booking')}, ${sums.tokens + sums.pence === 0 ? 'free' : sumWords(sums)}`}
            </ButtonLink>
          </>
        )}
      </Query>
    </section>
  )
}
