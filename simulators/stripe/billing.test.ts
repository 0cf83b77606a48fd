import type { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bench, card, openBench } from './testbench.ts'

let bench: Bench
let stripe: Stripe
let builder: Stripe.Price
let creator: Stripe.Price
beforeAll(async () => {
  bench = await openBench()
  stripe = bench.stripe
  const plan = (name: string, unit_amount: number) =>
    stripe.prices.create({
      currency: 'gbp',
      lookup_key: name.toLowerCase(),
      product_data: { name },
      recurring: { interval: 'month' },
      unit_amount,
    })
  builder = await plan('Builder', 4000)
  creator = await plan('Creator', 9000)
})
afterAll(() => bench.close())

async function subscribe(number = '4242424242424242', more: Stripe.Checkout.SessionCreateParams = {}) {
  const session = await stripe.checkout.sessions.create({
    line_items: [{ price: builder.id, quantity: 1 }],
    mode: 'subscription',
    subscription_data: { metadata: { user: '9' } },
    success_url: 'https://venue.example/done',
    ...more,
  })
  await bench.pay(session, number)
  const done = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['subscription', 'invoice.payments'],
  })
  return {
    invoice: done.invoice as Stripe.Invoice,
    session: done,
    subscription: done.subscription as Stripe.Subscription,
  }
}

const latest = async (id: string) =>
  stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] }) as Promise<
    Stripe.Subscription & { latest_invoice: Stripe.Invoice }
  >

test('a subscription starts with a paid invoice and the events of a new subscriber', async () => {
  expect((await stripe.prices.list({ lookup_keys: ['builder'] })).data[0]?.id).toBe(builder.id)
  const { invoice, session, subscription } = await subscribe()
  expect(session).toMatchObject({
    mode: 'subscription',
    payment_intent: null,
    payment_status: 'paid',
    status: 'complete',
  })
  expect(subscription).toMatchObject({ metadata: { user: '9' }, status: 'active' })
  const item = subscription.items.data[0]!
  const days = (item.current_period_end - item.current_period_start) / 86_400
  expect(days).toBeGreaterThanOrEqual(28)
  expect(days).toBeLessThanOrEqual(31)
  expect(invoice).toMatchObject({ amount_paid: 4000, billing_reason: 'subscription_create', status: 'paid' })
  expect(invoice.parent?.subscription_details?.subscription).toBe(subscription.id)
  const paidBy = invoice.payments?.data[0]?.payment.payment_intent as string
  expect(await stripe.paymentIntents.retrieve(paidBy)).toMatchObject({
    amount: 4000,
    customer: session.customer,
  })
  const byIntent = { payment: { payment_intent: paidBy, type: 'payment_intent' as const } }
  expect((await stripe.invoicePayments.list(byIntent)).data[0]?.invoice).toBe(invoice.id)
  for (const type of [
    'customer.created',
    'customer.subscription.created',
    'invoice.created',
    'invoice.finalized',
    'invoice.paid',
    'invoice.payment_succeeded',
    'checkout.session.completed',
  ]) {
    await bench.arrived(type)
  }
  expect((await stripe.subscriptions.list({ customer: session.customer as string })).data).toHaveLength(1)
})

test('a renewal that is paid moves the period, one that fails makes it past due until a card pays', async () => {
  const { subscription, session } = await subscribe('4000000000000341')
  const end = subscription.items.data[0]!.current_period_end
  await bench.control({ advanceSubscription: subscription.id })
  const late = await latest(subscription.id)
  expect(late).toMatchObject({
    latest_invoice: { attempt_count: 1, billing_reason: 'subscription_cycle', status: 'open' },
    status: 'past_due',
  })
  expect(late.items.data[0]!.current_period_start).toBe(end)
  await bench.arrived('invoice.payment_failed')
  await expect(stripe.invoices.pay(late.latest_invoice.id)).rejects.toMatchObject({
    code: 'card_declined',
    type: 'StripeCardError',
  })
  expect((await stripe.invoices.retrieve(late.latest_invoice.id)).attempt_count).toBe(2)

  const portal = await stripe.billingPortal.sessions.create({
    customer: session.customer as string,
    return_url: 'https://venue.example/account',
  })
  expect(await (await fetch(portal.url)).text()).toContain('The last payment failed.')
  await bench.submit(`${portal.url}/card`, card)
  expect(await latest(subscription.id)).toMatchObject({
    latest_invoice: { status: 'paid' },
    status: 'active',
  })
  await bench.control({ advanceSubscription: subscription.id })
  expect(await latest(subscription.id)).toMatchObject({
    latest_invoice: { amount_paid: 4000, status: 'paid' },
    status: 'active',
  })
})

test('periods end by themselves as time goes by', async () => {
  const { subscription } = await subscribe()
  const end = subscription.items.data[0]!.current_period_end
  bench.setClock(new Date((end + 1) * 1000))
  const paid = await bench.arrived('invoice.paid', event => {
    const invoice = event.data.object as Stripe.Invoice
    return (
      invoice.billing_reason === 'subscription_cycle' &&
      invoice.parent?.subscription_details?.subscription === subscription.id
    )
  })
  bench.setClock(null)
  expect(paid.data.object).toMatchObject({ amount_paid: 4000 })
  expect((await latest(subscription.id)).items.data[0]!.current_period_start).toBe(end)
})

