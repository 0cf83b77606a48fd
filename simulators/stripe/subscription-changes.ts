import type { Stripe } from 'stripe'
import { z } from 'zod'
import { liveCustomer } from './customer-records.ts'
import { discountParams, readReductions, redeem } from './discounts.ts'
import { type Endpoint, endpoint, list, retrieve } from './endpoint.ts'
import { emit } from './events.ts'
import { periodLines } from './invoice-lines.ts'
import { flag, mergeMetadata, metadata, natural, text, unset, whole } from './params.ts'
import { idOf, make, nowSeconds } from './samples.ts'
import { load, save, select, type Work } from './store.ts'
import { cancelSubscription, feedback } from './subscription-end.ts'
import { changeItems, itemParams, recurringPrice } from './subscription-items.ts'
import { periodEnd } from './subscription-periods.ts'
import { billAndSave, pendingLines, startSubscription } from './subscriptions.ts'
import { invalidRequest, StripeFailure } from './wire.ts'

const trialSettings = z.strictObject({
  end_behavior: z.strictObject({ missing_payment_method: z.enum(['cancel', 'create_invoice', 'pause']) }),
})

const updateParams = z.strictObject({
  billing_cycle_anchor: z.enum(['now', 'unchanged']).optional(),
  cancel_at: z.union([unset, whole]).optional(),
  cancel_at_period_end: flag.optional(),
  cancellation_details: feedback.optional(),
  default_payment_method: text.optional(),
  description: z.union([unset, text]).optional(),
  discounts: z.union([discountParams, unset]).optional(),
  items: z.array(itemParams).optional(),
  metadata: metadata.optional(),
  off_session: flag.optional(),
  pause_collection: z
    .union([unset, z.strictObject({ behavior: z.literal('void'), resumes_at: whole.optional() })])
    .optional(),
  payment_behavior: z.enum(['allow_incomplete', 'error_if_incomplete']).optional(),
  proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).default('create_prorations'),
  proration_date: whole.optional(),
  trial_end: z.union([z.literal('now'), whole]).optional(),
  trial_settings: trialSettings.optional(),
})
type Update = z.output<typeof updateParams>

const previewParams = z.strictObject({
  subscription: text,
  subscription_details: z.strictObject({
    items: z.array(itemParams).min(1),
    proration_behavior: z.literal('always_invoice'),
    proration_date: whole.optional(),
  }),
})

const createParams = z.strictObject({
  customer: text,
  default_payment_method: text.optional(),
  description: text.optional(),
  discounts: discountParams.optional(),
  items: z.array(itemParams).min(1),
  metadata: metadata.optional(),
  off_session: flag.optional(),
  trial_end: whole.optional(),
  trial_period_days: natural.optional(),
  trial_settings: trialSettings.optional(),
})

export const subscriptionEndpoints: Endpoint[] = [
  endpoint('POST', '/v1/subscriptions', createParams, async (work, params) => {
    const customer = await liveCustomer(work, params.customer, 'customer')
    const method = params.default_payment_method ?? idOf(customer.invoice_settings.default_payment_method)
    const trialEnd =
      params.trial_end ?? (params.trial_period_days ? nowSeconds() + params.trial_period_days * 86_400 : null)
    if (!method && !trialEnd) {
      throw invalidRequest(
        'This customer has no attached payment source or default payment method.',
        undefined,
        'resource_missing',
      )
    }
    const items = []
    for (const [index, item] of params.items.entries()) {
      const price = await recurringPrice(work, item, `items[${index}]`)
      items.push({ metadata: item.metadata, price, quantity: item.quantity ?? 1 })
    }
    const { subscription } = await startSubscription(work, {
      customer: customer.id,
      description: params.description ?? null,
      items,
      metadata: params.metadata ?? {},
      paid: null,
      paymentMethod: params.default_payment_method ?? null,
      reductions: await readReductions(work, params.discounts ?? []),
      trialEnd,
      trialSettings: params.trial_settings,
    })
    return subscription
  }),
  retrieve('/v1/subscriptions', 'subscription'),
  endpoint('POST', '/v1/subscriptions/:id', updateParams, (work, params, ids) =>
    (params.payment_behavior === 'error_if_incomplete' ? paidOrNot : updateSubscription)(work, ids.id!, params),
  ),
  endpoint(
    'DELETE',
    '/v1/subscriptions/:id',
    z.strictObject({
      cancellation_details: feedback.optional(),
      invoice_now: z.literal('false').optional(),
      prorate: z.literal('false').optional(),
    }),
    (work, params, ids) => cancelSubscription(work, ids.id!, params.cancellation_details),
  ),
  endpoint('POST', '/v1/invoices/create_preview', previewParams, (work, params) =>
    preview(work, params.subscription, params.subscription_details),
  ),
  list(
    '/v1/subscriptions',
    'subscription',
    {
      customer: "body->>'customer' = $",
      price: "body#>>'{items,data,0,price,id}' = $",
      status: "($ = 'all' or body->>'status' = $ or ($ = 'ended' and body->>'status' = 'canceled'))",
    },
    { status: "body->>'status' <> 'canceled'" },
  ),
]

