import { useQuery } from '@tanstack/react-query'
import { formatCount, formatDate, formatMoney, formatTimeRange, nameOf } from '#platform/words.ts'
import { EmailField, SelectField, TextField } from '#ui/form/fields.tsx'
import { type Field, Form, Row, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { PriceBreakdown } from '#ui/plain/price-breakdown.tsx'
import { describeProblem } from '#ui/plain/problem.ts'
import { Query } from '#ui/plain/query.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { useSession } from '#web/session/session.tsx'
import { mostTickets, newPurchase } from '../inputs.ts'
import { messages } from '../rules.ts'

type Offer = Awaited<ReturnType<typeof rpc.guestTickets.offer>>

/** Tickets for guests, paid by card without an account; the next market and one ticket are chosen already (decision 35). */
export function BuyTickets() {
  const offer = useQuery(api.guestTickets.offer.queryOptions())
  return (
    <Query of={offer} failed={messages.offerLoad}>
      {found => <Offered offer={found} />}
    </Query>
  )
}

function Offered({ offer }: { offer: Offer }) {
  const { me, isLoading } = useSession()
  if (isLoading) return null
  const [first] = offer.days
  if (!first)
    return <Empty what="No market is on sale at present" why="Look again soon: the next day is announced here." />
  if (offer.unitPence === 0)
    return <Empty what="Guests enter free" why={`Just come on ${formatDate(first.on)}: you need no ticket.`} />
  const known = { guestName: me ? nameOf(me) : '', guestEmail: me?.email ?? '' }
  // Another price is another offer: what was seen goes with the order.
  return <Fields key={`${me?.userId} ${offer.unitPence}`} offer={offer} on={first.on} known={known} />
}

function Fields({ offer, on, known }: { offer: Offer; on: string; known: { guestName: string; guestEmail: string } }) {
  const { unitPence, days, cancellationHours } = offer
  const form = useSchemaForm({
    schema: newPurchase,
    initial: { on, quantity: 1 as string | number, ...known, seenPence: unitPence },
    keep: 'guest-tickets',
    notKept: ['on', 'seenPence'],
    submit: (values, { idempotencyKey }) => rpc.guestTickets.buy(values, { context: { idempotencyKey } }),
    onDone: ({ url }) => window.location.assign(url),
    onFailed: error => toast.error('The tickets were not bought', describeProblem(error).message),
  })
  const quantity = Number(form.values.quantity)
  const total = quantity * unitPence
  return (
    <Form
      of={form}
      label="Buy market tickets"
      actions={
        <Submit of={form} busy="Opening the payment page…">
          Pay {formatMoney(total)} by card
        </Submit>
      }
    >
      <Row>
        <SelectField
          of={form.field('on')}
          label="Market day"
          options={days.map(day => ({
            value: day.on,
            label: `${formatDate(day.on)}, ${formatTimeRange(day.opensAt, day.closesAt)}`,
          }))}
        />
        <SelectField
          of={form.field('quantity') as Field<string>}
          label="Tickets"
          options={Array.from({ length: mostTickets }, (_, index) => ({
            value: String(index + 1),
            label: formatCount(index + 1, 'ticket'),
          }))}
        />
      </Row>
      <Row>
        <TextField of={form.field('guestName')} label="Name" autoComplete="name" maxLength={100} />
        <EmailField
          of={form.field('guestEmail')}
          label="Email"
          hint="Your tickets come to this address."
          maxLength={255}
        />
      </Row>
      <PriceBreakdown
        unit="pence"
        parts={[
          {
            label: 'Market entry for guests',
            detail: `${formatCount(quantity, 'ticket')} × ${formatMoney(unitPence)}`,
            amount: total,
          },
        ]}
        total={total}
        refund={`Cancelled ${formatCount(cancellationHours, 'hour')} or more before the market opens, everything goes back to your card; later nothing.`}
      />
    </Form>
  )
}
