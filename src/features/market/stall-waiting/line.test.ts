import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { offerFreed } from '#features/spaces/waiting/model.ts'
import { admin, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { isLong, seed } from '#test/long.ts'
import { marketMorning } from '#test/market.ts'
import { expireDue } from '#test/payments.ts'
import { booksStall, marketWith, paidStall } from '#test/stalls.ts'

const app = sharedTestApp({ now: marketMorning })
const beside = sharedTestApp({ beside: app })
afterAll(() => expectInvariants(app))

async function round() {
  await app.write(tx => tx.enqueue(offerFreed, {}))
  await app.runJobs()
}
const waits = (who: Person, marketDate: string, more: object = {}) =>
  app.as(who).stalls.wait({ marketDate, stallType: 'art', stallSize: 'single', ...more })
const waitsOf = async (who: Person, on: string) =>
  (await app.as(who).stalls.page()).days.find(day => day.on === on)!.waits

test('what is freed goes to the first who waits, is held for them, and then to the next', async () => {
  const on = await marketWith(app, { on: '2026-12-05', pitches: 1 })
  const [ada, bea, cleo, dora] = await Promise.all([member(app), member(app), member(app), member(app)])
  await expect(waits(ada, on)).rejects.toMatchObject({ code: 'PITCH_FREE' })
  const id = await paidStall(app, ada, { marketDate: on })
  await waits(bea, on)
  await waits(cleo, on)
  expect(await waitsOf(cleo, on)).toMatchObject([
    { position: 2, heldUntil: null, stallType: 'art', stallSize: 'single' },
  ])
  await app.as(ada).stalls.cancel({ id, back: 3_000 })
  // Free, but not for whoever comes by.
  await expect(booksStall(app, dora, { marketDate: on })).rejects.toMatchObject({ code: 'WAITED_FOR' })
  await round()
  expect(await waitsOf(bea, on)).toMatchObject([{ heldUntil: expect.any(String) }])
  await expect(booksStall(app, dora, { marketDate: on })).rejects.toMatchObject({ code: 'NO_PITCH_LEFT' })
  await expect(booksStall(app, cleo, { marketDate: on })).rejects.toMatchObject({ code: 'NO_PITCH_LEFT' })
  // Twelve hours later it is the next one's.
  app.clock.advance(12 * 3_600_000 + 1)
  await round()
  expect(await waitsOf(bea, on)).toEqual([])
  const hers = await paidStall(app, cleo, { marketDate: on })
  expect(await app.as(cleo).stalls.one({ id: hers })).toMatchObject({ status: 'confirmed' })
  const mails = await app.sql<{ to_address: string }>(
    `select to_address from mails where template = 'stalls.pitch-free'`,
  )
  expect(mails.map(mail => mail.to_address)).toEqual([bea.email, cleo.email])
  app.clock.set(marketMorning)
})

test('of one kind there are only so many: its line is its own, and another kind is not kept waiting', async () => {
  await app.as(await admin(app)).venue.changeSettings({ stallsPerKind: 1 })
  const on = await marketWith(app, { on: '2026-12-06', pitches: 10 })
  const [ada, bea] = [await member(app), await member(app)]
  const id = await paidStall(app, ada, { marketDate: on, stallType: 'food' })
  await expect(booksStall(app, bea, { marketDate: on, stallType: 'food' })).rejects.toMatchObject({ code: 'KIND_FULL' })
  await waits(bea, on, { stallType: 'food' })
  await paidStall(app, await member(app), { marketDate: on, stallType: 'books' })
  await round()
  expect(await waitsOf(bea, on)).toMatchObject([{ heldUntil: null }])
  await app.as(ada).stalls.cancel({ id, back: 3_000 })
  await round()
  expect(await waitsOf(bea, on)).toMatchObject([{ heldUntil: expect.any(String) }])
  const [entry] = await waitsOf(bea, on)
  const office = app.as(await admin(app))
  expect((await office.stalls.waits({ type: 'food' })).rows).toMatchObject([
    {
      id: entry!.id,
      on,
      stallType: 'food',
      stallSize: 'single',
      status: 'offered',
      person: { id: bea.id },
      can: { remove: true },
    },
  ])
  await app.as(bea).waiting.leave({ id: entry!.id })
  expect(await waitsOf(bea, on)).toEqual([])
  await app.as(await admin(app)).venue.changeSettings({ stallsPerKind: 15 })
})

test('a market that is cancelled ends the waiting for its stalls, and tells each who waited once', async () => {
  const [on, other] = [
    await marketWith(app, { on: '2027-01-09', pitches: 1 }),
    await marketWith(app, { on: '2027-01-10', pitches: 1 }),
  ]
  const [ada, bea, cleo] = [await member(app), await member(app), await member(app)]
  const id = await paidStall(app, ada, { marketDate: on })
  await paidStall(app, ada, { marketDate: other })
  await waits(bea, on)
  await waits(bea, on, { stallType: 'food' })
  await waits(bea, other)
  await waits(cleo, on)
  await app.as(ada).stalls.cancel({ id, back: 3_000 })
  await round()
  // What was offered goes with the market as well.
  expect((await waitsOf(bea, on)).filter(({ heldUntil }) => heldUntil !== null)).toHaveLength(1)
  const office = app.as(await admin(app))
  const [day] = await app.sql<{ id: string }>('select id from market_days where "on" = $1', [on])
  await office.market.cancelDay({ id: day!.id })
  await round()
  const said = await app.sql<{ to_address: string; subject: string }>(
    `select to_address, subject from mails where template = 'stalls.no-market' order by to_address`,
  )
  const subject = 'The market on Sat 9 Jan does not take place'
  expect(said).toEqual([bea, cleo].map(({ email }) => ({ to_address: email, subject })).sort(byAddress))
  expect((await office.stalls.waits({ on })).rows).toEqual([])
  expect((await office.stalls.waits({ on, status: 'over' })).total).toBe(3)
  expect(await waitsOf(bea, other)).toHaveLength(1)
  const [left] = await app.sql<{ taken: number }>('select taken from market_days where "on" = $1', [on])
  expect(left!.taken).toBe(0)
  // Should it take place again, its line begins anew.
  await office.market.addDay({ on, pitches: 1 })
  await round()
  expect(await waitsOf(bea, on)).toEqual([])
  expect(await waitsOf(cleo, on)).toEqual([])
})

const byAddress = (a: { to_address: string }, b: { to_address: string }) => (a.to_address < b.to_address ? -1 : 1)

test('many who want the last pitches at two servers at once: never more than there are', async () => {
  const on = await marketWith(app, { on: '2026-12-12', pitches: 5 })
  const people = await Promise.all(Array.from({ length: 12 }, () => member(app)))
  const answers = await Promise.allSettled(
    people.map((who, i) =>
      (i % 2 ? app : beside).as(who).stalls.book({
        ...{
          marketDate: on,
          businessName: 'Crowd',
          contactName: 'Ada',
          email: 'ada@people.example',
          stallType: 'other',
        },
        stallSize: i % 3 ? 'single' : 'double',
      }),
    ),
  )
  const refused = answers.flatMap(answer => (answer.status === 'rejected' ? [answer.reason.code] : []))
  expect(new Set(refused)).toEqual(new Set(['NO_PITCH_LEFT']))
  const [day] = await app.sql<{ taken: number }>('select taken from market_days where "on" = $1', [on])
  expect(day!.taken).toBeGreaterThanOrEqual(4)
  await expectInvariants(app)
})

test('two who are put on one pitch at once: one stands there', async () => {
  const on = await marketWith(app, { on: '2026-12-13', pitches: 5 })
  const office = app.as(await admin(app))
  const ids = [
    await paidStall(app, await member(app), { marketDate: on }),
    await paidStall(app, await member(app), { marketDate: on }),
  ]
  await office.stalls.savePlan({ pitches: [{ label: 'A1', row: 0, column: 0, size: 'single' }] })
  const [pitch] = (await office.stalls.dayPlan({ marketDate: on })).plan
  const answers = await Promise.allSettled(ids.map(id => office.stalls.assign({ id, pitchId: pitch!.id })))
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await office.stalls
    .savePlan({ pitches: [] })
    .catch((error: { code: string }) => expect(error.code).toBe('PITCH_IN_USE'))
})

test('whatever people do, a day never has more than its pitches and every price is its parts', async () => {
  const people = await Promise.all([member(app), member(app), member(app)])
  const step = fc.record({
    who: fc.nat({ max: 2 }),
    deed: fc.constantFrom('book' as const, 'book' as const, 'wait' as const, 'cancel' as const, 'later' as const),
    stallSize: fc.constantFrom('single' as const, 'double' as const),
    stallType: fc.constantFrom('art' as const, 'food' as const),
  })
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async steps => {
      const on = await marketWith(app, { on: weekend(run++), pitches: 3 })
      for (const { who, deed, stallSize, stallType } of steps) {
        const me = people[who]!
        const own = (await app.as(me).stalls.page()).stalls.filter(stall => stall.marketDate === on)
        const deeds = {
          book: () => booksStall(app, me, { marketDate: on, stallSize, stallType }),
          wait: () => waits(me, on, { stallSize, stallType }),
          cancel: async () => own[0] && app.as(me).stalls.cancel({ id: own[0].id, back: 0 }),
          later: async () => {
            app.clock.advance(31 * 60_000)
            await expireDue(app)
          },
        }
        const known = [
          'NO_PITCH_LEFT',
          'KIND_FULL',
          'WAITED_FOR',
          'PITCH_FREE',
          'TOO_MANY_HOLDS',
          'TOO_MANY_WAITED_FOR',
        ]
        await deeds[deed]().catch((error: { code: string }) => expect(known).toContain(error.code))
        await round()
        const [day] = await app.sql<{ taken: number; pitches: number }>(
          'select taken, pitches from market_days where "on" = $1',
          [on],
        )
        expect(day!.taken).toBeLessThanOrEqual(day!.pitches)
      }
      await expectInvariants(app)
    }),
    { numRuns: isLong ? 25 : 4, seed, endOnFailure: true },
  )
}, 300_000)

/** Saturdays, one for each run. */
function weekend(run: number): string {
  return new Date(Date.UTC(2027, 2, 6 + run * 7)).toISOString().slice(0, 10)
}
