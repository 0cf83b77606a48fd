import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { messages as orderMessages } from '#features/store/orders/inputs.ts'
import { formatMoney, formatNumber } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { describeProblem } from '#ui/plain/problem.ts'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { messages } from '../inputs.ts'
import { formatPoints } from '../rules.ts'
import classes from './cart.module.css'
import type { ShopCart } from './cart-lines.tsx'

/** What all of it costs in pounds and in points, and the way to pay (SHOP-16, SHOP-18 … SHOP-20). */
export function CartSummary({ cart, onLeave }: { cart: ShopCart; onLeave: () => void }) {
  const { lines, totalPence, totalPoints, pointsLeft, whyNotCheckout } = cart
  const checkout = useCheckout(onLeave)
  // What is wrong with a line stands beside it.
  const isSaid = lines.some(({ whyNot }) => whyNot?.message === whyNotCheckout?.message)
  return (
    <div className={classes.summary}>
      <dl className={classes.sums}>
        <div>
          <dt>Total</dt>
          <dd>{formatMoney(totalPence)}</dd>
        </div>
        <div>
          <dt>
            Points
            {totalPoints > 0 && totalPoints <= pointsLeft ? (
              <small>{`You have ${formatNumber(pointsLeft)}; ${formatNumber(pointsLeft - totalPoints)} would be left`}</small>
            ) : null}
          </dt>
          <dd>{totalPoints === 0 ? 'None' : formatPoints(totalPoints)}</dd>
        </div>
      </dl>
      <p className={classes.terms}>
        You pay on the storefront’s own page, which adds what delivery costs. Points are taken once it is paid, and come
        back with a refund.
      </p>
      {whyNotCheckout ? (
        <p className={classes.problem} role="alert">
          {isSaid ? 'Remove what cannot be bought, then check out.' : whyNotCheckout.message}
        </p>
      ) : null}
      <Button
        fullWidth
        disabled={whyNotCheckout !== null}
        loading={checkout.isRunning}
        onClick={() => checkout.start(lines.map(({ variantId }) => variantId))}
      >
        Checkout for {formatMoney(totalPence)}
      </Button>
    </div>
  )
}

/** Opens the storefront's page in a new tab, and here the page that tells what became of it. */
function useCheckout(onLeave: () => void) {
  const navigate = useNavigate()
  const tab = useRef<Window | null>(null)
  // A repetition after a lost answer is the same checkout; one of other things is another.
  const action = useAction((_: { of: string[] }, sending) => rpc.shopOrders.checkout({}, sending), {
    atOnce: 'the storefront asks before anything is paid',
    onDone: ({ orderId, url }) => {
      const isOpen = show(url, tab.current)
      onLeave()
      void navigate({ to: '/store/success', search: { order: orderId } })
      if (isOpen) toast.info(messages.inNewTab)
      else
        toast.info(
          messages.isReady,
          <a href={url} target="_blank" rel="noopener noreferrer">
            Open the checkout
          </a>,
        )
    },
    failed: error => ({ title: wordsOf(error), message: null }),
    onFailed: () => tab.current?.close(),
  })
  return {
    isRunning: action.isRunning,
    start(of: string[]) {
      // The tab opens with the press itself; later the browser would take it for a pop-up.
      tab.current = window.open('', '_blank')
      void action.run({ of })
    },
  }
}

/** False where the browser kept the tab closed, or somebody did. */
function show(url: string, tab: Window | null): boolean {
  if (!tab || tab.closed) return false
  tab.opener = null
  tab.location.replace(url)
  return true
}

const wordsOf = (error: unknown) => describeProblem(error, orderMessages.checkoutFailed).message
