import type { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bench, openBench } from './testbench.ts'

let bench: Bench
let stripe: Stripe
beforeAll(async () => {
  bench = await openBench()
  stripe = bench.stripe
})
afterAll(() => bench.close())

const lesson = (amount: number) => [
  {
    price_data: { currency: 'gbp', product_data: { name: 'Pottery lesson' }, unit_amount: amount },
    quantity: 2,
  },
]

const checkout = (more: Stripe.Checkout.SessionCreateParams = {}) =>
  stripe.checkout.sessions.create({
    cancel_url: 'https://venue.example/cart',
    client_reference_id: 'order-1',
    customer_email: 'ada@example.com',
    line_items: lesson(1250),
    metadata: { order: '1' },
    mode: 'payment',
    payment_intent_data: { metadata: { order: '1' } },
    success_url: 'https://venue.example/done?session={CHECKOUT_SESSION_ID}',
    ...more,
  })

test('a hosted checkout is paid, redirects, and tells of it by a signed webhook', async () => {
  const session = await checkout()
  expect(session).toMatchObject({
    amount_total: 2500,
    currency: 'gbp',
    payment_status: 'unpaid',
    status: 'open',
  })
  const shown = await (await fetch(session.url!)).text()
  expect(shown).toContain('Simulator: no real money')
  expect(shown).toContain('Pottery lesson')
  expect(shown).toContain('£25.00')
  expect(shown).not.toContain('<script')

  const { status, location } = await bench.pay(session)
  expect([status, location]).toEqual([303, `https://venue.example/done?session=${session.id}`])
  const event = await bench.arrived('checkout.session.completed')
  expect(event.data.object).toMatchObject({
    client_reference_id: 'order-1',
    metadata: { order: '1' },
    payment_status: 'paid',
  })

  const paid = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['payment_intent.latest_charge.balance_transaction', 'line_items.data.price.product'],
  })
  const intent = paid.payment_intent as Stripe.PaymentIntent
  const charge = intent.latest_charge as Stripe.Charge
  expect(intent).toMatchObject({ amount_received: 2500, metadata: { order: '1' }, status: 'succeeded' })
  expect(charge.payment_method_details?.card?.last4).toBe('4242')
  expect((charge.balance_transaction as Stripe.BalanceTransaction).net).toBe(2500 - 58)
  expect(paid.line_items?.data[0]?.price?.product).toMatchObject({ name: 'Pottery lesson' })

  const again = await bench.pay(session)
  expect(again.location).toBe(location)
  expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1)
})

test('declined cards are said to be declined, and the same session can still be paid', async () => {
  const session = await checkout()
  for (const [number, text] of [
    ['4000000000000002', 'Your card was declined.'],
    ['4000000000009995', 'Your card has insufficient funds.'],
    ['4242424242424241', 'Your card number is invalid.'],
    ['4111111111111111', 'Your request was in test mode, but used a non test card.'],
  ]) {
    const { location } = await bench.pay(session, number)
    expect(await (await fetch(new URL(location, bench.url))).text()).toContain(text)
  }
  const failed = await bench.arrived('payment_intent.payment_failed')
  expect(failed.data.object).toMatchObject({ last_payment_error: { code: 'card_declined' } })
  await bench.control({ declineNext: true })
  expect((await bench.pay(session)).location).toContain('declined=generic_decline')
  await bench.pay(session)
  const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] })
  const intent = paid.payment_intent as Stripe.PaymentIntent
  expect(intent).toMatchObject({
    id: (failed.data.object as Stripe.PaymentIntent).id,
    last_payment_error: null,
  })
  expect((await stripe.charges.list({ payment_intent: intent.id })).data.map(each => each.status)).toEqual([
    'succeeded',
    'failed',
    'failed',
    'failed',
  ])
})

test('two presses of Pay at once take the money once', async () => {
  const session = await checkout({ payment_intent_data: { metadata: { order: 'pressed twice' } } })
  await Promise.all(Array.from({ length: 8 }, () => bench.pay(session)))
  const { data } = await stripe.charges.list({ limit: 100 })
  expect(data.filter(charge => charge.metadata.order === 'pressed twice')).toHaveLength(1)
})

test('refunds go up to what was paid and no further, also when they are asked for at once', async () => {
  const session = await checkout()
  await bench.pay(session)
  const payment_intent = (await stripe.checkout.sessions.retrieve(session.id)).payment_intent as string
  await stripe.refunds.create({ amount: 500, payment_intent, reason: 'requested_by_customer' })
  await expect(stripe.refunds.create({ amount: 2001, payment_intent })).rejects.toThrow(
    'Refund amount (£20.01) is greater than unrefunded amount on charge (£20.00)',
  )
  const tries = await Promise.allSettled(
    Array.from({ length: 6 }, () => stripe.refunds.create({ amount: 1000, payment_intent })),
  )
  expect(tries.filter(each => each.status === 'fulfilled')).toHaveLength(2)
  const failure = await stripe.refunds.create({ payment_intent }).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'charge_already_refunded', type: 'StripeInvalidRequestError' })
  const refunded = await bench.arrived('charge.refunded', event => (event.data.object as Stripe.Charge).refunded)
  expect(refunded.data.object).toMatchObject({ amount_refunded: 2500, payment_intent })
  expect((await stripe.refunds.list({ payment_intent })).data.map(each => each.amount)).toEqual([1000, 1000, 500])
})

