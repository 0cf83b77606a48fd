import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { loyaltySteps } from '#features/membership/memberships/rules.ts'
import { takeOff } from '#features/membership/referrals/rules.ts'
import { tier } from '#seed/factories/memberships.ts'
import { admin, committee, member, type Person, paidMember, person } from '#seed/factories/people.ts'
import { sharedTestApp, type TestApp } from '#test/app.ts'
import { tiers } from '#test/payments.ts'
import { installFirstCatalogue } from './model.ts'
import { tierNamed } from './rules.ts'

const app = sharedTestApp()
let boss: Person
beforeAll(async () => {
  boss = await admin(app)
})

test('the first start puts the information page’s tiers in force, once', async () => {
  await Promise.all([installFirstCatalogue(app.runtime), installFirstCatalogue(app.runtime)])
  expect(await app.as(null).memberships.tiers()).toMatchObject([
    { slug: 'explorer', pricePence: 0, isFree: true },
    { slug: 'builder', pricePence: 4_000, weeklyTokens: 50 },
    {
      slug: 'creator',
      pricePence: 9_000,
      weeklyTokens: 150,
      tokenDiscountPercent: 10,
      marketDiscountPercent: 30,
    },
    { slug: 'innovator', pricePence: 17_500, weeklyTokens: 250, tokenDiscountPercent: 20 },
  ])
  const builder = (await app.as(boss).memberships.allTiers()).find(({ slug }) => slug === 'builder')!
  await app.as(boss).memberships.updateTier(edit(builder, { isActive: false }))
  await installFirstCatalogue(app.runtime)
  expect((await app.as(null).memberships.tiers()).map(({ slug }) => slug)).not.toContain('builder')
})

