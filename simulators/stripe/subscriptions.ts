import type { Stripe } from 'stripe'
import { liveCustomer } from './customer-records.ts'
import { type Reduction, redeem } from './discounts.ts'
import { emit } from './events.ts'
import { type LineDraft, oneTimeLines, periodLines } from './invoice-lines.ts'
import { issueInvoice } from './invoices.ts'
import type { PaymentOutcome } from './payments.ts'
import { idOf, listOf, make, newId, nowSeconds } from './samples.ts'
import { load, save, select, type Work } from './store.ts'
import { endSubscription } from './subscription-end.ts'
import { partBeforeAnchor, periodEnd } from './subscription-periods.ts'
import { invalidRequest } from './wire.ts'

export interface SubscriptionOrder {
  customer: string
  items: { price: Stripe.Price; quantity: number; metadata?: Record<string, string> | null }[]
  paymentMethod: string | null
  /** Instant until which nothing is charged. */
  trialEnd: number | null
  trialSettings?: object
  /** Where the first period is cut short. */
  anchor?: number | undefined
  reductions: Reduction[]
  metadata: Record<string, string>
  description: string | null
  /** Things that are paid once, with the first invoice. */
  oneTime?: Stripe.LineItem[]
  /** The first payment, when hosted checkout has already taken it. */
  paid: PaymentOutcome | null
}

/** Starts a subscription with its first invoice; created incomplete, then active or trialing, as at Stripe. */
export async function startSubscription(work: Work, order: SubscriptionOrder) {
  const now = nowSeconds()
  const anchor = order.trialEnd ?? order.anchor ?? now
  const first = order.items[0]!.price
  const discounts: string[] = []
  const subscription = make('subscription', {
    billing_cycle_anchor: anchor,
    currency: first.currency,
    customer: order.customer,
    default_payment_method: order.paymentMethod,
    description: order.description,
    discounts,
    metadata: order.metadata,
    start_date: now,
    status: order.trialEnd ? 'trialing' : 'incomplete',
    trial_end: order.trialEnd,
    trial_start: order.trialEnd ? now : null,
    trial_settings: order.trialSettings ?? { end_behavior: { missing_payment_method: 'create_invoice' } },
  })
  for (const reduction of order.reductions) {
    const discount = await redeem(work, reduction, {
      customer: order.customer,
      subscription: subscription.id,
    })
    discounts.push(discount.id)
  }
  const end = order.trialEnd ?? order.anchor ?? periodEnd(now, first, anchor)
  subscription.items = listOf(
    `/v1/subscription_items?subscription=${subscription.id}`,
    order.items.map(item => newItem(subscription.id, item, { start: now, end })),
  )
  await save(work, subscription)
  await emit(work, 'customer.subscription.created', subscription)
  const firstLines = periodLines(subscription, order.trialEnd !== null).map(line =>
    order.anchor ? { ...line, amount: partBeforeAnchor(line.amount, line.price, now, order.anchor) } : line,
  )
  const issued = await issueInvoice(work, {
    isLater: false,
    lines: [...firstLines, ...oneTimeLines(order.oneTime ?? [], now)],
    paid: order.paid,
    period: { start: now, end: now },
    reason: 'subscription_create',
    subscription,
  })
  const status = issued.isDeclined ? 'incomplete' : order.trialEnd ? 'trialing' : 'active'
  // A trial's free invoice does not use up a coupon for one payment.
  const left = order.trialEnd ? discounts : issued.discounts
  const started: Stripe.Subscription = {
    ...subscription,
    discounts: left,
    latest_invoice: issued.invoice.id,
    status,
  }
  await save(work, started)
  await emit(work, 'customer.subscription.updated', started, subscription)
  return { subscription: started, invoice: issued.invoice }
}

