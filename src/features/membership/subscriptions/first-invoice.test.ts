import { beforeAll, beforeEach, expect, test } from 'vitest'
import { idAtProvider } from '#features/money/customers/rules.ts'
import { admin, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { subscribing } from '#test/memberships.ts'
import { control, pay, pressPay, tiers, untilQuiet } from '#test/payments.ts'

const app = sharedTestApp()
let tier: Awaited<ReturnType<typeof tiers>>
let ada: Person
beforeAll(async () => {
  tier = await tiers(app)
})
beforeEach(async () => {
  ada = await member(app)
})

const at = subscribing(app)
const { mine, subscribe, told: propsOf, ledgerSum, customerOf, subscriptionsOf, creditOf, heldOf } = at

/** Of £135 for a month what is left when the week is over whose tokens were had. */
const credit = (13_500 * 23) / 30

/** Innovator, then Builder: a credit; then the end of the paid time. */
async function withCredit(): Promise<void> {
  await pay(app, (await subscribe(ada, 'innovator')).url)
  await at.changeTo(ada, 'builder')
  await untilQuiet(app)
  await app.as(ada).memberships.backToExplorer()
  await control(app, { advanceSubscription: (await subscriptionsOf(ada))[0]!.id })
  await untilQuiet(app)
  expect(await mine(ada)).toMatchObject({ tier: { slug: 'explorer' }, can: { subscribe: true } })
  expect(await creditOf(ada)).toBe(credit)
}

test('credit is used up before the card and counts as paid: the membership starts, and both sums are told', async () => {
  await withCredit()
  expect(await propsOf(ada, 'memberships.charged')).toMatchObject([
    { isRenewal: false, paidPence: 0, creditPence: -credit, tierName: 'Builder' },
  ])
  const { orderId, url } = await subscribe(ada, 'innovator')
  await pay(app, url)
  expect(await mine(ada)).toMatchObject({
    tier: { slug: 'innovator' },
    paymentStatus: 'paid',
    can: { subscribe: false, manage: true },
  })
  expect(await app.as(ada).payments.order({ id: orderId })).toMatchObject({
    status: 'paid',
    amountPence: 17_500 - credit,
    creditPence: credit,
  })
  expect(await propsOf(ada, 'memberships.started')).toContainEqual(
    expect.objectContaining({ paidPence: 17_500 - credit, creditPence: credit }),
  )
  expect(await ledgerSum(ada)).toBe(17_500 + 17_500 - credit)
  expect(await heldOf(ada)).toBe(17_500 + 17_500 - credit)
  await expectInvariants(app)
})

test('a first month that credit pays alone is paid with £0 on the card', async () => {
  await withCredit()
  const { orderId, url } = await subscribe(ada, 'creator')
  await pay(app, url)
  expect(await mine(ada)).toMatchObject({ tier: { slug: 'creator' }, paymentStatus: 'paid' })
  expect(await app.as(ada).payments.order({ id: orderId })).toMatchObject({
    status: 'paid',
    amountPence: 0,
    creditPence: 9_000,
  })
  expect(await ledgerSum(ada)).toBe(17_500)
  await control(app, { advanceSubscription: (await subscriptionsOf(ada))[0]!.id })
  await untilQuiet(app)
  expect(await propsOf(ada, 'memberships.charged')).toContainEqual(
    expect.objectContaining({ isRenewal: true, paidPence: 18_000 - credit, creditPence: credit - 9_000 }),
  )
  expect(await ledgerSum(ada)).toBe(17_500 + 18_000 - credit)
  await expectInvariants(app)
})

test('a sum too small for a card starts the membership and is settled with the next month', async () => {
  await withCredit()
  await app.runtime.stripe.customers.createBalanceTransaction(await customerOf(ada), {
    amount: credit - 3_980,
    currency: 'gbp',
  })
  await pay(app, (await subscribe(ada, 'builder')).url)
  expect(await mine(ada)).toMatchObject({ tier: { slug: 'builder' }, paymentStatus: 'paid' })
  await control(app, { advanceSubscription: (await subscriptionsOf(ada))[0]!.id })
  await untilQuiet(app)
  expect(await propsOf(ada, 'memberships.charged')).toContainEqual(expect.objectContaining({ paidPence: 4_020 }))
  await expectInvariants(app)
})

test('another price than the one asked for grants nothing: the subscription ends, card and credit get everything back', async () => {
  await withCredit()
  const before = await heldOf(ada)
  const { orderId, url } = await subscribe(ada, 'innovator')
  await app.sql(`update orders set lines = jsonb_set(lines, '{0,unitPence}', '1') where id = $1`, [orderId])
  await pay(app, url)
  expect(await mine(ada)).toMatchObject({ tier: { slug: 'explorer' }, can: { subscribe: true } })
  expect((await subscriptionsOf(ada)).map(({ status }) => status)).toEqual(['canceled', 'canceled'])
  expect([await heldOf(ada), await ledgerSum(ada), await creditOf(ada)]).toEqual([before, before, credit])
  expect(await app.as(ada).payments.order({ id: orderId })).toMatchObject({ status: 'refunded' })
  const reason = 'Its price was not the one of the plan that you chose.'
  expect(await propsOf(ada, 'payments.order-gone')).toMatchObject([
    { amountPence: 17_500 - credit, creditPence: credit, reason },
  ])
  const boss = await admin(app)
  const { rows } = await app.as(boss).payments.failedEvents({})
  expect(rows.map(({ lastError }) => lastError)).toContain(reason)
  // All of it has gone back by itself: there is nothing for anybody to do.
  expect((await app.as(boss).payments.failedEvents({ wants: 'hand' })).rows).toEqual([])
  for (const { id } of rows) await app.as(boss).payments.retryEvent({ id })
  await untilQuiet(app)
  expect([await heldOf(ada), await ledgerSum(ada), await creditOf(ada)]).toEqual([before, before, credit])
  expect(await propsOf(ada, 'payments.order-gone')).toHaveLength(1)
  await expectInvariants(app)
})

test('who has paid for two memberships keeps the first and gets the second back', async () => {
  const first = await subscribe(ada, 'builder')
  await control(app, { hold: true })
  await pressPay(first.url)
  // As if the first payment had been given up while the provider was silent.
  await app.sql(`update orders set status = 'expired' where id = $1`, [first.orderId])
  const second = await subscribe(ada, 'creator')
  await control(app, { hold: false })
  await untilQuiet(app)
  expect(await mine(ada)).toMatchObject({ tier: { slug: 'builder' } })
  await pay(app, second.url)
  expect(await mine(ada)).toMatchObject({ tier: { slug: 'builder' }, paymentStatus: 'paid' })
  expect([await heldOf(ada), await ledgerSum(ada)]).toEqual([4_000, 4_000])
  expect(await propsOf(ada, 'payments.order-gone')).toMatchObject([{ reason: 'You have a paid membership already.' }])
  await expectInvariants(app)
})

test('a subscription that staff make at the provider is a membership; one in another currency is ended and given back', async () => {
  await pay(app, (await subscribe(ada, 'builder')).url)
  const [builder] = await subscriptionsOf(ada)
  await app.runtime.stripe.subscriptions.cancel(builder!.id)
  await untilQuiet(app)
  expect(await mine(ada)).toMatchObject({ tier: { slug: 'explorer' } })
  const customer = await customerOf(ada)
  const { stripe } = app.runtime
  const make = (price: string) =>
    stripe.subscriptions.create({
      customer,
      items: [{ price }],
      default_payment_method: idAtProvider(builder!.default_payment_method) ?? '',
    })
  await make(builder!.items.data[0]!.price.id)
  await untilQuiet(app)
  expect(await mine(ada)).toMatchObject({ tier: { slug: 'builder' }, paymentStatus: 'paid' })
  expect(await ledgerSum(ada)).toBe(8_000)

  const ben = ada
  const dollars = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 5_000,
    recurring: { interval: 'month' },
    metadata: { tierId: tier('builder').id },
    product_data: { name: 'Builder in dollars' },
  })
  const foreign = await make(dollars.id)
  await untilQuiet(app)
  expect((await stripe.subscriptions.retrieve(foreign.id)).status).toBe('canceled')
  expect([await heldOf(ben), await ledgerSum(ben)]).toEqual([8_000, 8_000])
  expect(await mine(ben)).toMatchObject({ tier: { slug: 'builder' }, paymentStatus: 'paid' })
  expect(await propsOf(ben, 'memberships.refused')).toMatchObject([
    { reason: 'It was made in a currency that the house does not take.' },
  ])
  expect(await propsOf(ben, 'payments.refunded')).toEqual([])
})

