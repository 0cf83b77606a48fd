import { useQuery } from '@tanstack/react-query'
import { formatCount, formatDate, formatMoney, formatTokens } from '#platform/words.ts'
import { ButtonLink } from '#ui/link.tsx'
import { Query } from '#ui/plain/query.tsx'
import { LoadingRows } from '#ui/plain/states.tsx'
import { api } from '#web/client.ts'
import { messages } from '../inputs.ts'
import classes from './bookings-in-cart.module.css'

/** The bookings that wait to be made together, beside any page: what each costs, and the way to check them out. */
export function BookingsInCart({ onLeave }: { onLeave: () => void }) {
  const query = useQuery(api.bookings.cart.queryOptions())
  return (
    <section aria-label="Bookings in your cart" className={classes.part}>
      <h3>Bookings</h3>
      <Query of={query} failed={messages.load} loading={<LoadingRows rows={2} height={48} />}>
        {({ items }) => (
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
                </li>
              ))}
            </ul>
            <ButtonLink to="/cart" fullWidth onClick={onLeave}>
              {`Check out ${formatCount(items.length, 'booking')}`}
            </ButtonLink>
          </>
        )}
      </Query>
    </section>
  )
}
