import { beforeEach, expect, test } from 'vitest'
import { grantWeekly } from '#features/membership/memberships/jobs.ts'
import { admin, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { subscribing } from '#test/memberships.ts'
import { untilQuiet } from '#test/payments.ts'
import { grantWeek } from './model.ts'
import { usedUntil } from './rules.ts'

const app = sharedTestApp()
const at = subscribing(app)
let ada: Person
beforeEach(async () => {
  app.clock.set('2026-11-18T10:00:00Z')
  ada = await member(app)
})

const week = async () => {
  await app.write(tx => tx.enqueue(grantWeekly, {}))
  await app.runJobs()
}
/** What came week by week, oldest first. */
const came = async (who = ada) =>
  (
    await app.sql<{ amount: number }>(
      `select amount from tokens where user_id = $1 and type = 'weekly' order by allocated_at, id`,
      [who.id],
    )
  ).map(({ amount }) => amount)
const tokens = async (who = ada) => (await came(who)).reduce((sum, amount) => sum + amount, 0)
const changeTo = async (slug: string) => {
  await at.changeTo(ada, slug)
  await untilQuiet(app)
}

test('a larger plan for the minutes about Monday brings no week of it without being paid for the week', async () => {
  app.clock.set('2026-11-16T09:00:00Z')
  await at.join(ada, 'builder')
  app.clock.set('2026-11-22T23:50:00Z')
  await changeTo('innovator')
  expect(await came()).toEqual([50])
  app.clock.set('2026-11-23T00:10:00Z')
  await week()
  expect(await came()).toEqual([50, 250])
  const { id: tierId } = await at.tier('builder')
  const quote = await app.as(ada).memberships.changeQuote({ tierId })
  // A week of the larger plan was had, so it is no part of what is credited.
  expect(quote.countsFrom?.toISOString()).toBe('2026-11-30T00:10:00.000Z')
  await changeTo('builder')
  const credit = await at.creditOf(ada)
  expect(credit).toBe(-quote.nowPence)
  // What was paid for the larger plan: the seven days and the minutes before them, of a month of 30.
  const paid = (await at.ledgerSum(ada)) - 4_000
  expect(paid - credit).toBeGreaterThanOrEqual(Math.floor((13_500 * 7) / 30))
  await week()
  expect(await came()).toEqual([50, 250])
  await expectInvariants(app)
})

test('who steps down right after joining is credited from when the tokens of the larger plan are used up', async () => {
  await at.join(ada, 'innovator')
  expect(await tokens()).toBe(250)
  await changeTo('builder')
  expect(await at.creditOf(ada)).toBe(Math.round((13_500 * 23) / 30))
  await week()
  expect(await tokens()).toBe(250)
})

test('a larger plan within the week brings the difference for the days that are left, once, also when it is left and taken again', async () => {
  app.clock.set('2026-11-16T09:00:00Z')
  await at.join(ada, 'builder')
  // A Thursday noon: three days and a half are left.
  app.clock.set('2026-11-19T12:00:00Z')
  await changeTo('innovator')
  expect(await came()).toEqual([50, 100])
  const words = (await app.as(ada).tokens.history({})).rows[0]!.description
  expect(words).toBe('Weekly tokens, Innovator, for the days that are left')
  await changeTo('builder')
  await changeTo('innovator')
  expect(await tokens()).toBe(150)
})

test('whoever leaves and comes back within a week has had its tokens', async () => {
  app.clock.set('2026-11-30T20:00:00Z')
  await at.join(ada, 'innovator', { isProRata: true })
  // Sixteen hours are paid, and so much of the week comes.
  const first = await tokens()
  expect(first).toBe(Math.floor((250 * 16) / 148))
  await app.as(ada).memberships.backToExplorer()
  app.clock.set('2026-12-01T12:01:00Z')
  await at.nextPeriod(ada)
  expect(await at.mine(ada)).toMatchObject({ tier: { slug: 'explorer' } })
  await at.join(ada, 'builder')
  expect(await tokens()).toBeLessThanOrEqual(50)
})

test('what is paid of a plan that began in this week brings its part; the rest comes with the next month', async () => {
  app.clock.set('2026-11-30T12:00:00Z')
  await at.join(ada, 'innovator', { isProRata: true })
  expect(await came()).toEqual([Math.floor((250 * 24) / 156)])
  app.clock.set('2026-12-01T12:00:00Z')
  await at.nextPeriod(ada)
  await week()
  expect(await came()).toEqual([38, Math.floor((250 * 132) / 168)])
  app.clock.set('2026-12-07T00:05:00Z')
  await week()
  expect((await came())[2]).toBe(250)
})

test('an admin’s own switches and gifts given again bring the tokens of a week once', async () => {
  const boss = await admin(app)
  const [creator, explorer] = [(await at.tier('creator')).id, (await at.tier('explorer')).id]
  for (const tierId of [creator, explorer, creator]) {
    await app.as(boss).memberships.adminSwitchOwnPlan({ tierId })
    await week()
  }
  expect(await came(boss)).toEqual([150])
  const wish = { isComplimentary: false, complimentaryUntil: '', customPence: null, notes: '' }
  for (const _ of [1, 2]) {
    await app.as(boss).memberships.give({ ...wish, userId: ada.id, tierId: creator, giftMonths: 1, seenUntil: null })
    await untilQuiet(app)
    await week()
    await app.as(ada).memberships.backToExplorer()
    await untilQuiet(app)
  }
  expect(await came()).toEqual([150])
})

test('two that give the tokens of a week at once, for plans of two sizes, give the larger one’s', async () => {
  const row = { userId: ada.id, currentPeriodEnd: null, pausedFrom: null }
  await Promise.all(
    [50, 250, 50, 250].map(weeklyTokens =>
      app.write(tx => grantWeek(tx, row, { name: 'A plan', weeklyTokens }, 'plan')),
    ),
  )
  expect(await tokens()).toBeLessThanOrEqual(250)
  await expectInvariants(app)
})

test('what a plan gave beyond the smaller one is time of it, one after the other', () => {
  const lot = (amount: number, monday: string, at: string) => ({ amount, monday, at: new Date(at) })
  const weekly = { now: 250, after: 50 }
  expect(usedUntil([], weekly)).toBeNull()
  expect(usedUntil([lot(50, '2026-11-16', '2026-11-16T00:05:00Z')], weekly)).toBeNull()
  const lots = [
    lot(250, '2026-11-16', '2026-11-18T10:00:00Z'),
    lot(250, '2026-11-23', '2026-11-23T00:05:00Z'),
    lot(50, '2026-11-30', '2026-11-30T00:05:00Z'),
  ]
  expect(usedUntil(lots.slice(0, 1), weekly)).toEqual(new Date('2026-11-25T10:00:00Z'))
  expect(usedUntil(lots, weekly)).toEqual(new Date('2026-12-02T10:00:00Z'))
  // Half of the difference is half a week.
  const half = [...lots.slice(2), lot(100, '2026-11-30', '2026-12-03T12:05:00Z')]
  expect(usedUntil(half, weekly)).toEqual(new Date('2026-12-07T00:05:00Z'))
  expect(usedUntil(lots, { now: 50, after: 50 })).toBeNull()
})
