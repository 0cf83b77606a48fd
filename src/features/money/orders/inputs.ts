import { z } from 'zod'
import { listInput } from '#platform/list.ts'

/**
 * Only forward: pending → paid → refunded, or pending → expired or failed, and from there to paid when money comes late.
 * `arranged` stands between pending and paid: the card is known and is charged on a day ahead.
 */
export const orderStatuses = ['pending', 'arranged', 'paid', 'failed', 'expired', 'refunded'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Which way an order is paid: by card at the provider, or at the desk, which gives back there what it took. */
export const orderWays = ['card', 'desk'] as const
/** Which way money moves: a refund that the provider can never make goes back by a transfer instead, or at the desk. */
export const ways = [...orderWays, 'transfer'] as const
export type Way = (typeof ways)[number]
export const wayWords: Record<Way, string> = { card: 'Card', desk: 'At the desk', transfer: 'Bank transfer' }

/** How long banks take to show money that was given back: every sentence that promises it says it with these words. */
export const bankDays = '5 to 10 days'

/** What is said of a payment at the desk that never was one: no money goes anywhere. */
export const enteredByMistake = 'Entered by mistake'

export const messages = { notFound: 'Order not found' }

export const orderId = z.strictObject({ id: z.uuid() })

/** `id`: this order alone. */
export const orderList = listInput(['createdAt', 'amountPence'], '-createdAt', {
  status: z.enum(orderStatuses),
  kind: z.string().max(40),
  id: z.uuid(),
})
