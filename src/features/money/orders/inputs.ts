import { z } from 'zod'
import { listInput } from '#platform/list.ts'

/**
 * Only forward: pending → paid → refunded, or pending → expired or failed, and from there to paid when money comes late.
 * `arranged` stands between pending and paid: the card is known and is charged on a day ahead.
 */
export const orderStatuses = ['pending', 'arranged', 'paid', 'failed', 'expired', 'refunded'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** How long banks take to show money that was given back: every sentence that promises it says it with these words. */
export const bankDays = '5 to 10 days'

export const messages = { notFound: 'Order not found' }

export const orderId = z.strictObject({ id: z.uuid() })

/** `id`: this order alone. */
export const orderList = listInput(['createdAt', 'amountPence'], '-createdAt', {
  status: z.enum(orderStatuses),
  kind: z.string().max(40),
  id: z.uuid(),
})
