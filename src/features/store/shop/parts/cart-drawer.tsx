import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { BookingsInCart } from '#features/spaces/cart/parts/bookings-in-cart.tsx'
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

/** What somebody means to book and to buy in the store, beside whatever page they are on (NAV-29). */
export function CartDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  // Closed when it appears: only what opens later gives the focus back to where it came from.
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    setShown(isOpen)
    if (isOpen) toast.makeWay()
  }, [isOpen])
  return (
    <Drawer opened={isShown} onClose={onClose} title="Your cart" position="right" size="min(100%, 30rem)">
      <Contents onClose={onClose} />
    </Drawer>
  )
}

function Contents({ onClose }: { onClose: () => void }) {
  const query = useQuery(api.shopCart.mine.queryOptions())
  const hasBookings = (useMe()?.cartCount ?? 0) > 0
  return (
    <div className={classes.cart}>
      {hasBookings ? <BookingsInCart onLeave={onClose} /> : null}
      <Query of={query} failed={messages.cartFailed} loading={<LoadingRows rows={3} height={88} />}>
        {cart =>
          cart.lines.length > 0 ? (
            <section aria-labelledby="goods-in-cart" className={classes.goods}>
              <h3 id="goods-in-cart">From the store</h3>
              <CartLines lines={cart.lines} onLeave={onClose} />
              <CartSummary cart={cart} onLeave={onClose} />
            </section>
          ) : hasBookings ? null : (
            <Empty
              what="Your cart is empty"
              why="What you choose in the store, and rooms you add to it, wait here until you check out, on every device of yours."
              next={
                <>
                  <ButtonLink to="/store" onClick={onClose}>
                    Browse the store
                  </ButtonLink>
                  <ButtonLink to="/bookings" variant="default" onClick={onClose}>
                    Book a space
                  </ButtonLink>
                </>
              }
            />
          )
        }
      </Query>
    </div>
  )
}
