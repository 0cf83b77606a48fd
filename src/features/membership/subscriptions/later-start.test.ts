import { beforeEach, expect, test } from 'vitest'
import { referrals } from '#features/membership/referrals/table.ts'
import { reconcile } from '#features/money/reconciliation/model.ts'
import { admin, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { subscribing } from '#test/memberships.ts'
import { control, pay, pressPay, untilQuiet } from '#test/payments.ts'
import { reconcileSubscriptions } from './model.ts'

// A membership that is wished for a later day (decision 58): its first charge and itself begin on that day.
const app = sharedTestApp()
const at = subscribing(app)
let ada: Person
beforeEach(async () => {
  app.clock.set('2026-11-18T10:00:00Z')
  ada = await member(app)
})

const startOn = '2026-12-03'
const begins = new Date('2026-12-03T01:00:00Z')
const balance = async (who: Person) => (await app.as(who).tokens.history({})).balance
const standing = async (who: Person) => (await app.as(who).members.me())!.standing
const waiting = {
  tier: { slug: 'explorer' },
  isSubscribed: false,
  renews: false,
  next: { name: 'Creator', monthlyPence: 9_000, firstPence: 9_000, beginsAt: begins },
  can: { subscribe: false, change: false, cancel: true, startNow: true, manage: true, keep: false },
}
const free = { tier: { slug: 'explorer' }, next: null, can: { subscribe: true, cancel: false, startNow: false } }

test('until the day nothing is charged, given or entered; on the day the first month is paid and the membership begins', async () => {
  const friend = await member(app)
  const invited = { referrerUserId: ada.id, referredUserId: friend.id, referredEmail: friend.email }
  await app.db.insert(referrals).values(invited)
  const orderId = await at.join(friend, 'creator', { startOn })
  expect(await at.mine(friend)).toMatchObject({ ...waiting, next: { ...waiting.next, firstPence: 8_100 } })
  expect(await app.as(friend).payments.order({ id: orderId })).toMatchObject({ status: 'arranged', amountPence: 8_100 })
  expect([await balance(friend), await at.ledgerOf(friend), await at.heldOf(friend)]).toEqual([0, [], 0])
  expect(await at.templatesTo(friend)).toEqual(['memberships.arranged'])
  expect(await at.told(friend, 'memberships.arranged')).toMatchObject([
    { tierName: 'Creator', beginsOn: '3 Dec 2026', amountPence: 8_100 },
  ])
  expect(await balance(ada)).toBe(0)
  expect(await standing(friend)).toMatchObject({
    kind: 'arranged',
    title: 'Your Creator membership begins on 3 Dec 2026.',
    words: expect.stringContaining('£81 will be charged then'),
    next: { to: '/members' },
  })
  await expect(app.as(friend).tokens.buy({ quantity: 10 })).rejects.toMatchObject({ code: 'UPGRADE_REQUIRED' })

  app.clock.set(begins.toISOString())
  await at.nextPeriod(friend)
  expect(await at.mine(friend)).toMatchObject({
    tier: { slug: 'creator' },
    next: null,
    paymentStatus: 'paid',
    renews: true,
    startedOn: startOn,
    paidSinceOn: startOn,
    currentPeriodStart: begins,
    currentPeriodEnd: new Date('2027-01-03T01:00:00Z'),
  })
  expect(await app.as(friend).payments.order({ id: orderId })).toMatchObject({ status: 'paid', amountPence: 8_100 })
  expect([await balance(friend), await at.ledgerOf(friend), await at.heldOf(friend)]).toEqual([150, [8_100], 8_100])
  expect(await at.told(friend, 'memberships.started')).toMatchObject([{ paidPence: 8_100 }])
  expect(await at.told(friend, 'memberships.charged')).toEqual([])
  expect(await balance(ada)).toBe(5)
  await at.nextPeriod(friend)
  expect(await at.ledgerOf(friend)).toEqual([8_100, 9_000])
  expect(await at.told(friend, 'memberships.charged')).toMatchObject([{ isRenewal: true, paidPence: 9_000 }])
  await expectInvariants(app)
})

test('every message twice and in the worst order comes to the same', async () => {
  const { url } = await at.subscribe(ada, 'creator', { startOn })
  await control(app, { hold: true })
  await pressPay(url)
  const [subscription] = await at.subscriptionsOf(ada)
  await control(app, { advanceSubscription: subscription!.id })
  // The newest first.
  await app.sql(`update simulator_stripe.deliveries d set due_at = due_at - make_interval(secs => s.n * 60)
    from (select id, row_number() over (order by id) as n from simulator_stripe.deliveries where state = 'pending') s
    where s.id = d.id`)
  await control(app, { hold: false })
  await untilQuiet(app)
  const events = await app.sql<{ id: string }>(`select id from payment_events`)
  for (const { id } of events) await control(app, { repeatEvent: id })
  await app.sql(`update payment_events set status = 'failed'`)
  const boss = app.as(await admin(app))
  for (const { id } of events) await boss.payments.retryEvent({ id })
  await untilQuiet(app)
  expect(await at.mine(ada)).toMatchObject({ tier: { slug: 'creator' }, next: null, paymentStatus: 'paid' })
  expect([await at.ledgerOf(ada), await at.heldOf(ada), await balance(ada)]).toEqual([[9_000], 9_000, 150])
  expect(await at.told(ada, 'memberships.started')).toHaveLength(1)
  expect(await at.told(ada, 'memberships.charged')).toEqual([])
  await expectInvariants(app)
})

test('who changes their mind starts now: it is charged and open at once', async () => {
  await at.join(ada, 'creator', { startOn })
  await control(app, { declineNext: true })
  await expect(app.as(ada).memberships.startNow({})).rejects.toMatchObject({ code: 'PAYMENT_FAILED' })
  await untilQuiet(app)
  expect(await at.mine(ada)).toMatchObject(waiting)
  expect(await app.as(ada).memberships.startNow({})).toMatchObject({
    tier: { slug: 'creator' },
    next: null,
    currentPeriodEnd: new Date('2026-12-18T10:00:00Z'),
  })
  await untilQuiet(app)
  expect([await at.ledgerOf(ada), await balance(ada)]).toEqual([[9_000], 150])
  expect(await at.told(ada, 'memberships.started')).toHaveLength(1)
  await expect(app.as(ada).memberships.startNow({})).rejects.toMatchObject({ code: 'NOT_ARRANGED' })
  await expectInvariants(app)
})

test('cancelled before the day nothing is ever charged, here or on the provider’s page, and another plan can be chosen', async () => {
  for (const cancel of [
    () => app.as(ada).memberships.backToExplorer(),
    async () => app.runtime.stripe.subscriptions.update(await at.subscriptionOf(ada), { cancel_at_period_end: true }),
    async () => app.runtime.stripe.subscriptions.cancel(await at.subscriptionOf(ada)),
  ]) {
    ada = await member(app)
    const orderId = await at.join(ada, 'creator', { startOn })
    await cancel()
    await untilQuiet(app)
    expect(await at.mine(ada)).toMatchObject(free)
    expect((await at.subscriptionsOf(ada)).map(({ status }) => status)).toEqual(['canceled'])
    expect(await app.as(ada).payments.order({ id: orderId })).toMatchObject({ status: 'expired', can: { pay: false } })
    expect(await at.templatesTo(ada)).toEqual(['memberships.arranged', 'memberships.not-begun'])
    expect([await at.ledgerOf(ada), await at.heldOf(ada)]).toEqual([[], 0])
    expect((await standing(ada)).kind).toBe('free')
  }
  await at.join(ada, 'builder')
  expect(await at.mine(ada)).toMatchObject({ tier: { slug: 'builder' }, paymentStatus: 'paid' })
  await expectInvariants(app)
})

test('cancelled when it has been charged, though nobody has told us yet, it runs to the end of the month that is paid', async () => {
  await at.join(ada, 'creator', { startOn })
  await control(app, { hold: true })
  await control(app, { advanceSubscription: await at.subscriptionOf(ada) })
  await app.as(ada).memberships.backToExplorer({})
  await control(app, { hold: false })
  await untilQuiet(app)
  expect(await at.mine(ada)).toMatchObject({ tier: { slug: 'creator' }, next: null, cancelsAtPeriodEnd: true })
  expect(await at.ledgerOf(ada)).toEqual([9_000])
  await expectInvariants(app)
})

test('charged and ended at the provider before we heard of either, all of it goes back', async () => {
  await at.join(ada, 'creator', { startOn })
  const subscription = await at.subscriptionOf(ada)
  await control(app, { hold: true })
  await control(app, { advanceSubscription: subscription })
  await app.runtime.stripe.subscriptions.cancel(subscription)
  await control(app, { hold: false })
  await untilQuiet(app)
  expect(await at.mine(ada)).toMatchObject({ tier: { slug: 'explorer' }, next: null, can: { subscribe: true } })
  expect(await at.ledgerOf(ada)).toEqual([-9_000, 9_000])
  expect(await at.told(ada, 'payments.order-gone')).toHaveLength(1)
  for (const other of ['memberships.started', 'memberships.ending']) expect(await at.told(ada, other)).toHaveLength(0)
  await expectInvariants(app)
})

test('a start and cancellations at once come to one of the two, and no money is kept for nothing', async () => {
  await at.join(ada, 'creator', { startOn })
  const { memberships } = app.as(ada)
  await Promise.allSettled([
    memberships.startNow({}),
    ...Array.from({ length: 4 }, () => memberships.backToExplorer({})),
  ])
  await untilQuiet(app)
  const { tier } = await at.mine(ada)
  expect(await at.ledgerSum(ada)).toBe(tier?.slug === 'creator' ? 9_000 : 0)
  await expectInvariants(app)
})

test('a first charge that fails is overdue and told; paid later the membership begins, given up it does not', async () => {
  const ben = await member(app)
  for (const who of [ada, ben]) {
    await at.join(who, 'creator', { startOn })
    await control(app, { declineNext: true })
    await at.nextPeriod(who)
    expect(await at.mine(who)).toMatchObject({
      tier: { slug: 'explorer' },
      paymentStatus: 'overdue',
      next: { name: 'Creator' },
      can: { startNow: false, cancel: true, manage: true },
    })
    expect(await standing(who)).toMatchObject({ kind: 'overdue', title: 'Your first payment did not go through.' })
    expect(await at.told(who, 'memberships.payment-failed')).toMatchObject([
      { tierName: 'Creator', amountPence: 9_000 },
    ])
    expect(await balance(who)).toBe(0)
  }
  const { stripe } = app.runtime
  const open = async (who: Person) =>
    (await stripe.invoices.list({ subscription: await at.subscriptionOf(who), status: 'open' })).data[0]!.id!
  await stripe.invoices.pay(await open(ada))
  await untilQuiet(app)
  expect(await at.mine(ada)).toMatchObject({ tier: { slug: 'creator' }, paymentStatus: 'paid', next: null })
  expect([await at.ledgerOf(ada), await balance(ada)]).toEqual([[9_000], 150])
  await stripe.subscriptions.cancel(await at.subscriptionOf(ben))
  await untilQuiet(app)
  expect(await at.mine(ben)).toMatchObject(free)
  expect(await at.told(ben, 'memberships.not-begun')).toMatchObject([{ reason: 'Your bank did not pay.' }])
  expect(await at.ledgerOf(ben)).toEqual([])
  await expectInvariants(app)
})

test('credit that pays the whole first month begins it too, once', async () => {
  await at.join(ada, 'creator', { startOn })
  await app.runtime.stripe.customers.createBalanceTransaction(await at.customerOf(ada), {
    amount: -10_000,
    currency: 'gbp',
  })
  await at.nextPeriod(ada)
  for (const { id } of await app.sql<{ id: string }>(`select id from payment_events where type = 'invoice.paid'`))
    await control(app, { repeatEvent: id })
  await app.sql(`update payment_events set status = 'failed' where type = 'invoice.paid'`)
  const boss = app.as(await admin(app))
  for (const { id } of (await boss.payments.failedEvents({ pageSize: 100 })).rows)
    await boss.payments.retryEvent({ id })
  await untilQuiet(app)
  expect(await at.mine(ada)).toMatchObject({ tier: { slug: 'creator' }, paymentStatus: 'paid' })
  expect(await at.told(ada, 'memberships.started')).toMatchObject([{ paidPence: 0, creditPence: 9_000 }])
  expect(await at.told(ada, 'memberships.charged')).toEqual([])
  expect(await at.ledgerOf(ada)).toEqual([])
  await expectInvariants(app)
})

test('a day is taken from the third day ahead up to a year, without a part month, and while nothing is paid', async () => {
  const refused = async (who: Person, begin: object) =>
    expect(
      app.as(who).memberships.subscribe({ tierId: (await at.tier('creator')).id, startOn, ...begin }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  for (const day of ['2026-11-17', '2026-11-18', '2026-11-20', '2027-11-19']) await refused(ada, { startOn: day })
  await refused(ada, { isProRata: true })
  for (const day of ['2026-11-21', '2027-11-18']) {
    const { url } = await at.subscribe(await member(app), 'creator', { startOn: day })
    expect(url).toMatch(/checkout/)
  }
  // The day lies ahead still, but the provider takes it no more.
  app.clock.set('2026-11-18T23:59:00Z')
  await refused(ada, { startOn: '2026-11-20' })
  expect((await at.subscribe(ada, 'creator', { startOn: '2026-11-22' })).url).toMatch(/checkout/)
})

test('what waits for its day is no difference to the daily look, which finds a first charge that nobody told of', async () => {
  await at.join(ada, 'creator', { startOn })
  const look = async () => {
    await app.write(async tx => {
      await tx.enqueue(reconcileSubscriptions, {})
      await tx.enqueue(reconcile, {})
    })
    await untilQuiet(app)
  }
  const before = await app.sql('select id from payment_events')
  await look()
  expect(await app.sql('select id from payment_events')).toEqual(before)
  expect(await at.mine(ada)).toMatchObject(waiting)
  await control(app, { hold: true })
  await control(app, { advanceSubscription: await at.subscriptionOf(ada) })
  await app.sql(`delete from simulator_stripe.deliveries where state = 'pending'`)
  await control(app, { hold: false })
  await look()
  expect(await at.mine(ada)).toMatchObject({ tier: { slug: 'creator' }, paymentStatus: 'paid' })
  expect(await at.ledgerOf(ada)).toEqual([9_000])
  await expectInvariants(app)
})

test('who pays for a plan at once while one is arranged in another tab keeps what began', async () => {
  const first = await at.subscribe(ada, 'creator', { startOn })
  await control(app, { hold: true })
  await pressPay(first.url)
  // As if the first page had been given up while the provider was silent.
  await app.sql(`update orders set status = 'expired' where id = $1`, [first.orderId])
  const second = await at.subscribe(ada, 'builder')
  await control(app, { hold: false })
  await untilQuiet(app)
  expect(await at.mine(ada)).toMatchObject(waiting)
  await pay(app, second.url)
  expect(await at.mine(ada)).toMatchObject(waiting)
  expect(await at.told(ada, 'payments.order-gone')).toMatchObject([{ reason: 'You have a paid membership already.' }])
  expect([await at.heldOf(ada), await at.ledgerOf(ada)]).toEqual([0, [-4_000, 4_000]])
  await expectInvariants(app)
})