/** Ends the current period: cancels if that was asked for, otherwise bills the next one. */
export async function renewSubscription(
  work: Work,
  id: string,
  options: { staysDraft?: boolean } = {},
): Promise<Stripe.Subscription> {
  const before = await load(work, 'subscription', id, 'lock')
  if (!['active', 'trialing', 'past_due'].includes(before.status)) {
    throw invalidRequest(`A subscription that is ${before.status} has no next period.`)
  }
  const start = before.items.data[0]!.current_period_end
  if (before.cancel_at_period_end || (before.cancel_at !== null && before.cancel_at <= start)) {
    return endSubscription(work, before, before.cancellation_details?.reason ?? 'cancellation_requested')
  }
  if (before.status === 'trialing' && before.trial_settings?.end_behavior.missing_payment_method === 'cancel') {
    const customer = await liveCustomer(work, idOf(before.customer), 'customer')
    const method = before.default_payment_method ?? customer.invoice_settings.default_payment_method
    if (!method) return endSubscription(work, before, 'payment_failed')
  }
  const next = structuredClone(before)
  for (const item of next.items.data) {
    item.current_period_start = start
    item.current_period_end = periodEnd(start, item.price, before.billing_cycle_anchor)
  }
  if (next.status === 'trialing') next.status = 'active'
  return billAndSave(work, before, next, {
    lines: [...periodLines(next, false), ...(await pendingLines(work, next))],
    period: { start: before.items.data[0]!.current_period_start, end: start },
    reason: 'subscription_cycle',
    ...options,
  })
}

/** Bills a changed subscription, saves it with the status that follows, and tells of the change. */
export async function billAndSave(
  work: Work,
  before: Stripe.Subscription,
  next: Stripe.Subscription,
  bill: {
    lines: LineDraft[]
    period: { start: number; end: number }
    reason: 'subscription_cycle' | 'subscription_update'
    staysDraft?: boolean
  },
): Promise<Stripe.Subscription> {
  await save(work, next)
  const isPaused = next.pause_collection !== null && bill.reason === 'subscription_cycle'
  const issued = await issueInvoice(work, {
    ...bill,
    isCollected: !isPaused,
    isLater: true,
    paid: null,
    subscription: next,
  })
  for (const { invoiceItem } of bill.lines) {
    if (!invoiceItem) continue
    const item = await load(work, 'invoiceitem', invoiceItem)
    await save(work, { ...item, invoice: issued.invoice.id })
  }
  const isTrial = next.status === 'trialing'
  const saved: Stripe.Subscription = {
    ...next,
    // A trial's free invoice does not use up a coupon for one payment.
    discounts: isTrial ? next.discounts : issued.discounts,
    latest_invoice: issued.invoice.id,
    status: issued.isDeclined
      ? 'past_due'
      : isTrial || (next.status === 'past_due' && isPaused)
        ? next.status
        : 'active',
  }
  await save(work, saved)
  await emit(work, 'customer.subscription.updated', saved, before)
  return saved
}

/** Prorations that wait for the next invoice. */
export async function pendingLines(work: Work, subscription: Stripe.Subscription): Promise<LineDraft[]> {
  const items = await select(
    work,
    'invoiceitem',
    `body->>'customer' = $1 and body->>'invoice' is null
     and body#>>'{parent,subscription_details,subscription}' = $2`,
    [idOf(subscription.customer), subscription.id],
  )
  const lines: LineDraft[] = []
  for (const item of items.reverse()) {
    lines.push({
      amount: item.amount,
      description: item.description ?? '',
      invoiceItem: item.id,
      isProration: true,
      period: item.period,
      price: await load(work, 'price', idOf(item.pricing!.price_details!.price)),
      quantity: item.quantity,
      subscriptionItem: item.parent!.subscription_details!.subscription_item ?? null,
    })
  }
  return lines
}

export function newItem(
  subscription: string,
  { price, quantity, metadata }: SubscriptionOrder['items'][number],
  period: { start: number; end: number },
): Stripe.SubscriptionItem {
  return make('subscription_item', {
    current_period_end: period.end,
    current_period_start: period.start,
    id: newId('subscription_item'),
    metadata: metadata ?? {},
    plan: planOf(price),
    price,
    quantity,
    subscription,
  })
}

/** The older twin of a price that subscription items still carry. */
export function planOf(price: Stripe.Price) {
  return {
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: String(price.unit_amount ?? 0),
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    id: price.id,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    object: 'plan',
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}
