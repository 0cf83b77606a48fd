import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { formatMoney } from '#ui/money.tsx'
import { describeProblem } from '#ui/problem.ts'
import { Query } from '#ui/query.tsx'
import { toast } from '#ui/toast.tsx'
import { api, rpc } from '#web/client.ts'
import classes from './order-progress.module.css'

const askEveryMs = 2_000

/**
 * What became of an own order: asks until the payment is confirmed or the order is closed (decision 21). The address alone
 * says nothing about money; only the server's answer does.
 */
export function OrderProgress(props: {
  id: string
  paid: string
  paidNext: string
  onPaid?: () => void
  onClose?: () => void
}) {
  const { onPaid } = props
  const query = useQuery(
    api.payments.order.queryOptions({
      input: { id: props.id },
      refetchInterval: ({ state }) =>
        state.data === undefined || state.data.status === 'pending' ? askEveryMs : false,
    }),
  )
  const status = query.data?.status
  const wasTold = useRef(false)
  useEffect(() => {
    if (status !== 'paid' || wasTold.current) return
    wasTold.current = true
    onPaid?.()
  }, [status, onPaid])

  const payNow = async () => {
    try {
      window.location.assign((await rpc.payments.retry({ id: props.id })).url)
    } catch (error) {
      toast.error(describeProblem(error).message)
    }
  }
  return (
    <Query of={query} failed="Confirmation failed">
      {order => (
        <div
          className={classes.state}
          role="status"
          data-tone={order.status === 'paid' ? 'good' : order.status === 'pending' ? 'plain' : 'bad'}
        >
          {order.status === 'pending' ? <Loader size={20} aria-hidden /> : null}
          <p>
            <strong>{headings(props.paid)[order.status]}</strong> {order.description}, {formatMoney(order.amountPence)}.{' '}
            {order.status === 'paid' ? props.paidNext : explanations[order.status]}
          </p>
          {order.can.pay ? (
            <Button variant="default" onClick={payNow}>
              Pay now
            </Button>
          ) : null}
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

const headings = (paid: string) => ({
  pending: 'Waiting for the payment.',
  paid: `${paid}.`,
  failed: 'The payment failed.',
  expired: 'The payment was not made in time.',
  refunded: 'The payment was given back.',
})

const explanations = {
  pending: 'This takes a few seconds after you have paid. You can leave this page; nothing gets lost.',
  failed: 'Nothing was charged.',
  expired: 'Nothing was charged.',
  refunded: 'It can take 5 to 10 days until your bank shows it.',
}
