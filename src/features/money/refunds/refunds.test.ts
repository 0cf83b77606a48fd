import { beforeAll, beforeEach, expect, test } from 'vitest'
import { idAtProvider } from '#features/money/customers/rules.ts'
import { orderOf } from '#features/money/orders/model.ts'
import { admin, type Person, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { control, disputed, pay, runOutOfTries, takeUpLost, tiers, untilQuiet } from '#test/payments.ts'
import { refundOrder, sendRefund } from './model.ts'

const setAtProvider = (id: string, values: object) =>
  app.sql('update simulator_stripe.objects set body = body || $2::jsonb where id = $1', [id, JSON.stringify(values)])

const app = sharedTestApp()
let buyer: Person
beforeAll(async () => {
  await tiers(app)
})
beforeEach(async () => {
  buyer = await paidMember(app)
})

const order = (person: Person, id: string) => app.as(person).payments.order({ id })

test('refunds go to the provider once and never above what was paid', async () => {
  const { orderId, url } = await app.as(buyer).tokens.buy({ quantity: 10 })
  await pay(app, url)
  const refund = (amountPence: number, ref: string) =>
    app.write(tx => refundOrder(tx, { orderId, amountPence, reason: 'Test', ref: `${ref}:${orderId}` }))
  await refund(4_000, 'part')
  await refund(4_000, 'part')
  await expect(refund(6_000, 'more')).rejects.toMatchObject({ code: 'REFUND_TOO_HIGH' })
  await refund(5_000, 'rest')
  await untilQuiet(app)
  expect(await order(buyer, orderId)).toMatchObject({ status: 'refunded' })
  const made = await app.sql<{ amount: number }>(
    `select (body->>'amount')::int as amount from simulator_stripe.objects where kind = 'refund' and body->>'payment_intent' =
      (select stripe_payment_intent_id from orders where id = $1) order by seq`,
    [orderId],
  )
  expect(made.map(({ amount }) => amount).sort()).toEqual([4_000, 5_000])
  expect(await app.sql(`select 1 from refunds where order_id = $1 and status <> 'done'`, [orderId])).toEqual([])
  await expectInvariants(app)
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
  expect(rows[0]!.can).toEqual({ retry: true, settle: true })
  await app.as(boss).payments.retryRefund({ id: rows[0]!.id })
  await expect(app.as(boss).payments.retryRefund({ id: rows[0]!.id })).rejects.toMatchObject({ code: 'NOT_FAILED' })
  await untilQuiet(app)
  expect((await app.as(boss).payments.openRefunds({})).total).toBe(0)
})

test('a refund that staff make at the provider itself is entered here, once', async () => {
  const { orderId, url } = await app.as(buyer).tokens.buy({ quantity: 10 })
  await pay(app, url)
  const { stripePaymentIntentId } = await orderOf(app.runtime, buyer.id, orderId)
  const giveBack = async (amount: number) => {
    await app.runtime.stripe.refunds.create({ payment_intent: stripePaymentIntentId!, amount })
    await untilQuiet(app)
  }
  await giveBack(2_000)
  const entries = () =>
    app.sql('select amount_pence from ledger_entries where order_id = $1 order by amount_pence', [orderId])
  expect(await entries()).toEqual([{ amount_pence: -2_000 }, { amount_pence: 9_000 }])
  expect(await order(buyer, orderId)).toMatchObject({ status: 'paid' })
  await giveBack(7_000)
  expect(await entries()).toEqual([{ amount_pence: -7_000 }, { amount_pence: -2_000 }, { amount_pence: 9_000 }])
  expect(await order(buyer, orderId)).toMatchObject({ status: 'refunded' })
  await expectInvariants(app)
})

test('a refund that the bank refuses afterwards waits for an admin, with what the bank says', async () => {
  const { orderId, url } = await app.as(buyer).tokens.buy({ quantity: 10 })
  await pay(app, url)
  await control(app, { hold: true })
  await app.write(tx => refundOrder(tx, { orderId, amountPence: 9_000, reason: 'Test', ref: `refused:${orderId}` }))
  await app.runJobs()
  const open = async () => (await app.as(await admin(app)).payments.openRefunds({})).rows
  expect((await open()).filter(row => row.orderId === orderId)).toEqual([])
  await app.sql(
    `update simulator_stripe.objects set body = body || '{"status": "failed", "failure_reason": "expired_or_canceled_card"}'
     where kind = 'refund' and body->>'payment_intent' = (select stripe_payment_intent_id from orders where id = $1)`,
    [orderId],
  )
  await control(app, { hold: false })
  await untilQuiet(app)
  expect((await open()).filter(row => row.orderId === orderId)).toMatchObject([
    { status: 'failed', amountPence: 9_000, can: { retry: true }, lastError: 'expired_or_canceled_card' },
  ])
})

test.each(['failed', 'canceled'])(
  'a refund that ends as %s at the provider is made anew when an admin tries again',
  async status => {
    const { orderId, url } = await app.as(buyer).tokens.buy({ quantity: 10 })
    await pay(app, url)
    const { stripePaymentIntentId: intent } = await orderOf(app.runtime, buyer.id, orderId)
    await app.write(tx => refundOrder(tx, { orderId, amountPence: 9_000, reason: 'Test', ref: `dead:${orderId}` }))
    await untilQuiet(app)
    const made = async () => (await app.runtime.stripe.refunds.list({ payment_intent: intent! })).data
    const [first] = await made()
    await setAtProvider(first!.id, { status })
    await setAtProvider(idAtProvider(first!.charge) ?? '', { amount_refunded: 0 })
    const events = await app.sql<{ id: string }>('select id from payment_events where object_id = $1', [first!.id])
    const toldAgain = async () => {
      for (const { id } of events) {
        await app.sql(`update payment_events set status = 'failed' where id = $1`, [id])
        await boss.payments.retryEvent({ id })
      }
      await untilQuiet(app)
    }
    const boss = app.as(await admin(app))
    const open = async () => (await boss.payments.openRefunds({})).rows.filter(row => row.orderId === orderId)
    await toldAgain()
    expect(await open()).toMatchObject([{ status: 'failed', can: { retry: true, settle: true } }])
    await boss.payments.retryRefund({ id: (await open())[0]!.id })
    await untilQuiet(app)
    expect((await made()).map(refund => refund.status).sort()).toEqual([status, 'succeeded'].sort())
    expect(await open()).toEqual([])
    // What is told of the first one says nothing about the second.
    await toldAgain()
    expect(await open()).toEqual([])
    await expectInvariants(app)
  },
)

test('what the provider definitely refused is given back by the next try once nothing is in the way any more', async () => {
  const { orderId, url } = await app.as(buyer).tokens.buy({ quantity: 10 })
  await pay(app, url)
  // The bank has it, which nobody has told us yet.
  await control(app, { hold: true })
  const { stripePaymentIntentId: intent } = await orderOf(app.runtime, buyer.id, orderId)
  await control(app, { dispute: intent })
  await app.write(tx => refundOrder(tx, { orderId, amountPence: 9_000, reason: 'Test', ref: `no:${orderId}` }))
  await app.runJobs()
  const [refund] = await app.sql<{ id: string }>('select id, status from refunds where order_id = $1', [orderId])
  expect(refund).toMatchObject({ status: 'failed' })
  const { data } = await app.runtime.stripe.disputes.list({ payment_intent: intent! })
  await control(app, { disputeWon: data[0]!.id })
  await control(app, { hold: false })
  await app.sql(`update pgboss.job set start_after = now() where name = $1 and state = 'retry'`, [sendRefund.name])
  await untilQuiet(app)
  expect(await statusOf(refund!.id)).toBe('done')
  await expectInvariants(app)
})

/** A payment of £90 with a refund of it that failed at the provider; the refund's id. */
async function failedRefund() {
  const { orderId, url } = await app.as(buyer).tokens.buy({ quantity: 10 })
  await pay(app, url)
  await control(app, { down: true })
  await app.write(tx => refundOrder(tx, { orderId, amountPence: 9_000, reason: 'Test', ref: `lost:${orderId}` }))
  await app.runJobs()
  const [row] = await app.sql<{ id: string }>('select id from refunds where order_id = $1', [orderId])
  return { orderId, id: row!.id }
}
const statusOf = async (id: string) => (await app.sql('select status from refunds where id = $1', [id]))[0]!.status

test('a refund whose tries ran out while the provider was silent is taken up again within the hour', async () => {
  const { id } = await failedRefund()
  await runOutOfTries(app, sendRefund.name)
  await control(app, { down: false })
  expect(await statusOf(id)).toBe('failed')
  await takeUpLost(app)
  expect(await statusOf(id)).toBe('done')
  await expectInvariants(app)
})

test('a refund whose work was lost in the middle of its last try is made all the same, once', async () => {
  const { id, orderId } = await failedRefund()
  await control(app, { down: false })
  // As after a restart in that moment: nobody works on it, and there is no try left.
  await app.sql(
    `update pgboss.job set state = 'active', retry_count = retry_limit, start_after = now() - interval '1 hour',
     started_on = now() - interval '1 hour' where name = $1 and data->>'refundId' = $2`,
    [sendRefund.name, id],
  )
  await app.sql(`update refunds set status = 'pending' where id = $1`, [id])
  await app.runtime.jobs.supervise(sendRefund.name)
  await takeUpLost(app)
  await takeUpLost(app)
  expect(await statusOf(id)).toBe('done')
  const { stripePaymentIntentId: intent } = await orderOf(app.runtime, buyer.id, orderId)
  expect((await app.runtime.stripe.refunds.list({ payment_intent: intent! })).data).toHaveLength(1)
  await expectInvariants(app)
})

test('what the bank has taken meanwhile is not given back another way as well', async () => {
  const { id, orderId } = await failedRefund()
  await app.sql('delete from pgboss.job where name = $1', [sendRefund.name])
  await control(app, { down: false })
  await disputed(app, orderId)
  const boss = app.as(await admin(app))
  expect((await boss.payments.openRefunds({})).rows.find(row => row.id === id)).toMatchObject({
    ...{ status: 'failed', can: { retry: true, settle: false } },
  })
  const settled = boss.payments.settleRefund({ id, way: 'desk', reason: 'They asked for it.' })
  await expect(settled).rejects.toMatchObject({ code: 'BANK_HAS_IT' })
  expect(await statusOf(id)).toBe('failed')
})

test('what staff gave back at the provider, which failed and went another way, stays settled whatever is told of it', async () => {
  const { orderId, url } = await app.as(buyer).tokens.buy({ quantity: 10 })
  await pay(app, url)
  const { stripePaymentIntentId: intent } = await orderOf(app.runtime, buyer.id, orderId)
  const { id: made } = await app.runtime.stripe.refunds.create({ payment_intent: intent!, amount: 2_000 })
  await untilQuiet(app)
  const boss = app.as(await admin(app))
  const [event] = await app.sql<{ id: string }>('select id from payment_events where object_id = $1', [made])
  const toldAgain = async () => {
    await app.sql(`update payment_events set status = 'failed' where id = $1`, [event!.id])
    await boss.payments.retryEvent({ id: event!.id })
    await untilQuiet(app)
  }
  await setAtProvider(made, { status: 'failed' })
  await toldAgain()
  const [refund] = (await boss.payments.openRefunds({})).rows.filter(row => row.orderId === orderId)
  await boss.payments.settleRefund({ id: refund!.id, way: 'desk', reason: 'Their card is closed.' })
  await toldAgain()
  expect(await statusOf(refund!.id)).toBe('settled')
  expect(await app.sql('select status from payment_events where id = $1', [event!.id])).toEqual([{ status: 'done' }])
  await expectInvariants(app)
})
