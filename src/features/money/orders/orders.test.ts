import { beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { tier } from '#seed/factories/memberships.ts'
import { admin, member, type Person, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { control, declinedCard, expireDue, pay, pressPay, tiers, untilQuiet } from '#test/payments.ts'

const app = sharedTestApp()
let buyer: Person
beforeAll(async () => {
  await tiers(app)
})
beforeEach(async () => {
  buyer = await paidMember(app)
})

const balance = async (person: Person) => (await app.as(person).tokens.history({})).balance
const order = (person: Person, id: string) => app.as(person).payments.order({ id })

test('tokens are credited once, for exactly the price shown, only when the provider says paid', async () => {
  const { unitPence } = await app.as(buyer).tokens.price()
  expect(unitPence).toBe(900)
  const { orderId, url } = await app.as(buyer).tokens.buy({ quantity: 25 })
  expect(await order(buyer, orderId)).toMatchObject({ status: 'pending', amountPence: 25 * unitPence })
  expect(await pressPay(url)).toBe(`${app.url}/token-purchase?purchase=success&order=${orderId}`)
  expect(await balance(buyer)).toBe(0)
  await untilQuiet(app)
  expect(await order(buyer, orderId)).toMatchObject({ status: 'paid', amountPence: 22_500 })
  expect(await balance(buyer)).toBe(25)
  await expectInvariants(app)
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
  await untilQuiet(app)
  // Handled once: what follows would stand a repetition, and is not asked to.
  const handling = `select 1 from pgboss.job where name = 'payments.event' and data ->> 'eventId' = $1`
  expect(await app.sql(handling, [event!.id])).toHaveLength(1)
  expect(await app.sql('select 1 from ledger_entries where order_id = $1', [orderId])).toHaveLength(1)
  expect(await balance(buyer)).toBe(10)
})

test('opening the success page without paying gives nothing', async () => {
  const { orderId } = await app.as(buyer).tokens.buy({ quantity: 10 })
  await app.fetch(`/token-purchase?purchase=success&order=${orderId}`)
  await untilQuiet(app)
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
  await untilQuiet(app)
  expect(await balance(buyer)).toBe(10)
  await expectInvariants(app)
})

test('events that never arrived are fetched', async () => {
  const { orderId, url } = await app.as(buyer).tokens.buy({ quantity: 10 })
  await control(app, { hold: true })
  await pressPay(url)
  await app.write(tx => tx.enqueue({ name: 'payments.fetch-missed', payload: z.object({}) }, {}))
  await app.runJobs()
  expect(await order(buyer, orderId)).toMatchObject({ status: 'paid' })
  await control(app, { hold: false })
  await untilQuiet(app)
})

test('another person cannot see or pay an order', async () => {
  const { orderId } = await app.as(buyer).tokens.buy({ quantity: 10 })
  const other = await paidMember(app)
  await expect(order(other, orderId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(app.as(other).payments.retry({ id: orderId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the orders of everybody are for admins, paged and filtered', async () => {
  const { url } = await app.as(buyer).tokens.buy({ quantity: 11 })
  await pay(app, url)
  const boss = await admin(app)
  expect(await app.as(boss).payments.orders({ q: buyer.email, status: 'paid' })).toMatchObject({ total: 1 })
  expect(await app.as(boss).payments.orders({ q: buyer.email, status: 'expired' })).toMatchObject({ total: 0 })
  expect((await app.as(boss).payments.orders({})).kinds).toEqual([
    'booking',
    'studio',
    'membership',
    'tokens',
    'stall',
    'guest_tickets',
  ])
  await expect(app.as(await member(app)).payments.orders({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

/** What the provider keeps of the page of an order is changed before anybody here hears of the payment. */
async function paidBut(orderId: string, url: string, change: (session: Record<string, string>) => Promise<unknown>) {
  await control(app, { hold: true })
  await pressPay(url)
  const [session] = await app.sql<{ body: Record<string, string> }>(
    `select body from simulator_stripe.objects where kind = 'checkout.session' and body->>'client_reference_id' = $1`,
    [orderId],
  )
  await change(session!.body)
  await control(app, { hold: false })
  await untilQuiet(app)
}

const setAtProvider = (id: string, values: object) =>
  app.sql('update simulator_stripe.objects set body = body || $2::jsonb where id = $1', [id, JSON.stringify(values)])

const refusedEvents = async () => {
  const { rows } = await app.as(await admin(app)).payments.failedEvents({})
  return rows.filter(({ status }) => status === 'refused').length
}

test('what another customer paid is refused, goes back and is shown to admins', async () => {
  const subscriber = await member(app)
  await pay(app, (await app.as(subscriber).memberships.subscribe({ tierId: (await tier(app, 'builder')).id })).url)
  const had = await balance(subscriber)
  const { orderId, url } = await app.as(subscriber).tokens.buy({ quantity: 10 })
  const before = await refusedEvents()
  await paidBut(orderId, url, ({ id }) => setAtProvider(id!, { customer: 'cus_of_another' }))
  expect(await order(subscriber, orderId)).toMatchObject({ status: 'failed' })
  expect(await balance(subscriber)).toBe(had)
  expect(await app.sql(`select status, amount_pence from refunds where order_id = $1`, [orderId])).toEqual([
    { status: 'done', amount_pence: 10_000 },
  ])
  expect(await refusedEvents()).toBeGreaterThan(before)
})

test('a payment that failed for good closes its order', async () => {
  const { orderId, url } = await app.as(buyer).tokens.buy({ quantity: 10 })
  await paidBut(orderId, url, async ({ id, payment_intent: intent }) => {
    await setAtProvider(id!, { payment_status: 'unpaid' })
    await setAtProvider(intent!, { status: 'requires_payment_method' })
  })
  expect(await order(buyer, orderId)).toMatchObject({ status: 'failed', can: { pay: false } })
  expect(await balance(buyer)).toBe(0)
})
