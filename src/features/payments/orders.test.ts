import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import {
  control,
  declinedCard,
  expectSoundBooks,
  expireDue,
  pay,
  pressPay,
  settle,
  tiers,
} from '../../../test/payments.ts'
import { admin, member, type Person, paidMember } from '../../../test/people.ts'
import { refundOrder } from './model.ts'

let app: TestApp
let buyer: Person
beforeAll(async () => {
  app = await startTestApp()
  await tiers(app)
})
beforeEach(async () => {
  buyer = await paidMember(app)
})
afterAll(() => app.close())

const balance = async (person: Person) => (await app.as(person).tokens.history({})).balance
const order = (person: Person, id: string) => app.as(person).payments.order({ id })

test('tokens are credited once, for exactly the price shown, only when the provider says paid [TOK-06] [TOK-09]', async () => {
  const { unitPence } = await app.as(buyer).tokens.price()
  expect(unitPence).toBe(900)
  const { orderId, url } = await app.as(buyer).tokens.buy({ quantity: 25 })
  expect(await order(buyer, orderId)).toMatchObject({ status: 'pending', amountPence: 25 * unitPence })
  expect(await pressPay(url)).toBe(`${app.url}/token-purchase?purchase=success&order=${orderId}`)
  expect(await balance(buyer)).toBe(0)
  await settle(app)
  expect(await order(buyer, orderId)).toMatchObject({ status: 'paid', amountPence: 22_500 })
  expect(await balance(buyer)).toBe(25)
  await expectSoundBooks(app)
})

test('one webhook arriving a hundred times credits once', async () => {
  const { orderId, url } = await app.as(buyer).tokens.buy({ quantity: 10 })
  await pay(app, url)
  const [event] = await app.sql<{ id: string }>(
    `select id from payment_events where type = 'checkout.session.completed' order by received_at desc, id limit 1`,
  )
  await control(app, { hold: true })
  await Promise.all(Array.from({ length: 100 }, () => control(app, { repeatEvent: event!.id })))
  await control(app, { hold: false })
  await settle(app)
  expect(await app.sql('select 1 from ledger_entries where order_id = $1', [orderId])).toHaveLength(1)
  expect(await balance(buyer)).toBe(10)
})

test('opening the success page without paying gives nothing', async () => {
  const { orderId } = await app.as(buyer).tokens.buy({ quantity: 10 })
  await app.fetch(`/token-purchase?purchase=success&order=${orderId}`)
  await settle(app)
  expect(await order(buyer, orderId)).toMatchObject({ status: 'pending' })
  expect(await balance(buyer)).toBe(0)
})

test('a declined card credits nothing and the same page can be paid afterwards', async () => {
  const { orderId, url } = await app.as(buyer).tokens.buy({ quantity: 10 })
  await pay(app, url, declinedCard)
  expect(await order(buyer, orderId)).toMatchObject({ status: 'pending' })
  expect(await balance(buyer)).toBe(0)
  await pay(app, url)
  expect(await balance(buyer)).toBe(10)
})

test.each([
  ['amount_total', `jsonb_set(body, '{amount_total}', '1')`],
  ['currency', `jsonb_set(body, '{currency}', '"usd"')`],
])('a payment with another %s grants nothing and is shown to admins', async (_, tampered) => {
  const { orderId, url } = await app.as(buyer).tokens.buy({ quantity: 10 })
  await control(app, { hold: true })
  await pressPay(url)
  await app.sql(
    `update simulator_stripe.objects set body = ${tampered} where kind = 'checkout.session' and body->>'client_reference_id' = $1`,
    [orderId],
  )
  await control(app, { hold: false })
  await settle(app)
  expect(await order(buyer, orderId)).toMatchObject({ status: 'pending' })
  expect(await balance(buyer)).toBe(0)
  const { rows } = await app.as(await admin(app)).payments.failedEvents({})
  expect(rows.map(({ status }) => status)).toContain('refused')
})

test('a webhook with a wrong signature is refused and keeps nothing', async () => {
  const body = JSON.stringify({
    id: 'evt_forged',
    object: 'event',
    type: 'checkout.session.completed',
    data: { object: { id: 'cs_x' } },
  })
  const answer = await app.fetch('/webhooks/stripe', {
    method: 'POST',
    body,
    headers: { 'stripe-signature': `t=1,v1=${'0'.repeat(64)}` },
  })
  expect(answer.status).toBe(400)
  expect(await app.sql(`select 1 from payment_events where id = 'evt_forged'`)).toEqual([])
})

test('while the provider is down the order stays, and trying again opens its page', async () => {
  await control(app, { down: true })
  await expect(app.as(buyer, { idempotencyKey: 'down' }).tokens.buy({ quantity: 10 })).rejects.toMatchObject({
    code: 'CHECKOUT_FAILED',
    data: { title: 'Purchase failed' },
  })
  await control(app, { down: false })
  const { orderId, url } = await app.as(buyer, { idempotencyKey: 'down' }).tokens.buy({ quantity: 10 })
  expect(await app.sql('select 1 from orders where user_id = $1', [buyer.id])).toHaveLength(1)
  expect(await app.as(buyer).payments.retry({ id: orderId })).toEqual({ url })
  await pay(app, url)
  expect(await balance(buyer)).toBe(10)
})

