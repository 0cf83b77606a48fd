import { type Actor, whyNotIn } from '#platform/auth/actor.ts'
import type { Problem } from '#platform/problem.ts'
import { messages, type OrderStatus } from './inputs.ts'

export interface Charge {
  amountPence: number
  currency: string
}

/** Sum of an order's lines in pence. */
export const orderTotal = (lines: readonly { quantity: number; unitPence: number }[]): number =>
  lines.reduce((sum, { quantity, unitPence }) => sum + quantity * unitPence, 0)

/** What is wrong with a charge that claims to pay `order`; null when it is exactly what was asked for. */
export function chargeProblem(order: Charge, charge: Charge): string | null {
  if (charge.currency !== order.currency) return `paid in ${charge.currency}, asked for ${order.currency}`
  if (charge.amountPence !== order.amountPence)
    return `paid ${charge.amountPence} pence, asked for ${order.amountPence}`
  return null
}

/** What of an order's money is still with the house, in pence: more than this can never be given back. */
export const leftOf = (order: { amountPence: number; refundedPence: number; disputedPence: number }): number =>
  Math.max(0, order.amountPence - order.refundedPence - order.disputedPence)

/**
 * The same as if the banks returned all that they have not decided about, in pence: what can be promised to whoever cancels
 * meanwhile. What the payer keeps for good never comes back.
 */
export const promisedOf = (order: {
  amountPence: number
  refundedPence: number
  lostPence: number
  owedPence: number
}): number => Math.max(0, order.amountPence - order.refundedPence - order.lostPence - order.owedPence)

/** Whether money that arrives may still pay an order: also a late one, after it expired. */
export const canBecomePaid = (status: OrderStatus): boolean => status !== 'paid' && status !== 'refunded'

/** What the provider allows as the end of a hosted checkout: at least 30 minutes from its creation. We close it ourselves, earlier. */
export function checkoutClosesAt(orderExpiresAt: Date): Date {
  return new Date(orderExpiresAt.getTime() + 31 * 60_000)
}

export const whyNot = {
  /** Whoever pays it reads it, and admins. */
  read: (actor: Actor, order: { userId: string | null }): Problem | null =>
    order.userId === actor.userId || whyNotIn(actor, 'admin') === null
      ? null
      : { code: 'NOT_FOUND', message: messages.notFound },

  /** An order is paid while it is pending and its hold lasts. */
  pay: (order: { status: OrderStatus; expiresAt: Date }, now: Date): Problem | null =>
    order.status === 'pending' && order.expiresAt > now
      ? null
      : { code: 'ORDER_CLOSED', message: 'This order is no longer open.' },
}

/** The provider is being asked for the same order at this moment, by a second press or another process. */
export const isUnderWay = (error: unknown) => (error as { statusCode?: number }).statusCode === 409

/** The provider answered, and would answer the same again under the same key. */
export function isDefinite(error: unknown): boolean {
  const { type, statusCode } = error as { type?: string; statusCode?: number }
  return (
    type !== 'StripeConnectionError' && statusCode !== undefined && ![409, 429].includes(statusCode) && statusCode < 500
  )
}
