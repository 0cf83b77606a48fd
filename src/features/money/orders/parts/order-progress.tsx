import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatMoney } from '#platform/words.ts'
import { Query } from '#ui/plain/query.tsx'
import { api } from '#web/client.ts'
import { bankDays, type OrderStatus } from '../inputs.ts'
import classes from './order-progress.module.css'
import { usePayment } from './payment.ts'

const askEveryMs = 2_000

/**
 * What became of an own order: asks until the payment is confirmed or the order is closed (decision 21). The address alone
 * says nothing about money; only the server's answer does.
 */
export function OrderProgress(props: {
  id: string
  paid: string
  paidNext: string
  /** The person came back without paying: nothing is awaited until they go on. */
  wasLeft?: boolean
  /** What leads on when nothing came of it. */
  again?: ReactNode
  onPaid?: () => void
  onClose?: () => void
}) {
  const { onPaid, wasLeft = false } = props
  const query = useQuery(
    api.payments.order.queryOptions({
      input: { id: props.id },
      refetchInterval: ({ state }) =>
        state.data === undefined || (state.data.status === 'pending' && !wasLeft) ? askEveryMs : false,
    }),
  )
  const status = query.data?.status
  const wasTold = useRef(false)
  useEffect(() => {
    if (status !== 'paid' || wasTold.current) return
    wasTold.current = true
    onPaid?.()
  }, [status, onPaid])

  const pay = usePayment()
  const stateOf = (now: Exclude<OrderStatus, 'paid'>) => (now === 'pending' && wasLeft ? 'left' : now)
  return (
    <Query of={query} failed="Confirmation failed">
      {order => (
        <div className={classes.state} role="status" data-tone={tones[order.status]}>
          {order.status === 'pending' && !wasLeft ? <Loader size={20} aria-hidden /> : null}
          <p>
            <strong>{order.status === 'paid' ? `${props.paid}.` : headings[stateOf(order.status)]}</strong>{' '}
            {order.description}, {sumOf(order)}.{' '}
            {order.status === 'paid' ? props.paidNext : explanations[stateOf(order.status)]}
          </p>
          {order.can.pay ? (
            <Button variant="default" loading={pay.isRunning} onClick={() => void pay.run({ id: props.id })}>
              Pay now
            </Button>
          ) : null}
          {tones[order.status] === 'bad' ? props.again : null}
          {order.status !== 'pending' && props.onClose ? (
            <Button variant="subtle" color="gray" onClick={props.onClose}>
              Close
            </Button>
          ) : null}
        </div>
      )}
    </Query>
  )
}

/** What was charged, and what credit paid beside it. */
function sumOf({ amountPence, creditPence }: { amountPence: number; creditPence: number }): string {
  if (creditPence <= 0) return formatMoney(amountPence)
  return `${formatMoney(creditPence)} of your credit was used, ${formatMoney(amountPence)} charged`
}

const tones: Record<OrderStatus, 'good' | 'plain' | 'bad'> = {
  pending: 'plain',
  arranged: 'good',
  paid: 'good',
  failed: 'bad',
  expired: 'bad',
  refunded: 'bad',
}

const headings = {
  pending: 'Waiting for the payment.',
  arranged: 'Your card is kept for the day.',
  left: 'You left the payment page.',
  failed: 'The payment failed.',
  expired: 'The payment was not completed.',
  refunded: 'The payment was given back.',
}

const explanations = {
  pending: 'This takes a few seconds after you have paid. You can leave this page; nothing gets lost.',
  arranged: 'Nothing was charged yet; it is charged on the day it begins.',
  left: 'Nothing was charged. What you chose is held for you for a short while; pay now to keep it.',
  failed: 'Nothing was charged.',
  expired: 'Nothing was charged.',
  refunded: `It can take ${bankDays} until your bank shows it.`,
}
