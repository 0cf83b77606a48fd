import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { reconcileSubscriptions } from '#features/membership/subscriptions/model.ts'
import { spendTokens } from '#features/membership/tokens/model.ts'
import { idAtProvider } from '#features/money/customers/rules.ts'
import { orderOf } from '#features/money/orders/model.ts'
import { reconcile } from '#features/money/reconciliation/model.ts'
import { facility } from '#seed/factories/facilities.ts'
import { admin, member, type Person, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { giveTokens } from '#test/bookings.ts'
import { expectInvariants } from '#test/invariants.ts'
import { outboxOf } from '#test/mailbox.ts'
import { subscribing } from '#test/memberships.ts'
import { cardWish, control, pay, pressPay, tiers, untilQuiet } from '#test/payments.ts'

// Money that moves without us: by hand at the provider, or by the payer's bank.
const app = sharedTestApp()
let tier: Awaited<ReturnType<typeof tiers>>
let ada: Person
beforeAll(async () => {
  tier = await tiers(app)
})
beforeEach(async () => {
  ada = await paidMember(app)
})
afterAll(() => expectInvariants(app))

const told = async (template: string, to = ada.email) => (await outboxOf(app, to, template)).map(({ props }) => props)
const { join, ledgerOf, subscriptionOf } = subscribing(app)
const ledger = () => ledgerOf(ada)
const intentOf = async (orderId: string) => (await orderOf(app.runtime, ada.id, orderId)).stripePaymentIntentId!
const disputed = async () => (await app.as(await admin(app)).payments.disputes({ q: ada.email })).rows
const byHand = async (payment_intent: string, amount?: number) => {
  await app.runtime.stripe.refunds.create({ payment_intent, ...(amount && { amount }) })
  await untilQuiet(app)
}

async function booked() {
  const wish = await cardWish(app)
  const placed = await app.as(ada).bookings.place(wish)
  if (placed.outcome !== 'pay') throw new Error('expected a payment page')
  await pay(app, placed.url)
  const { rows } = await app.as(ada).bookings.mine({})
  return { wish, booking: rows[0]!, intent: await intentOf(placed.orderId) }
}

async function bought(quantity: number) {
  const { orderId, url } = await app.as(ada).tokens.buy({ quantity })
  await pay(app, url)
  return intentOf(orderId)
}
const balance = async () => (await app.as(ada).tokens.history({})).balance

test('a booking whose payment staff give back at the provider is cancelled: the place is free and the person is told', async () => {
  const { wish, intent } = await booked()
  await byHand(intent)
  expect((await app.as(ada).bookings.mine({ when: 'past' })).rows).toMatchObject([{ status: 'cancelled' }])
  expect(await told('bookings.cancelled')).toMatchObject([{ isPaidBack: true, pence: 3_000 }])
  expect(await told('payments.refunded')).toMatchObject([{ amountPence: 3_000 }])
  expect(await ledger()).toEqual([-3_000, 3_000])
  const again = await app.as(await paidMember(app)).bookings.place(wish)
  expect(again.outcome).toBe('pay')
})

test('a part given back at the provider leaves the booking, and cancelling brings the rest, as the screen says', async () => {
  const { booking, intent } = await booked()
  await byHand(intent, 1_000)
  const [row] = (await app.as(ada).bookings.mine({})).rows
  expect(row).toMatchObject({ status: 'confirmed', leftPence: 2_000, refund: { pence: 2_000 } })
  const { cancel } = app.as(ada).bookings
  await expect(cancel({ id: booking.id, refund: { tokens: 0, pence: 3_000 } })).rejects.toMatchObject({
    code: 'REFUND_CHANGED',
  })
  expect(await cancel({ id: booking.id, refund: row!.refund })).toEqual({ tokens: 0, pence: 2_000 })
  await untilQuiet(app)
  expect(await ledger()).toEqual([-2_000, -1_000, 3_000])
})

test('a booking that was given back while it ran can still be cancelled by staff', async () => {
  const { booking, intent } = await booked()
  app.clock.set('2026-11-25T10:30:00Z')
  await byHand(intent)
  expect((await app.as(ada).bookings.mine({})).rows).toMatchObject([{ status: 'confirmed', leftPence: 0 }])
  const staff = app.as(await admin(app)).bookings
  expect(await staff.cancelByStaff({ id: booking.id, reason: 'The heating.' })).toEqual({ tokens: 0, pence: 0 })
  app.clock.set('2026-11-18T10:00:00Z')
})

test('tokens whose payment is given back at the provider go back as far as they are there, part by part', async () => {
  const intent = await bought(10)
  await byHand(intent, 2_700)
  expect(await balance()).toBe(7)
  await app.write(tx => spendTokens(tx, ada.id, [{ amount: 5, description: 'Test', ref: `spent:${ada.id}` }]))
  await byHand(intent)
  expect(await balance()).toBe(0)
  expect(await ledger()).toEqual([-6_300, -2_700, 9_000])
  expect(await told('payments.refunded')).toMatchObject([{ amountPence: 2_700 }, { amountPence: 6_300 }])
})

test('a later month that staff give back is in the ledger and told; the membership goes on, and the office sees when the bank refuses it', async () => {
  ada = await member(app)
  await join(ada, 'builder')
  const id = await subscriptionOf(ada)
  await control(app, { advanceSubscription: id })
  await untilQuiet(app)
  const { data } = await app.runtime.stripe.invoices.list({ subscription: id })
  const paid = await app.runtime.stripe.invoicePayments.list({ invoice: data[0]!.id! })
  await byHand(idAtProvider(paid.data[0]!.payment.payment_intent) ?? '')
  expect(await ledger()).toEqual([-4_000, 4_000, 4_000])
  expect(await told('payments.refunded')).toMatchObject([{ amountPence: 4_000, description: 'Membership, next month' }])
  expect(await app.as(ada).memberships.mine()).toMatchObject({ tier: { slug: 'builder' }, paymentStatus: 'paid' })
  const [refund] = await app.sql<{ id: string }>('select stripe_refund_id as id from refunds where user_id = $1', [
    ada.id,
  ])
  await app.sql(`update simulator_stripe.objects set body = body || '{"status": "canceled"}' where id = $1`, [
    refund!.id,
  ])
  await app.sql(`update payment_events set status = 'failed' where object_id = $1`, [refund!.id])
  const boss = app.as(await admin(app))
  for (const { id } of (await boss.payments.failedEvents({})).rows) await boss.payments.retryEvent({ id })
  await untilQuiet(app)
  expect((await boss.payments.openRefunds({ q: ada.email })).rows).toMatchObject([
    { status: 'failed', amountPence: 4_000 },
  ])
})

test('a dispute takes the money out of the books until the bank decides, and tells the house once', async () => {
  const intent = await bought(10)
  await control(app, { dispute: intent })
  await untilQuiet(app)
  expect(await ledger()).toEqual([-9_000, 9_000])
  expect(await disputed()).toMatchObject([{ status: 'to_answer', amountPence: 9_000, description: '10 tokens' }])
  expect(await balance()).toBe(10)
  const { id } = (await disputed())[0]!
  expect(await outboxOf(app, 'hello@exchange.example', 'payments.dispute-opened')).toMatchObject([
    { relates_to: `disputes/${id}`, props: { takenPence: 9_000 } },
  ])
  await control(app, { disputeAnswered: id })
  await untilQuiet(app)
  expect(await disputed()).toMatchObject([{ status: 'under_review', closedAt: null }])
  await control(app, { disputeWon: id })
  await untilQuiet(app)
  expect(await ledger()).toEqual([-9_000, 9_000, 9_000])
  expect(await disputed()).toMatchObject([{ status: 'won' }])
  expect(await balance()).toBe(10)
})

test('a bank that only asks has taken nothing, and is never called won', async () => {
  const intent = await bought(10)
  await control(app, { inquiry: intent })
  await untilQuiet(app)
  const { id } = (await disputed())[0]!
  const mails = async () =>
    (await outboxOf(app, 'hello@exchange.example', 'payments.dispute-opened'))
      .filter(({ relates_to }) => relates_to === `disputes/${id}`)
      .map(({ subject, props }) => [subject, props.takenPence])
  expect(await disputed()).toMatchObject([{ status: 'inquiry' }])
  expect(await ledger()).toEqual([9_000])
  expect(await mails()).toEqual([['A bank asks about a payment', 0]])
  await control(app, { disputeAnswered: id })
  await untilQuiet(app)
  expect(await disputed()).toMatchObject([{ status: 'under_review' }])
  await control(app, { inquiryClosed: id })
  await untilQuiet(app)
  expect(await disputed()).toMatchObject([{ status: 'closed' }])
  expect((await disputed())[0]!.closedAt).not.toBeNull()
  expect(await ledger()).toEqual([9_000])
  expect(await mails()).toHaveLength(1)
  expect(await balance()).toBe(10)
})

test('an inquiry that becomes a dispute takes the money, and the house is told that it did', async () => {
  const intent = await bought(10)
  await control(app, { inquiry: intent })
  await untilQuiet(app)
  const { id } = (await disputed())[0]!
  await control(app, { inquiryDisputed: id })
  await untilQuiet(app)
  expect(await disputed()).toMatchObject([{ status: 'to_answer' }])
  expect(await ledger()).toEqual([-9_000, 9_000])
  const mails = (await outboxOf(app, 'hello@exchange.example', 'payments.dispute-opened'))
    .filter(({ relates_to }) => relates_to === `disputes/${id}`)
    .map(({ subject, props }) => [subject, props.takenPence])
  expect(mails.sort()).toEqual([
    ['A bank asks about a payment', 0],
    ['A payment is disputed', 9_000],
  ])
})

test('a dispute that is lost takes back what was bought; nothing of it is refunded a second time', async () => {
  const { booking, intent } = await booked()
  await control(app, { dispute: intent })
  await untilQuiet(app)
  expect((await app.as(ada).bookings.mine({})).rows).toMatchObject([{ status: 'confirmed', refund: { pence: 0 } }])
  const { id } = (await disputed())[0]!
  await control(app, { disputeLost: id })
  await untilQuiet(app)
  expect((await app.as(ada).bookings.mine({ when: 'past' })).rows).toMatchObject([
    { id: booking.id, status: 'cancelled' },
  ])
  expect(await ledger()).toEqual([-3_000, 3_000])
})

test('tokens of a dispute that is lost are taken back once, however often it is told', async () => {
  const intent = await bought(10)
  await bought(10)
  await control(app, { dispute: intent })
  await untilQuiet(app)
  const { id } = (await disputed())[0]!
  await control(app, { disputeLost: id })
  await untilQuiet(app)
  expect(await balance()).toBe(10)
  const { closedAt } = (await disputed())[0]!
  app.clock.advance(60_000)
  const events = await app.sql<{ id: string }>('select id from payment_events where object_id = $1', [id])
  for (const event of events) await control(app, { repeatEvent: event.id })
  await app.sql(`update payment_events set status = 'failed' where object_id = $1`, [id])
  for (const event of events) await app.as(await admin(app)).payments.retryEvent({ id: event.id })
  await untilQuiet(app)
  expect(await balance()).toBe(10)
  expect(await app.sql('select distinct status from payment_events where object_id = $1', [id])).toEqual([
    { status: 'done' },
  ])
  expect((await disputed())[0]).toMatchObject({ status: 'lost', closedAt })
})

test('what the webhooks never told is found by the daily look: payments, refunds, disputes and subscriptions', async () => {
  ada = await member(app)
  const { url } = await app.as(ada).memberships.subscribe({ tierId: tier('builder').id })
  const lost = async () => {
    await app.sql(`delete from simulator_stripe.deliveries where state = 'pending'`)
    await control(app, { hold: false })
  }
  const look = async () => {
    await app.write(async tx => {
      await tx.enqueue(reconcileSubscriptions, {})
      await tx.enqueue(reconcile, {})
    })
    await untilQuiet(app)
  }
  await control(app, { hold: true })
  await pressPay(url)
  await lost()
  expect(await ledger()).toEqual([])
  await look()
  expect(await app.as(ada).memberships.mine()).toMatchObject({ tier: { slug: 'builder' }, paymentStatus: 'paid' })
  expect(await ledger()).toEqual([4_000])
  const [{ orderId }] = (await app.sql('select id as "orderId" from orders where user_id = $1', [ada.id])) as [
    { orderId: string },
  ]
  await control(app, { hold: true })
  await app.runtime.stripe.refunds.create({ payment_intent: await intentOf(orderId), amount: 1_500 })
  await control(app, { dispute: await intentOf(orderId) })
  const subscription = await subscriptionOf(ada)
  await app.runtime.stripe.subscriptions.cancel(subscription)
  await lost()
  await look()
  expect(await ledger()).toEqual([-2_500, -1_500, 4_000])
  expect(await app.as(ada).memberships.mine()).toMatchObject({ tier: { slug: 'explorer' } })
})

test.each(['lost to the bank', 'given back at the provider'])(
  'tokens that were spent before their payment was %s bring nothing when what they paid for is cancelled',
  async how => {
    const intent = await bought(20)
    const room = await facility(app)
    for (const startsAt of ['10:00', '12:00', '14:00', '16:00'])
      await app.as(ada).bookings.place({
        ...{ facilityId: room.id, on: '2026-11-25', startsAt, payWith: 'tokens', termsAccepted: true },
      })
    expect(await balance()).toBe(0)
    if (how === 'given back at the provider') {
      await byHand(intent, 9_000)
      await byHand(intent)
    } else {
      await control(app, { dispute: intent })
      await untilQuiet(app)
      await control(app, { disputeLost: (await disputed())[0]!.id })
      await untilQuiet(app)
    }
    await expectInvariants(app)
    for (const { id } of (await app.as(ada).bookings.mine({})).rows) await app.as(ada).bookings.cancel({ id })
    expect(await balance()).toBe(0)
    const { rows } = await app.as(ada).tokens.history({})
    const owed = rows.filter(({ description }) => description === 'Owed for a purchase that was given back')
    expect(owed).toMatchObject(Array.from({ length: 4 }, () => ({ amount: -5, cause: { noun: 'order' } })))
    // What is settled is owed no more.
    await giveTokens(app, ada, 5)
    const again = await app.as(ada).bookings.place({
      ...{ facilityId: room.id, on: '2026-11-26', startsAt: '10:00', payWith: 'tokens', termsAccepted: true },
    })
    expect(again.outcome).toBe('confirmed')
    await app.as(ada).bookings.cancel({ id: (await app.as(ada).bookings.mine({})).rows[0]!.id })
    expect(await balance()).toBe(5)
    await expectInvariants(app)
  },
)