/** The invoice that a change would make out; nothing of it has happened. */
async function preview(work: Work, id: string, change: Update): Promise<Stripe.Invoice> {
  const before = await load(work, 'subscription', id)
  await work.client.query('savepoint preview')
  const changed = await updateSubscription(work, id, change)
  const isInvoiced = idOf(changed.latest_invoice) !== idOf(before.latest_invoice)
  const invoice = isInvoiced ? await load(work, 'invoice', idOf(changed.latest_invoice)!) : make('invoice', {})
  await work.client.query('rollback to savepoint preview')
  return invoice
}

/** A change whose payment fails has not happened. */
async function paidOrNot(work: Work, id: string, params: Update): Promise<Stripe.Subscription> {
  await work.client.query('savepoint change')
  const changed = await updateSubscription(work, id, params)
  const [invoice] = await select(work, 'invoice', "body->>'id' = $1 and body->>'status' = 'open'", [
    idOf(changed.latest_invoice),
  ])
  if (!invoice) return changed
  await work.client.query('rollback to savepoint change')
  await work.client.query('update simulator_stripe.settings set decline_next = false, confirm_next = false')
  throw new StripeFailure(402, 'card_error', 'Your card was declined.', { code: 'card_declined' })
}

/** Changes plan, discounts, trial or cancellation of a subscription, billing what the change asks for. */
export async function updateSubscription(work: Work, id: string, params: Update): Promise<Stripe.Subscription> {
  const before = await load(work, 'subscription', id, 'lock')
  if (before.status === 'canceled') {
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.')
  }
  const next = structuredClone(before)
  Object.assign(next, plainChanges(before, params))
  if (params.default_payment_method) {
    await load(work, 'payment_method', params.default_payment_method, 'look', 'default_payment_method')
  }
  if (params.discounts !== undefined) {
    next.discounts = []
    for (const reduction of await readReductions(work, params.discounts ?? [])) {
      next.discounts.push((await redeem(work, reduction, { customer: idOf(before.customer), subscription: id })).id)
    }
  }
  const isReset = await changeItems(work, next, params)
  const isTrialOver = params.trial_end === 'now' && before.status === 'trialing'
  if (typeof params.trial_end === 'number') {
    startTrial(next, params.trial_end)
    // The time until then is a period of its own, with an invoice over nothing.
    const period = { start: nowSeconds(), end: nowSeconds() }
    return billAndSave(work, before, next, { lines: periodLines(next, true), period, reason: 'subscription_update' })
  }
  if (isTrialOver) Object.assign(next, { status: 'active', trial_end: nowSeconds() })
  if (isReset || isTrialOver || params.billing_cycle_anchor === 'now') {
    const period = restart(next)
    const lines = [...periodLines(next, false), ...(await pendingLines(work, next))]
    return billAndSave(work, before, next, { lines, period, reason: 'subscription_update' })
  }
  const pending = params.proration_behavior === 'always_invoice' ? await pendingLines(work, next) : []
  if (pending.length > 0) {
    const period = { start: nowSeconds(), end: nowSeconds() }
    return billAndSave(work, before, next, { lines: pending, period, reason: 'subscription_update' })
  }
  await emit(work, 'customer.subscription.updated', next, before)
  return save(work, next)
}

function plainChanges(before: Stripe.Subscription, params: Update): Partial<Stripe.Subscription> {
  const now = nowSeconds()
  const changes: Partial<Stripe.Subscription> = { metadata: mergeMetadata(before.metadata, params.metadata) }
  if (params.default_payment_method) changes.default_payment_method = params.default_payment_method
  if (params.description !== undefined) changes.description = params.description
  if (params.trial_settings) changes.trial_settings = params.trial_settings as Stripe.Subscription.TrialSettings
  if (params.pause_collection !== undefined) {
    const pause = params.pause_collection
    changes.pause_collection = pause && { behavior: pause.behavior, resumes_at: pause.resumes_at ?? null }
  }
  const end = before.items.data[0]!.current_period_end
  if (params.cancel_at_period_end !== undefined || params.cancel_at !== undefined) {
    const isAtEnd = params.cancel_at_period_end ?? false
    const cancelAt = isAtEnd ? end : (params.cancel_at ?? null)
    changes.cancel_at_period_end = isAtEnd
    changes.cancel_at = cancelAt
    changes.canceled_at = cancelAt === null ? null : (before.canceled_at ?? now)
    const reason = cancelAt === null ? null : ('cancellation_requested' as const)
    changes.cancellation_details = { ...before.cancellation_details!, ...params.cancellation_details, reason }
  }
  return changes
}

function startTrial(subscription: Stripe.Subscription, end: number): void {
  if (end <= nowSeconds())
    throw invalidRequest('Invalid timestamp: must be an integer Unix timestamp in the future.', 'trial_end')
  const now = nowSeconds()
  const isRunning = subscription.status === 'trialing'
  Object.assign(subscription, {
    billing_cycle_anchor: end,
    status: 'trialing',
    trial_end: end,
    trial_start: (isRunning && subscription.trial_start) || now,
    ...(subscription.cancel_at_period_end && { cancel_at: end }),
  })
  for (const item of subscription.items.data)
    Object.assign(item, { current_period_start: now, current_period_end: end })
}

function restart(subscription: Stripe.Subscription) {
  const now = nowSeconds()
  subscription.billing_cycle_anchor = now
  for (const item of subscription.items.data) {
    item.current_period_start = now
    item.current_period_end = periodEnd(now, item.price, now)
  }
  return { start: now, end: now }
}
