import fc from 'fast-check'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { eventWaiting } from '#features/events/waiting/model.ts'
import { jobs } from '#features/spaces/waiting-slots/jobs.ts'
import type { AnyJob } from '#platform/jobs/define.ts'
import { jobContext } from '#platform/jobs/runner.ts'
import { countsOf, event } from '#seed/factories/events.ts'
import { member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp, type TestApp } from '#test/app.ts'
import { giveTokens } from '#test/bookings.ts'
import { expectInvariants } from '#test/invariants.ts'
import { isLong, seed } from '#test/long.ts'

const first = sharedTestApp({ env: { DATABASE_POOL: '20' } })
const second = sharedTestApp({ beside: first })
beforeEach(() => first.clock.set('2026-11-18T10:00:00Z'))

const [offer] = jobs([eventWaiting]) as [AnyJob]
const round = () => offer.run({}, jobContext(first.runtime, null))
const codeOf = (answer: PromiseSettledResult<unknown>) =>
  answer.status === 'fulfilled' ? 'registered' : (answer.reason as { code: string }).code

test('of a crowd on two servers exactly as many as fit get in, and the rest wait in order', async () => {
  const [crowd, places] = isLong ? [500, 50] : [24, 6]
  const { id } = await event(first, { capacity: places })
  const people: Person[] = []
  for (let i = 0; i < crowd; i++) people.push(await member(first))
  // Who is told that it is busy asks again.
  const ask = (app: TestApp, who: Person): Promise<unknown> =>
    app
      .as(who)
      .events.register({ id })
      .catch(error => (error.code === 'BUSY' ? ask(app, who) : Promise.reject(error)))
  const answers = await Promise.allSettled(people.map((who, i) => ask(i % 2 ? first : second, who)))
  expect(answers.map(codeOf).filter(code => code === 'registered')).toHaveLength(places)
  expect(new Set(answers.map(codeOf))).toEqual(new Set(['registered', 'EVENT_FULL']))
  expect(await countsOf(first, id)).toMatchObject({ registered: places, offered: 0 })
  const late = people.filter((_, i) => codeOf(answers[i]!) === 'EVENT_FULL')
  for (const who of late) await first.as(who).events.wait({ id })
  const line = await first.sql<{ user_id: string }>(
    `select user_id from waiting_entries where subject = $1 and status = 'waiting' order by place`,
    [id],
  )
  expect(line.map(({ user_id }) => user_id)).toEqual(late.map(who => who.id))
  // Two call off: the two who joined first are offered their places.
  const going = people.filter((_, i) => codeOf(answers[i]!) === 'registered').slice(0, 2)
  for (const who of going) {
    const { mine } = await first.as(who).events.one({ id })
    await first.as(who).events.cancelRegistration({ id: mine!.id, tokensBack: 0 })
  }
  await round()
  const offered = await first.sql<{ user_id: string }>(
    `select user_id from waiting_entries where subject = $1 and status = 'offered' order by place`,
    [id],
  )
  expect(offered.map(({ user_id }) => user_id)).toEqual(late.slice(0, 2).map(who => who.id))
  expect(await countsOf(first, id)).toMatchObject({ registered: places - 2, offered: 2 })
  await expectInvariants(first)
})

test('of two who are offered a place each and bring somebody for the one that is free, one does, and the other comes alone', async () => {
  for (let times = 0; times < (isLong ? 20 : 4); times++) {
    const { id } = await event(first, { capacity: 3, plusOnesAllowed: 1 })
    const going = await Promise.all([1, 2, 3].map(() => member(first)))
    for (const who of going) await first.as(who).events.register({ id })
    const [ada, bob] = [await member(first), await member(first)]
    for (const who of [ada, bob]) await first.as(who).events.wait({ id })
    for (const who of going) {
      const { mine } = await first.as(who).events.one({ id })
      await first.as(who).events.cancelRegistration({ id: mine!.id, tokensBack: 0 })
    }
    await round()
    expect(await countsOf(first, id)).toMatchObject({ registered: 0, offered: 2 })
    const answers = await Promise.allSettled([
      first.as(ada).events.register({ id, plusOnes: 1 }),
      second.as(bob).events.register({ id, plusOnes: 1 }),
    ])
    expect(answers.map(codeOf).sort()).toEqual(['TOO_FEW_PLACES', 'registered'])
    const late = answers[0]!.status === 'rejected' ? ada : bob
    await first.as(late).events.register({ id })
    expect(await countsOf(first, id)).toMatchObject({ registered: 3, offered: 0 })
  }
  await expectInvariants(first)
})

const people: Person[] = []
beforeAll(async () => {
  for (let i = 0; i < 5; i++) {
    const who = await member(first)
    await giveTokens(first, who, 500)
    people.push(who)
  }
})
const balances = async () =>
  (
    await first.sql<{ have: number }>('select sum(amount - used)::int as have from tokens where user_id = any($1)', [
      people.map(who => who.id),
    ])
  )[0]!.have

// A model of one event: whatever happens in whatever order, nobody is in twice, no more are in than fit, no token is lost.
const deeds = ['register', 'bring', 'cancel', 'wait', 'leave', 'round', 'lapse'] as const

test(`whatever several people do, an event holds no more than it has places and no token is lost (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...deeds), fc.nat({ max: 4 })), { minLength: 8, maxLength: isLong ? 40 : 14 }),
      async steps => {
        first.clock.set('2026-11-18T10:00:00Z')
        const before = await balances()
        const { id } = await event(first, { capacity: 3, plusOnesAllowed: 1, tokensCost: 2 })
        for (const [deed, n] of steps) {
          const who = people[n]!
          const as = (n % 2 ? first : second).as(who).events
          const { mine, entry } = await as.one({ id })
          if (deed === 'register') await as.register({ id }).catch(expected)
          else if (deed === 'bring') await as.register({ id, plusOnes: 1 }).catch(expected)
          else if (deed === 'cancel' && mine)
            await as.cancelRegistration({ id: mine.id, tokensBack: mine.tokensBack }).catch(expected)
          else if (deed === 'wait') await as.wait({ id, plusOnes: n % 2 }).catch(expected)
          else if (deed === 'leave' && entry) await as.stopWaiting({ id: entry.id }).catch(expected)
          else if (deed === 'round') await round()
          else if (deed === 'lapse') {
            first.clock.advance(12 * 3_600_000)
            await round()
          }
          const { registered, offered } = await countsOf(first, id)
          expect(registered + offered).toBeLessThanOrEqual(3)
        }
        const [held] = await first.sql<{ spent: number }>(
          `select coalesce(sum(tokens_used - tokens_returned), 0)::int as spent from event_registrations where event_id = $1`,
          [id],
        )
        expect((await balances()) + held!.spent).toBe(before)
        await expectInvariants(first)
      },
    ),
    { numRuns: isLong ? 40 : 3, seed },
  )
})

const refusals = new Set([
  ...[
    'ALREADY_REGISTERED',
    'EVENT_FULL',
    'TOO_FEW_PLACES',
    'WAITED_FOR',
    'PLACES_FREE',
    'EVENT_BEGUN',
    'CANNOT_CANCEL',
  ],
  ...['TOO_LATE_TO_WAIT', 'NOT_FOUND', 'INSUFFICIENT_TOKENS'],
])
const expected = (error: { code: string }) => {
  if (!refusals.has(error.code)) throw error
}
