import { beforeEach, expect, test } from 'vitest'
import { grantWeekly } from '#features/membership/memberships/jobs.ts'
import { followRestriction } from '#features/membership/memberships/model.ts'
import { idAtProvider } from '#features/money/customers/rules.ts'
import { reconcile } from '#features/money/reconciliation/model.ts'
import { admin, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { subscribing } from '#test/memberships.ts'
import { control, pressPay, untilQuiet } from '#test/payments.ts'
import { reconcileRestrictions } from './jobs.ts'
import { dividedAmong, unusedPence } from './rules.ts'

const app = sharedTestApp()
const at = subscribing(app)
let ada: Person
let boss: Person
beforeEach(async () => {
  app.clock.set('2026-11-18T10:00:00Z')
  ada = await member(app)
  boss = await admin(app)
})

const hold = async (status: 'blocked' | 'suspended', rest: { isGivenBack?: boolean } = {}) => {
  await app.as(boss).members.block({ userId: ada.id, status, reason: 'Loud at night', ...rest })
  await untilQuiet(app)
}
const lift = async () => {
  await app.as(boss).members.unblock({ userId: ada.id })
  await untilQuiet(app)
}
const seen = () => app.as(boss).memberships.ofAccount({ userId: ada.id })
const carried = () =>
  app.sql<{ id: string | null; status: string }>(
    `select stripe_subscription_id as id, payment_status as status from user_memberships where user_id = $1 and status = 'active'`,
    [ada.id],
  )
const dayMs = 86_400_000
const tokensOf = async () => (await app.as(ada).tokens.history({})).balance
const week = async () => {
  await app.write(tx => tx.enqueue(grantWeekly, {}))
  await app.runJobs()
}

test('a block ends the membership also when a bank has taken the payment back already, and gives nothing twice', async () => {
  await at.join(ada, 'builder')
  const subscription = await at.subscriptionOf(ada)
  const [paid] = await app.sql<{ intent: string }>(
    'select stripe_payment_intent_id as intent from orders where user_id = $1',
    [ada.id],
  )
  await control(app, { dispute: paid!.intent })
  await untilQuiet(app)
  expect(await at.ledgerSum(ada)).toBe(0)
  await hold('blocked')
  expect((await app.runtime.stripe.subscriptions.retrieve(subscription)).status).toBe('canceled')
  expect(await carried()).toMatchObject([{ id: null }])
  expect(await at.told(ada, 'payments.refunded')).toEqual([])
  expect(await at.ledgerSum(ada)).toBe(0)
  await expectInvariants(app)
})

test('a block ends the membership, gives back what the form said, and repeating it changes nothing', async () => {
  await at.join(ada, 'builder')
  app.clock.advance(10 * dayMs)
  const subscription = await at.subscriptionOf(ada)
  const before = await seen()
  expect(before).toMatchObject({ plan: { name: 'Builder', monthlyPence: 4_000, isWaiting: false }, creditPence: 0 })
  expect(before.unusedPence).toBeGreaterThan(0)
  await hold('blocked')
  expect((await app.runtime.stripe.subscriptions.retrieve(subscription)).status).toBe('canceled')
  expect(await carried()).toMatchObject([{ id: null }])
  expect(await at.heldOf(ada)).toBe(4_000 - before.unusedPence)
  expect(await at.ledgerSum(ada)).toBe(4_000 - before.unusedPence)
  expect(await at.told(ada, 'members.on-hold')).toMatchObject([{ status: 'blocked' }])
  expect(await at.told(ada, 'memberships.ending')).toMatchObject([{ tierName: 'Builder', isOnHold: true }])
  expect(await at.told(ada, 'payments.refunded')).toMatchObject([{ amountPence: before.unusedPence }])
  await app.write(tx => tx.enqueue(followRestriction, { userId: ada.id }))
  await untilQuiet(app)
  expect(await at.ledgerSum(ada)).toBe(4_000 - before.unusedPence)
  expect(await at.told(ada, 'payments.refunded')).toHaveLength(1)
  await lift()
  expect(await carried()).toMatchObject([{ id: null }])
  expect(await at.told(ada, 'members.hold-lifted')).toMatchObject([{ isPaying: false }])
  await expectInvariants(app)
})

test('after a change in a part month a block gives back what was really charged', async () => {
  app.clock.set('2026-11-16T12:00:00Z')
  await at.join(ada, 'builder', { isProRata: true })
  const first = await at.heldOf(ada)
  expect((await seen()).unusedPence).toBe(first)
  await at.changeTo(ada, 'creator')
  await untilQuiet(app)
  const held = await at.heldOf(ada)
  expect((await seen()).unusedPence).toBe(held)
  await hold('blocked')
  expect(await at.heldOf(ada)).toBe(0)
  expect(await at.ledgerSum(ada)).toBe(0)
  await expectInvariants(app)
})

test('a block may keep the unused time; a start that was arranged is cancelled and never charged', async () => {
  await at.join(ada, 'builder')
  await hold('blocked', { isGivenBack: false })
  expect(await at.heldOf(ada)).toBe(4_000)
  expect(await at.told(ada, 'payments.refunded')).toEqual([])
  expect(await carried()).toMatchObject([{ id: null }])

  ada = await member(app)
  await at.join(ada, 'creator', { startOn: '2026-12-01' })
  expect(await seen()).toMatchObject({
    plan: { name: 'Creator', isWaiting: true, monthlyPence: 9_000 },
    unusedPence: 0,
  })
  await hold('suspended')
  expect(await at.subscriptionsOf(ada)).toMatchObject([{ status: 'canceled' }])
  expect(await at.ledgerOf(ada)).toEqual([])
  expect(await at.told(ada, 'memberships.not-begun')).toHaveLength(1)
  await expectInvariants(app)
})

test('a suspension charges nothing and grants nothing until it is lifted', async () => {
  await at.join(ada, 'builder')
  await hold('suspended')
  expect(await carried()).toMatchObject([{ status: 'waived' }])
  expect(await seen()).toMatchObject({ plan: { name: 'Builder', nextChargeAt: null } })
  expect(await at.told(ada, 'memberships.paused')).toMatchObject([{ tierName: 'Builder' }])
  await at.nextPeriod(ada)
  expect(await at.ledgerOf(ada)).toEqual([4_000])
  await lift()
  await at.nextPeriod(ada)
  expect(await carried()).toMatchObject([{ status: 'paid' }])
  expect(await at.ledgerOf(ada)).toEqual([4_000, 4_000])
  await expectInvariants(app)
})

test('a month that a suspension let go of is not paid after the lift: no change, no tokens, no loyalty of it', async () => {
  await at.join(ada, 'creator')
  const paidSince = async () =>
    (
      await app.sql<{ on: string | null }>(
        `select paid_since_on::text as on from user_memberships where user_id = $1 and status = 'active'`,
        [ada.id],
      )
    )[0]!.on
  expect(await paidSince()).toBe('2026-11-18')
  await hold('suspended')
  await at.nextPeriod(ada)
  app.clock.set('2026-12-20T10:00:00Z')
  await lift()
  expect(await carried()).toMatchObject([{ status: 'waived' }])
  expect(await at.mine(ada)).toMatchObject({ paymentStatus: 'waived', can: { change: false } })
  await expect(at.changeTo(ada, 'builder')).rejects.toMatchObject({ code: 'MONTH_NOT_PAID' })
  const before = await tokensOf()
  await week()
  expect(await tokensOf()).toBe(before)
  expect(await paidSince()).toBeNull()
  // The next month is charged, and everything counts from it.
  await at.nextPeriod(ada)
  expect(await carried()).toMatchObject([{ status: 'paid' }])
  expect(await paidSince()).toBe('2026-12-20')
  expect(await tokensOf()).toBe(before + 150)
  expect(await at.ledgerOf(ada)).toEqual([9_000, 9_000])
  await at.changeTo(ada, 'builder')
  await expectInvariants(app)
})

const paymentOf = async (description: string) => {
  const [entry] = await app.sql<{ invoice: string }>(
    'select external_ref as invoice from ledger_entries where user_id = $1 and description = $2',
    [ada.id, description],
  )
  const { data } = await app.runtime.stripe.invoicePayments.list({ invoice: entry!.invoice, status: 'paid' })
  return idAtProvider(data[0]!.payment.payment_intent)
}

test('what a bank has taken of a renewal is not given back once more, neither of it nor of an older month', async () => {
  await at.join(ada, 'builder')
  app.clock.set('2026-12-18T10:00:00Z')
  await at.nextPeriod(ada)
  expect((await seen()).unusedPence).toBeGreaterThan(0)
  await control(app, { dispute: await paymentOf('Membership, next month') })
  await untilQuiet(app)
  expect(await at.ledgerSum(ada)).toBe(4_000)
  expect(await seen()).toMatchObject({ unusedPence: 0, creditPence: 0 })
  await hold('blocked')
  expect(await carried()).toMatchObject([{ id: null }])
  expect(await at.heldOf(ada)).toBe(8_000)
  expect(await at.ledgerSum(ada)).toBe(4_000)
  await expectInvariants(app)
})

test('a block pays the credit out to the cards that paid, and none of it is left at the provider', async () => {
  await at.join(ada, 'creator')
  await at.changeTo(ada, 'builder')
  await untilQuiet(app)
  const credit = await at.creditOf(ada)
  // A week of the larger plan’s tokens was had, so the smaller one counts from the next on.
  expect(credit).toBe(Math.round((5_000 * 23) / 30))
  expect(await seen()).toMatchObject({ unusedPence: 9_000 - credit, creditPence: credit })
  await hold('blocked')
  expect(await at.creditOf(ada)).toBe(0)
  expect(await at.heldOf(ada)).toBe(0)
  expect(await at.ledgerSum(ada)).toBe(0)
  expect(await at.told(ada, 'payments.refunded')).toMatchObject([{ amountPence: 9_000, creditPence: credit }])
  await expectInvariants(app)
})

test('credit of somebody without a paid plan is paid out as far as cards have paid; what nobody paid stays credit', async () => {
  await at.join(ada, 'builder')
  await at.nextPeriod(ada)
  await app.as(ada).memberships.backToExplorer()
  await at.nextPeriod(ada)
  const { stripe } = app.runtime
  await stripe.customers.createBalanceTransaction(await at.customerOf(ada), { amount: -10_000, currency: 'gbp' })
  expect(await seen()).toEqual({ plan: null, unusedPence: 0, creditPence: 8_000 })
  await hold('blocked')
  await app.write(tx => tx.enqueue(followRestriction, { userId: ada.id }))
  await untilQuiet(app)
  expect(await at.heldOf(ada)).toBe(0)
  expect(await at.creditOf(ada)).toBe(2_000)
  expect(await at.told(ada, 'payments.refunded')).toMatchObject([{ amountPence: 8_000, creditPence: 8_000 }])
  await expectInvariants(app)
})

test('a first payment that arrives when the account is blocked already goes back, and begins nothing that lasts', async () => {
  const { url } = await at.subscribe(ada, 'builder')
  await control(app, { hold: true })
  await pressPay(url)
  await app.as(boss).members.block({ userId: ada.id, status: 'blocked', reason: 'Loud at night' })
  await app.runJobs()
  await control(app, { hold: false })
  await untilQuiet(app)
  expect(await at.heldOf(ada)).toBe(0)
  expect(await at.ledgerSum(ada)).toBe(0)
  expect(await at.subscriptionsOf(ada)).toMatchObject([{ status: 'canceled' }])
  expect(await carried()).toMatchObject([{ id: null }])
  await expectInvariants(app)
})

test('what was overdue is no longer asked for: not while suspended, not after a block', async () => {
  await at.join(ada, 'builder')
  await control(app, { declineNext: true })
  await at.nextPeriod(ada)
  await control(app, { declineNext: false })
  expect(await carried()).toMatchObject([{ status: 'overdue' }])
  const subscription = await at.subscriptionOf(ada)
  const { invoices } = app.runtime.stripe
  const [open] = (await invoices.list({ subscription, status: 'open' })).data
  await hold('suspended')
  await expect(invoices.pay(open!.id!)).rejects.toMatchObject({ code: 'invoice_not_open' })
  expect(await carried()).toMatchObject([{ status: 'waived' }])
  await lift()
  expect(await carried()).toMatchObject([{ status: 'waived' }])

  await control(app, { declineNext: true })
  await at.nextPeriod(ada)
  await control(app, { declineNext: false })
  app.clock.set('2027-01-20T10:00:00Z')
  const [next] = (await invoices.list({ subscription, status: 'open' })).data
  await hold('blocked')
  await expect(invoices.pay(next!.id!)).rejects.toMatchObject({ code: 'invoice_not_open' })
  expect(await at.ledgerOf(ada)).toEqual([4_000])
  await expectInvariants(app)
})

test('credit that an unpaid invoice had used is paid out with the rest when a block lets go of the invoice', async () => {
  await at.join(ada, 'builder')
  const { stripe } = app.runtime
  await stripe.customers.createBalanceTransaction(await at.customerOf(ada), { amount: -1_500, currency: 'gbp' })
  await control(app, { declineNext: true })
  await at.nextPeriod(ada)
  await control(app, { declineNext: false })
  expect(await carried()).toMatchObject([{ status: 'overdue' }])
  app.clock.set('2026-12-20T10:00:00Z')
  expect(await at.creditOf(ada)).toBe(0)
  expect(await seen()).toMatchObject({ unusedPence: 0, creditPence: 1_500 })
  await hold('blocked')
  expect(await at.creditOf(ada)).toBe(0)
  expect(await at.told(ada, 'payments.refunded')).toMatchObject([{ amountPence: 1_500, creditPence: 1_500 }])
  expect(await at.ledgerSum(ada)).toBe(2_500)
  await expectInvariants(app)
})

test('a renewal that is a draft when the account is suspended is never charged; without that it is, within the hour', async () => {
  await at.join(ada, 'builder')
  const ben = await member(app)
  await at.join(ben, 'builder')
  app.clock.set('2026-12-18T10:00:00Z')
  for (const each of [ada, ben])
    await control(app, { advanceSubscription: await at.subscriptionOf(each), leavesDraft: true })
  await untilQuiet(app)
  await hold('suspended')
  app.clock.set('2026-12-18T11:00:01Z')
  await control(app, { upkeep: true })
  await untilQuiet(app)
  expect(await at.ledgerOf(ada)).toEqual([4_000])
  expect(await carried()).toMatchObject([{ status: 'waived' }])
  expect(await at.ledgerOf(ben)).toEqual([4_000, 4_000])
  await expectInvariants(app)
})

test('a month that the provider charges while a block is under way goes back whole', async () => {
  await at.join(ada, 'builder')
  app.clock.set('2026-12-18T10:01:00Z')
  const subscription = await at.subscriptionOf(ada)
  await control(app, { hold: true })
  await app.as(boss).members.block({ userId: ada.id, status: 'blocked', reason: 'Loud at night' })
  const { cancel } = app.runtime.stripe.subscriptions
  app.runtime.stripe.subscriptions.cancel = async (...args: Parameters<typeof cancel>) => {
    // After the reckoning, before the end.
    app.runtime.stripe.subscriptions.cancel = cancel
    await control(app, { advanceSubscription: subscription })
    return cancel.apply(app.runtime.stripe.subscriptions, args)
  }
  await app.runJobs()
  await control(app, { hold: false })
  await untilQuiet(app)
  expect(await at.ledgerOf(ada)).toEqual([-4_000, 4_000, 4_000])
  expect(await at.heldOf(ada)).toBe(4_000)
  expect(await carried()).toMatchObject([{ id: null }])
  await expectInvariants(app)
})

test('a suspension is told once, also when the work stopped before the mail and is taken up again', async () => {
  await at.join(ada, 'builder')
  const { subscriptions } = app.runtime.stripe
  await hold('suspended')
  await app.write(tx => tx.enqueue(followRestriction, { userId: ada.id }))
  await untilQuiet(app)
  expect(await at.told(ada, 'memberships.paused')).toHaveLength(1)
  await lift()
  // As the work leaves it that stops after the provider's answer.
  await subscriptions.update(await at.subscriptionOf(ada), {
    pause_collection: { behavior: 'void' },
    metadata: { pausedBySuspension: 'yes' },
  })
  app.clock.advance(60_000)
  await hold('suspended')
  expect(await at.told(ada, 'memberships.paused')).toHaveLength(2)
})

test('an invoice that was open at the end and is paid after it, before it is let go of, goes back', async () => {
  await at.join(ada, 'builder')
  await control(app, { declineNext: true })
  await at.nextPeriod(ada)
  await control(app, { declineNext: false })
  const subscription = await at.subscriptionOf(ada)
  const { invoices, subscriptions } = app.runtime.stripe
  const [open] = (await invoices.list({ subscription, status: 'open' })).data
  await control(app, { hold: true })
  await subscriptions.cancel(subscription)
  await app.as(ada).memberships.refresh()
  app.clock.advance(60_000)
  await invoices.pay(open!.id!)
  await control(app, { hold: false })
  await untilQuiet(app)
  expect(await at.heldOf(ada)).toBe(4_000)
  expect(await at.ledgerSum(ada)).toBe(4_000)
  expect(await at.told(ada, 'memberships.refused')).toHaveLength(1)
  await expectInvariants(app)
})

test('a suspension can become a block, and a block a suspension; each is told as what it is', async () => {
  await at.join(ada, 'builder')
  await hold('suspended')
  await expect(hold('suspended')).rejects.toMatchObject({ code: 'ALREADY_ON_HOLD' })
  await hold('blocked')
  expect(await carried()).toMatchObject([{ id: null }])
  expect(await at.heldOf(ada)).toBe(0)
  await hold('suspended')
  const statuses = (await at.told(ada, 'members.on-hold')).map(({ status }) => status)
  expect(statuses.sort()).toEqual(['blocked', 'suspended', 'suspended'])
  expect(await at.told(ada, 'memberships.ending')).toMatchObject([{ isOnHold: true }])
  await lift()
  await expectInvariants(app)
})

test('a plan at no cost ends with a block, and its owner is told', async () => {
  await app.as(boss).memberships.adminSwitchOwnPlan({ tierId: (await at.tier('builder')).id })
  const other = await admin(app)
  expect(await app.as(other).memberships.ofAccount({ userId: boss.id })).toMatchObject({
    plan: { name: 'Builder', monthlyPence: 0 },
  })
  await app.as(other).members.block({ userId: boss.id, status: 'blocked', reason: 'Loud at night' })
  await untilQuiet(app)
  expect(await at.told(boss, 'memberships.ending')).toMatchObject([{ tierName: 'Builder', isOnHold: true }])
})

/** What happens while the provider ends no subscription. */
async function whileNothingEnds(work: () => Promise<void>): Promise<void> {
  const { subscriptions } = app.runtime.stripe
  const { cancel } = subscriptions
  subscriptions.cancel = () => Promise.reject(new Error('the provider is down'))
  try {
    await work()
  } finally {
    subscriptions.cancel = cancel
  }
}

test('money that a block has given back ends the membership, also when the block is lifted before it could', async () => {
  await at.join(ada, 'builder')
  const subscription = await at.subscriptionOf(ada)
  await whileNothingEnds(() => hold('blocked'))
  expect(await at.ledgerSum(ada)).toBe(0)
  await lift()
  expect((await app.runtime.stripe.subscriptions.retrieve(subscription)).status).toBe('canceled')
  expect(await carried()).toMatchObject([{ id: null }])
  await expectInvariants(app)
})

test('what the office chose for the unused time holds whenever it is acted on', async () => {
  await at.join(ada, 'builder')
  await whileNothingEnds(() => hold('blocked', { isGivenBack: false }))
  await app.write(tx => tx.enqueue(reconcileRestrictions, {}))
  await untilQuiet(app)
  expect(await carried()).toMatchObject([{ id: null }])
  expect(await at.heldOf(ada)).toBe(4_000)
  // A lift that is still under way when the next block comes gives back all the same.
  const ben = await member(app)
  await at.join(ben, 'builder')
  const office = app.as(boss).members
  await office.block({ userId: ben.id, status: 'suspended', reason: 'Loud at night' })
  await untilQuiet(app)
  await office.unblock({ userId: ben.id })
  await office.block({ userId: ben.id, status: 'blocked', reason: 'Loud again' })
  await untilQuiet(app)
  expect(await at.heldOf(ben)).toBe(0)
  expect(await at.ledgerSum(ben)).toBe(0)
  await expectInvariants(app)
})

test('a pause that was made at the provider is followed, grants no tokens, and outlives a suspension', async () => {
  await at.join(ada, 'builder')
  const subscription = await at.subscriptionOf(ada)
  const { subscriptions } = app.runtime.stripe
  await subscriptions.update(subscription, { pause_collection: { behavior: 'void' } })
  await untilQuiet(app)
  expect(await at.mine(ada)).toMatchObject({ paymentStatus: 'waived', tier: { slug: 'builder' } })
  app.clock.set('2026-11-24T10:00:00Z')
  const before = await tokensOf()
  await week()
  expect(await tokensOf()).toBe(before)
  await hold('suspended')
  await lift()
  expect((await subscriptions.retrieve(subscription)).pause_collection).not.toBeNull()
  await subscriptions.update(subscription, { pause_collection: '' })
  await untilQuiet(app)
  await week()
  expect(await tokensOf()).toBe(before + 50)
})

test('a payment page that was open when the account was blocked can no longer be paid', async () => {
  await at.subscribe(ada, 'builder')
  await hold('blocked')
  expect(await app.sql('select status from orders where user_id = $1', [ada.id])).toEqual([{ status: 'expired' }])
})

test('reconciliation ends the subscription of an account that was closed without it', async () => {
  await at.join(ada, 'builder')
  const subscription = await at.subscriptionOf(ada)
  await app.sql(
    `update profiles set account_status = 'blocked', blocked_reason = 'Loud', blocked_at = now(), blocked_by = $2 where user_id = $1`,
    [ada.id, boss.id],
  )
  await app.write(tx => tx.enqueue(reconcileRestrictions, {}))
  await untilQuiet(app)
  expect((await app.runtime.stripe.subscriptions.retrieve(subscription)).status).toBe('canceled')
  expect(await at.heldOf(ada)).toBe(0)
  await expectInvariants(app)
})

test('tax that was added goes back with the time it was paid for; tax within the price is in it', () => {
  const line = (tax_behavior: 'exclusive' | 'inclusive') => ({
    ...{ amount: 1_000, discount_amounts: [{ amount: 200 }], period: { start: 0, end: 10 } },
    taxes: [{ amount: 160, tax_behavior }],
  })
  const paid = (each: ReturnType<typeof line>) => [{ status: 'paid', amount_paid: 0, lines: { data: [each] } }]
  expect(unusedPence(paid(line('exclusive')), new Date(5_000))).toBe(480)
  expect(unusedPence(paid(line('inclusive')), new Date(5_000))).toBe(400)
})

test('a renewal whose discount leaves nothing to pay goes on, asks nobody for money and gives nothing back', async () => {
  await at.join(ada, 'builder')
  const { stripe } = app.runtime
  const coupon = await stripe.coupons.create({ percent_off: 100, duration: 'once' })
  await stripe.subscriptions.update(await at.subscriptionOf(ada), { discounts: [{ coupon: coupon.id }] })
  app.clock.set('2026-12-18T10:01:00Z')
  await at.nextPeriod(ada)
  expect(await carried()).toMatchObject([{ status: 'paid' }])
  expect(await at.ledgerOf(ada)).toEqual([4_000])
  expect(await at.told(ada, 'memberships.charged')).toEqual([])
  expect(await seen()).toMatchObject({ unusedPence: 0, creditPence: 0 })
  await hold('blocked')
  expect(await at.ledgerOf(ada)).toEqual([4_000])
  await expectInvariants(app)
})

test('a dispute that was entered before disputes named their invoice counts as money that the house no longer has', async () => {
  await at.join(ada, 'builder')
  app.clock.set('2026-12-18T10:00:00Z')
  await at.nextPeriod(ada)
  await control(app, { dispute: await paymentOf('Membership, next month') })
  await untilQuiet(app)
  await app.sql('update disputes set invoice_id = null where user_id = $1', [ada.id])
  expect((await seen()).unusedPence).toBeGreaterThan(0)
  await app.write(tx => tx.enqueue(reconcile, {}))
  await untilQuiet(app)
  expect((await seen()).unusedPence).toBe(0)
})

test('what is unused counts what of each line is not over, less its discount; parts go to the latest payments', () => {
  const line = (amount: number, start: number, end: number, discount = 0) => ({
    amount,
    discount_amounts: discount ? [{ amount: discount }] : null,
    period: { start, end },
  })
  const invoice = (status: string, data: ReturnType<typeof line>[]) => ({ status, amount_paid: 0, lines: { data } })
  const now = new Date(5_000)
  expect(unusedPence([invoice('paid', [line(1_000, 0, 10, 100)])], now)).toBe(450)
  expect(unusedPence([invoice('paid', [line(1_000, 0, 5)]), invoice('void', [line(9, 0, 10)])], now)).toBe(0)
  // A change of plan may count from a later day: what it takes away is no longer there to give back.
  expect(unusedPence([invoice('paid', [line(1_000, 0, 10)]), invoice('paid', [line(-200, 6, 10)])], now)).toBe(300)
  expect(unusedPence([invoice('paid', [line(-1_000, 0, 10)])], now)).toBe(0)
  expect(dividedAmong(700, [{ leftPence: 500 }, { leftPence: 0 }, { leftPence: 900 }])).toEqual([
    { leftPence: 500, amountPence: 500 },
    { leftPence: 900, amountPence: 200 },
  ])
})
