import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { control, declinedCard, expectSoundBooks, pay, pressPay, settle, tiers } from '../../../test/payments.ts'
import { admin, member, type Person, person } from '../../../test/people.ts'
import { activateExplorer } from './model.ts'
import { referrals } from './table.ts'

let app: TestApp
let tier: Awaited<ReturnType<typeof tiers>>
let ada: Person
beforeAll(async () => {
  app = await startTestApp()
  tier = await tiers(app)
})
beforeEach(async () => {
  ada = await member(app)
})
afterAll(() => app.close())

const mine = (who: Person) => app.as(who).memberships.mine()
const balance = async (who: Person) => (await app.as(who).tokens.history({})).balance
const subscribe = (who: Person, slug: string) => app.as(who).memberships.subscribe({ tierId: tier(slug).id })
const mailsTo = async (who: Person) =>
  (
    await app.sql<{ template: string }>('select template from mails where user_id = $1 order by created_at, template', [
      who.id,
    ])
  ).map(({ template }) => template)
const subscriptionOf = async (who: Person) =>
  (
    await app.sql<{ id: string }>(
      `select stripe_subscription_id as id from user_memberships where user_id = $1 and status = 'active'`,
      [who.id],
    )
  )[0]!.id

test('a paid first month starts the tier, grants the week, enters the ledger and sends one mail [MEM-11]', async () => {
  const { orderId, url } = await subscribe(ada, 'builder')
  expect(await mine(ada)).toMatchObject({
    tier: { slug: 'explorer' },
    isSubscribed: false,
    pendingOrderId: orderId,
  })
  expect(await pressPay(url)).toBe(`${app.url}/members?success=true&order=${orderId}`)
  expect(await mine(ada)).toMatchObject({ tier: { slug: 'explorer' } })
  await settle(app)
  expect(await mine(ada)).toMatchObject({
    tier: { slug: 'builder', weeklyTokens: 50, monthlyTokens: 200 },
    isSubscribed: true,
    paymentStatus: 'paid',
    renews: true,
    currentPeriodStart: app.clock.now(),
    currentPeriodEnd: new Date('2026-12-18T10:00:00Z'),
    pendingOrderId: null,
  })
  expect(await app.as(ada).payments.order({ id: orderId })).toMatchObject({
    status: 'paid',
    amountPence: 4_000,
  })
  expect(await balance(ada)).toBe(50)
  expect(await app.sql('select amount_pence from ledger_entries where user_id = $1', [ada.id])).toEqual([
    { amount_pence: 4_000 },
  ])
  expect(await mailsTo(ada)).toEqual(['memberships.started'])
  await expectSoundBooks(app)
})

test('the success address without a payment changes nothing', async () => {
  const { orderId, url } = await subscribe(ada, 'builder')
  await app.fetch(`/members?success=true&order=${orderId}`)
  await pay(app, url, declinedCard)
  await app.as(ada).memberships.refresh()
  expect(await mine(ada)).toMatchObject({ tier: { slug: 'explorer' }, isSubscribed: false })
  expect(await balance(ada)).toBe(0)
})

test('refreshing takes the payment over at once, before any webhook [MEM-25]', async () => {
  const { url } = await subscribe(ada, 'creator')
  await control(app, { hold: true })
  await pressPay(url)
  expect(await app.as(ada).memberships.refresh()).toMatchObject({
    tier: { slug: 'creator' },
    isSubscribed: true,
  })
  await control(app, { hold: false })
  await settle(app)
  expect(await balance(ada)).toBe(150)
  await expectSoundBooks(app)
})

test('another amount than the one asked for grants nothing', async () => {
  const { orderId, url } = await subscribe(ada, 'builder')
  await app.sql('update orders set amount_pence = 1 where id = $1', [orderId])
  await pay(app, url)
  expect(await mine(ada)).toMatchObject({ tier: { slug: 'explorer' } })
  expect(await balance(ada)).toBe(0)
  expect((await app.as(await admin(app)).payments.failedEvents({})).rows.map(({ lastError }) => lastError)).toContain(
    'paid 4000 pence, asked for 1',
  )
  await app.sql(`update orders set status = 'expired' where id = $1`, [orderId])
})

