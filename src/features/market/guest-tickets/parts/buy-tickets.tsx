import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toPayment } from '#features/money/orders/parts/to-payment.ts'
import { cancelBrief, cancelLine } from '#features/money/refunds/rules.ts'
import { instantOf } from '#platform/time.ts'
import { formatCount, formatDate, formatMoney, formatTimeRange, nameOf } from '#platform/words.ts'
import { Composer } from '#ui/composer/composer.tsx'
import { Stepper } from '#ui/composer/stepper.tsx'
import { EmailField, SelectField, TextField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { PriceBreakdown } from '#ui/plain/price-breakdown.tsx'
import { describeProblem } from '#ui/plain/problem.ts'
import { Query } from '#ui/plain/query.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { useSession } from '#web/session/session.tsx'
import { mostTickets, newPurchase } from '../inputs.ts'
import { messages } from '../rules.ts'

type OnDay = (day: Offer['days'][number] | undefined) => void
type Offer = Awaited<ReturnType<typeof rpc.guestTickets.offer>>

/**
 * Tickets for guests, paid by card without an account; the next market and one ticket are chosen already (decision 35). `isMain`:
 * they are what one came to the page for, so their button stays in sight on a phone. `onDay` is told which market is chosen.
 */
export function BuyTickets({ isMain, onDay }: { isMain: boolean; onDay?: OnDay | undefined }) {
  const offer = useQuery(api.guestTickets.offer.queryOptions())
  return (
    <Query of={offer} failed={messages.offerLoad}>
      {found => <Offered offer={found} isMain={isMain} onDay={onDay} />}
    </Query>
  )
}

function Offered({ offer, isMain, onDay }: { offer: Offer; isMain: boolean; onDay: OnDay | undefined }) {
  const { me, isLoading } = useSession()
  if (isLoading) return null
  const [first] = offer.days
  if (!first)
    return <Empty what="No market is on sale at present" why="Look again soon: the next day is announced here." />
  if (offer.unitPence === 0)
    return <Empty what="Guests enter free" why={`Just come on ${formatDate(first.on)}: you need no ticket.`} />
  const known = { guestName: me ? nameOf(me) : '', guestEmail: me?.email ?? '' }
  // Another price is another offer: what was seen goes with the order.
  return <Fields key={`${me?.userId} ${offer.unitPence}`} on={first.on} {...{ offer, known, isMain, onDay }} />
}

function Fields({
  offer,
  on,
  known,
  isMain,
  onDay,
}: {
  offer: Offer
  on: string
  known: { guestName: string; guestEmail: string }
  isMain: boolean
  onDay: OnDay | undefined
}) {
  const { unitPence, days } = offer
  const form = useSchemaForm({
    schema: newPurchase,
    initial: { on, quantity: 1 as string | number, ...known, seenPence: unitPence },
    keep: 'guest-tickets',
    notKept: ['on', 'seenPence'],
    submit: (values, { idempotencyKey }) => rpc.guestTickets.buy(values, { context: { idempotencyKey } }),
    onDone: toPayment,
    onFailed: error => toast.error('The tickets were not bought', describeProblem(error).message),
  })
  const quantity = Number(form.values.quantity)
  const total = quantity * unitPence
  const sum = formatMoney(total)
  const day = days.find(each => each.on === form.values.on)
  const back = day && {
    ...{ back: sum, until: day.backUntil },
    hasBegun: instantOf(day.on, day.opensAt) <= new Date(),
  }
  useEffect(() => onDay?.(day), [day, onDay])
  const chosen = `${formatDate(form.values.on)}, ${ticketWords(quantity)}`
  return (
    <Form of={form} label="Buy market tickets">
      <Composer
        choices={
          <>
            <SelectField
              of={form.field('on')}
              label="Market day"
              options={days.map(each => ({
                value: each.on,
                label: `${formatDate(each.on)}, ${formatTimeRange(each.opensAt, each.closesAt)}`,
              }))}
            />
            <Stepper
              label="Tickets"
              words={ticketWords}
              steps={['Fewer', 'More']}
              value={quantity}
              max={mostTickets}
              onChange={count => form.set({ quantity: count })}
            />
            <TextField of={form.field('guestName')} label="Name" autoComplete="name" maxLength={100} />
            <EmailField
              of={form.field('guestEmail')}
              label="Email"
              hint="Your tickets come to this address."
              maxLength={255}
            />
          </>
        }
        price={
          <PriceBreakdown
            unit="pence"
            parts={[
              {
                label: 'Market entry for guests',
                detail: `${ticketWords(quantity)} × ${formatMoney(unitPence)}`,
                amount: total,
              },
            ]}
            total={total}
            refund={back && cancelLine(back)}
          />
        }
        chosen={chosen}
        sum={sum}
        back={back && cancelBrief(back)}
        actions={
          <Submit of={form} busy="Opening the payment page…">
            Pay {sum} by card
          </Submit>
        }
        isDone={!isMain}
        said={`${chosen}: ${sum}`}
      />
    </Form>
  )
}

const ticketWords = (count: number) => formatCount(count, 'ticket')
