import type { Stripe } from 'stripe'
import { z } from 'zod'
import { liveCustomer } from './customer-records.ts'
import { discountParams, readReductions } from './discounts.ts'
import { type Endpoint, endpoint, list, nothing, retrieve } from './endpoint.ts'
import { emit } from './events.ts'
import { lineItemParams, readLineItems, total } from './line-items.ts'
import { currency, link, mergeMetadata, metadata, natural, text, whole } from './params.ts'
import { listOf, make, nowSeconds } from './samples.ts'
import { extraOf, load, save, type Work } from './store.ts'
import { partBeforeAnchor } from './subscription-periods.ts'
import { invalidRequest } from './wire.ts'

export const paymentIntentData = z.strictObject({
  capture_method: z.literal('automatic').optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  receipt_email: text.optional(),
  setup_future_usage: z.enum(['off_session', 'on_session']).optional(),
})

export const subscriptionData = z.strictObject({
  billing_cycle_anchor: whole.optional(),
  proration_behavior: z.enum(['create_prorations', 'none']).optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  trial_end: whole.optional(),
  trial_period_days: natural.optional(),
  trial_settings: z
    .strictObject({
      end_behavior: z.strictObject({ missing_payment_method: z.enum(['cancel', 'create_invoice', 'pause']) }),
    })
    .optional(),
})

const createParams = z.strictObject({
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  cancel_url: link.optional(),
  client_reference_id: text.max(200).optional(),
  currency: currency.optional(),
  customer: text.optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  customer_email: text.optional(),
  customer_update: z.record(z.string(), z.enum(['auto', 'never'])).optional(),
  discounts: discountParams.max(1).optional(),
  expires_at: whole.optional(),
  line_items: lineItemParams,
  locale: text.optional(),
  metadata: metadata.optional(),
  mode: z.enum(['payment', 'subscription']),
  payment_intent_data: paymentIntentData.optional(),
  payment_method_collection: z.literal('always').optional(),
  payment_method_types: z.array(z.literal('card')).optional(),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay', 'subscribe']).optional(),
  subscription_data: subscriptionData.optional(),
  success_url: link,
  ui_mode: z.literal('hosted_page').optional(),
})

/** What Stripe remembers of a session without showing it. */
export interface SessionExtra {
  items: Stripe.LineItem[]
  intentData: z.output<typeof paymentIntentData>
  subscriptionData: z.output<typeof subscriptionData>
  reductions: { coupon: string; promotionCode: string | null }[]
  /** What the person typed before a card was declined, the card itself never. */
  entered?: { email: string; name: string }
  /** The payment intent of a declined attempt. */
  intent?: string
}

/** A session's terms, from the REST interface or from a payment link. */
export type SessionOrder = Omit<z.output<typeof createParams>, 'line_items' | 'discounts' | 'success_url'> & {
  success_url?: string | null
  payment_link?: string
}

export const checkoutEndpoints: Endpoint[] = [
  endpoint('POST', '/v1/checkout/sessions', createParams, async (work, { line_items, discounts, ...order }) => {
    const items = await readLineItems(work, line_items)
    return openSession(work, order, items, discounts ?? [])
  }),
  retrieve('/v1/checkout/sessions', 'checkout.session'),
  endpoint(
    'POST',
    '/v1/checkout/sessions/:id',
    z.strictObject({ metadata: metadata.optional() }),
    async (work, params, ids) => {
      const session = await load(work, 'checkout.session', ids.id!, 'lock')
      return save(work, { ...session, metadata: mergeMetadata(session.metadata, params.metadata) })
    },
  ),
  endpoint('POST', '/v1/checkout/sessions/:id/expire', nothing, async (work, _, ids) => {
    const session = await load(work, 'checkout.session', ids.id!, 'lock')
    if (session.status === 'open') return expireSession(work, session)
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    )
  }),
  endpoint(
    'GET',
    '/v1/checkout/sessions/:id/line_items',
    z.strictObject({ limit: natural.optional(), starting_after: text.optional() }),
    async (work, params, ids) => {
      const { id } = await load(work, 'checkout.session', ids.id!)
      const { data } = await sessionItems(work, id)
      const first = params.starting_after ? data.findIndex(item => item.id === params.starting_after) + 1 : 0
      const last = first + (params.limit ?? 10)
      return listOf(`/v1/checkout/sessions/${id}/line_items`, data.slice(first, last), data.length > last)
    },
  ),
  list('/v1/checkout/sessions', 'checkout.session', {
    customer: "body->>'customer' = $",
    customer_details: "body#>>'{customer_details,email}' = $::jsonb->>'email'",
    payment_intent: "body->>'payment_intent' = $",
    payment_link: "body->>'payment_link' = $",
    status: "body->>'status' = $",
    subscription: "body->>'subscription' = $",
  }),
]

