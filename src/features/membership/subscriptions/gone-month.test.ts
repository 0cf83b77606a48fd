import { beforeEach, expect, test } from 'vitest'
import { grantWeekly } from '#features/membership/memberships/jobs.ts'
import { referrals } from '#features/membership/referrals/table.ts'
import { idAtProvider } from '#features/money/customers/rules.ts'
import { admin, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { subscribing } from '#test/memberships.ts'
import { cardWish, control, pay, untilQuiet } from '#test/payments.ts'

const app = sharedTestApp()
const at = subscribing(app)
let ada: Person
let boss: Person
beforeEach(async () => {
  app.clock.set('2026-11-18T10:00:00Z')
  ada = await member(app)
  boss = await admin(app)
})

const intentOf = async (orderId: string) =>
  (await app.sql<{ id: string }>('select stripe_payment_intent_id as id from orders where id = $1', [orderId]))[0]!.id
const tokens = async () => (await app.as(ada).tokens.history({})).balance

test('a month that was paid back at the provider pays for no other plan, is not called paid and brings no more tokens', async () => {
  const intent = await intentOf(await at.join(ada, 'innovator'))
  // What has gone in part is no whole month either.
  await app.runtime.stripe.refunds.create({ payment_intent: intent, amount: 1_000 })
  await untilQuiet(app)
  expect(await at.mine(ada)).toMatchObject({ paymentStatus: 'paid' })
  await expect(at.changeTo(ada, 'builder')).rejects.toMatchObject({ code: 'MONTH_GONE' })
  await app.runtime.stripe.refunds.create({ payment_intent: intent })
  await untilQuiet(app)
  expect(await at.ledgerSum(ada)).toBe(0)
  expect(await at.mine(ada)).toMatchObject({ paymentStatus: 'waived', can: { change: false } })
  await expect(at.changeTo(ada, 'builder')).rejects.toMatchObject({ code: 'MONTH_GONE' })
  expect(await at.creditOf(ada)).toBe(0)
  const before = await tokens()
  app.clock.set('2026-11-24T10:00:00Z')
  await app.write(tx => tx.enqueue(grantWeekly, {}))
  await app.runJobs()
  expect(await tokens()).toBe(before)
  await expectInvariants(app)
})

test('while a bank has taken the month back it pays for nothing; once the house has won it does again', async () => {
  const intent = await intentOf(await at.join(ada, 'creator'))
  await control(app, { dispute: intent })
  await untilQuiet(app)
  expect(await at.mine(ada)).toMatchObject({ paymentStatus: 'waived' })
  await expect(at.changeTo(ada, 'builder')).rejects.toMatchObject({ code: 'MONTH_GONE' })
  const [dispute] = await app.sql<{ id: string }>('select id from disputes where user_id = $1', [ada.id])
  await control(app, { disputeWon: dispute!.id })
  await untilQuiet(app)
  expect(await at.mine(ada)).toMatchObject({ paymentStatus: 'paid' })
  await at.changeTo(ada, 'innovator')
})

test('what a plan brings rests once the bank has taken its month back for good, says why, and opens with the next payment', async () => {
  const intent = await intentOf(await at.join(ada, 'creator'))
  await control(app, { dispute: intent })
  await untilQuiet(app)
  // As long as the bank has not decided, everything is open.
  expect((await app.as(ada).tokens.buy({ quantity: 1 })).url).toEqual(expect.any(String))
  const [dispute] = await app.sql<{ id: string }>('select id from disputes where user_id = $1', [ada.id])
  await control(app, { disputeLost: dispute!.id })
  await untilQuiet(app)
  const taken = { code: 'PAYMENT_DUE', message: expect.stringContaining('Your bank took your last payment back') }
  await expect(app.as(ada).tokens.buy({ quantity: 1 })).rejects.toMatchObject(taken)
  const wish = await cardWish(app)
  await expect(app.as(ada).bookings.place(wish)).rejects.toMatchObject(taken)
  expect(await at.mine(ada)).toMatchObject({ tier: { slug: 'creator' }, paymentStatus: 'waived', isTakenBack: true })
  const { standing } = (await app.as(ada).members.me())!
  expect(standing).toMatchObject({ kind: 'overdue', isNotice: true, next: { to: '/members' } })
  expect(standing.title).toBe('Your bank took your last payment back, so bookings and tokens rest.')
  await at.nextPeriod(ada)
  expect(await at.mine(ada)).toMatchObject({ paymentStatus: 'paid', isTakenBack: false })
  expect((await app.as(ada).bookings.place(wish)).outcome).toBe('pay')
  await expectInvariants(app)
})

test.each(['blocked', 'suspended'] as const)(
  'open payment pages of somebody %s close, and what arrives goes back',
  async status => {
    await at.join(ada, 'builder')
    const open = await app.as(ada).tokens.buy({ quantity: 25 })
    const late = await app.as(ada).tokens.buy({ quantity: 10 })
    const before = await tokens()
    // Paid before the house has got round to closing it.
    await app.sql(`update profiles set account_status = $2, blocked_at = $3 where user_id = $1`, [
      ...[ada.id, status, app.clock.now()],
    ])
    await pay(app, late.url)
    await untilQuiet(app)
    const stateOf = async (id: string) =>
      (await app.sql('select status, refunded_pence from orders where id = $1', [id]))[0]
    expect(await stateOf(late.orderId)).toEqual({ status: 'refunded', refunded_pence: 10_000 })
    expect(await at.told(ada, 'payments.order-gone')).toMatchObject([
      { reason: 'Your account had been closed to you before it was paid.' },
    ])
    await app.sql(
      `update profiles set account_status = 'active', blocked_at = null, blocked_reason = null where user_id = $1`,
      [ada.id],
    )
    await app.as(boss).members.block({ userId: ada.id, status, reason: 'Loud at night' })
    await untilQuiet(app)
    expect(await stateOf(open.orderId)).toMatchObject({ status: 'expired' })
    const [left] = await app.sql<{ sum: number }>(
      'select coalesce(sum(amount - used), 0)::int as sum from tokens where user_id = $1',
      [ada.id],
    )
    expect(left!.sum).toBe(before)
    await expectInvariants(app)
  },
)

test('the first paid invoice completes the referral and says welcome also where staff made the subscription', async () => {
  const friend = await member(app)
  const of = { referrerUserId: ada.id, referredUserId: friend.id, referredEmail: friend.email }
  await app.db.insert(referrals).values(of)
  await at.join(friend, 'builder', { startOn: '2026-12-03' })
  const [waiting] = await at.subscriptionsOf(friend)
  await app.as(friend).memberships.backToExplorer()
  await untilQuiet(app)
  await app.runtime.stripe.subscriptions.create({
    customer: await at.customerOf(friend),
    items: [{ price: waiting!.items.data[0]!.price.id }],
    default_payment_method: idAtProvider(waiting!.default_payment_method) ?? '',
  })
  await untilQuiet(app)
  expect(await app.sql('select status, reward_given from referrals where referred_user_id = $1', [friend.id])).toEqual([
    { status: 'completed', reward_given: true },
  ])
  expect(await tokens()).toBe(5)
  expect(await at.told(friend, 'memberships.started')).toMatchObject([{ tierName: 'Builder', paidPence: 4_000 }])
})
