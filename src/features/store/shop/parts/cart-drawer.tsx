import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatCount } from '#platform/words.ts'
import { ButtonLink } from '#ui/link.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Empty, LoadingRows } from '#ui/plain/states.tsx'
import { toast } from '#ui/toast.ts'
import { api } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import { messages } from '../inputs.ts'
import classes from './cart.module.css'
import { CartLines } from './cart-lines.tsx'
import { CartSummary } from './cart-summary.tsx'

/** What somebody means to buy in the store, beside whatever page they are on (NAV-29). */
export function CartDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  // Closed when it appears: only what opens later gives the focus back to where it came from.
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    setShown(isOpen)
    if (isOpen) toast.makeWay()
  }, [isOpen])
  return (
    <Drawer opened={isShown} onClose={onClose} title="Your store cart" position="right" size="min(100%, 30rem)">
      <Contents onClose={onClose} />
    </Drawer>
  )
}

function Contents({ onClose }: { onClose: () => void }) {
  const query = useQuery(api.shopCart.mine.queryOptions())
  const bookings = useMe()?.cartCount ?? 0
  const isAsWell = (query.data?.lines.length ?? 0) > 0
  return (
    <div className={classes.cart}>
      <Query of={query} failed={messages.cartFailed} loading={<LoadingRows rows={3} height={88} />}>
        {cart =>
          cart.lines.length > 0 ? (
            <>
              <CartLines lines={cart.lines} onLeave={onClose} />
              <CartSummary cart={cart} onLeave={onClose} />
            </>
          ) : bookings > 0 ? (
            <p className={classes.none}>Nothing from the store lies in it.</p>
          ) : (
            <Empty
              what="Your store cart is empty"
              why="What you choose in the store waits here until you check out, on every device of yours."
              next={
                <ButtonLink to="/store" onClick={onClose}>
                  Browse the store
                </ButtonLink>
              }
            />
          )
        }
      </Query>
      {bookings > 0 ? (
        <section className={classes.bookings} aria-label="Your booking cart">
          <p>{`${formatCount(bookings, 'booking')} ${bookings === 1 ? 'waits' : 'wait'} in your booking cart${isAsWell ? ' as well' : ''}.`}</p>
          <ButtonLink to="/cart" variant="default" onClick={onClose}>
            Open your booking cart
          </ButtonLink>
        </section>
      ) : null}
    </div>
  )
}