/** Opens a hosted checkout; it stays payable until `expires_at`. */
export async function openSession(
  work: Work,
  order: SessionOrder,
  given: Stripe.LineItem[],
  discounts: z.output<typeof discountParams>,
): Promise<Stripe.Checkout.Session> {
  if (order.customer && order.customer_email) {
    throw invalidRequest('You may only specify one of these parameters: customer, customer_email.', 'customer')
  }
  if (order.customer) await liveCustomer(work, order.customer, 'customer')
  const reductions = await readReductions(work, discounts)
  const trial = order.subscription_data
  const isTrial = Boolean(trial?.trial_end || trial?.trial_period_days)
  if (trial?.trial_end && trial.trial_end < nowSeconds() + 48 * 3_600)
    throw invalidRequest('The `trial_end` must be at least 48 hours in the future.', 'subscription_data[trial_end]')
  // Nothing that recurs is due while the trial lasts.
  const dueNow = isTrial ? given.filter(item => !item.price?.recurring) : given.map(item => partOf(item, trial))
  const basket = total(
    dueNow,
    reductions.map(({ coupon }) => coupon),
  )
  checkMode(
    order,
    given.some(item => item.price?.recurring),
  )
  if (order.mode === 'payment' && basket.total > 0 && basket.total < smallestPayment) {
    throw invalidRequest(
      "The Checkout Session's total amount due must add up to at least £0.30 gbp",
      undefined,
      'amount_too_small',
    )
  }
  const { payment_intent_data, subscription_data, success_url, customer_update, ...shown } = order
  const session = make('checkout.session', {
    ...shown,
    amount_subtotal: basket.subtotal,
    amount_total: basket.total,
    currency: basket.currency,
    customer_creation: order.mode === 'payment' ? (order.customer_creation ?? 'if_required') : null,
    customer_details: order.customer_email ? details(order.customer_email, null) : null,
    discounts: reductions.map(({ coupon, promotionCode }) => ({
      coupon: coupon.id,
      promotion_code: promotionCode,
    })),
    expires_at: expiry(order.expires_at),
    metadata: order.metadata ?? {},
    payment_link: order.payment_link ?? null,
    payment_method_collection: order.mode === 'subscription' ? 'always' : 'if_required',
    success_url: success_url ?? null,
    total_details: { amount_discount: basket.discount, amount_shipping: 0, amount_tax: 0 },
  })
  session.url = `${work.publicUrl}/dev/stripe/checkout/${session.id}`
  const extra: SessionExtra = {
    intentData: payment_intent_data ?? {},
    items: isTrial || trial?.billing_cycle_anchor ? given : basket.items,
    reductions: reductions.map(({ coupon, promotionCode }) => ({ coupon: coupon.id, promotionCode })),
    subscriptionData: subscription_data ?? {},
  }
  return save(work, session, extra)
}

/** Closes an open session for good. */
export async function expireSession(work: Work, session: Stripe.Checkout.Session): Promise<Stripe.Checkout.Session> {
  const expired: Stripe.Checkout.Session = { ...session, status: 'expired', url: null }
  await emit(work, 'checkout.session.expired', expired)
  return save(work, expired)
}

export async function sessionItems(work: Work, id: string) {
  const { items = [] } = await extraOf<SessionExtra>(work, id)
  return listOf(`/v1/checkout/sessions/${id}/line_items`, items)
}

export function details(email: string, name: string | null) {
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name,
    phone: null,
    tax_exempt: 'none' as const,
    tax_ids: [],
  }
}

/** What is due of a recurring item now when its first period is cut short by an anchor. */
function partOf(item: Stripe.LineItem, trial: z.output<typeof subscriptionData> | undefined): Stripe.LineItem {
  const anchor = trial?.billing_cycle_anchor
  if (!anchor || !item.price?.recurring) return item
  if (trial.trial_end || trial.trial_period_days)
    throw invalidRequest('You cannot set `billing_cycle_anchor` together with a trial.', 'subscription_data')
  const amount = partBeforeAnchor(item.amount_subtotal, item.price, nowSeconds(), anchor)
  return { ...item, amount_subtotal: amount, amount_total: amount }
}

/** Stripe's least amount for a card payment in pounds. */
const smallestPayment = 30

function checkMode(order: SessionOrder, isRecurring: boolean): void {
  if (order.mode === 'payment' && isRecurring) {
    throw invalidRequest(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      'mode',
    )
  }
  if (order.mode === 'subscription' && !isRecurring) {
    throw invalidRequest(
      'You must provide at least one recurring price in `subscription` mode when using prices.',
      'line_items',
    )
  }
  if (order.mode === 'subscription' && (order.payment_intent_data || order.customer_creation)) {
    const param = order.payment_intent_data ? 'payment_intent_data' : 'customer_creation'
    throw invalidRequest(`You can not pass \`${param}\` in \`subscription\` mode.`, param)
  }
  if (order.mode === 'payment' && order.subscription_data) {
    throw invalidRequest('You can not pass `subscription_data` in `payment` mode.', 'subscription_data')
  }
}

/** Between 30 minutes and 24 hours from now, 24 hours when not given. */
function expiry(given: number | undefined): number {
  const now = nowSeconds()
  if (given === undefined) return now + 86_400
  if (given < now + 30 * 60) {
    throw invalidRequest(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      'expires_at',
    )
  }
  if (given > now + 86_400) {
    throw invalidRequest(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      'expires_at',
    )
  }
  return given
}
