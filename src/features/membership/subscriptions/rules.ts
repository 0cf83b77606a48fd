import { isLaterStart, isMonthly, type MonthlyPrice, paymentStatusOf } from '#features/membership/sales/rules.ts'
import type { OrderStatus } from '#features/money/orders/inputs.ts'
import { canBecomePaid } from '#features/money/orders/rules.ts'

/**
 * What an invoice came to, in pence: charged to the card, and paid with credit beside it (negative: kept as credit, or an
 * older debt that was settled along).
 */
export const billOf = (invoice: { total: number; amount_paid: number }) => ({
  paidPence: invoice.amount_paid,
  creditPence: invoice.total - invoice.amount_paid,
})

/**
 * Why a paid first invoice starts no membership, in words that its payer reads; null when it does. What counts is the price
 * that the subscription is made of, not the sum: credit, discounts, part months and tax change that at the provider
 * (decision 58).
 */
export function firstInvoiceProblem(found: {
  subscription: { status: string }
  price: MonthlyPrice
  /** The price that our order was made with, in pence; null when no order of ours asked for it. */
  askedPence: number | null
  /** Whether the price is one of a tier. */
  isTier: boolean
  /** Whether it carried a membership before. */
  isKnown: boolean
  /** Whether that membership has not begun yet. */
  isWaiting: boolean
  /** Whether another subscription carries one now. */
  hasAnother: boolean
}): string | null {
  const { price, askedPence } = found
  // Let go of in the moment in which it was charged: it is known, and gives nothing any more.
  if (found.isKnown) return found.isWaiting && !paymentStatusOf(found.subscription) ? endedBefore : null
  if (!found.isTier) return 'It was for a plan that the house does not have.'
  if (price.currency !== 'gbp') return 'It was made in a currency that the house does not take.'
  if (askedPence !== null && (price.unit_amount !== askedPence || !isMonthly(price)))
    return 'Its price was not the one of the plan that you chose.'
  if (found.hasAnother) return 'You have a paid membership already.'
  return paymentStatusOf(found.subscription) ? null : endedBefore
}

const endedBefore = 'It was ended before your membership could start.'

/** Whether an invoice is the empty one with which the wait for a later day begins. */
export const opensWait = (
  invoice: { billing_reason: string | null; subtotal: number },
  subscription: { metadata: Record<string, string>; trial_end: number | null },
): boolean => invoice.billing_reason === 'subscription_create' && invoice.subtotal === 0 && isLaterStart(subscription)

/** Whether an order for a later day is still to be paid, or was paid by this very invoice. */
export function isFirstCharge(
  order: { status: OrderStatus; amountPence: number; stripePaymentIntentId: string | null },
  paid: { intentId: string | null; invoice: { period_end: number }; subscription: { trial_end: number | null } },
): boolean {
  if (canBecomePaid(order.status)) return true
  if (paid.intentId) return order.stripePaymentIntentId === paid.intentId
  // What credit alone paid has no payment to be known by.
  return order.amountPence === 0 && paid.invoice.period_end === paid.subscription.trial_end
}
