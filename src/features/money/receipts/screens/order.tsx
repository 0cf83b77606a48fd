import { Button, Loader } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams, useSearch } from '@tanstack/react-router'
import { orderWords } from '#features/money/orders/parts/order-words.ts'
import { askEveryMs, usePayment } from '#features/money/orders/parts/payment.ts'
import { formatSum } from '#features/money/refunds/rules.ts'
import { formatDate, formatMoney, formatReference, formatTime } from '#platform/words.ts'
import { Answer } from '#ui/answer.tsx'
import { AnchorLink, ButtonLink } from '#ui/link.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Email } from '#ui/plain/email.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Picture } from '#ui/plain/picture.tsx'
import { PriceBreakdown } from '#ui/plain/price-breakdown.tsx'
import { isMissing } from '#ui/plain/problem.ts'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { api, type rpc } from '#web/client.ts'
import { exceptionWords, headingOf, paidHeading, paidSentence } from '../parts/state-words.ts'
import { type GivenBack, paidLabel, totalWords, type Vat, vatWords, wasNever } from '../rules.ts'
import classes from './order.module.css'

type Receipt = Awaited<ReturnType<typeof rpc.payments.receipt>>

/**
 * /orders/ID: one payment, whatever became of it; a receipt once it is paid. People come here from the payment page: the
 * address says nothing about money, only the server's answer does (decision 21).
 */
export function OrderPage() {
  const { id } = useParams({ from: '/orders/$id' })
  const { payment } = useSearch({ from: '/orders/$id' })
  const wasLeft = payment === 'cancelled'
  const query = useQuery(
    api.payments.receipt.queryOptions({
      input: { id },
      retry: false,
      refetchInterval: ({ state }) => (state.data?.status === 'pending' && !state.error ? askEveryMs : false),
    }),
  )
  const order = query.data
  const own = order && payment === 'awaited' ? whatItPaid(order) : null
  // Whoever has just paid comes to what is theirs now; the receipt is a press away from there.
  if (own) return <Navigate {...own} replace />
  return (
    <Page
      title={order?.paidAt && !wasNever(order.givenBack) ? 'Receipt' : 'Payment'}
      kicker={
        <Link to="/account" search={{ tab: 'membership' }}>
          Your account
        </Link>
      }
      lead={order?.description}
      actions={
        order?.can.print ? (
          <>
            <Button
              component="a"
              href={`/api/payments/receiptFile?id=${order.id}`}
              download
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden />}
            >
              Download PDF
            </Button>
            <Button
              variant="default"
              onClick={() => window.print()}
              leftSection={<IconPrinter size={18} aria-hidden />}
            >
              Print
            </Button>
          </>
        ) : null
      }
    >
      {isMissing(query.error) ? (
        <Empty
          what="There is no such payment of yours"
          why="Perhaps it was made with another account."
          next={<ButtonLink to="/account">Open your account</ButtonLink>}
        />
      ) : (
        <Query of={query} failed="Failed to load this payment">
          {found => (
            <>
              <State order={found} wasLeft={wasLeft} />
              <Shown order={found} />
              <Whole order={found} />
            </>
          )}
        </Query>
      )}
    </Page>
  )
}

/** The page of the one thing that was paid, where it has one that says all of it; null: none, several, or not paid. */
function whatItPaid({ isOwn, status, things }: Receipt): Receipt['things'][number]['link'] | null {
  const [thing, ...others] = things
  return isOwn && status === 'paid' && others.length === 0 && thing?.paid && thing.shown ? thing.link : null
}

function State({ order, wasLeft }: { order: Receipt; wasLeft: boolean }) {
  const pay = usePayment()
  const [thing, ...others] = order.things
  const { heading, explanation, tone } = orderWords(
    order.status,
    wasLeft,
    order.can.pay && order.isHeld ? formatTime(order.expiresAt) : null,
  )
  const isRunning = order.status === 'pending' && !wasLeft
  return (
    <Answer to={order.status === 'paid' ? paidHeading(order) : null} className={classes.state} data-tone={tone}>
      {isRunning ? <Loader size={20} aria-hidden /> : null}
      <p>
        <strong>{order.status === 'paid' ? `${paidHeading(order)}.` : headingOf(heading, order)}</strong>{' '}
        {order.status === 'paid' ? paidSentence(order) : (exceptionWords(order, wasLeft) ?? explanation)}
      </p>
      {order.can.pay ? (
        <Button
          {...(isRunning && { variant: 'default' })}
          loading={pay.isRunning}
          onClick={() => void pay.run({ id: order.id })}
        >
          Pay now
        </Button>
      ) : null}
      {order.can.pay && order.isHeld && thing && others.length === 0 ? (
        <ButtonLink {...thing.link} variant="default">
          See or cancel it
        </ButtonLink>
      ) : null}
    </Answer>
  )
}

