import { and, eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { orderOf } from '#features/money/orders/model.ts'
import { wantsHand } from '#features/money/provider/model.ts'
import { paymentEvents } from '#features/money/provider/table.ts'
import { reconcile } from '#features/money/reconciliation/model.ts'
import { refundOrder, sendRefund } from '#features/money/refunds/model.ts'
import { admin, type Person, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { outboxOf } from '#test/mailbox.ts'
import { cardWish, control, expireDue, pay, pressPay, tiers, untilQuiet } from '#test/payments.ts'

// Money that arrives and pays nothing goes back by itself.
const app = sharedTestApp()
let buyer: Person
beforeAll(async () => {
  await tiers(app)
})
beforeEach(async () => {
  buyer = await paidMember(app)
})
afterEach(() => expectInvariants(app))

const balance = async () => (await app.as(buyer).tokens.history({})).balance
const order = (id: string) => app.as(buyer).payments.order({ id })
const told = async () => (await outboxOf(app, buyer.email, 'payments.order-gone')).map(({ props }) => props)
const ledger = () =>
  app.sql('select amount_pence, order_id, description from ledger_entries where user_id = $1 order by amount_pence', [
    buyer.id,
  ])
const setAtProvider = (id: string, values: object) =>
  app.sql('update simulator_stripe.objects set body = body || $2::jsonb where id = $1', [id, JSON.stringify(values)])
const sessionOf = async (orderId: string) =>
  (
    await app.sql<{ id: string; intent: string }>(
      `select id, body->>'payment_intent' as intent from simulator_stripe.objects
       where kind = 'checkout.session' and id = (select stripe_session_id from orders where id = $1)`,
      [orderId],
    )
  )[0]!
/** Presses Pay; what the provider keeps is changed before anybody here hears of it. */
async function paidBut(orderId: string, url: string, change: (at: { id: string; intent: string }) => Promise<unknown>) {
  await control(app, { hold: true })
  await pressPay(url)
  const session = await sessionOf(orderId)
  await change(session)
  await control(app, { hold: false })
  await untilQuiet(app)
  return session.intent
}
/** What the provider still has of a payment. */
async function heldOf(intent: string) {
  const { data } = await app.runtime.stripe.charges.list({ payment_intent: intent })
  return data.reduce((sum, { amount, amount_refunded: back }) => sum + amount - back, 0)
}
/** Everything that was told about a payment, once more, the newest first, and by an admin's hand. */
async function again() {
  const boss = app.as(await admin(app))
  const events = await app.sql<{ id: string }>('select id from payment_events order by received_at desc, id desc')
  for (const { id } of events) await control(app, { repeatEvent: id })
  await app.sql(`update payment_events set status = 'failed'`)
  for (const { id } of events) await boss.payments.retryEvent({ id })
  await untilQuiet(app)
}

const refusedEntries = [
  { amount_pence: -9_000, order_id: null, description: 'Refused payment given back: 10 tokens' },
  { amount_pence: 9_000, order_id: null, description: 'Refused payment: 10 tokens' },
]
const refusedMail = {
  description: '10 tokens',
  amountPence: 9_000,
  currency: 'gbp',
  reason: 'It was not the payment that we had asked for.',
}

test.each<[string, object]>([
  ['sum', { amount_total: 1 }],
  ['currency', { currency: 'usd' }],
])(
  'a payment with another %s gives nothing and goes back whole, once, entered both ways and told',
  async (_, change) => {
    const { orderId, url } = await app.as(buyer).tokens.buy({ quantity: 10 })
    const intent = await paidBut(orderId, url, ({ id }) => setAtProvider(id, change))
    const state = async () => {
      expect(await order(orderId)).toMatchObject({ status: 'failed', can: { pay: false } })
      expect([await balance(), await heldOf(intent)]).toEqual([0, 0])
      expect(await ledger()).toEqual(refusedEntries)
      expect(await told()).toMatchObject([refusedMail])
    }
    await state()
    const boss = app.as(await admin(app))
    const { rows } = await boss.payments.failedEvents({})
    expect(rows.map(({ status }) => status)).toContain('refused')
    // It stays in the list; nobody has to see to it, for its money has gone back.
    const wanting = async () => {
      const { total } = await boss.payments.failedEvents({ wants: 'hand' })
      const { needs } = await boss.venue.today()
      return [total, needs.find(({ need }) => need === 'webhooks')?.count ?? 0]
    }
    expect(await wanting()).toEqual([0, 0])
    await app.sql(`update refunds set status = 'pending', done_at = null where user_id = $1`, [buyer.id])
    expect((await wanting()).every(count => count > 0)).toBe(true)
    await app.sql(`update refunds set status = 'done', done_at = now() where user_id = $1`, [buyer.id])
    await again()
    await state()
    // Also when it looks right afterwards: the money has gone back.
    await setAtProvider((await sessionOf(orderId)).id, { amount_total: 9_000, currency: 'gbp' })
    await again()
    await state()
    const { rows: after } = await boss.payments.failedEvents({})
    expect(after.filter(({ status }) => status === 'failed')).toEqual([])
  },
)

test('money in another currency goes back as it came; the books, which are in pounds, do not name it', async () => {
  const { orderId, url } = await app.as(buyer).tokens.buy({ quantity: 10 })
  const intent = await paidBut(orderId, url, async ({ id, intent }) => {
    await setAtProvider(id, { currency: 'usd' })
    await setAtProvider(intent, { currency: 'usd' })
  })
  expect([await balance(), await heldOf(intent)]).toEqual([0, 0])
  expect(await ledger()).toEqual([])
  expect(await told()).toMatchObject([{ ...refusedMail, currency: 'usd' }])
})

/** A payment of another sum than was asked for, refused, which the provider cannot give back at present. */
async function refusedAndKept() {
  const { orderId, url } = await app.as(buyer).tokens.buy({ quantity: 10 })
  await control(app, { hold: true })
  await pressPay(url)
  const { id, intent } = await sessionOf(orderId)
  await setAtProvider(id, { amount_total: 1 })
  const charge = (await app.runtime.stripe.charges.list({ payment_intent: intent })).data[0]!
  await setAtProvider(charge.id, { amount_refunded: 9_000 })
  await control(app, { hold: false })
  await untilQuiet(app)
  return { orderId, id, intent, charge }
}

test('what cannot go back yet stands among the refunds, for an admin to try again', async () => {
  const { orderId, id, intent, charge } = await refusedAndKept()
  const boss = app.as(await admin(app))
  const open = async () => (await boss.payments.openRefunds({})).rows.filter(row => row.orderId === orderId)
  expect(await open()).toMatchObject([{ status: 'failed', amountPence: 9_000, currency: 'gbp', can: { retry: true } }])
  // Also when it looks right meanwhile, it is on its way back and buys nothing.
  await setAtProvider(id, { amount_total: 9_000 })
  await again()
  expect([await balance(), await open()]).toMatchObject([0, [{ status: 'failed' }]])
  await setAtProvider(charge.id, { amount_refunded: 0 })
  await boss.payments.retryRefund({ id: (await open())[0]!.id })
  await untilQuiet(app)
  expect([await open(), await heldOf(intent)]).toEqual([[], 0])
})

test('a message of a refused payment wants no hand once the office has given that money back another way', async () => {
  const { orderId, id } = await refusedAndKept()
  const boss = app.as(await admin(app))
  const waiting = () => app.db.$count(paymentEvents, and(wantsHand, eq(paymentEvents.objectId, id)))
  expect(await waiting()).toBe(1)
  const [refund] = (await boss.payments.openRefunds({})).rows.filter(row => row.orderId === orderId)
  await boss.payments.settleRefund({ id: refund!.id, way: 'transfer', reason: 'Their card is closed.' })
  expect(await waiting()).toBe(0)
})

test.each([
  ['transfer', 9_000, 0],
  ['desk', 9_000, -9_000],
] as const)(
  'what the provider can never give back ends when the office has given it back by %s, once, and the books say how',
  async (way, cardPence, deskPence) => {
    const { orderId, url } = await app.as(buyer).tokens.buy({ quantity: 10 })
    await pay(app, url)
    const [order] = await app.sql<{ intent: string }>(
      'select stripe_payment_intent_id as intent from orders where id = $1',
      [orderId],
    )
    const charge = (await app.runtime.stripe.charges.list({ payment_intent: order!.intent })).data[0]!
    await setAtProvider(charge.id, { amount_refunded: 9_000 })
    await app.write(tx => refundOrder(tx, { orderId, amountPence: 9_000, reason: 'Test', ref: `closed:${orderId}` }))
    await untilQuiet(app)
    const boss = app.as(await admin(app))
    const open = async () => (await boss.payments.openRefunds({})).rows.filter(row => row.orderId === orderId)
    const [refund] = await open()
    expect(refund).toMatchObject({ status: 'failed', can: { retry: true, settle: true } })
    const settle = { id: refund!.id, way, reason: 'The card is closed for ever.' }
    await expect(boss.payments.settleRefund({ ...settle, reason: ' ' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    await boss.payments.settleRefund(settle)
    expect(await open()).toEqual([])
    for (const again of [() => boss.payments.settleRefund(settle), () => boss.payments.retryRefund({ id: settle.id })])
      await expect(again()).rejects.toMatchObject({ code: 'NOT_FAILED' })
    // Whatever is still in line asks the provider for nothing any more.
    await setAtProvider(charge.id, { amount_refunded: 0 })
    await app.write(tx => tx.enqueue(sendRefund, { refundId: settle.id }))
    await untilQuiet(app)
    expect((await app.runtime.stripe.refunds.list({ payment_intent: order!.intent })).data).toEqual([])
    const sum = async (by: 'card' | 'desk') => (await boss.payments.ledger({ q: buyer.email, way: by })).sumPence
    expect([await sum('card'), await sum('desk')]).toEqual([cardPence, deskPence])
    expect((await boss.payments.ledger({ q: buyer.email })).sumPence).toBe(0)
    expect(await app.as(buyer).payments.receipt({ id: orderId })).toMatchObject({
      ...{ status: 'refunded', refundedPence: 9_000, givenBack: [{ outcome: 'settled', pence: 9_000 }] },
    })
    expect((await app.as(buyer).payments.mine({})).rows).toHaveLength(1)
    const [audited] = await app.sql<{ actor_id: string }>(
      `select actor_id from audit_log where table_name = 'refunds' and row_id = $1 and after ->> 'status' = 'settled'`,
      [settle.id],
    )
    expect(audited?.actor_id).toBeTruthy()
  },
)

test('what was paid on the page of another order goes back to whoever opened that page; the named order stays payable', async () => {
  const one = await app.as(buyer).tokens.buy({ quantity: 10 })
  const other = await app.as(buyer).tokens.buy({ quantity: 10 })
  const intent = await paidBut(other.orderId, other.url, ({ id }) =>
    setAtProvider(id, { client_reference_id: one.orderId }),
  )
  expect([await balance(), await heldOf(intent)]).toEqual([0, 0])
  expect(await order(one.orderId)).toMatchObject({ status: 'pending', can: { pay: true } })
  expect(await order(other.orderId)).toMatchObject({ status: 'failed' })
  await again()
  expect(await told()).toMatchObject([refusedMail])
  await pressPay(one.url)
  await untilQuiet(app)
  expect(await balance()).toBe(10)
})

test('what can no longer be given goes back once, however often and in whatever order it is told', async () => {
  const wish = await cardWish(app)
  const placed = await app.as(buyer).bookings.place(wish)
  if (placed.outcome !== 'pay') throw new Error('expected a payment page')
  await control(app, { hold: true })
  await pressPay(placed.url)
  const { id, intent } = await sessionOf(placed.orderId)
  // Nobody hears of the payment, so the place is given to somebody else in time.
  await setAtProvider(id, { status: 'expired' })
  app.clock.advance(31 * 60_000)
  await expireDue(app)
  await app.as(await paidMember(app)).bookings.place(wish)
  await setAtProvider(id, { status: 'complete' })
  await control(app, { hold: false })
  await untilQuiet(app)
  await again()
  expect(await order(placed.orderId)).toMatchObject({ status: 'refunded' })
  expect(await heldOf(intent)).toBe(0)
  expect((await ledger()).map(row => row.amount_pence)).toEqual([-3_000, 3_000])
  expect(await told()).toHaveLength(1)
})

test('the daily look finds nothing in what was refused', async () => {
  const { orderId, url } = await app.as(buyer).tokens.buy({ quantity: 10 })
  await paidBut(orderId, url, ({ id }) => setAtProvider(id, { amount_total: 1 }))
  const before = await app.sql('select id from payment_events')
  await app.write(tx => tx.enqueue(reconcile, {}))
  await untilQuiet(app)
  expect(await app.sql('select id from payment_events')).toEqual(before)
  expect((await orderOf(app.runtime, buyer.id, orderId)).stripePaymentIntentId).toBeNull()
})
