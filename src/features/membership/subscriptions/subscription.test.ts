import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { activateExplorer, endSubscription } from '#features/membership/memberships/model.ts'
import { referrals } from '#features/membership/referrals/table.ts'
import { restOfMonthPence } from '#features/membership/sales/rules.ts'
import { whyNot as whyNotPlace } from '#features/spaces/calendar/rules.ts'
import { callerAs } from '#seed/caller.ts'
import { facility } from '#seed/factories/facilities.ts'
import { admin, member, type Person, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { subscribing } from '#test/memberships.ts'
import { control, declinedCard, pay, pressPay, tiers, untilQuiet } from '#test/payments.ts'
import { statementsOf } from '#test/statements.ts'

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
const { mine, subscribe, templatesTo, subscriptionOf } = at
const balance = async (who: Person) => (await app.as(who).tokens.history({})).balance

test('a paid first month starts the tier, grants the week, enters the ledger and sends one mail', async () => {
  const { orderId, url } = await subscribe(ada, 'builder')
  expect(await mine(ada)).toMatchObject({
    tier: { slug: 'explorer' },
    isSubscribed: false,
    pendingOrderId: orderId,
  })
  expect(await pressPay(url)).toBe(`${app.url}/members?success=true&order=${orderId}`)
  expect(await mine(ada)).toMatchObject({ tier: { slug: 'explorer' } })
  await untilQuiet(app)
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
  expect(await templatesTo(ada)).toEqual(['memberships.started'])
  await expectInvariants(app)
})

test('the success address without a payment changes nothing', async () => {
  const { orderId, url } = await subscribe(ada, 'builder')
  await app.fetch(`/members?success=true&order=${orderId}`)
  await pay(app, url, declinedCard)
  await app.as(ada).memberships.refresh()
  expect(await mine(ada)).toMatchObject({ tier: { slug: 'explorer' }, isSubscribed: false })
  expect(await balance(ada)).toBe(0)
})

test('refreshing takes the payment over at once, before any webhook', async () => {
  const { url } = await subscribe(ada, 'creator')
  await control(app, { hold: true })
  await pressPay(url)
  expect(await app.as(ada).memberships.refresh()).toMatchObject({
    tier: { slug: 'creator' },
    isSubscribed: true,
  })
  await control(app, { hold: false })
  await untilQuiet(app)
  expect(await balance(ada)).toBe(150)
  await expectInvariants(app)
})

test('the next month is a ledger entry, and a failed one makes the membership overdue until it is paid', async () => {
  await pay(app, (await subscribe(ada, 'builder')).url)
  const subscription = await subscriptionOf(ada)
  await control(app, { advanceSubscription: subscription })
  await untilQuiet(app)
  expect(await app.sql('select amount_pence from ledger_entries where user_id = $1', [ada.id])).toHaveLength(2)
  expect(await mine(ada)).toMatchObject({
    paymentStatus: 'paid',
    currentPeriodEnd: new Date('2027-01-18T10:00:00Z'),
  })
  await control(app, { declineNext: true })
  await control(app, { advanceSubscription: subscription })
  await untilQuiet(app)
  expect(await mine(ada)).toMatchObject({ paymentStatus: 'overdue', tier: { slug: 'builder' } })
  expect(await templatesTo(ada)).toEqual(['memberships.charged', 'memberships.payment-failed', 'memberships.started'])
  const [invoice] = await app.runtime.stripe.invoices.list({ subscription, status: 'open' }).then(({ data }) => data)
  await app.runtime.stripe.invoices.pay(invoice!.id!)
  await untilQuiet(app)
  expect(await mine(ada)).toMatchObject({ paymentStatus: 'paid' })
  await expectInvariants(app)
})

test('an open payment of who has cancelled is asked for until the membership ends, and by nobody after it', async () => {
  await at.join(ada, 'builder')
  const subscription = await subscriptionOf(ada)
  await control(app, { declineNext: true })
  await at.nextPeriod(ada)
  await control(app, { declineNext: false })
  await app.as(ada).memberships.backToExplorer({})
  await untilQuiet(app)
  expect(await at.told(ada, 'memberships.ending')).toMatchObject([{ isOpen: true }])
  const invoices = async (status: 'open' | 'void') =>
    (await app.runtime.stripe.invoices.list({ subscription, status })).data
  const [open] = await invoices('open')
  expect(open).toMatchObject({ amount_remaining: 4_000 })
  await at.nextPeriod(ada)
  expect(await mine(ada)).toMatchObject({ tier: { slug: 'explorer' } })
  expect(await invoices('open')).toEqual([])
  expect(await invoices('void')).toMatchObject([{ id: open!.id }])
  await expect(app.runtime.stripe.invoices.pay(open!.id!)).rejects.toThrow()
  expect(await at.ledgerOf(ada)).toEqual([4_000])
  await expectInvariants(app)
})

test('changing to another paid tier keeps the subscription and settles the difference', async () => {
  await pay(app, (await subscribe(ada, 'builder')).url)
  const subscription = await subscriptionOf(ada)
  expect(await app.as(ada).memberships.changeQuote({ tierId: tier('innovator').id })).toEqual({
    nowPence: 13_500,
    creditPence: 0,
    countsFrom: null,
    bringsTokens: true,
    monthlyPence: 17_500,
    endsNoMore: false,
    at: app.clock.now().getTime() / 1000,
  })
  await expect(subscribe(ada, 'innovator')).rejects.toMatchObject({ code: 'ALREADY_SUBSCRIBED' })
  expect(await at.changeTo(ada, 'innovator')).toMatchObject({
    tier: { slug: 'innovator' },
  })
  await untilQuiet(app)
  expect(await subscriptionOf(ada)).toBe(subscription)
  const paid = await app.sql<{ sum: number }>(
    'select sum(amount_pence)::int as sum from ledger_entries where user_id = $1',
    [ada.id],
  )
  expect(paid).toEqual([{ sum: 17_500 }])
})

test('a change in a part month counts what was paid for it, and is charged exactly as it was quoted', async () => {
  await at.join(ada, 'builder', { isProRata: true })
  const [paid, quoteOf] = [
    await at.heldOf(ada),
    (slug: string) => app.as(ada).memberships.changeQuote({ tierId: tier(slug).id }),
  ]
  const { nowPence } = await quoteOf('innovator')
  // The same part of the dearer month, less what the cheaper one was paid with.
  const partOf = (pricePence: number) => restOfMonthPence(pricePence, app.clock.now())
  expect(paid).toBe(partOf(4_000))
  expect(nowPence).toBe(partOf(17_500) - paid)
  await at.changeTo(ada, 'innovator')
  await untilQuiet(app)
  expect(await at.heldOf(ada)).toBe(paid + nowPence)
  const back = await quoteOf('builder')
  // The days whose tokens the dearer plan brought are no part of what is credited.
  const leftOf = (pricePence: number) => restOfMonthPence(pricePence, back.countsFrom!)
  const left = leftOf(17_500) - leftOf(4_000)
  expect(left).toBeLessThan(nowPence)
  expect(back.nowPence).toBe(-left)
  await at.changeTo(ada, 'builder')
  await untilQuiet(app)
  expect(await at.creditOf(ada)).toBe(left)
  expect(await quoteOf('innovator')).toMatchObject({ nowPence, creditPence: left })
  await expectInvariants(app)
})

test('a sum that nobody agreed to is not charged: the person is told the new one', async () => {
  await at.join(ada, 'builder')
  const { memberships } = app.as(ada)
  const tierId = tier('creator').id
  const { nowPence, at: quotedAt } = await memberships.changeQuote({ tierId })
  const change = (quote: { nowPence: number; at: number }) => memberships.change({ tierId, quote })
  await expect(change({ nowPence: nowPence - 1, at: quotedAt })).rejects.toMatchObject({
    code: 'QUOTE_CHANGED',
    message: expect.stringContaining('£50 is to pay now'),
  })
  app.clock.set('2026-11-18T10:16:00Z')
  await expect(change({ nowPence, at: quotedAt })).rejects.toMatchObject({ code: 'QUOTE_CHANGED' })
  app.clock.set('2026-11-18T10:14:00Z')
  expect(await at.ledgerOf(ada)).toEqual([4_000])
  expect(await change({ nowPence, at: quotedAt })).toMatchObject({ tier: { slug: 'creator' } })
  await untilQuiet(app)
  expect(await at.ledgerSum(ada)).toBe(4_000 + nowPence)
  app.clock.set('2026-11-18T10:00:00Z')
})

test('a price is not reckoned with a moment before the last change of plan', async () => {
  await at.join(ada, 'builder')
  app.clock.set('2026-11-18T10:20:00Z')
  const before = Math.floor(app.clock.now().getTime() / 1000) - 600
  await at.changeTo(ada, 'innovator')
  await untilQuiet(app)
  const { memberships } = app.as(ada)
  const tierId = tier('builder').id
  const quote = await memberships.changeQuote({ tierId })
  const told: unknown = await memberships
    .change({ tierId, quote: { nowPence: quote.nowPence, at: before } })
    .catch(error => error)
  expect(told).toMatchObject({ code: 'QUOTE_CHANGED' })
  expect(await at.creditOf(ada)).toBe(0)
  expect(await memberships.change({ tierId, quote: { nowPence: quote.nowPence, at: quote.at } })).toMatchObject({
    tier: { slug: 'builder' },
  })
  app.clock.set('2026-11-18T10:00:00Z')
})

test('a later month in another currency is not entered, goes back, and ends what the house cannot keep books of', async () => {
  await at.join(ada, 'builder')
  const { invoices } = app.runtime.stripe
  const { retrieve } = invoices
  invoices.retrieve = (async (...args: Parameters<typeof retrieve>) => ({
    ...(await retrieve.apply(invoices, args)),
    currency: 'eur',
  })) as unknown as typeof retrieve
  try {
    await at.nextPeriod(ada)
  } finally {
    invoices.retrieve = retrieve
  }
  await untilQuiet(app)
  expect(await at.ledgerOf(ada)).toEqual([4_000])
  expect(await at.heldOf(ada)).toBe(4_000)
  expect(await at.told(ada, 'memberships.refused')).toMatchObject([
    { reason: 'It was made in a currency that the house does not take.' },
  ])
  expect(await at.mine(ada)).toMatchObject({ tier: { slug: 'explorer' } })
})

test('members read their credit, and nothing where the provider cannot be asked', async () => {
  const { memberships } = app.as(ada)
  expect(await memberships.credit()).toEqual({ creditPence: 0 })
  await at.join(ada, 'creator')
  await at.changeTo(ada, 'builder')
  await untilQuiet(app)
  // A week of the larger plan’s tokens was had.
  expect(await memberships.credit()).toEqual({ creditPence: Math.round((5_000 * 23) / 30) })
  await control(app, { down: true })
  expect(await memberships.credit()).toEqual({ creditPence: null })
  await control(app, { down: false })
})

test('changing the plan takes a cancellation back, and says so before', async () => {
  await at.join(ada, 'builder')
  await app.as(ada).memberships.backToExplorer()
  expect(await app.as(ada).memberships.changeQuote({ tierId: tier('creator').id })).toMatchObject({ endsNoMore: true })
  expect(await at.changeTo(ada, 'creator')).toMatchObject({ cancelsAtPeriodEnd: false, renews: true })
})

test('going back to Explorer ends the membership with its period and can be taken back until then', async () => {
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
  await untilQuiet(app)
  expect(await mine(ada)).toMatchObject({
    tier: { slug: 'explorer' },
    isSubscribed: false,
    paymentStatus: 'waived',
  })
  expect(await balance(ada)).toBe(50)
  expect(await templatesTo(ada)).toContain('memberships.ending')
})

test('what may be done is what the server does, and is known in two statements', async () => {
  expect((await mine(ada)).can).toEqual({
    subscribe: true,
    change: false,
    cancel: false,
    startNow: false,
    pause: false,
    resume: false,
    payDue: false,
    keep: false,
    manage: false,
    switchFreely: false,
  })
  const { memberships } = app.as(ada)
  const quote = { nowPence: 0, at: 0 }
  await expect(memberships.keep()).rejects.toMatchObject({ code: 'NO_SUBSCRIPTION' })
  await expect(memberships.change({ tierId: tier('builder').id, quote })).rejects.toMatchObject({
    code: 'NO_SUBSCRIPTION',
  })
  expect(await statementsOf(() => mine(ada))).toHaveLength(2)
  await pay(app, (await subscribe(ada, 'builder')).url)
  expect((await mine(ada)).can).toMatchObject({
    subscribe: false,
    change: true,
    cancel: true,
    keep: false,
    manage: true,
  })
  await expect(memberships.keep()).rejects.toMatchObject({ code: 'NOT_CANCELLED' })
  await expect(memberships.change({ tierId: tier('builder').id, quote })).rejects.toMatchObject({
    code: 'ALREADY_ON_TIER',
  })
  expect((await memberships.backToExplorer()).can).toMatchObject({ cancel: false, keep: true })
  await expect(memberships.backToExplorer()).rejects.toMatchObject({ code: 'ALREADY_CANCELLED' })
})

test('who leaves may say why, and who stays after all is marked; the office reads it', async () => {
  await pay(app, (await subscribe(ada, 'builder')).url)
  const boss = await admin(app)
  const said = async () => (await app.as(boss).memberships.leaving({ q: 'A quieter room' })).rows
  await app.as(ada).memberships.backToExplorer({ reason: 'missing', words: 'A quieter room' })
  expect(await said()).toMatchObject([
    {
      tier: 'Builder',
      reason: 'missing',
      words: 'A quieter room',
      takenBackAt: null,
      userId: ada.id,
      state: 'leaving',
    },
  ])
  await app.as(ada).memberships.keep()
  expect(await said()).toMatchObject([{ takenBackAt: app.clock.now(), state: 'stayed', endsAt: null }])
  expect(await mine(ada)).toMatchObject({ cancelsAtPeriodEnd: false, renews: true })
  // Without a word nothing is kept.
  await app.as(ada).memberships.backToExplorer()
  expect((await app.as(boss).memberships.leaving({})).rows.filter(row => row.userId === ada.id)).toHaveLength(1)
})

test('a membership is kept and told with its tier and its period [MEM-12, MEM-13]', async () => {
  expect(await app.as(ada).memberships.refresh()).toMatchObject({
    tier: { slug: 'explorer' },
    isSubscribed: false,
    currentPeriodEnd: null,
  })
  await pay(app, (await subscribe(ada, 'builder')).url)
  const [row] = await app.sql(
    `select id, user_id, tier_id, status, current_period_start, current_period_end from user_memberships
     where user_id = $1 and status = 'active'`,
    [ada.id],
  )
  const period = { currentPeriodStart: app.clock.now(), currentPeriodEnd: new Date('2026-12-18T10:00:00Z') }
  expect(row).toEqual({
    ...{ id: expect.any(String), user_id: ada.id, tier_id: tier('builder').id, status: 'active' },
    ...{ current_period_start: period.currentPeriodStart, current_period_end: period.currentPeriodEnd },
  })
  expect(await app.as(ada).memberships.refresh()).toMatchObject({
    tier: { slug: 'builder' },
    isSubscribed: true,
    ...period,
  })
})

test('the portal opens for those who pay, and its failure has its words', async () => {
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

test('a checkout that cannot start says so and can be tried again', async () => {
  await control(app, { down: true })
  await expect(subscribe(ada, 'builder')).rejects.toMatchObject({
    message: 'Failed to start checkout. Please try again.',
  })
  await control(app, { down: false })
  await pay(app, (await subscribe(ada, 'builder')).url)
  expect(await mine(ada)).toMatchObject({ tier: { slug: 'builder' } })
})

test('a checkout that could not open is opened later from its order, at the price that was asked for', async () => {
  await control(app, { down: true })
  const { orderId } = await subscribe(ada, 'builder').catch((error: { data: { orderId: string } }) => error.data)
  await control(app, { down: false })
  await app.sql('update membership_tiers set price_pence = 4100 where id = $1', [tier('builder').id])
  await expect(app.as(ada).payments.retry({ id: orderId })).rejects.toMatchObject({ code: 'ORDER_CLOSED' })
  await app.sql('update membership_tiers set price_pence = 4000 where id = $1', [tier('builder').id])
  expect(await app.as(ada).payments.order({ id: orderId })).toMatchObject({ can: { pay: true } })
  await pay(app, (await app.as(ada).payments.retry({ id: orderId })).url)
  expect(await mine(ada)).toMatchObject({ tier: { slug: 'builder' }, paymentStatus: 'paid' })
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

test('whoever is not approved yet is offered no payment, and is told about tokens what is true of them', async () => {
  const newcomer = await person(app)
  const { can } = await mine(newcomer)
  expect(can).toMatchObject({ subscribe: false, change: false, cancel: false, keep: false })
  const actor = await callerAs(app.runtime, newcomer.id)
  const fare = await facility(app)
  expect(whyNotPlace.payWithTokens(actor!.actor, { fare, on: '2026-12-01', balance: 0 })?.message).toBe(
    'This is for approved members.',
  )
})

test('a month that was not paid is worth nothing towards another plan', async () => {
  const someone = await member(app)
  await at.join(someone, 'innovator')
  await control(app, { declineNext: true })
  await at.nextPeriod(someone)
  expect(await mine(someone)).toMatchObject({ paymentStatus: 'overdue', can: { change: false, manage: true } })
  for (const slug of ['builder', 'creator'])
    await expect(at.changeTo(someone, slug)).rejects.toMatchObject({
      code: 'PAYMENT_OVERDUE',
    })
  expect(await at.creditOf(someone)).toBe(0)
})

test('on the first of a month the month itself is paid, also by whoever asks for the part of it that is left', async () => {
  const now = app.clock.now()
  onTestFinished(() => app.clock.set(now))
  app.clock.set('2026-12-01T09:00:00Z')
  const someone = await member(app)
  await at.join(someone, 'creator', { isProRata: true })
  expect(await at.ledgerOf(someone)).toEqual([9_000])
  expect(await mine(someone)).toMatchObject({ tier: { slug: 'creator' }, paymentStatus: 'paid' })
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
      guestPassesPerMonth: row.guestPassesPerMonth,
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

test('a friend’s first paid month completes the referral: 10 % off for both, 5 tokens for the referrer [MEM-33] [MEM-36]', async () => {
  await pay(app, (await subscribe(ada, 'builder')).url)
  const friend = await member(app)
  await app.db
    .insert(referrals)
    .values({ referrerUserId: ada.id, referredUserId: friend.id, referredEmail: friend.email })
  const record = () =>
    app.sql(
      'select referred_email, referrer_user_id, status, reward_given from referrals where referred_user_id = $1',
      [friend.id],
    )
  const known = { referred_email: friend.email, referrer_user_id: ada.id }
  expect(await record()).toEqual([{ ...known, status: 'pending', reward_given: false }])
  await expect(
    app.sql(`update referrals set status = 'lost' where referred_user_id = $1`, [friend.id]),
  ).rejects.toMatchObject({ constraint: 'referrals_status' })
  const before = await balance(ada)
  expect((await mine(friend)).firstMonths).toContainEqual(
    expect.objectContaining({ tierId: tier('creator').id, monthPence: 8_100 }),
  )
  const { orderId, url } = await subscribe(friend, 'creator')
  expect(await app.as(friend).payments.order({ id: orderId })).toMatchObject({ amountPence: 8_100 })
  await pay(app, url)
  expect(await mine(friend)).toMatchObject({ tier: { slug: 'creator' } })
  expect(await balance(ada)).toBe(before + 5)
  expect(await record()).toEqual([{ ...known, status: 'completed', reward_given: true }])
  await control(app, { advanceSubscription: await subscriptionOf(ada) })
  await untilQuiet(app)
  const entries = await app.sql<{ amount_pence: number }>(
    'select amount_pence from ledger_entries where user_id = $1 order by amount_pence',
    [ada.id],
  )
  expect(entries.map(({ amount_pence }) => amount_pence)).toEqual([3_600, 4_000])
  await control(app, { advanceSubscription: await subscriptionOf(friend) })
  await untilQuiet(app)
  expect(await balance(ada)).toBe(before + 5)
})

test('a referrer’s discount belongs to the next whole month, also when the plan changes before it; it is used up once', async () => {
  await at.join(ada, 'builder')
  const friend = await member(app)
  await app.db
    .insert(referrals)
    .values({ referrerUserId: ada.id, referredUserId: friend.id, referredEmail: friend.email })
  await at.join(friend, 'builder')
  await at.changeTo(ada, 'creator')
  await untilQuiet(app)
  await at.nextPeriod(ada)
  await at.nextPeriod(ada)
  expect(await at.ledgerOf(ada)).toEqual([4_000, 5_000, 8_100, 9_000])
  await expectInvariants(app)
})

test('each friend is one cheaper month for the referrer, one after another', async () => {
  await at.join(ada, 'builder')
  for (const _ of [1, 2, 3]) {
    const friend = await member(app)
    await app.db
      .insert(referrals)
      .values({ referrerUserId: ada.id, referredUserId: friend.id, referredEmail: friend.email })
    await at.join(friend, 'builder')
  }
  for (const _ of [1, 2, 3, 4]) await at.nextPeriod(ada)
  expect(await at.ledgerOf(ada)).toEqual([3_600, 3_600, 3_600, 4_000, 4_000])
})

test('who began at another price than today’s keeps it, and reads it', async () => {
  await at.join(ada, 'builder')
  await app.sql(`update membership_tiers set price_pence = 5000 where slug = 'builder'`)
  onTestFinished(() => app.sql(`update membership_tiers set price_pence = 4000 where slug = 'builder'`).then(() => {}))
  expect(await mine(ada)).toMatchObject({ monthlyPence: 4_000, tier: { pricePence: 5_000 } })
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

test('a subscription that another one replaced is ended at the provider, so that it charges no more', async () => {
  await pay(app, (await subscribe(ada, 'builder')).url)
  const subscriptionId = await subscriptionOf(ada)
  for (let i = 0; i < 2; i++) await app.write(tx => tx.enqueue(endSubscription, { subscriptionId }))
  await untilQuiet(app)
  expect((await app.runtime.stripe.subscriptions.retrieve(subscriptionId)).status).toBe('canceled')
  expect(await mine(ada)).toMatchObject({ isSubscribed: false })
})

test('an answer of the provider that is older than the one applied changes nothing', async () => {
  await pay(app, (await subscribe(ada, 'builder')).url)
  await app.sql(
    `update user_memberships set payment_status = 'overdue', synced_at = $2 where user_id = $1 and status = 'active'`,
    [ada.id, new Date(app.clock.now().getTime() + 60_000)],
  )
  await app.as(ada).memberships.refresh()
  expect(await mine(ada)).toMatchObject({ paymentStatus: 'overdue' })
  app.clock.advance(120_000)
  await app.as(ada).memberships.refresh()
  expect(await mine(ada)).toMatchObject({ paymentStatus: 'paid' })
})

test('whoever has just paid for one tier does not start paying for another', async () => {
  const { orderId, url } = await subscribe(ada, 'builder')
  await control(app, { hold: true })
  await pressPay(url)
  await expect(subscribe(ada, 'creator')).rejects.toMatchObject({
    code: 'PAYMENT_UNDER_WAY',
    message: 'Your payment is being processed. Please wait a moment.',
  })
  await control(app, { hold: false })
  await untilQuiet(app)
  expect(await app.as(ada).payments.order({ id: orderId })).toMatchObject({ status: 'paid' })
  expect(await mine(ada)).toMatchObject({ tier: { slug: 'builder' } })
})