test('the next month is a ledger entry, and a failed one makes the membership overdue until it is paid', async () => {
  await pay(app, (await subscribe(ada, 'builder')).url)
  const subscription = await subscriptionOf(ada)
  await control(app, { advanceSubscription: subscription })
  await settle(app)
  expect(await app.sql('select amount_pence from ledger_entries where user_id = $1', [ada.id])).toHaveLength(2)
  expect(await mine(ada)).toMatchObject({
    paymentStatus: 'paid',
    currentPeriodEnd: new Date('2027-01-18T10:00:00Z'),
  })
  await control(app, { declineNext: true })
  await control(app, { advanceSubscription: subscription })
  await settle(app)
  expect(await mine(ada)).toMatchObject({ paymentStatus: 'overdue', tier: { slug: 'builder' } })
  expect(await mailsTo(ada)).toEqual(['memberships.payment-failed', 'memberships.started'])
  const [invoice] = await app.runtime.stripe.invoices.list({ subscription, status: 'open' }).then(({ data }) => data)
  await app.runtime.stripe.invoices.pay(invoice!.id!)
  await settle(app)
  expect(await mine(ada)).toMatchObject({ paymentStatus: 'paid' })
  await expectSoundBooks(app)
})

test('changing to another paid tier keeps the subscription and settles the difference', async () => {
  await pay(app, (await subscribe(ada, 'builder')).url)
  const subscription = await subscriptionOf(ada)
  expect(await app.as(ada).memberships.changeQuote({ tierId: tier('innovator').id })).toEqual({
    nowPence: 13_500,
    monthlyPence: 17_500,
  })
  await expect(subscribe(ada, 'innovator')).rejects.toMatchObject({ code: 'ALREADY_SUBSCRIBED' })
  expect(await app.as(ada).memberships.change({ tierId: tier('innovator').id })).toMatchObject({
    tier: { slug: 'innovator' },
  })
  await settle(app)
  expect(await subscriptionOf(ada)).toBe(subscription)
  const paid = await app.sql<{ sum: number }>(
    'select sum(amount_pence)::int as sum from ledger_entries where user_id = $1',
    [ada.id],
  )
  expect(paid).toEqual([{ sum: 17_500 }])
})

test('going back to Explorer ends the membership with its period and can be taken back until then [MEM-29]', async () => {
  await expect(app.as(ada).memberships.backToExplorer()).rejects.toMatchObject({
    message: 'Already on Explorer',
  })
  await expect(subscribe(ada, 'explorer')).rejects.toMatchObject({ message: 'Already on Explorer' })
  await pay(app, (await subscribe(ada, 'builder')).url)
  const subscription = await subscriptionOf(ada)
  expect(await app.as(ada).memberships.backToExplorer()).toMatchObject({
    cancelsAtPeriodEnd: true,
    renews: false,
    tier: { slug: 'builder' },
  })
  expect(await app.as(ada).memberships.keep()).toMatchObject({ cancelsAtPeriodEnd: false, renews: true })
  await app.as(ada).memberships.backToExplorer()
  await control(app, { advanceSubscription: subscription })
  await settle(app)
  expect(await mine(ada)).toMatchObject({
    tier: { slug: 'explorer' },
    isSubscribed: false,
    paymentStatus: 'waived',
  })
  expect(await balance(ada)).toBe(50)
  expect(await mailsTo(ada)).toContain('memberships.ending')
})

test('the portal opens for those who pay, and its failure has its words [MEM-31]', async () => {
  await expect(app.as(ada).memberships.portal()).rejects.toMatchObject({
    message: 'Failed to open customer portal',
  })
  await pay(app, (await subscribe(ada, 'builder')).url)
  expect((await app.as(ada).memberships.portal()).url).toContain('/dev/stripe/portal/')
  await control(app, { down: true })
  await expect(app.as(ada).memberships.portal()).rejects.toMatchObject({
    message: 'Failed to open customer portal',
  })
  await control(app, { down: false })
})