test('one click switches to the application form’s tiers and back; nobody but an admin may [JOIN-05]', async () => {
  await app.as(boss).memberships.installCatalogue({ catalogue: 'application' })
  expect(await app.as(null).memberships.tiers()).toMatchObject([
    { slug: 'explorer', pricePence: 0 },
    { slug: 'creative', pricePence: 5_000 },
    { slug: 'collective', pricePence: 15_000 },
    { slug: 'catalyst', pricePence: 30_000 },
  ])
  await app.as(boss).memberships.installCatalogue({ catalogue: 'information' })
  expect((await app.as(null).memberships.tiers()).map(({ slug }) => slug)).toEqual([
    'explorer',
    'builder',
    'creator',
    'innovator',
  ])
  await expect(
    app.as(await committee(app)).memberships.installCatalogue({ catalogue: 'application' }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('the tier of whoever is signed out, or not subscribed, is Explorer [MEM-15]', async () => {
  const ended = await paidMember(app)
  await app.sql(`update user_memberships set status = 'cancelled', ended_at = now() where user_id = $1`, [ended.id])
  const unpaid = await person(app, { approval: 'approved' })
  const own = async (who: Person | null) =>
    (await app.as(who).memberships.tiers()).filter(({ isOwn }) => isOwn).map(({ slug }) => slug)
  for (const who of [null, unpaid, ended, await member(app)]) expect(await own(who)).toEqual(['explorer'])
  expect(await own(await paidMember(app))).toEqual(['creator'])
  expect(await app.as(await member(app)).memberships.mine()).toMatchObject({ tier: { slug: 'explorer' } })
})

test('an admin edits every field but the slug, and the change is audited', async () => {
  const before = (await app.as(boss).memberships.allTiers()).find(({ slug }) => slug === 'creator')!
  const price = await monthly(9_500)
  await app.as(boss).memberships.updateTier(
    edit(before, {
      name: 'Curator',
      priceMonthly: 95,
      weeklyTokens: 160,
      tokenDiscountPercent: 15,
      stripePriceId: price.id,
      features: ['One', '  ', 'Two'],
    }),
  )
  const after = (await app.as(boss).memberships.allTiers()).find(({ id }) => id === before.id)!
  expect(after).toMatchObject({
    slug: 'creator',
    name: 'Curator',
    pricePence: 9_500,
    weeklyTokens: 160,
    tokenDiscountPercent: 15,
    stripePriceId: price.id,
    features: ['One', 'Two'],
    isActive: true,
  })
  const audit = await app.sql(
    `select actor_id from audit_log where table_name = 'membership_tiers' and row_id = $1 and action = 'update' order by id desc limit 1`,
    [before.id],
  )
  expect(audit).toEqual([{ actor_id: boss.id }])
})

test('a price at the provider is one plan’s: one that does not exist, is another’s or is not monthly is refused with words', async () => {
  const [builder, innovator] = await Promise.all(['builder', 'innovator'].map(slug => tier(app, slug)))
  const name = (id: string, stripePriceId: string) => app.as(boss).memberships.updateTier({ id, stripePriceId })
  const refused = (code: string) => ({ code, data: { field: 'stripePriceId' } })
  await expect(name(builder!.id, 'price_nothing')).rejects.toMatchObject({
    ...refused('PRICE_UNKNOWN'),
    message: 'The payment provider has no price with this id.',
  })
  const { stripe } = app.runtime
  const yearly = await stripe.prices.create({
    ...{ currency: 'gbp', unit_amount: 4_000, recurring: { interval: 'year' }, product_data: { name: 'By hand' } },
  })
  await expect(name(builder!.id, yearly.id)).rejects.toMatchObject(refused('PRICE_UNFIT'))
  const price = await monthly(4_000)
  await name(builder!.id, price.id)
  onTestFinished(() => name(builder!.id, '').then(() => {}))
  await expect(name(innovator!.id, price.id)).rejects.toMatchObject(refused('PRICE_TAKEN'))
  await expect(
    app.sql('update membership_tiers set stripe_price_id = $1 where id = $2', [price.id, innovator!.id]),
  ).rejects.toMatchObject({ constraint: 'membership_tiers_price_id' })
  expect((await stripe.prices.retrieve(price.id)).metadata).toEqual({ tierId: builder!.id })
})

test('an edit of a tier keeps what somebody else changed meanwhile, and is refused where both changed the same', async () => {
  const { id, weeklyTokens, description } = (await app.as(boss).memberships.allTiers()).find(
    ({ slug }) => slug === 'innovator',
  )!
  const was = { priceMonthly: 175, weeklyTokens, description, stripePriceId: '' }
  await app.as(await admin(app)).memberships.updateTier({ id, priceMonthly: 180, was })
  await app.as(boss).memberships.updateTier({ id, weeklyTokens: 255, was })
  const now = async () => (await app.as(boss).memberships.allTiers()).find(tier => tier.id === id)
  expect(await now()).toMatchObject({ pricePence: 18_000, weeklyTokens: 255, description })
  await expect(app.as(boss).memberships.updateTier({ id, priceMonthly: 170, was })).rejects.toMatchObject({
    code: 'CHANGED_MEANWHILE',
    data: { field: 'priceMonthly', is: 180 },
  })
  await app.as(boss).memberships.updateTier({ id, priceMonthly: 175, weeklyTokens })
  expect(await now()).toMatchObject({ pricePence: 17_500, weeklyTokens })
})

test.each([
  { priceMonthly: 40.5 },
  { priceMonthly: -1 },
  { priceMonthly: '40' },
  { weeklyTokens: Number.NaN },
  { weeklyTokens: -1 },
  { weeklyTokens: 1.5 },
  { tokenDiscountPercent: 91 },
  { tokenDiscountPercent: 101 },
  { tokenDiscountPercent: -1 },
  { tokenDiscountPercent: 'ten' },
])('numbers that make no sense are refused: %o', async wrong => {
  const tier = (await app.as(boss).memberships.allTiers())[1]!
  await expect(app.as(boss).memberships.updateTier(edit(tier, wrong as object))).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
})

test('only an admin edits tiers, and one tier stays free [TIER-12]', async () => {
  const list = await app.as(boss).memberships.allTiers()
  await expect(app.as(await committee(app)).memberships.updateTier(edit(list[1]!, {}))).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await expect(app.as(await paidMember(app)).memberships.allTiers()).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  const free = list.find(({ isFree }) => isFree)!
  await expect(app.as(boss).memberships.updateTier(edit(free, { priceMonthly: 5 }))).rejects.toMatchObject({
    code: 'LAST_FREE_TIER',
  })
})

test('while members are on it a free tier stays free and a paid one paid: no rights without money, none lost while paying', async () => {
  const { updateTier, allTiers } = app.as(boss).memberships
  const spare = (await allTiers()).find(({ slug }) => slug === 'catalyst')!
  await updateTier({ id: spare.id, priceMonthly: 0 })
  await member(app)
  const ada = await paidMember(app)
  const mine = (await app.as(ada).memberships.mine()).tier!
  const free = (await allTiers()).find(({ slug }) => slug === 'explorer')!
  for (const [id, priceMonthly] of [
    [free.id, 5],
    [mine.id, 0],
  ] as const)
    await expect(updateTier({ id, priceMonthly })).rejects.toMatchObject({
      code: 'TIER_IN_USE',
      data: { field: 'priceMonthly' },
    })
  await updateTier({ id: mine.id, priceMonthly: mine.pricePence / 100 + 1 })
  await updateTier({ id: mine.id, priceMonthly: mine.pricePence / 100 })
  await updateTier({ id: spare.id, priceMonthly: 300 })
})

test('tiers come by rising price; retired ones only to admins [TIER-08]', async () => {
  const all = await app.as(boss).memberships.allTiers()
  expect(all.map(({ pricePence }) => pricePence)).toEqual(all.map(({ pricePence }) => pricePence).sort((a, b) => a - b))
  expect(all.some(({ isActive }) => !isActive)).toBe(true)
  expect((await app.as(null).memberships.tiers()).length).toBeLessThan(all.length)
})

test('an admin switches the own plan for 30 days at no cost, audited; then it ends by itself [MEM-32]', async () => {
  const tier = await tiers(app)
  await app.as(boss).memberships.adminSwitchOwnPlan({ tierId: tier('innovator').id })
  expect(await app.as(boss).memberships.mine()).toMatchObject({
    tier: { slug: 'innovator' },
    paymentStatus: 'waived',
    currentPeriodEnd: new Date(app.clock.now().getTime() + 30 * 86_400_000),
  })
  expect(
    await app.sql(`select action from audit_log where table_name = 'user_memberships' and actor_id = $1`, [boss.id]),
  ).toEqual([{ action: 'insert' }])
  expect(await app.sql('select 1 from orders where user_id = $1', [boss.id])).toEqual([])
  await expect(
    app.as(await paidMember(app)).memberships.adminSwitchOwnPlan({ tierId: tier('innovator').id }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' })
  app.clock.advance(30 * 86_400_000)
  await app.write(tx => tx.enqueue({ name: 'memberships.end-periods', payload: z.object({}) }, {}))
  await app.runJobs()
  expect(await app.as(boss).memberships.mine()).toMatchObject({ tier: { slug: 'explorer' } })
})

test('sums and steps', () => {
  expect(takeOff(9_000, 10)).toBe(8_100)
  expect(takeOff(4_995, 10)).toBe(4_495)
  expect(loyaltySteps('2026-11-30', '2027-02-27')).toBe(0)
  expect(loyaltySteps('2026-11-30', '2027-02-28')).toBe(1)
})

type Row = Awaited<ReturnType<ReturnType<TestApp['as']>['memberships']['allTiers']>>[number]

const monthly = (pence: number) =>
  app.runtime.stripe.prices.create({
    ...{ currency: 'gbp', unit_amount: pence, recurring: { interval: 'month' }, product_data: { name: 'By hand' } },
  })

function edit(tier: Row, change: object) {
  return {
    id: tier.id,
    name: tier.name,
    description: tier.description,
    priceMonthly: tier.pricePence / 100,
    weeklyTokens: tier.weeklyTokens,
    tokenDiscountPercent: tier.tokenDiscountPercent,
    marketDiscountPercent: tier.marketDiscountPercent,
    guestPassesPerMonth: tier.guestPassesPerMonth,
    stripePriceId: tier.stripePriceId ?? '',
    features: tier.features,
    isActive: tier.isActive,
    ...change,
  }
}

test('the office reads of each tier how many people are on it now, and how many of them pay by subscription', async () => {
  const countsOf = async (slug: string) => {
    const { members, paying } = (await app.as(boss).memberships.allTiers()).find(row => row.slug === slug)!
    return { members, paying }
  }
  for (const slug of ['builder', 'creator']) await tier(app, slug)
  const before = { builder: await countsOf('builder'), creator: await countsOf('creator') }
  const subscribed = await person(app, { tier: 'builder' })
  await app.sql(`update user_memberships set stripe_subscription_id = $1 where user_id = $2`, [
    'sub_counted',
    subscribed.id,
  ])
  await person(app, { tier: 'builder' })
  // Who was on it once is on it no more.
  const gone = await person(app, { tier: 'builder' })
  await app.sql(`update user_memberships set status = 'cancelled', ended_at = created_at where user_id = $1`, [gone.id])
  expect(await countsOf('builder')).toEqual({
    members: before.builder.members + 2,
    paying: before.builder.paying + 1,
  })
  // Those of another tier are not among them.
  expect(await countsOf('creator')).toEqual(before.creator)
})

test('the free tier is the lowest whatever else there is, and `free` is its name too; explorer, creator, curator and pioneer are tiers like others [TIER-06]', async () => {
  const own = ['curator', 'pioneer']
  await app.sql(
    `insert into membership_tiers (slug, name, price_pence) values ('curator', 'Curator', 6000), ('pioneer', 'Pioneer', 50)`,
  )
  onTestFinished(() => app.sql('delete from membership_tiers where slug = any($1)', [own]).then(() => {}))
  const list = await app.as(null).memberships.tiers()
  expect(list[0]).toMatchObject({ slug: 'explorer', pricePence: 0 })
  expect(list.map(({ slug }) => slug)).toEqual(['explorer', 'pioneer', 'builder', 'curator', 'creator', 'innovator'])
  expect(tierNamed(list, 'free')).toBe(list[0])
  expect(tierNamed(list, 'pioneer')?.name).toBe('Pioneer')
  // Who has none of the others is on it.
  expect((await app.as(await member(app)).memberships.mine()).tier).toMatchObject({ slug: 'explorer', isFree: true })
})
