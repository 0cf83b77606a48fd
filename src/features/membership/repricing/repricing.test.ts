import { beforeEach, expect, test } from 'vitest'
import { reconcile } from '#features/money/reconciliation/model.ts'
import { jobContext } from '#platform/jobs/runner.ts'
import { admin, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { subscribing } from '#test/memberships.ts'
import { control, untilQuiet } from '#test/payments.ts'
import { reprice } from './jobs.ts'
import { firstChargeAt } from './rules.ts'

const app = sharedTestApp()
const at = subscribing(app)
let boss: Person
let ada: Person
let price = 4_000
beforeEach(async () => {
  app.clock.set('2026-11-18T10:00:00Z')
  boss = await admin(app)
  ada = await member(app)
})

const tierId = async (slug = 'builder') => (await at.tier(slug)).id
/** The plan costs `pounds` from now on; whoever began before keeps what they pay. */
async function costs(pounds: number): Promise<void> {
  await tierId()
  const found = (await app.as(boss).memberships.allTiers()).find(({ slug }) => slug === 'builder')!
  await app
    .as(boss)
    .memberships.updateTier({ id: found.id, priceMonthly: pounds, was: { priceMonthly: found.pricePence / 100 } })
  price = pounds * 100
}
const others = async () => app.as(boss).memberships.otherPrices({ tierId: await tierId() })
const move = async (seenCount?: number) =>
  app.as(boss).memberships.moveToPrice({
    tierId: await tierId(),
    seenPence: price,
    seenCount: seenCount ?? (await others()).count,
  })
const membershipOf = async (who: Person) =>
  (
    await app.sql<{ id: string }>(`select id from user_memberships where user_id = $1 and status = 'active'`, [who.id])
  )[0]!.id
const told = (who: Person) => at.told(who, 'memberships.new-price')

test('a new price leaves who pays the old one alone, until the office moves them: told first, charged with the next invoice', async () => {
  await costs(40)
  const [ben, eve] = [await member(app), await member(app)]
  await at.join(ada, 'builder')
  await at.join(ben, 'builder')
  await costs(45)
  await at.join(eve, 'builder')
  const seen = await others()
  expect(seen).toMatchObject({
    pricePence: 4_500,
    groups: [{ monthlyPence: 4_000, count: 2 }],
    count: 2,
    morePence: 1_000,
  })
  expect(seen.mail.text).toContain('If you do not want that, change your plan or cancel before')
  expect(await move()).toEqual({ moved: 2 })
  await untilQuiet(app)
  expect(await told(ada)).toMatchObject([{ wasPence: 4_000, nextPence: 4_500, from: '18 Dec 2026' }])
  expect(await told(eve)).toEqual([])
  // Nothing is charged at once.
  expect(await at.ledgerOf(ada)).toEqual([4_000])
  expect(await at.mine(ada)).toMatchObject({ monthlyPence: 4_500, hasCustomPrice: false })
  await at.nextPeriod(ada)
  expect(await at.ledgerOf(ada)).toEqual([4_000, 4_500])
  expect((await others()).count).toBe(0)
  // Run again, it does nothing twice.
  await app.write(async tx =>
    tx.enqueue(reprice, { membershipId: await membershipOf(ada), wasPence: 4_000, pence: 4_500 }),
  )
  await app.runJobs()
  expect(await told(ada)).toHaveLength(1)
  await app.write(tx => tx.enqueue(reconcile, {}))
  await app.runJobs()
  await expectInvariants(app)
})

test('who is charged within the notice pays the old price once more; the new one comes with the charge after it', async () => {
  await costs(45)
  await at.join(ada, 'builder')
  await costs(50)
  app.clock.set('2026-12-10T10:00:00Z')
  await move()
  await untilQuiet(app)
  expect(await told(ada)).toMatchObject([{ from: 'the charge after 18 Dec 2026', nextPence: 5_000 }])
  expect(await at.mine(ada)).toMatchObject({ monthlyPence: 4_500 })
  app.clock.set('2026-12-18T10:00:00Z')
  await at.nextPeriod(ada)
  expect(await at.ledgerOf(ada)).toEqual([4_500, 4_500])
  await app.write(async tx =>
    tx.enqueue(reprice, { membershipId: await membershipOf(ada), wasPence: 4_500, pence: 5_000 }),
  )
  await app.runJobs()
  await at.nextPeriod(ada)
  expect(await at.ledgerOf(ada)).toEqual([4_500, 4_500, 5_000])
  expect(await told(ada)).toHaveLength(1)
})

test('whoever cancelled, has a price of their own or changed plan meanwhile is left alone', async () => {
  await costs(50)
  const [ben, eve] = [await member(app), await member(app)]
  for (const who of [ada, ben, eve]) await at.join(who, 'builder')
  await costs(55)
  // People of other tests are among them.
  const { count } = await others()
  await app.as(ada).memberships.backToExplorer()
  const { standing } = await app.as(boss).memberships.giftsOf({ userId: ben.id })
  await app.as(boss).memberships.give({
    ...{ userId: ben.id, tierId: '', giftMonths: 0, isComplimentary: false, complimentaryUntil: '', notes: '' },
    ...{ customPence: 3_000, seenUntil: standing!.periodEnd!.toISOString() },
  })
  await untilQuiet(app)
  expect((await others()).count).toBe(count - 2)
  await at.changeTo(eve, 'creator')
  await untilQuiet(app)
  await expect(move(count - 2)).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' })
  expect([await told(ada), await told(ben), await told(eve)]).toEqual([[], [], []])
})

test('an outage while they are moved loses nothing: told once, moved when the provider is back; a second move is told again', async () => {
  await costs(55)
  await at.join(ada, 'builder')
  await costs(60)
  const work = { membershipId: await membershipOf(ada), wasPence: 5_500, pence: 6_000 }
  await control(app, { down: true })
  await expect(reprice.run(work, jobContext(app.runtime, 'test'))).rejects.toThrow()
  await control(app, { down: false })
  await move()
  await untilQuiet(app)
  await reprice.run(work, jobContext(app.runtime, 'test'))
  expect(await told(ada)).toMatchObject([{ wasPence: 5_500, nextPence: 6_000 }])
  for (const pounds of [50, 60]) {
    await costs(pounds)
    await move()
    await untilQuiet(app)
  }
  expect((await told(ada)).map(({ nextPence }) => nextPence).sort()).toEqual([5_000, 6_000, 6_000])
  expect(await at.mine(ada)).toMatchObject({ monthlyPence: 6_000 })
})

test('whoever changed plan in the moment of the move keeps what they paid for', async () => {
  await costs(60)
  await at.join(ada, 'builder')
  const membershipId = await membershipOf(ada)
  await at.changeTo(ada, 'creator')
  await untilQuiet(app)
  await costs(65)
  // The row as it was read before the change; the provider has the other plan already.
  await app.sql('update user_memberships set tier_id = $2 where id = $1', [membershipId, await tierId()])
  await reprice.run({ membershipId, wasPence: 6_000, pence: 6_500 }, jobContext(app.runtime, 'test'))
  expect(await at.mine(ada)).toMatchObject({ tier: { slug: 'creator' }, monthlyPence: 9_000 })
})

test('the first charge at a new price is a fortnight ahead at least', () => {
  const end = new Date('2026-12-18T10:00:00Z')
  expect(firstChargeAt(end, new Date('2026-12-04T10:00:00Z'))).toEqual(end)
  expect(firstChargeAt(end, new Date('2026-12-04T10:00:01Z'))).toBeNull()
})

test('whoever is on hold is moved to no other price, for they could neither cancel nor change', async () => {
  await costs(40)
  const eve = await member(app)
  await at.join(eve, 'builder')
  await costs(45)
  const before = (await others()).count
  await app.as(boss).members.block({ userId: eve.id, status: 'suspended', reason: 'Loud at night' })
  await untilQuiet(app)
  expect((await others()).count).toBe(before - 1)
  await app.as(boss).members.unblock({ userId: eve.id })
  await untilQuiet(app)
  expect((await others()).count).toBe(before)
})