test('an unpaid session expires by itself and by hand, and can then not be paid', async () => {
  const early = { expires_at: Math.floor(Date.now() / 1000) + 29 * 60 }
  await expect(checkout(early)).rejects.toThrow('must be at least 30 minutes')
  const byHand = await checkout()
  await stripe.checkout.sessions.expire(byHand.id)
  await bench.arrived('checkout.session.expired', event => (event.data.object as { id: string }).id === byHand.id)
  await expect(stripe.checkout.sessions.expire(byHand.id)).rejects.toThrow('status of `expired`')
  await bench.pay(byHand)

  const forgotten = await checkout({ expires_at: Math.floor(Date.now() / 1000) + 31 * 60 })
  bench.setClock(new Date(Date.now() + 32 * 60_000))
  expect(await (await fetch(forgotten.url!)).text()).toContain('has expired')
  await bench.arrived('checkout.session.expired', event => (event.data.object as { id: string }).id === forgotten.id)
  bench.setClock(null)
  for (const { id } of [byHand, forgotten]) {
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      payment_intent: null,
      status: 'expired',
    })
  }
})

test('coupons and promotion codes reduce a payment; all of it off needs no card payment', async () => {
  const coupon = await stripe.coupons.create({ percent_off: 12.5 })
  const session = await checkout({ discounts: [{ coupon: coupon.id }] })
  expect(session).toMatchObject({
    amount_subtotal: 2500,
    amount_total: 2187,
    total_details: { amount_discount: 313 },
  })
  await bench.pay(session)
  expect((await stripe.coupons.retrieve(coupon.id)).times_redeemed).toBe(1)

  const all = await stripe.coupons.create({ max_redemptions: 1, percent_off: 100 })
  const code = await stripe.promotionCodes.create({
    code: 'FREE',
    promotion: { coupon: all.id, type: 'coupon' },
  })
  const free = await checkout({ discounts: [{ promotion_code: code.id }] })
  await bench.pay(free)
  const done = await stripe.checkout.sessions.retrieve(free.id)
  expect(done).toMatchObject({
    payment_intent: null,
    payment_status: 'no_payment_required',
    status: 'complete',
  })
  await expect(checkout({ discounts: [{ coupon: all.id }] })).rejects.toThrow('Coupon expired')
})

test('a payment link opens a checkout for each visitor and closes at its limit', async () => {
  const price = await stripe.prices.create({
    currency: 'gbp',
    product_data: { name: 'Studio deposit' },
    unit_amount: 30000,
  })
  const link = await stripe.paymentLinks.create({
    after_completion: { redirect: { url: 'https://venue.example/thanks' }, type: 'redirect' },
    line_items: [{ price: price.id, quantity: 1 }],
    metadata: { rental: '7' },
    restrictions: { completed_sessions: { limit: 1 } },
  })
  const shown = await (await fetch(`${link.url}?client_reference_id=r7`)).text()
  expect(shown).toContain('Studio deposit')
  const { location } = await bench.submit(link.url, { reference: 'r7' })
  const paid = await bench.pay({ url: new URL(location, bench.url).href })
  expect(paid.location).toBe('https://venue.example/thanks')
  const [session] = (await stripe.checkout.sessions.list({ payment_link: link.id })).data
  expect(session).toMatchObject({
    amount_total: 30000,
    client_reference_id: 'r7',
    metadata: { rental: '7' },
    payment_status: 'paid',
  })
  expect((await stripe.paymentLinks.retrieve(link.id)).active).toBe(false)
  expect(await (await fetch(link.url)).text()).toContain('no longer active')
})

test('a customer is found by email and is charged under its id', async () => {
  const customer = await stripe.customers.create({
    email: 'grace@example.com',
    metadata: { user: '5' },
    name: 'Grace',
  })
  const changed = await stripe.customers.update(customer.id, { metadata: { tier: 'creator', user: '' } })
  expect(changed.metadata).toEqual({ tier: 'creator' })
  expect((await stripe.customers.list({ email: 'grace@example.com' })).data.map(each => each.id)).toEqual([customer.id])
  const session = await checkout({ customer: customer.id, customer_email: undefined })
  await bench.pay(session)
  const [intent] = (await stripe.paymentIntents.list({ customer: customer.id })).data
  expect(intent).toMatchObject({ amount: 2500, customer: customer.id })
  await stripe.customers.del(customer.id)
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true })
})