test('a second membership that staff make at the provider goes back by the house: one mail, and the office can send again what the bank refuses', async () => {
  await pay(app, (await subscribe(ada, 'builder')).url)
  const [builder] = await subscriptionsOf(ada)
  const { stripe } = app.runtime
  const second = await stripe.subscriptions.create({
    customer: await customerOf(ada),
    items: [{ price: builder!.items.data[0]!.price.id }],
    default_payment_method: idAtProvider(builder!.default_payment_method) ?? '',
  })
  await untilQuiet(app)
  expect((await stripe.subscriptions.retrieve(second.id)).status).toBe('canceled')
  expect([await heldOf(ada), await ledgerSum(ada)]).toEqual([4_000, 4_000])
  const reason = 'You have a paid membership already.'
  expect(await propsOf(ada, 'memberships.refused')).toMatchObject([{ reason }])
  expect(await propsOf(ada, 'payments.refunded')).toEqual([])
  const entries = await app.sql('select description from ledger_entries where user_id = $1 and amount_pence < 0', [
    ada.id,
  ])
  expect(entries).toEqual([{ description: 'Refused payment given back: Membership' }])

  const boss = app.as(await admin(app))
  const open = async () => (await boss.payments.openRefunds({ q: ada.email })).rows
  expect(await open()).toEqual([])
  const [made] = await app.sql<{ id: string; charge: string }>(
    `select id, body->>'charge' as charge from simulator_stripe.objects
     where kind = 'refund' and id in (select stripe_refund_id from refunds where user_id = $1)`,
    [ada.id],
  )
  const setAtProvider = (id: string, values: object) =>
    app.sql('update simulator_stripe.objects set body = body || $2::jsonb where id = $1', [id, JSON.stringify(values)])
  await setAtProvider(made!.id, { status: 'failed' })
  await setAtProvider(made!.charge, { amount_refunded: 0 })
  const [event] = await app.sql<{ id: string }>(
    `update payment_events set status = 'failed' where object_id = $1 returning id`,
    [made!.id],
  )
  await boss.payments.retryEvent({ id: event!.id })
  await untilQuiet(app)
  expect(await open()).toMatchObject([
    { status: 'failed', amountPence: 4_000, reason, orderId: null, can: { retry: true } },
  ])
  await boss.payments.retryRefund({ id: (await open())[0]!.id })
  await untilQuiet(app)
  expect(await open()).toEqual([])
  expect([await heldOf(ada), await ledgerSum(ada)]).toEqual([4_000, 4_000])
  await expectInvariants(app)
})

