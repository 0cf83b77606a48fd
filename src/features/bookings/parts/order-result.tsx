import { Alert, Button, Loader } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { describeProblem } from '#ui/problem.ts'
import { Failed } from '#ui/states.tsx'
import { toast } from '#ui/toast.tsx'
import { api, rpc } from '#web/client.ts'
import classes from './order-result.module.css'

const askEveryMs = 2_000

/**
 * What came of a payment, for whoever comes back from the provider's page: it asks for the order until it is no longer
 * pending, since only the provider's word to the server completes it (decision 21).
 */
export function OrderResult({ orderId, wasLeft }: { orderId: string; wasLeft: boolean }) {
  const cache = useQueryClient()
  const query = useQuery(
    api.payments.order.queryOptions({
      input: { id: orderId },
      refetchInterval: ({ state }) => (state.data?.status === 'pending' && !wasLeft ? askEveryMs : false),
    }),
  )
  const status = query.data?.status
  useEffect(() => {
    if (status && status !== 'pending') void cache.invalidateQueries({ queryKey: api.bookings.key() })
  }, [status, cache])
  const pay = useMutation({
    mutationFn: () => rpc.payments.retry({ id: orderId }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: error => {
      void query.refetch()
      toast.error('The payment page did not open', describeProblem(error).message)
    },
  })
  if (query.isError)
    return (
      <div className={classes.result}>
        <Failed
          text="We could not look up your payment"
          detail="Your bookings below are up to date."
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      </div>
    )
  if (!query.data) return null
  const { status: state, can } = query.data
  const payButton = can.pay ? (
    <Button onClick={() => pay.mutate()} loading={pay.isPending}>
      Pay now
    </Button>
  ) : null
  const again = (
    <Button component={Link} to={'/bookings' as string} variant="default">
      Book another time
    </Button>
  )
  return (
    <div className={classes.result} role="status">
      {state === 'pending' && wasLeft ? (
        <Alert color="yellow" variant="light" title="You left the payment page">
          <p>Nothing was charged. Your place is held for you for a short while; pay now to keep it.</p>
          {payButton}
        </Alert>
      ) : null}
      {state === 'pending' && !wasLeft ? (
        <Alert color="blue" variant="light" title="Waiting for your payment">
          <p className={classes.waiting}>
            <Loader size={16} color="currentColor" aria-hidden /> This page changes by itself as soon as the payment has
            arrived. You can leave it.
          </p>
          {payButton}
        </Alert>
      ) : null}
      {state === 'paid' ? (
        <Alert color="bottle" variant="light" title="Booking Confirmed">
          <p>Your payment was processed. A mail with everything you need is on its way.</p>
        </Alert>
      ) : null}
      {state === 'refunded' ? (
        <Alert color="yellow" variant="light" title="Your payment is on its way back">
          <p>The booking no longer stands, so we gave back what you paid.</p>
          {again}
        </Alert>
      ) : null}
      {state === 'failed' || state === 'expired' ? (
        <Alert color="red" variant="light" title="The payment was not completed">
          <p>Nothing was charged, and the place is free again.</p>
          {again}
        </Alert>
      ) : null}
    </div>
  )
}
