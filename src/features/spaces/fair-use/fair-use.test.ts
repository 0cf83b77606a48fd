import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { addDays } from '#platform/dates.ts'
import { facility, fairUseRule } from '#seed/factories/facilities.ts'
import { admin, member, type Person, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { statementsOf } from '#test/statements.ts'
import { books, round, waitedOn, waits, withTokens } from '#test/waiting.ts'

const app = sharedTestApp({ now: '2026-11-18T10:00:00Z', env: { DATABASE_POOL: '20' } })
const beside = sharedTestApp({ beside: app, env: { DATABASE_POOL: '20' } })
afterAll(() => expectInvariants(app))

const [today, on] = ['2026-11-18', '2026-11-24']
const termsAccepted = true as const
type Kind = Parameters<ReturnType<typeof office>['save']>[0]['kind']
const office = () => app.as(boss).fairUse
let boss: Person
const as = (who: Person) => app.as(who, { idempotencyKey: crypto.randomUUID() })
const place = (who: Person, facilityId: string, startsAt: string, more: { on?: string; lengths?: number } = {}) =>
  as(who).bookings.place({ facilityId, on, startsAt, termsAccepted, payWith: 'tokens', ...more })

/** A facility with one rule of its own, and somebody with tokens. */
async function scene(kind: Kind, value: number, more: Parameters<typeof facility>[1] = {}) {
  boss ??= await admin(app)
  const room = await facility(app, { name: `Kiln ${crypto.randomUUID().slice(0, 4)}`, ...more })
  await fairUseRule(app, { kind, value, facilityId: room.id })
  return { ada: await withTokens(app), room }
}
const refused = (message: string | RegExp) => ({
  code: 'FAIR_USE',
  message: typeof message === 'string' ? message : expect.stringMatching(message),
})

describe('a rule holds wherever a place is had', () => {
  test('placing, the cart and its checkout, moving, repeating and waiting refuse alike, and say which rule it is', async () => {
    const { ada, room } = await scene('ahead_days', 7)
    const late = { facilityId: room.id, on: '2026-12-01', startsAt: '10:00' }
    const problem = refused(`The ${room.name} can be booked up to 7 days ahead; this is 13 days from now.`)
    await expect(place(ada, room.id, '10:00', late)).rejects.toMatchObject({
      ...problem,
      status: 409,
      data: { rule: 'ahead_days', field: 'startsAt', place: late },
    })
    await expect(as(ada).bookings.addToCart(late)).rejects.toMatchObject(problem)
    await expect(as(ada).waiting.join(late)).rejects.toMatchObject(problem)
    const placed = await place(ada, room.id, '10:00')
    const id = placed.outcome === 'confirmed' ? placed.bookingId : ''
    await expect(as(ada).bookings.move({ id, on: late.on, startsAt: '10:00' })).rejects.toMatchObject(problem)
    expect(await as(ada).bookings.timesFor({ id, on: late.on })).toEqual({ whyNot: problem.message, times: [] })
    // The office may: it does so on behalf of somebody.
    expect((await app.as(boss).bookings.timesFor({ id, on: late.on })).times.length).toBeGreaterThan(0)
    await app.as(boss).bookings.move({ id, on: late.on, startsAt: '15:00' })
    const series = { facilityId: room.id, on, startsAt: '12:00', everyWeeks: 1, until: '2026-12-01' }
    const { occurrences } = await app.as(ada).repeats.preview(series)
    expect(occurrences.map(({ canBook, problem, others }) => ({ canBook, problem, others }))).toMatchObject([
      { canBook: true, problem: null },
      { canBook: false, problem: problem.message, others: null },
    ])
    const chosen = occurrences.map(({ on, startsAt }) => ({ on, startsAt }))
    await expect(
      as(ada).repeats.book({ ...series, occurrences: chosen, total: { tokens: 10, pence: 0 }, termsAccepted }),
    ).rejects.toMatchObject(problem)
  })

  test('places of one cart count together: the cart says which is too many, and the checkout takes none', async () => {
    const { ada, room } = await scene('hours_per_day', 2)
    for (const startsAt of ['10:00', '12:00', '14:00'])
      await as(ada).bookings.addToCart({ facilityId: room.id, on, startsAt })
    const cart = await app.as(ada).bookings.cart()
    expect(cart.items.map(({ problem }) => problem)).toEqual([
      null,
      null,
      `The ${room.name} can be booked for up to 2 hours a day; you have 2 hours on Tue 24 Nov, and this is 1 hour.`,
    ])
    expect(cart.tokens).toBe(10)
    await expect(as(ada).bookings.checkout({ termsAccepted })).rejects.toMatchObject(refused(/up to 2 hours a day/))
    await as(ada).bookings.removeFromCart({ id: cart.items[2]!.id })
    await as(ada).bookings.checkout({ termsAccepted })
    // Of another day they are free to have more, of this one they are not; a held place counts as well.
    await place(ada, room.id, '10:00', { on: '2026-11-25', lengths: 2 })
    await expect(place(ada, room.id, '16:00')).rejects.toMatchObject(refused(/you have 2 hours on Tue 24 Nov/))
  })

  test('moving a booking counts without itself, and nothing is lost of what was booked before the rule', async () => {
    const room = await facility(app)
    boss ??= await admin(app)
    const ada = await withTokens(app)
    const placed = await place(ada, room.id, '10:00', { lengths: 2 })
    await place(ada, room.id, '14:00')
    await fairUseRule(app, { kind: 'hours_per_day', value: 2, facilityId: room.id })
    const id = placed.outcome === 'confirmed' ? placed.bookingId : ''
    const mine = await app.as(ada).bookings.mine({})
    expect(mine.rows.map(({ status }) => status)).toEqual(['confirmed', 'confirmed'])
    // Two hours and the one beside it are more than the rule has it, on this day.
    await expect(as(ada).bookings.move({ id, on, startsAt: '16:00' })).rejects.toMatchObject(refused(/you have 1 hour/))
    await as(ada).bookings.move({ id, on: '2026-11-25', startsAt: '16:00' })
    await as(ada).bookings.move({ id, on: '2026-11-25', startsAt: '17:00' })
  })

  test('what is held unpaid counts as long as it is held, and what was cancelled does not', async () => {
    const { ada, room } = await scene('coming_bookings', 1)
    const held = await as(ada).bookings.place({
      facilityId: room.id,
      on,
      startsAt: '10:00',
      payWith: 'card',
      termsAccepted,
    })
    expect(held.outcome).toBe('pay')
    await expect(place(ada, room.id, '12:00')).rejects.toMatchObject(refused(/You can have 1 coming booking of the/))
    // Asking again for the very place goes on with its order.
    expect(
      (await as(ada).bookings.place({ facilityId: room.id, on, startsAt: '10:00', payWith: 'card', termsAccepted }))
        .outcome,
    ).toBe('pay')
    const [row] = (await app.as(ada).bookings.mine({})).rows
    await as(ada).bookings.cancel({ id: row!.id })
    await place(ada, room.id, '12:00')
  })

  test('a tier is given more than the rest by a rule of its own; the age of a membership is asked', async () => {
    const { ada, room } = await scene('hours_per_week', 1)
    const tierId = (await app.sql<{ id: string }>(`select id from membership_tiers where slug = 'creator'`))[0]!.id
    await fairUseRule(app, { kind: 'hours_per_week', value: 3, facilityId: room.id, tierId })
    await place(ada, room.id, '10:00', { lengths: 3 })
    await expect(place(ada, room.id, '14:00')).rejects.toMatchObject(
      refused(/3 hours a week on the \w+ plan; you have 3 hours/i),
    )
    const young = await scene('member_days', 5)
    await expect(place(young.ada, young.room.id, '10:00')).rejects.toMatchObject(refused(/from 23 Nov 2026 on/))
    await app.sql(`update user_memberships set started_on = '2026-11-13' where user_id = $1`, [young.ada.id])
    await place(young.ada, young.room.id, '10:00')
  })

  test('who waits has their turn pass when a rule is against it by then; who is offered a time need not give notice', async () => {
    const { ada, room } = await scene('coming_bookings', 1)
    const [ben, cleo] = [await withTokens(app), await withTokens(app)]
    const taken = await books(app, cleo, room.id)
    await waits(app, ada, room.id)
    await waits(app, ben, room.id)
    await place(ada, room.id, '15:00', { on: waitedOn })
    await app.as(cleo).bookings.cancel({ id: taken })
    await round(app)
    expect(await app.as(ada).waiting.mine()).toEqual([])
    expect(await app.as(ben).waiting.mine()).toMatchObject([{ status: 'offered' }])
    await fairUseRule(app, { kind: 'notice_minutes', value: 43_200, facilityId: room.id })
    expect(
      (await app.as(ben).bookings.slots({ facilityId: room.id, on })).find(({ startsAt }) => startsAt === '10:00'),
    ).toMatchObject({ isAvailable: true, why: null })
    await books(app, ben, room.id)
  })
})

describe('two bookings of one person at one moment', () => {
  const many = 12
  /** Each of another hour, half of them on another server. */
  const race = async (who: Person, facilityId: string) => {
    const answers = await Promise.allSettled(
      Array.from({ length: many }, (_, i) =>
        (i % 2 ? app : beside).as(who, { idempotencyKey: crypto.randomUUID() }).bookings.place({
          facilityId,
          on,
          startsAt: `${9 + Math.floor(i / 2)}:${i % 2 ? '30' : '00'}`.padStart(5, '0'),
          payWith: 'tokens',
          termsAccepted,
        }),
      ),
    )
    return answers.filter(({ status }) => status === 'fulfilled').length
  }
  test('never come to more than the rule allows', async () => {
    for (const kind of ['coming_bookings', 'hours_per_day', 'hours_per_week'] as const) {
      const { ada, room } = await scene(kind, 3, { units: 20 })
      expect(await race(ada, room.id), kind).toBe(3)
    }
  })
  test('positive control: without the lock of the person they do', async () => {
    const guards = [app, beside].map(({ runtime }) => [runtime, runtime.oneAtATime] as const)
    for (const [runtime] of guards) runtime.oneAtATime = (_, work) => work(false)
    onTestFinished(() => {
      for (const [runtime, guard] of guards) runtime.oneAtATime = guard
    })
    const { ada, room } = await scene('coming_bookings', 1, { units: 20 })
    expect(await race(ada, room.id)).toBeGreaterThan(1)
  })
})

describe('what is shown', () => {
  test('slots and days that a rule refuses to the person asking say why, and are not available', async () => {
    const { ada, room } = await scene('hours_per_day', 2)
    await place(ada, room.id, '10:00')
    const slotsOf = async (who: Person) => {
      const all = await app.as(who).bookings.slots({ facilityId: room.id, on })
      return all.find(({ startsAt }) => startsAt === '14:00')!
    }
    expect(await slotsOf(ada)).toMatchObject({ isAvailable: true, mostLengths: 1, why: null, limit: null })
    await place(ada, room.id, '12:00')
    const why = `The ${room.name} can be booked for up to 2 hours a day; you have 2 hours on Tue 24 Nov, and this is 1 hour.`
    expect(await slotsOf(ada)).toMatchObject({
      isAvailable: false,
      mostLengths: 0,
      why,
      limit: 'hours_per_day',
      can: { wait: false },
    })
    expect(await slotsOf(await paidMember(app))).toMatchObject({ isAvailable: true, mostLengths: 2, why: null })
    const days = await app.as(ada).bookings.days({ facilityId: room.id, from: on })
    expect(days.slice(0, 2)).toMatchObject([
      { isOpen: true, free: 0, why },
      { isOpen: true, why: null },
    ])
    expect(days[1]!.free).toBeGreaterThan(0)
    const shown = await app.as(ada).bookings.facility({ id: room.id })
    expect(shown.limits).toEqual(['At most 2 hours a day'])
  })

  test('the next opening is one that the person can have, and a visitor is told of the rules of time', async () => {
    const { ada, room } = await scene('notice_minutes', 2_880)
    const opening = (await app.as(ada).bookings.openings({})).find(({ facilityId }) => facilityId === room.id)
    expect(opening).toMatchObject({ on: '2026-11-20', startsAt: '10:00' })
    await app.as(boss).venue.changeSettings({ pagesOpenToVisitors: ['/bookings'] })
    const [first] = await app.as(null).bookings.slots({ facilityId: room.id, on: '2026-11-19' })
    expect(first).toMatchObject({ isAvailable: false, why: expect.stringContaining('up to 2 days before the start') })
    await app.as(boss).venue.changeSettings({ pagesOpenToVisitors: [] })
  })

  test('the three nearest slots that work: nearest in time, as long, free, against no rule, never past', async () => {
    const { ada, room } = await scene('notice_minutes', 60)
    const ben = await withTokens(app)
    await place(ben, room.id, '12:00')
    const nearest = (wish: object) =>
      app.as(ada).bookings.nearest({ facilityId: room.id, on, startsAt: '12:00', ...wish })
    expect(await nearest({})).toEqual([
      { on, startsAt: '11:00', endsAt: '12:00' },
      { on, startsAt: '13:00', endsAt: '14:00' },
      { on, startsAt: '10:30', endsAt: '11:30' },
    ])
    expect(await nearest({ lengths: 2 })).toEqual([
      { on, startsAt: '13:00', endsAt: '15:00' },
      { on, startsAt: '13:30', endsAt: '15:30' },
      { on, startsAt: '10:00', endsAt: '12:00' },
    ])
    // It is ten: before eleven o'clock nothing can be had any more.
    expect((await nearest({ on: today, startsAt: '09:00' })).map(({ startsAt }) => startsAt)).toEqual([
      '11:00',
      '11:30',
      '12:00',
    ])
    await fairUseRule(app, { kind: 'ahead_days', value: 7, facilityId: room.id })
    expect(await nearest({ on: addDays(today, 20) })).toMatchObject([
      { on: '2026-11-25', startsAt: '20:30' },
      { on: '2026-11-25', startsAt: '20:00' },
      { on: '2026-11-25', startsAt: '19:30' },
    ])
    expect(await nearest({ on: addDays(today, 40) })).toEqual([])
    const [best] = await nearest({ on: addDays(today, 20) })
    await place(ada, room.id, best!.startsAt, { on: best!.on })
    expect(await app.as(await member(app)).bookings.nearest({ facilityId: room.id, on, startsAt: '12:00' })).toEqual([])
  })

  test('takes three statements at most, whatever the rules ask for', async () => {
    const { ada, room } = await scene('hours_per_week', 3)
    for (const kind of ['member_days', 'coming_bookings', 'hours_per_day'] as const)
      await fairUseRule(app, { kind, value: 20, facilityId: room.id })
    await app.sql(`update user_memberships set started_on = '2026-01-05' where user_id = $1`, [ada.id])
    const placed = await place(ada, room.id, '09:00')
    const id = placed.outcome === 'confirmed' ? placed.bookingId : ''
    const my = app.as(ada).bookings
    const reads = {
      slots: () => my.slots({ facilityId: room.id, on }),
      days: () => my.days({ facilityId: room.id, from: on }),
      openings: () => my.openings({}),
      nearest: () => my.nearest({ facilityId: room.id, on, startsAt: '12:00' }),
      facility: () => my.facility({ id: room.id }),
      quote: () => my.quote({ facilityId: room.id, on, startsAt: '12:00' }),
      timesFor: () => my.timesFor({ id, on }),
      tryOut: () => office().tryOut({ kind: 'hours_per_week', value: 1 }),
      list: () => office().list(),
    }
    const counts: Record<string, number> = {}
    for (const [name, read] of Object.entries(reads)) {
      await read()
      counts[name] = (await statementsOf(read)).length
    }
    expect(counts).toEqual({
      slots: 2,
      days: 2,
      openings: 2,
      nearest: 2,
      facility: 2,
      quote: 3,
      timesFor: 3,
      tryOut: 3,
      list: 3,
    })
  })
})

describe('the office', () => {
  test('tries a rule out: what is coming is counted and named, and stays as it is', async () => {
    const { room } = await scene('notice_minutes', 30, { units: 30 })
    const people = [await withTokens(app), await withTokens(app)]
    for (const who of people)
      for (let day = 8; day < 20; day++) await place(who, room.id, '10:00', { on: addDays(today, day) })
    const tried = { kind: 'ahead_days' as const, value: 7, facilityId: room.id }
    const { count, rows } = await office().tryOut(tried)
    expect(count).toBe(24)
    expect(rows).toHaveLength(20)
    expect(rows[0]).toMatchObject({ facilityName: room.name, on: '2026-11-26', startsAt: '10:00', endsAt: '11:00' })
    expect(new Set(rows.map(({ person }) => person.id))).toEqual(new Set(people.map(({ id }) => id)))
    expect((await office().tryOut({ ...tried, value: 19 })).count).toBe(0)
    await office().save({ ...tried, tierId: null })
    for (const who of people)
      expect(
        (await app.as(who).bookings.mine({ pageSize: 20 })).rows.every(({ status }) => status === 'confirmed'),
      ).toBe(true)
  })

  test('makes, changes and removes rules, each once; all of it is in the audit log', async () => {
    const { ada, room } = await scene('notice_minutes', 30)
    const { id } = await office().save({ kind: 'ahead_days', value: 3, facilityId: room.id, tierId: null })
    await expect(
      office().save({ kind: 'ahead_days', value: 4, facilityId: room.id, tierId: null }),
    ).rejects.toMatchObject({ code: 'RULE_EXISTS', status: 409 })
    await expect(place(ada, room.id, '10:00')).rejects.toMatchObject(refused(/up to 3 days ahead/))
    await office().save({ id, kind: 'ahead_days', value: 10, facilityId: room.id, tierId: null })
    await place(ada, room.id, '10:00')
    const { rules, facilities } = await office().list()
    expect(rules.find(rule => rule.id === id)).toMatchObject({
      words: 'At most 10 days ahead',
      facilityName: room.name,
      tierName: null,
    })
    expect(facilities.find(each => each.id === room.id)).toMatchObject({
      opensAt: '08:00',
      closesAt: '20:00',
      turnaroundMinutes: 0,
    })
    await office().remove({ id })
    await place(ada, room.id, '10:00', { on: addDays(today, 30) })
    const log = await app.as(boss).privacy.auditLog({ q: 'fair_use_rules', pageSize: 50 })
    expect(log.rows.filter(row => JSON.stringify(row).includes(id)).length).toBeGreaterThanOrEqual(3)
    for (const wrong of [
      { kind: 'hours_per_day', value: 25 },
      { kind: 'ahead_days', value: 0 },
      { kind: 'ahead_days', value: 1.5 },
    ] as const)
      await expect(office().save({ facilityId: null, tierId: null, ...wrong })).rejects.toMatchObject({ status: 400 })
    const nobody = '7d3c7c1e-2f7c-4b0e-9a4a-1f2a3b4c5d6e'
    for (const gone of [
      { facilityId: nobody, tierId: null },
      { facilityId: null, tierId: nobody },
    ])
      await expect(office().save({ kind: 'ahead_days', value: 5, ...gone })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
  })
})
