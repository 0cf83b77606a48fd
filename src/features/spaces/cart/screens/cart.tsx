import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { toPayment } from '#features/money/orders/parts/to-payment.ts'
import { messages as bookingMessages } from '#features/spaces/bookings/inputs.ts'
import { sumWords } from '#features/spaces/facilities/parts/fare-words.ts'
import { TermsConsent } from '#features/spaces/facilities/parts/terms.tsx'
import { formatCount, formatDate, formatMoney, formatNumber, formatTokens } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { AnchorLink, ButtonLink } from '#ui/link.tsx'
import { Page } from '#ui/plain/page.tsx'
import { PriceBreakdown } from '#ui/plain/price-breakdown.tsx'
import { describeProblem } from '#ui/plain/problem.ts'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty, LoadingRows } from '#ui/plain/states.tsx'
import { stayingBar } from '#ui/staying-bar.ts'
import { toast } from '#ui/toast.ts'
import { storeCart } from '#web/built.ts'
import { api, rpc } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import { messages } from '../inputs.ts'
import { cancelTerms } from '../parts/cancel-words.ts'
import { useRemoving } from '../parts/removing.ts'
import classes from './cart.module.css'

type CartContents = Awaited<ReturnType<typeof rpc.bookings.cart>>

/** /cart: the facilities somebody books together (BOOK-38 … BOOK-43). */
export function Cart() {
  const query = useQuery(api.bookings.cart.queryOptions())
  return (
    <Page
      title="Your booking cart"
      kicker="Book a space"
      lead={
        query.data?.items.length === 0
          ? undefined
          : 'All of these are booked together, or none. Your places are held once you check out.'
      }
    >
      <Query of={query} failed={messages.load} loading={<LoadingRows rows={3} height={88} />}>
        {cart =>
          cart.items.length === 0 ? (
            <Empty
              what="Your booking cart is empty"
              why="Choose a room, a day and a time and press Add to Cart. Several bookings are then paid together."
              next={<ButtonLink to="/bookings">Browse Facilities</ButtonLink>}
            />
          ) : (
            <div className={classes.columns}>
              <Items cart={cart} />
              <Summary cart={cart} />
            </div>
          )
        }
      </Query>
      <StoreCart />
    </Page>
  )
}

/** What they mean to buy from the store is paid on a page of its own, from the cart that opens beside any page. */
function StoreCart() {
  const count = useMe()?.shopCartCount ?? 0
  if (count === 0) return null
  return (
    <p className={classes.store}>
      {`${formatCount(count, 'thing')} from the store ${count === 1 ? 'waits' : 'wait'} in your cart as well.`}{' '}
      <AnchorLink to="/cart" hash={storeCart}>
        Open your cart
      </AnchorLink>
    </p>
  )
}