test('one key fifty times at once opens one order with one page', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => app.as(buyer, { idempotencyKey: 'fifty' }).tokens.buy({ quantity: 10 })),
  )
  expect(await app.sql('select 1 from orders where user_id = $1', [buyer.id])).toHaveLength(1)
  expect(new Set(answers.map(({ url }) => url)).size).toBe(1)
})

test('an unpaid order expires after 30 minutes and its page closes', async () => {
  const { orderId, url } = await app.as(buyer).tokens.buy({ quantity: 10 })
  app.clock.advance(29 * 60_000)
  await expireDue(app)
  expect(await order(buyer, orderId)).toMatchObject({ status: 'pending', can: { pay: true } })
  app.clock.advance(2 * 60_000)
  await expireDue(app)
  expect(await order(buyer, orderId)).toMatchObject({ status: 'expired', can: { pay: false } })
  await pay(app, url)
  expect(await balance(buyer)).toBe(0)
  await expect(app.as(buyer).payments.retry({ id: orderId })).rejects.toMatchObject({ code: 'ORDER_CLOSED' })
})

test('money that was paid but not yet heard of is not released by expiry', async () => {
  const { orderId, url } = await app.as(buyer).tokens.buy({ quantity: 10 })
  await control(app, { hold: true })
  await pressPay(url)
  app.clock.advance(31 * 60_000)
  await expireDue(app)
  expect(await order(buyer, orderId)).toMatchObject({ status: 'paid' })
  await control(app, { hold: false })
  await settle(app)
  expect(await balance(buyer)).toBe(10)
  await expectSoundBooks(app)
})

test('events that never arrived are fetched', async () => {
  const { orderId, url } = await app.as(buyer).tokens.buy({ quantity: 10 })
  await control(app, { hold: true })
  await pressPay(url)
  await app.write(tx => tx.enqueue({ name: 'payments.fetch-missed', payload: undefined as never }, {}))
  await app.runJobs()
  expect(await order(buyer, orderId)).toMatchObject({ status: 'paid' })
  await control(app, { hold: false })
  await settle(app)
})

test('another person cannot see or pay an order', async () => {
  const { orderId } = await app.as(buyer).tokens.buy({ quantity: 10 })
  const other = await paidMember(app)
  await expect(order(other, orderId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(app.as(other).payments.retry({ id: orderId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('refunds go to the provider once and never above what was paid', async () => {
  const { orderId, url } = await app.as(buyer).tokens.buy({ quantity: 10 })
  await pay(app, url)
  const refund = (amountPence: number, ref: string) =>
    app.write(tx => refundOrder(tx, { orderId, amountPence, reason: 'Test', ref: `${ref}:${orderId}` }))
  await refund(4_000, 'part')
  await refund(4_000, 'part')
  await expect(refund(6_000, 'more')).rejects.toMatchObject({ code: 'REFUND_TOO_HIGH' })
  await refund(5_000, 'rest')
  await settle(app)
  expect(await order(buyer, orderId)).toMatchObject({ status: 'refunded' })
  const made = await app.sql<{ amount: number }>(
    `select (body->>'amount')::int as amount from simulator_stripe.objects where kind = 'refund' and body->>'payment_intent' =
      (select stripe_payment_intent_id from orders where id = $1) order by seq`,
    [orderId],
  )
  expect(made.map(({ amount }) => amount).sort()).toEqual([4_000, 5_000])
  expect(await app.sql(`select 1 from refunds where order_id = $1 and status <> 'done'`, [orderId])).toEqual([])
  await expectSoundBooks(app)
})

test('a refund survives the provider being down', async () => {
  const { orderId, url } = await app.as(buyer).tokens.buy({ quantity: 10 })
  await pay(app, url)
  await control(app, { down: true })
  await app.write(tx => refundOrder(tx, { orderId, amountPence: 9_000, reason: 'Test', ref: `down:${orderId}` }))
  await app.runJobs()
  const boss = await admin(app)
  const { rows } = await app.as(boss).payments.openRefunds({})
  expect(rows).toMatchObject([{ orderId, status: 'failed', amountPence: 9_000 }])
  await control(app, { down: false })
  await app.as(boss).payments.retryRefund({ id: rows[0]!.id })
  await settle(app)
  expect((await app.as(boss).payments.openRefunds({})).total).toBe(0)
})

test('the database itself refuses to rewrite the ledger', async () => {
  await expect(app.db.execute('update ledger_entries set amount_pence = 1')).rejects.toThrow()
  await expect(app.sql('delete from ledger_entries')).rejects.toThrow('append-only')
})

test('the ledger and the orders are for admins, paged and filtered', async () => {
  const { url } = await app.as(buyer).tokens.buy({ quantity: 11 })
  await pay(app, url)
  const boss = await admin(app)
  const ledger = await app.as(boss).payments.ledger({ q: buyer.email, direction: 'in', pageSize: 1 })
  expect(ledger).toMatchObject({
    total: 1,
    sumPence: 9_900,
    rows: [{ amountPence: 9_900, email: buyer.email }],
  })
  expect(await app.as(boss).payments.ledger({ q: buyer.email, direction: 'out' })).toMatchObject({ total: 0 })
  expect(await app.as(boss).payments.orders({ q: buyer.email, status: 'paid' })).toMatchObject({ total: 1 })
  await expect(app.as(await member(app)).payments.ledger({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
