import { beforeAll, beforeEach, expect, test } from 'vitest'
import { grantLoyalty, grantWeekly } from '#features/membership/memberships/jobs.ts'
import { admin, member, type Person, paidMember, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { tiers } from '#test/payments.ts'
import { statementsOf } from '#test/statements.ts'

const app = sharedTestApp()
let ada: Person
beforeAll(async () => {
  await tiers(app)
})
beforeEach(async () => {
  app.clock.set('2026-11-18T10:00:00Z')
  ada = await paidMember(app)
})

const balance = async (who: Person) => (await app.as(who).tokens.history({})).balance
async function run(job: typeof grantWeekly, at?: string) {
  if (at) app.clock.set(at)
  await app.write(tx => tx.enqueue(job, {}))
  await app.runJobs()
}

test('each week of the venue, from its Monday, grants the weekly tokens once', async () => {
  await run(grantWeekly)
  await run(grantWeekly, '2026-11-22T23:59:59Z')
  expect(await balance(ada)).toBe(150)
  await run(grantWeekly, '2026-11-23T00:00:00Z')
  await run(grantWeekly, '2026-11-25T12:00:00Z')
  expect(await balance(ada)).toBe(300)
})

test('the week turns at midnight in London, also in summer', async () => {
  await run(grantWeekly, '2027-06-13T22:59:59Z')
  expect(await balance(ada)).toBe(150)
  await run(grantWeekly, '2027-06-13T23:00:00Z')
  expect(await balance(ada)).toBe(300)
})

test('free, overdue and ended memberships get no weekly tokens', async () => {
  const free = await member(app)
  const late = await paidMember(app)
  await app.sql(`update user_memberships set payment_status = 'overdue' where user_id = $1`, [late.id])
  const gone = await paidMember(app)
  await app.sql(`update user_memberships set status = 'cancelled', ended_at = now() where user_id = $1`, [gone.id])
  await run(grantWeekly)
  expect(await Promise.all([free, late, gone].map(balance))).toEqual([0, 0, 0])
})

test('25 tokens for every three unbroken paid months, each once [MEM-09]', async () => {
  await run(grantLoyalty, '2027-02-17T23:59:00Z')
  expect(await balance(ada)).toBe(0)
  await run(grantLoyalty, '2027-02-18T00:00:00Z')
  await run(grantLoyalty, '2027-03-18T00:00:00Z')
  expect(await balance(ada)).toBe(25)
  await run(grantLoyalty, '2027-08-18T12:00:00Z')
  expect(await balance(ada)).toBe(75)
})

test('two servers granting at once grant once', async () => {
  await Promise.all(
    Array.from({ length: 10 }, () =>
      grantWeekly.run({}, { runtime: app.runtime, now: app.clock.now(), write: app.write }),
    ),
  )
  expect(await balance(ada)).toBe(150)
  await expectInvariants(app)
})

test.each([0, -1, 1.5, 1_001, Number.NaN, '10'])('%s tokens cannot be bought [TOK-03]', async quantity => {
  await expect(app.as(ada).tokens.buy({ quantity: quantity as number })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: 'Invalid quantity',
  })
})

test('a free member buys no tokens, a paid one does', async () => {
  await expect(app.as(await member(app)).tokens.buy({ quantity: 1 })).rejects.toMatchObject({
    code: 'UPGRADE_REQUIRED',
    data: { title: 'Upgrade Required' },
  })
  await expect(app.as(await person(app)).tokens.buy({ quantity: 1 })).rejects.toMatchObject({
    code: 'APPROVAL_PENDING',
  })
  expect((await app.as(ada).tokens.buy({ quantity: 1_000 })).url).toContain('/dev/stripe/checkout/')
})

test('one price, from the setting, is shown everywhere and less by the tier’s discount', async () => {
  const boss = await admin(app)
  await app.as(boss).venue.changeSettings({ tokenPricePence: 995 })
  expect(await app.as(null).tokens.price()).toMatchObject({ basePence: 995, unitPence: 995 })
  expect(await app.as(ada).tokens.price()).toMatchObject({
    basePence: 995,
    discountPercent: 10,
    unitPence: 896,
  })
  const list = await app.as(null).memberships.tiers()
  expect(list.map(({ slug, tokenPricePence }) => [slug, tokenPricePence])).toEqual([
    ['explorer', 995],
    ['builder', 995],
    ['creator', 896],
    ['innovator', 796],
  ])
  const { orderId } = await app.as(ada).tokens.buy({ quantity: 3 })
  expect(await app.as(ada).payments.order({ id: orderId })).toMatchObject({ amountPence: 3 * 896 })
  await app.as(boss).venue.changeSettings({ tokenPricePence: 1_000 })
})

test('the presets are the specified ones with what is paid for a token; none is a deal while all cost the same (decision 55)', async () => {
  const { presets, unitPence } = await app.as(ada).tokens.price()
  expect(presets).toEqual([
    { quantity: 10, label: 'Starter', unitPence },
    { quantity: 25, label: 'Popular', unitPence },
    { quantity: 50, label: 'Value', unitPence },
    { quantity: 100, label: 'Stock up', unitPence },
  ])
})

test('the history is one’s own, newest first, paged', async () => {
  await run(grantWeekly)
  await run(grantWeekly, '2026-11-23T00:00:00Z')
  const page = await app.as(ada).tokens.history({ pageSize: 1 })
  expect(page).toMatchObject({
    total: 2,
    balance: 300,
    rows: [{ amount: 150, balanceAfter: 300, type: 'bonus' }],
  })
  expect(await app.as(ada).tokens.history({ page: 9 })).toMatchObject({ total: 2, balance: 300, rows: [] })
  expect(await statementsOf(() => app.as(ada).tokens.history({ pageSize: 1 }))).toHaveLength(3)
})