test('cancelling at the period end and resuming, in the portal; the end deletes', async () => {
  const { subscription, session } = await subscribe()
  const portal = await stripe.billingPortal.sessions.create({
    customer: session.customer as string,
    return_url: 'https://venue.example/account',
  })
  const own = { subscription: subscription.id }
  await bench.submit(`${portal.url}/cancel`, own)
  const leaving = await latest(subscription.id)
  expect(leaving).toMatchObject({
    cancel_at: leaving.items.data[0]!.current_period_end,
    cancel_at_period_end: true,
    status: 'active',
  })
  expect(await (await fetch(portal.url)).text()).toContain('Ends on')
  await bench.submit(`${portal.url}/resume`, own)
  expect(await latest(subscription.id)).toMatchObject({ cancel_at: null, cancel_at_period_end: false })
  await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
  await bench.control({ advanceSubscription: subscription.id })
  expect((await latest(subscription.id)).status).toBe('canceled')
  await bench.arrived('customer.subscription.deleted')
  const other = await subscribe()
  expect((await bench.submit(`${portal.url}/cancel`, { subscription: other.subscription.id })).status).toBe(404)
  expect(await stripe.subscriptions.cancel(other.subscription.id)).toMatchObject({ status: 'canceled' })
})

test('a plan change is prorated with the next invoice, at once, or not at all', async () => {
  const change = async (proration_behavior: 'always_invoice' | 'create_prorations' | 'none') => {
    const { subscription } = await subscribe()
    const items = [{ id: subscription.items.data[0]!.id, price: creator.id }]
    await stripe.subscriptions.update(subscription.id, { items, proration_behavior })
    const now = await latest(subscription.id)
    expect(now.items.data[0]?.price.id).toBe(creator.id)
    await bench.control({ advanceSubscription: subscription.id })
    return [now.latest_invoice.total, (await latest(subscription.id)).latest_invoice.total]
  }
  expect(await change('none')).toEqual([4000, 9000])
  const [atOnce, thenUsual] = await change('always_invoice')
  expect(atOnce).toBeGreaterThan(4990)
  expect(atOnce).toBeLessThanOrEqual(5000)
  expect(thenUsual).toBe(9000)
  const [unchanged, withProration] = await change('create_prorations')
  expect(unchanged).toBe(4000)
  expect(withProration).toBeGreaterThan(13_990)
  expect(withProration).toBeLessThanOrEqual(14_000)
})

test('a custom price, a coupon for one month and credit change what the next invoices take', async () => {
  const { subscription, session } = await subscribe()
  const product = builder.product as string
  const price_data = {
    currency: 'gbp',
    product,
    recurring: { interval: 'month' as const },
    unit_amount: 3000,
  }
  const coupon = await stripe.coupons.create({ duration: 'once', percent_off: 10 })
  await stripe.subscriptions.update(subscription.id, {
    discounts: [{ coupon: coupon.id }],
    items: [{ id: subscription.items.data[0]!.id, price_data }],
    proration_behavior: 'none',
  })
  const next = async () => {
    await bench.control({ advanceSubscription: subscription.id })
    return (await latest(subscription.id)).latest_invoice
  }
  const reduced = await next()
  expect(reduced).toMatchObject({
    amount_paid: 2700,
    subtotal: 3000,
    total_discount_amounts: [{ amount: 300 }],
  })
  await stripe.customers.update(session.customer as string, { balance: -1000 })
  expect(await next()).toMatchObject({
    amount_due: 2000,
    ending_balance: 0,
    starting_balance: -1000,
    total: 3000,
  })
  expect((await next()).amount_due).toBe(3000)
})

test('a trial charges nothing until it ends; a paused subscription is not charged', async () => {
  const { invoice, session, subscription } = await subscribe('4242424242424242', {
    subscription_data: { trial_period_days: 30 },
  })
  expect(session).toMatchObject({ amount_total: 0, payment_status: 'no_payment_required' })
  expect(invoice).toMatchObject({ amount_due: 0, status: 'paid' })
  expect(subscription.status).toBe('trialing')
  await bench.control({ advanceSubscription: subscription.id })
  expect(await latest(subscription.id)).toMatchObject({
    latest_invoice: { amount_paid: 4000 },
    status: 'active',
  })
  await stripe.subscriptions.update(subscription.id, { pause_collection: { behavior: 'void' } })
  await bench.control({ advanceSubscription: subscription.id })
  expect(await latest(subscription.id)).toMatchObject({
    latest_invoice: { amount_paid: 0, status: 'void' },
    status: 'active',
  })

  const gifted = await subscribe()
  const trial_end = gifted.subscription.items.data[0]!.current_period_end + 60 * 86_400
  await stripe.subscriptions.update(gifted.subscription.id, { proration_behavior: 'none', trial_end })
  expect(await latest(gifted.subscription.id)).toMatchObject({
    status: 'trialing',
    trial_end,
    latest_invoice: { amount_due: 0, status: 'paid', billing_reason: 'subscription_update' },
    items: { data: [{ current_period_end: trial_end }] },
  })
  await stripe.subscriptions.update(gifted.subscription.id, { cancel_at_period_end: true })
  const later = trial_end + 30 * 86_400
  await stripe.subscriptions.update(gifted.subscription.id, { proration_behavior: 'none', trial_end: later })
  expect(await latest(gifted.subscription.id)).toMatchObject({ cancel_at_period_end: true, cancel_at: later })
  await stripe.subscriptions.update(gifted.subscription.id, { cancel_at_period_end: false })
  await bench.control({ advanceSubscription: gifted.subscription.id })
  expect(await latest(gifted.subscription.id)).toMatchObject({
    status: 'active',
    latest_invoice: { amount_paid: 4000, billing_reason: 'subscription_cycle' },
  })
})