test('a plan that the bank does not pay for is not changed', async () => {
  await pay(app, (await subscribe(ada, 'builder')).url)
  await control(app, { declineNext: true })
  await expect(at.changeTo(ada, 'innovator')).rejects.toMatchObject({
    code: 'PAYMENT_FAILED',
  })
  await untilQuiet(app)
  expect(await mine(ada)).toMatchObject({ tier: { slug: 'builder' }, paymentStatus: 'paid' })
  expect(await ledgerSum(ada)).toBe(4_000)
})

test('a payment that waits for its payer makes overdue, and the mail leads to confirming it', async () => {
  await pay(app, (await subscribe(ada, 'builder')).url)
  const { id } = (await subscriptionsOf(ada))[0]!
  await control(app, { confirmNext: true })
  await control(app, { advanceSubscription: id })
  await untilQuiet(app)
  expect(await mine(ada)).toMatchObject({ tier: { slug: 'builder' }, paymentStatus: 'overdue' })
  const { data } = await app.runtime.stripe.invoices.list({ subscription: id, status: 'open' })
  expect(await propsOf(ada, 'memberships.confirm-payment')).toMatchObject([
    { amountPence: 4_000, url: data[0]!.hosted_invoice_url },
  ])
  expect(await propsOf(ada, 'memberships.payment-failed')).toEqual([])
  await app.runtime.stripe.invoices.pay(data[0]!.id!)
  await untilQuiet(app)
  expect(await mine(ada)).toMatchObject({ paymentStatus: 'paid' })
  await expectInvariants(app)
})

test('pro rata: the rest of this month is paid now, a full month on each first after it, and the page says about how much', async () => {
  const { firstMonths, nextFirst } = await mine(ada)
  expect(firstMonths).toContainEqual({ tierId: tier('builder').id, monthPence: 4_000, restOfMonthPence: 1_744 })
  expect(firstMonths).not.toContainEqual(expect.objectContaining({ tierId: tier('explorer').id }))
  expect(nextFirst).toEqual(new Date('2026-12-01T12:00:00Z'))
  const { orderId, url } = await app.as(ada).memberships.subscribe({ tierId: tier('builder').id, isProRata: true })
  // 18 Nov 10:00 to 1 Dec 12:00, of 1 Nov 12:00 to 1 Dec 12:00: 13 days and 2 hours of 30.
  const restPence = Math.round((4_000 * (13 * 24 + 2)) / (30 * 24))
  expect(restPence).toBe(1_744)
  expect(await app.as(ada).payments.order({ id: orderId })).toMatchObject({
    amountPence: restPence,
    description: 'Builder membership, rest of this month',
  })
  expect((await app.as(ada).memberships.subscribe({ tierId: tier('builder').id, isProRata: true })).orderId).toBe(
    orderId,
  )
  app.clock.advance(60_000)
  await pay(app, url)
  expect(await mine(ada)).toMatchObject({
    tier: { slug: 'builder' },
    paymentStatus: 'paid',
    currentPeriodEnd: new Date('2026-12-01T12:00:00Z'),
  })
  expect(await app.as(ada).payments.order({ id: orderId })).toMatchObject({ status: 'paid', amountPence: restPence })
  expect(await propsOf(ada, 'memberships.started')).toMatchObject([{ paidPence: restPence, creditPence: 0 }])
  await control(app, { advanceSubscription: (await subscriptionsOf(ada))[0]!.id })
  await untilQuiet(app)
  expect(await mine(ada)).toMatchObject({ currentPeriodEnd: new Date('2027-01-01T12:00:00Z') })
  expect(await ledgerSum(ada)).toBe(restPence + 4_000)
  await expectInvariants(app)
})