function Items({ cart }: { cart: CartContents }) {
  const remove = useRemoving()
  return (
    <Section
      title="Bookings"
      actions={
        <ButtonLink to="/bookings" variant="default">
          Add More
        </ButtonLink>
      }
    >
      <ul className={classes.items}>
        {cart.items.map(item => (
          <li key={item.id} data-problem={item.problem !== null}>
            <h3 className={classes.name}>
              <Link to="/facility-booking" search={{ id: item.facilityId, on: item.bookingDate }}>
                {item.facilityName}
              </Link>
            </h3>
            <strong className={classes.price}>
              {item.useTokens ? formatTokens(item.tokens) : formatMoney(item.pence)}
            </strong>
            <p className={classes.when}>
              {formatDate(item.bookingDate, { year: true })},{' '}
              <span className={classes.time}>
                {item.startTime}
                {item.endTime ? `–${item.endTime}` : null}
              </span>
            </p>
            <Button
              variant="subtle"
              size="sm"
              className={classes.remove}
              onClick={() => void remove.run(item)}
              loading={remove.running?.id === item.id}
              aria-label={`Remove ${item.facilityName}, ${formatDate(item.bookingDate)} ${item.startTime}`}
            >
              Remove
            </Button>
            {item.problem ? (
              <p className={classes.problem} role="alert">
                {item.problem}
              </p>
            ) : item.whyNotTokens ? (
              <p className={classes.more}>{item.whyNotTokens}</p>
            ) : null}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Summary({ cart }: { cart: CartContents }) {
  const navigate = useNavigate()
  const [isAccepted, setAccepted] = useState(false)
  const [problem, setProblem] = useState<string>()
  const tab = useRef<Window | null>(null)
  const wordsOf = (error: unknown) =>
    (error as { code?: string }).code === 'INTERNAL_SERVER_ERROR'
      ? messages.checkoutFailed
      : describeProblem(error).message
  // A repetition after a lost answer must not book a second time; a changed cart is another attempt.
  const checkout = useAction(
    ({ seen }: { items: string; seen: { tokens: number; pence: number } }, sending) =>
      rpc.bookings.checkout({ termsAccepted: true, seen }, sending),
    {
      atOnce: 'the sum stands beside it, and a tick accepts the terms',
      done: ({ outcome }) => (outcome === 'confirmed' ? 'Booking Confirmed' : ''),
      onDone: placed => {
        if (placed.outcome === 'confirmed') {
          tab.current?.close()
          const [id = '', ...further] = placed.bookingIds
          return void (further.length === 0
            ? navigate({ to: '/bookings/$id', params: { id } })
            : navigate({ to: '/bookings', search: { view: 'mine', booked: placed.bookingIds.join() } }))
        }
        openPayment(placed, tab.current)
        void navigate({ to: '/orders/$id', params: { id: placed.orderId }, search: { payment: 'awaited' } })
      },
      failed: error => ({ title: wordsOf(error), message: null }),
      onFailed: error => {
        tab.current?.close()
        const { data } = error as { data?: { orderId?: string } }
        // The places are held already: they can be paid from there as soon as the payment page opens again.
        if (data?.orderId) return void navigate({ to: '/orders/$id', params: { id: data.orderId } })
        setProblem(wordsOf(error))
      },
    },
  )
  const bookable = cart.items.filter(({ problem }) => problem === null)
  const isReady = bookable.length === cart.items.length
  const start = () => {
    if (!isAccepted) return setProblem(bookingMessages.acceptTerms)
    if (!isReady) return setProblem('Remove what cannot be booked any more, then check out.')
    setProblem(undefined)
    // The tab opens with the click itself; later the browser would take it for a pop-up.
    tab.current = cart.pence > 0 ? window.open('', '_blank') : null
    void checkout.run({
      items: cart.items.map(({ id }) => id).join(),
      seen: { tokens: cart.tokens, pence: cart.pence },
    })
  }
  return (
    <Section title="Summary">
      <PriceBreakdown
        unit="pence"
        parts={[
          ...(cart.tokens > 0
            ? [
                {
                  label: 'With tokens',
                  detail: `You have ${formatNumber(cart.tokenBalance)}; ${formatNumber(cart.tokenBalance - cart.tokens)} would be left`,
                  ...{ amount: cart.tokens, unit: 'tokens' as const },
                },
              ]
            : []),
          ...(cart.pence > 0
            ? [
                {
                  label: 'By card',
                  detail: 'The payment opens in a new tab; your places are held for you while you pay',
                  amount: cart.pence,
                },
              ]
            : []),
        ]}
        total={cart.pence}
        totalLabel={`Total, ${formatCount(bookable.length, 'booking')}`}
        totalWords={bookable.length === 0 ? 'Nothing' : cart.tokens + cart.pence === 0 ? 'Free' : sumWords(cart)}
        refund={bookable.length > 0 ? cancelTerms(bookable, cart.cancellationHours).join(' ') : null}
      />
      <div ref={stayingBar} className={classes.foot} data-deed="true">
        {problem ? (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        ) : null}
        <div className={classes.consent}>
          <TermsConsent
            terms={cart.terms}
            isAccepted={isAccepted}
            onChange={is => {
              setAccepted(is)
              setProblem(undefined)
            }}
          />
        </div>
        <strong className={classes.sum}>{sumWords(cart)}</strong>
        <Button fullWidth onClick={start} loading={checkout.isRunning}>
          Checkout
        </Button>
      </div>
    </Section>
  )
}

/** A new tab first, this window if that was blocked, and if even that fails a link to press (BOOK-42). */
function openPayment(page: { url: string; left: string | null }, tab: Window | null) {
  try {
    if (tab && !tab.closed) {
      tab.opener = null
      tab.location.replace(page.url)
    } else toPayment(page)
  } catch {
    toast.info('Your payment page is ready', <a href={page.url}>Open the payment page</a>)
  }
}