test('a checkout that cannot start says so and can be tried again [MEM-27]', async () => {
  await control(app, { down: true })
  await expect(subscribe(ada, 'builder')).rejects.toMatchObject({
    message: 'Failed to start checkout. Please try again.',
  })
  await control(app, { down: false })
  await pay(app, (await subscribe(ada, 'builder')).url)
  expect(await mine(ada)).toMatchObject({ tier: { slug: 'builder' } })
})

test('choosing again closes the first page, so that nobody pays twice', async () => {
  const first = await subscribe(ada, 'builder')
  expect((await subscribe(ada, 'builder')).url).toBe(first.url)
  const second = await subscribe(ada, 'creator')
  await pay(app, first.url)
  expect(await mine(ada)).toMatchObject({ tier: { slug: 'explorer' } })
  await pay(app, second.url)
  expect(await mine(ada)).toMatchObject({ tier: { slug: 'creator' } })
})

test('subscribing needs a session and approval', async () => {
  await expect(app.as(null).memberships.subscribe({ tierId: tier('builder').id })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
  await expect(subscribe(await person(app), 'builder')).rejects.toMatchObject({ code: 'APPROVAL_PENDING' })
})

test('a new price of a tier is what the next subscriber pays', async () => {
  const boss = await admin(app)
  const { allTiers, updateTier } = app.as(boss).memberships
  const row = (await allTiers()).find(({ slug }) => slug === 'builder')!
  const edit = (priceMonthly: number) =>
    updateTier({
      id: row.id,
      name: row.name,
      description: row.description,
      priceMonthly,
      weeklyTokens: row.weeklyTokens,
      tokenDiscountPercent: row.tokenDiscountPercent,
      marketDiscountPercent: row.marketDiscountPercent,
      stripePriceId: '',
      features: row.features,
      isActive: true,
    })
  await edit(45)
  const { orderId, url } = await subscribe(ada, 'builder')
  await pay(app, url)
  expect(await app.as(ada).payments.order({ id: orderId })).toMatchObject({
    status: 'paid',
    amountPence: 4_500,
  })
  await edit(40)
})

test('a friend’s first paid month completes the referral: 10 % off for both, 5 tokens for the referrer [MEM-36]', async () => {
  await pay(app, (await subscribe(ada, 'builder')).url)
  const friend = await member(app)
  await app.db
    .insert(referrals)
    .values({ referrerUserId: ada.id, referredUserId: friend.id, referredEmail: friend.email })
  const before = await balance(ada)
  const { orderId, url } = await subscribe(friend, 'creator')
  expect(await app.as(friend).payments.order({ id: orderId })).toMatchObject({ amountPence: 8_100 })
  await pay(app, url)
  expect(await mine(friend)).toMatchObject({ tier: { slug: 'creator' } })
  expect(await balance(ada)).toBe(before + 5)
  expect(await app.sql('select status, reward_given from referrals where referred_user_id = $1', [friend.id])).toEqual([
    { status: 'completed', reward_given: true },
  ])
  await control(app, { advanceSubscription: await subscriptionOf(ada) })
  await settle(app)
  const entries = await app.sql<{ amount_pence: number }>(
    'select amount_pence from ledger_entries where user_id = $1 order by amount_pence',
    [ada.id],
  )
  expect(entries.map(({ amount_pence }) => amount_pence)).toEqual([3_600, 4_000])
  await control(app, { advanceSubscription: await subscriptionOf(friend) })
  await settle(app)
  expect(await balance(ada)).toBe(before + 5)
})

test('nobody refers themselves', async () => {
  const self = { referrerUserId: ada.id, referredUserId: ada.id, referredEmail: ada.email }
  await expect(app.write(tx => tx.insert(referrals).values(self))).rejects.toMatchObject({
    code: 'SELF_REFERRAL',
  })
})

test('approval gives the Explorer row once', async () => {
  const fresh = await person(app, { approval: 'approved' })
  expect(await mine(fresh)).toMatchObject({ tier: null, isSubscribed: false })
  const ids = await Promise.all(Array.from({ length: 10 }, () => app.write(tx => activateExplorer(tx, fresh.id))))
  expect(new Set(ids).size).toBe(1)
  expect(await mine(fresh)).toMatchObject({ tier: { slug: 'explorer' } })
})