/** What was paid as it is on its own page, first of all: with its picture, when it is, and the way to it. */
function Shown({ order: { things } }: { order: Receipt }) {
  const shown = things.flatMap(thing => (thing.shown ? [{ ...thing.shown, ...thing }] : []))
  if (shown.length === 0) return null
  return (
    <Section title="What it is for" aside>
      <ul className={classes.shown}>
        {shown.map(({ label, name, day, hours, picture, seed, link }) => (
          <li key={label}>
            <Picture of={picture} seed={seed} alt="" sizes="7rem" className={classes.picture} />
            <p>
              <AnchorLink {...link} aria-label={label} className={classes.name}>
                {name}
              </AnchorLink>
              <span>
                {day}, <span className={classes.hours}>{hours}</span>
              </span>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const isAwaited = ({ status }: Receipt) => status === 'pending' || status === 'arranged'

const onTheWay = {
  done: null,
  pending: 'It is on its way.',
  failed: 'It did not go through; we see to it.',
  settled: 'It could not go back to your card, and went to you another way.',
  atDesk: 'You have it from the desk.',
  never: 'Nothing was taken, and nothing goes back.',
} as const

/** Refunds with their days, and how far each of them is. */
function Backs({ title, of, vat }: { title: string; of: readonly GivenBack[]; vat: Vat | null }) {
  if (of.length === 0) return null
  return (
    <Section title={title} aside>
      <ul className={classes.list}>
        {of.map(({ id, pence, currency, reason, outcome, at, vatPence }) => (
          <li key={id}>
            <strong>{formatSum(pence, currency)}</strong>, {formatDate(at, { year: true })}. {reason}
            {/[.!?]$/.test(reason) ? '' : '.'} {vat && vatPence !== 0 ? `${vatWords(vat, vatPence)}. ` : ''}
            {onTheWay[outcome]}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Whole({ order }: { order: Receipt }) {
  const { bill, tokenParts, paidAt, givenBack, refusedBack, things, vat } = order
  const isMistake = wasNever(givenBack)
  const others = things.filter(({ shown }) => !shown)
  const venue = useQuery(api.venue.about.queryOptions())
  return (
    <>
      <Section title="The bill" aside>
        <PriceBreakdown
          unit="pence"
          parts={[
            ...tokenParts.map(({ label, tokens }) => ({ label, amount: tokens, unit: 'tokens' as const })),
            ...bill.parts.map(({ label, quantity, unitPence, pence }) => ({
              label,
              amount: pence,
              detail: quantity > 1 ? `${quantity} × ${formatMoney(unitPence)}` : undefined,
            })),
          ]}
          total={bill.totalPence}
          totalLabel={
            paidAt ? paidLabel(order) : isAwaited(order) && tokenParts.length === 0 ? 'To pay by card' : 'Price'
          }
          {...(tokenParts.length > 0 && { totalWords: totalWords(bill.totalPence, tokenParts) })}
          {...(vat && { after: `${vatWords(vat, vat.vatPence)}.` })}
        />
      </Section>
      <Backs title={isMistake ? 'Struck from the books again' : 'Given back'} of={givenBack} vat={vat} />
      <Backs title="Another payment that was given back" of={refusedBack} vat={vat} />
      {others.length > 0 ? (
        <Section title="What it is for" aside>
          <ul className={classes.list}>
            {others.map(thing => (
              <li key={thing.label}>
                <AnchorLink {...thing.link}>{thing.label}</AnchorLink>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      <Section title="Details" aside>
        <Facts
          facts={[
            { label: 'Number', value: <span className={classes.number}>{formatReference(order.id)}</span> },
            { label: 'Ordered', value: order.hasOrder ? <When at={order.createdAt} as="date" year /> : null },
            { label: isMistake ? 'Entered' : 'Paid', value: paidAt ? <When at={paidAt} as="date" year /> : null },
            { label: paidAt && !isMistake ? 'Paid by' : 'For', value: order.person },
            { label: 'From', value: venue.data ? `Exchange, ${venue.data.address}` : null },
            { label: 'VAT number', value: vat?.vatNumber ?? null },
            {
              label: 'Questions',
              value: venue.data ? <Email of={venue.data.email} /> : null,
            },
          ]}
        />
      </Section>
    </>
  )
}
