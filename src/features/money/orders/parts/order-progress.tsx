import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatMoney } from '#platform/words.ts'
import { AnchorLink } from '#ui/link.tsx'
import { Query } from '#ui/plain/query.tsx'
import { api } from '#web/client.ts'
import classes from './order-progress.module.css'
import { orderWords } from './order-words.ts'
import { askEveryMs, usePayment } from './payment.ts'

/**
 * What became of an own order: asks until the payment is confirmed or the order is closed (decision 21). The address alone
 * says nothing about money; only the server's answer does.
 */
export function OrderProgress(props: {
  id: string
  paid: string
  paidNext: ReactNode
  /** The person came back without paying: nothing is awaited until they go on. */
  wasLeft?: boolean
  /** what leads to the payment page; "Pay now" unless told */
  pay?: string
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
  return (
    // There before what it says: of what comes together with its place nothing is read out, and who returns may have paid already.
    <div role="status">
      <Query of={query} failed="Confirmation failed">
        {order => {
          const { heading, explanation, tone } = orderWords(order.status, wasLeft)
          return (
            <div className={classes.state} data-tone={tone}>
              {order.status === 'pending' && !wasLeft ? <Loader size={20} aria-hidden /> : null}
              <p>
                <strong>{order.status === 'paid' ? `${props.paid}.` : heading}</strong> {order.description},{' '}
                {sumOf(order)}. {order.status === 'paid' ? props.paidNext : explanation}
              </p>
              {order.can.pay ? (
                <Button variant="default" loading={pay.isRunning} onClick={() => void pay.run({ id: props.id })}>
                  {props.pay ?? 'Pay now'}
                </Button>
              ) : null}
              {order.status === 'pending' ? null : (
                <AnchorLink to="/orders/$id" params={{ id: order.id }}>
                  {order.status === 'paid' || order.status === 'refunded' ? 'Receipt' : 'Details'}
                </AnchorLink>
              )}
              {order.status !== 'pending' && props.onClose ? (
                <Button variant="subtle" color="gray" onClick={props.onClose}>
                  Close
                </Button>
              ) : null}
            </div>
          )
        }}
      </Query>
    </div>
  )
}

/** What was charged, and what credit paid beside it. */
function sumOf({ amountPence, creditPence }: { amountPence: number; creditPence: number }): string {
  if (creditPence <= 0) return formatMoney(amountPence)
  return `${formatMoney(creditPence)} of your credit was used, ${formatMoney(amountPence)} charged`
}
