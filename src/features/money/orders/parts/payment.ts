import { useAction } from '#ui/action.ts'
import { rpc } from '#web/client.ts'

/** How often a page asks again while a payment is on its way, in milliseconds. */
export const askEveryMs = 2_000

/** Opens the payment page of an order that is still to be paid. */
export const usePayment = () =>
  useAction(rpc.payments.retry, {
    atOnce: 'the payment page asks',
    onDone: ({ url }) => window.location.assign(url),
    failed: 'The payment page did not open',
  })
