import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { OrderProgress } from '#features/money/orders/parts/order-progress.tsx'
import { toPayment } from '#features/money/orders/parts/to-payment.ts'
import { formatMoney, formatNumber, formatTokens } from '#platform/words.ts'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { Page } from '#ui/plain/page.tsx'
import { PriceBreakdown } from '#ui/plain/price-breakdown.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import { purchase } from '../inputs.ts'
import { TokenLots } from '../parts/token-lots.tsx'
import { TokenMoves } from '../parts/token-moves.tsx'
import classes from './token-purchase.module.css'

type Price = Awaited<ReturnType<typeof rpc.tokens.price>>

/** /token-purchase: presets or a custom number, the exact sum, then the payment page (TOK-01…12). */
export function TokenPurchase() {
  const { purchase: outcome, order } = useSearch({ from: '/token-purchase' })
  const me = useMe()
  const navigate = useNavigate()
  const price = useQuery(api.tokens.price.queryOptions())
  const isClosed = me !== null && !me.can.buyTokens
  // On hold for a while, not on a free plan: the page stays theirs, and says why nothing is sold.
  const rests = isClosed && (me.standing.kind === 'paused' || me.standing.kind === 'overdue')
  const mayNot = isClosed && !rests

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says it once
  useEffect(() => {
    if (outcome !== 'cancelled') return
    toast.error('Purchase cancelled', 'Nothing was charged.')
    void navigate({ to: '/token-purchase', search: {}, replace: true })
  }, [outcome])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a free member is led away once (TOK-04)
  useEffect(() => {
    if (!mayNot) return
    toast.error('Upgrade Required', 'Tokens can be bought on a paid plan.')
    void navigate({ to: '/account', search: { tab: 'membership' }, replace: true })
  }, [mayNot])

  if (mayNot) return null
  return (
    <Page
      title="Buy tokens"
      kicker="Top up"
      lead={me ? `You have ${formatTokens(me.tokenBalance)}. Tokens never expire.` : 'Tokens never expire.'}
    >
      {outcome === 'success' && order ? (
        <OrderProgress
          id={order}
          paid="Purchase complete"
          paidNext="Your tokens are there."
          onPaid={() => {
            toast.success('Purchase complete', 'Your tokens are there.')
            void navigate({ to: '/account', search: { tab: 'membership' }, replace: true })
          }}
          onClose={() => void navigate({ to: '/token-purchase', search: {}, replace: true })}
        />
      ) : null}
      {rests ? (
        <p role="status">
          <strong>{me.standing.title}</strong> {me.standing.words}
        </p>
      ) : (
        <Query of={price} failed="Failed to load the token price">
          {now => <PurchaseForm price={now} balance={me?.tokenBalance ?? 0} />}
        </Query>
      )}
      <div className={classes.history}>
        <TokenLots />
        <Section title="Your tokens" lead="Every movement, with the balance after it.">
          <TokenMoves />
        </Section>
      </div>
    </Page>
  )
}

function PurchaseForm({ price, balance }: { price: Price; balance: number }) {
  const form = useSchemaForm({
    schema: purchase,
    initial: { quantity: 25 },
    submit: (values, { idempotencyKey }) => rpc.tokens.buy(values, { context: { idempotencyKey } }),
    onDone: toPayment,
  })
  const { quantity } = form.values
  const isValid = purchase.safeParse({ quantity }).success
  const field = form.field('quantity')
  return (
    <Form
      of={form}
      label="Buy tokens"
      actions={
        <Submit of={form} busy="Opening payment…">
          {isValid ? `Pay ${formatMoney(quantity * price.unitPence)}` : 'Pay'}
        </Submit>
      }
    >
      <fieldset className={classes.presets}>
        <legend>How many</legend>
        {price.presets.map(preset => (
          <button
            key={preset.quantity}
            type="button"
            className={classes.preset}
            aria-pressed={quantity === preset.quantity}
            onClick={() => form.set({ quantity: preset.quantity })}
          >
            <span>{preset.label}</span>
            <strong>{preset.quantity}</strong>
            <span>{formatMoney(preset.quantity * preset.unitPence)}</span>
            <span>{formatMoney(preset.unitPence)} a token</span>
          </button>
        ))}
      </fieldset>
      <TextInput
        label="Custom quantity"
        description={`From 1 to ${formatNumber(price.maxQuantity)}`}
        inputMode="numeric"
        maxLength={6}
        name={field.name}
        data-path={field['data-path']}
        error={field.error}
        value={Number.isNaN(quantity) ? '' : String(quantity)}
        onChange={event =>
          field.onChange(/^\d+$/.test(event.currentTarget.value) ? Number(event.currentTarget.value) : Number.NaN)
        }
        onBlur={field.onBlur}
      />
      <p className="visually-hidden" role="status">
        {isValid ? `${formatTokens(quantity)} for ${formatMoney(quantity * price.unitPence)}` : ''}
      </p>
      {isValid ? (
        <div className={classes.bill}>
          <PriceBreakdown
            unit="pence"
            parts={[
              {
                label: formatTokens(quantity),
                detail: `${formatNumber(quantity)} × ${formatMoney(price.basePence)}`,
                amount: quantity * price.basePence,
              },
              ...(price.discountPercent > 0
                ? [
                    {
                      label: `Your plan’s discount, ${price.discountPercent}%`,
                      detail: `${formatMoney(price.unitPence)} a token`,
                      amount: -quantity * (price.basePence - price.unitPence),
                    },
                  ]
                : []),
            ]}
            total={quantity * price.unitPence}
            after={`You would have ${formatTokens(balance + quantity)}.`}
          />
        </div>
      ) : null}
    </Form>
  )
}
