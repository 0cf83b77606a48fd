import { useAction } from '#ui/action.ts'
import { rpc } from '#web/client.ts'

/** Opens the payment page of an order that is still to be paid. */
export const usePayment = () =>
  useAction(rpc.payments.retry, {
    atOnce: 'the payment page asks',
    onDone: ({ url }) => window.location.assign(url),
    failed: 'The payment page did not open',
  })
