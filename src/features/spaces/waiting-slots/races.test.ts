import fc from 'fast-check'
import pg from 'pg'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { AnyJob } from '#platform/jobs/define.ts'
import { jobContext } from '#platform/jobs/runner.ts'
import { facility } from '#seed/factories/facilities.ts'
import type { Person } from '#seed/factories/people.ts'
import { sharedTestApp, type TestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { isLong, seed } from '#test/long.ts'
import { books, waitedOn as on, round, waits, withTokens } from '#test/waiting.ts'
import { jobs } from './jobs.ts'
import { slotWaiting } from './model.ts'

const first = sharedTestApp()
const second = sharedTestApp({ beside: first })
const crowd = 9
let people: Person[]
beforeAll(async () => {
  people = []
  for (let i = 0; i < crowd; i++) people.push(await withTokens(first))
})
beforeEach(async () => {
  first.clock.set('2026-11-18T10:00:00Z')
  await first.sql('delete from waiting_entries')
})

const termsAccepted = true as const
const [offer] = jobs([slotWaiting]) as [AnyJob]
const roundOf = (app: TestApp) => offer.run({}, jobContext(app.runtime, null))
const line = (facilityId: string) =>
  first.sql<{ id: string; status: string }>(
    'select id, status from waiting_entries where facility_id = $1 order by place',
    [facilityId],
  )

/** A room with three units, all of them booked, and six who wait, in order. */
async function fullRoom() {
  const { id } = await facility(first, { units: 3 })
  const bookings = []
  for (const who of people.slice(0, 3)) bookings.push(await books(first, who, id))
  for (const who of people.slice(3)) await waits(first, who, id)
  return { id, bookings }
}

test('two servers that offer at once, again and again, offer to each once and in order', async () => {
  const { id, bookings } = await fullRoom()
  await Promise.all(people.slice(0, 3).map((who, i) => first.as(who).bookings.cancel({ id: bookings[i]! })))
  await Promise.all([first, second, first, second, first, second].map(roundOf))
  expect((await line(id)).map(({ status }) => status)).toEqual([
    ...['offered', 'offered', 'offered'],
    ...['waiting', 'waiting', 'waiting'],
  ])
  const mails = await first.sql(
    `select relates_to from mails where template = 'waiting.time-free' and relates_to = any($1)`,
    [(await line(id)).map(entry => `waiting_entries/${entry.id}`)],
  )
  expect(mails).toHaveLength(3)
  await expectInvariants(first)
})

test('positive control: who is looked up first and offered later, without a lock, is offered many times', async () => {
  const { id, bookings } = await fullRoom()
  for (const [i, booking] of bookings.entries()) await first.as(people[i]!).bookings.cancel({ id: booking })
  const pool = new pg.Pool({ connectionString: first.databaseUrl, max: 8 })
  await Promise.all(Array.from({ length: 8 }, () => pool.query('select pg_sleep(0.05)')))
  const naive = async () => {
    const { rows } = await pool.query(
      `select id from waiting_entries where facility_id = $1 and status = 'waiting' order by place limit 1`,
      [id],
    )
    await pool.query('select pg_sleep(0.05)')
    const { rowCount } = await pool.query(
      `update waiting_entries set status = 'offered', offered_at = $2, held_until = $2::timestamptz + interval '1 hour' where id = $1`,
      [rows[0].id, first.clock.now()],
    )
    return rowCount ?? 0
  }
  const offers = await Promise.all(Array.from({ length: 8 }, naive))
  await pool.end()
  expect(offers.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(1)
  expect((await line(id)).filter(({ status }) => status === 'offered')).toHaveLength(1)
})

test('of a crowd that comes for a freed time at the moment it is offered nobody gets in but whose turn it is', async () => {
  const { id } = await facility(first)
  for (let turn = 0; turn < (isLong ? 20 : 3); turn++) {
    const booking = await books(first, people[0]!, id)
    await waits(first, people[1]!, id)
    const rush = people
      .slice(2)
      .map((who, i) =>
        (i % 2 ? first : second)
          .as(who)
          .bookings.place({ facilityId: id, on, startsAt: '10:00', payWith: i % 3 ? 'tokens' : 'card', termsAccepted }),
      )
    const [, ...came] = await Promise.allSettled([
      first.as(people[0]!).bookings.cancel({ id: booking }),
      roundOf(first),
      roundOf(second),
      ...rush,
    ])
    const codes = came.slice(2).map(each => (each.status === 'rejected' ? each.reason.code : 'booked'))
    expect(codes.filter(code => code !== 'SLOT_TAKEN' && code !== 'WAITED_FOR')).toEqual([])
    await roundOf(second)
    await first
      .as(people[0]!)
      .bookings.cancel({ id: await books(first, people[1]!, id) })
      .catch(() => {})
    const { rows } = await first.as(people[1]!).bookings.mine({})
    await first.as(people[1]!).bookings.cancel({ id: rows[0]!.id })
    await roundOf(first)
  }
  await expectInvariants(first)
})

test('who books, leaves and lets it lapse at one moment does one of them', async () => {
  const { id } = await facility(first)
  for (let turn = 0; turn < (isLong ? 20 : 3); turn++) {
    const booking = await books(first, people[0]!, id)
    const entry = await waits(first, people[1]!, id)
    await waits(first, people[2]!, id)
    await first.as(people[0]!).bookings.cancel({ id: booking })
    await roundOf(first)
    const place = { facilityId: id, on, startsAt: '10:00', termsAccepted }
    const [placed] = await Promise.allSettled([
      first.as(people[1]!).bookings.place({ ...place, payWith: 'tokens' }),
      second.as(people[1]!).waiting.leave({ id: entry }),
      second.as(people[1]!).bookings.place({ ...place, payWith: 'tokens' }),
    ])
    await roundOf(second)
    const [state, next] = await line(id)
    const isTaken = state!.status === 'taken'
    expect([state!.status, next!.status]).toEqual(isTaken ? ['taken', 'waiting'] : ['left', 'offered'])
    if (placed.status === 'fulfilled') expect(isTaken).toBe(true)
    await expectInvariants(first)
    for (const each of (await first.as(people[1]!).bookings.mine({})).rows)
      await first.as(people[1]!).bookings.cancel({ id: each.id })
    await first.sql('delete from waiting_entries')
  }
})

interface Step {
  who: number
  slot: number
  deed: 'book' | 'join' | 'leave' | 'cancel' | 'later'
}

/** From and until which hour, as [start, lengths]. */
const slots = [
  [10, 1],
  [11, 1],
  [10, 2],
] as const
const overlap = (a: number, b: number) => {
  const [[from, hours], [other, otherHours]] = [slots[a]!, slots[b]!]
  return from < other + otherHours && other < from + hours
}

/** What the waiting list is to do, written down a second time and as simply as can be. */
class Model {
  held: { who: number; slot: number; unit: number; isOffer: boolean; until: number }[] = []
  line: { who: number; slot: number; status: string }[] = []
  now = 0
  readonly units: number
  constructor(units: number) {
    this.units = units
  }
  freeUnit(slot: number): number | undefined {
    const units = Array.from({ length: this.units }, (_, i) => i)
    return units.find(unit => !this.held.some(each => each.unit === unit && overlap(each.slot, slot)))
  }
  live(who: number, slot?: number) {
    return this.line.find(
      each => each.who === who && (slot ?? each.slot) === each.slot && ['waiting', 'offered'].includes(each.status),
    )
  }
  drop(what: (each: Model['held'][number]) => boolean) {
    const at = this.held.findIndex(what)
    return at === -1 ? undefined : this.held.splice(at, 1)[0]
  }
  do({ who, slot, deed }: Step) {
    const isOffer = (each: Model['held'][number]) => each.isOffer && each.who === who && each.slot === slot
    if (deed === 'book') {
      const own = this.live(who, slot)
      const offered = this.drop(isOffer)
      const unit = this.freeUnit(slot)
      if (unit === undefined) return
      if (offered || own) own!.status = 'taken'
      this.held.push({ who, slot, unit, isOffer: false, until: Number.POSITIVE_INFINITY })
    }
    if (deed === 'join') {
      if (this.freeUnit(slot) !== undefined || this.held.some(isOffer)) return
      if (this.held.some(each => each.who === who && overlap(each.slot, slot)) || this.live(who, slot)) return
      this.line.push({ who, slot, status: 'waiting' })
    }
    if (deed === 'leave') {
      const entry = this.live(who)
      if (!entry) return
      this.drop(each => each.isOffer && each.who === who && each.slot === entry.slot)
      entry.status = 'left'
    }
    if (deed === 'cancel') this.drop(each => !each.isOffer && each.who === who)
    if (deed === 'later') this.now += 61
    this.serve()
  }
  serve() {
    for (const each of this.held.filter(({ until }) => until <= this.now))
      this.live(each.who, each.slot)!.status = 'lapsed'
    this.held = this.held.filter(({ until }) => until > this.now)
    for (const entry of this.line) {
      if (entry.status !== 'waiting') continue
      const unit = this.freeUnit(entry.slot)
      if (unit === undefined) continue
      entry.status = 'offered'
      this.held.push({ who: entry.who, slot: entry.slot, unit, isOffer: true, until: this.now + 60 })
    }
  }
}

const step = fc.record({
  who: fc.nat(4),
  slot: fc.nat(2),
  deed: fc.constantFrom<Step['deed'][]>('book', 'book', 'join', 'join', 'join', 'leave', 'cancel', 'cancel', 'later'),
})

test(`whatever people do, the line is served as it is written down (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 2 }),
      fc.array(step, { minLength: 15, maxLength: 40 }),
      async (units, steps) => {
        first.clock.set('2026-11-18T10:00:00Z')
        await first.sql('delete from waiting_entries')
        const { id } = await facility(first, { units })
        const model = new Model(units)
        for (const each of steps) {
          const [me, { who, slot, deed }] = [people[each.who]!, each]
          const [hour, lengths] = slots[slot]!
          const wish = { facilityId: id, on, startsAt: `${hour}:00`, lengths }
          const mine = async () =>
            (await first.as(me).bookings.mine({ pageSize: 100 })).rows.filter(row => row.facilityId === id)
          const calls = {
            book: () => first.as(me).bookings.place({ ...wish, payWith: 'tokens', termsAccepted }),
            join: () => first.as(me).waiting.join(wish),
            leave: async () => {
              const [own] = await first.sql<{ id: string }>(
                `select id from waiting_entries where user_id = $1 and status in ('waiting', 'offered') order by place limit 1`,
                [me.id],
              )
              if (own) await first.as(me).waiting.leave({ id: own.id })
            },
            cancel: async () => {
              const held = model.held.find(one => !one.isOffer && one.who === who)
              const row =
                held &&
                (await mine()).find(
                  one =>
                    one.startsAt === `${slots[held.slot]![0]}:00` &&
                    one.endsAt === `${slots[held.slot]![0] + slots[held.slot]![1]}:00`,
                )
              if (row) await first.as(me).bookings.cancel({ id: row.id })
            },
            later: async () => first.clock.advance(61 * 60_000),
          }
          const codes = ['SLOT_TAKEN', 'SLOT_FREE', 'OWN_TIME']
          await calls[deed]().catch((error: { code: string }) => expect(codes).toContain(error.code))
          await round(first)
          model.do(each)
          const entries = await first.sql<{ user_id: string; hour: string; lengths: number; status: string }>(
            'select user_id, left(starts_at_time, 2) as hour, lengths, status from waiting_entries where facility_id = $1 order by place',
            [id],
          )
          expect(entries.map(row => [row.user_id, Number(row.hour), row.lengths, row.status])).toEqual(
            model.line.map(entry => [people[entry.who]!.id, ...slots[entry.slot]!, entry.status]),
          )
        }
        await expectInvariants(first)
      },
    ),
    { numRuns: isLong ? 30 : 4, seed, endOnFailure: true },
  )
}, 300_000)
