import { Button, Checkbox } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { messages } from '#features/facilities/inputs.ts'
import { refundWords, sumWords } from '#features/facilities/parts/fare-words.tsx'
import { TermsDialog } from '#features/facilities/parts/terms.tsx'
import { formatDate } from '#ui/dates.tsx'
import { Facts } from '#ui/facts.tsx'
import { formatMoney } from '#ui/money.tsx'
import { Page } from '#ui/page.tsx'
import { describeProblem } from '#ui/problem.ts'
import { Query } from '#ui/query.tsx'
import { Section } from '#ui/section.tsx'
import { Empty, LoadingRows } from '#ui/states.tsx'
import { toast } from '#ui/toast.tsx'
import { formatTokens } from '#ui/tokens.tsx'
import { api, rpc } from '#web/client.ts'
import classes from './cart.module.css'

type CartContents = Awaited<ReturnType<typeof rpc.bookings.cart>>

/** /cart: the facilities somebody books together (BOOK-38 … BOOK-43). */
export function Cart() {
  const query = useQuery(api.bookings.cart.queryOptions())
  return (
    <Page
      title="Your cart"
      kicker="Book a space"
      lead="Everything here is booked together, or not at all. Places are held from the checkout on."
      actions={
        query.data && query.data.items.length > 0 ? (
          <Button component={Link} to={'/bookings' as string} variant="default">
            Add More
          </Button>
        ) : null
      }
    >
      <Query of={query} failed="Failed to load your cart" loading={<LoadingRows rows={3} height={88} />}>
        {cart =>
          cart.items.length === 0 ? (
            <Empty
              what="Your cart is empty"
              why="Put several bookings in it and pay for them together."
              next={
                <Button component={Link} to={'/bookings' as string}>
                  Browse Facilities
                </Button>
              }
            />
          ) : (
            <div className={classes.columns}>
              <Items cart={cart} />
              <Summary cart={cart} />
            </div>
          )
        }
      </Query>
    </Page>
  )
}

function Items({ cart }: { cart: CartContents }) {
  const cache = useQueryClient()
  const remove = useMutation({
    mutationFn: (id: string) => rpc.bookings.removeFromCart({ id }),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: api.bookings.key() })
      void cache.invalidateQueries({ queryKey: api.members.key() })
    },
    onError: error => toast.error('Not taken out', describeProblem(error).message),
  })
  return (
    <Section title="Bookings">
      <ul className={classes.items}>
        {cart.items.map(item => (
          <li key={item.id} data-problem={item.problem !== null}>
            <div>
              <h3 className={classes.name}>{item.facilityName}</h3>
              <p className={classes.when}>
                {formatDate(item.bookingDate, { year: true })}, {item.startTime}
                {item.endTime ? `–${item.endTime}` : null}
              </p>
              {item.problem ? (
                <p className={classes.problem} role="alert">
                  {item.problem}
                </p>
              ) : (
                <>
                  <p className={classes.more}>
                    If you cancel, {refundWords(item, item.refundableUntil, cart.cancellationHours)}
                  </p>
                  {item.whyNotTokens ? <p className={classes.more}>{item.whyNotTokens}</p> : null}
                </>
              )}
            </div>
            <div className={classes.end}>
              <strong className="tabular">
                {item.useTokens ? formatTokens(item.tokens) : formatMoney(item.pence)}
              </strong>
              <Button
                variant="subtle"
                size="sm"
                onClick={() => remove.mutate(item.id)}
                loading={remove.isPending && remove.variables === item.id}
                aria-label={`Take out ${item.facilityName}, ${formatDate(item.bookingDate)} ${item.startTime}`}
              >
                Take out
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Summary({ cart }: { cart: CartContents }) {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [isAccepted, setAccepted] = useState(false)
  const [problem, setProblem] = useState<string>()
  // A repetition after a lost answer must not book a second time; a changed cart is another attempt.
  const attempt = useRef({ of: '', key: '' })
  const refresh = () => {
    void cache.invalidateQueries({ queryKey: api.bookings.key() })
    void cache.invalidateQueries({ queryKey: api.members.key() })
  }
  const checkout = useMutation({
    mutationFn: async (tab: Window | null) => {
      const of = cart.items.map(({ id }) => id).join()
      if (attempt.current.of !== of) attempt.current = { of, key: crypto.randomUUID() }
      const { key: idempotencyKey } = attempt.current
      const placed = await rpc.bookings.checkout({ termsAccepted: true }, { context: { idempotencyKey } })
      return { placed, tab }
    },
    onSuccess: ({ placed, tab }) => {
      refresh()
      if (placed.outcome === 'confirmed') {
        tab?.close()
        toast.success('Booking Confirmed')
        return navigate({ to: '/bookings' as string, search: { view: 'mine' } as never })
      }
      openPayment(placed.url, tab)
      return navigate({ to: '/bookings' as string, search: { view: 'mine', order: placed.orderId } as never })
    },
    onError: (error, tab) => {
      tab?.close()
      refresh()
      const { code, data } = error as { code?: string; data?: { orderId?: string } }
      const { message } = describeProblem(error)
      const words = code === 'INTERNAL_SERVER_ERROR' ? messages.checkoutFailed : message
      toast.error(words)
      // The places are held already: they can be paid from there as soon as the payment page opens again.
      if (data?.orderId)
        return navigate({ to: '/bookings' as string, search: { view: 'mine', order: data.orderId } as never })
      setProblem(words)
    },
  })
  const isReady = cart.items.every(item => item.problem === null)
  const start = () => {
    if (!isAccepted) return setProblem(messages.acceptTerms)
    if (!isReady) return setProblem('Take out what cannot be booked any more, then check out.')
    setProblem(undefined)
    // The tab opens with the click itself; later the browser would take it for a pop-up.
    checkout.mutate(cart.pence > 0 ? window.open('', '_blank') : null)
  }
  return (
    <Section title="Summary">
      <Facts
        facts={[
          { label: 'Bookings', value: cart.items.length },
          cart.tokens > 0
            ? {
                label: 'Tokens',
                value: `${formatTokens(cart.tokens)} of your ${cart.tokenBalance.toLocaleString('en-GB')}`,
              }
            : null,
          cart.pence > 0 ? { label: 'By card', value: formatMoney(cart.pence) } : null,
          { label: 'Total', value: sumWords(cart) },
        ]}
      />
      <div className={classes.terms}>
        <Checkbox
          label="I accept the booking terms"
          checked={isAccepted}
          onChange={event => {
            setAccepted(event.currentTarget.checked)
            setProblem(undefined)
          }}
        />
        <TermsDialog terms={cart.terms} />
      </div>
      {problem ? (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      ) : null}
      <Button fullWidth onClick={start} loading={checkout.isPending}>
        Checkout
      </Button>
      {cart.pence > 0 ? (
        <p className={classes.more}>The card payment opens in a new tab. Your places are held for you while you pay.</p>
      ) : null}
    </Section>
  )
}

/** A new tab first, this window if that was blocked, and if even that fails a link to press (BOOK-42). */
function openPayment(url: string, tab: Window | null) {
  try {
    if (tab && !tab.closed) {
      tab.opener = null
      tab.location.replace(url)
    } else window.location.assign(url)
  } catch {
    toast.info('Your payment page is ready', <a href={url}>Open the payment page</a>)
  }
}
