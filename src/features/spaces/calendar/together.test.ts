import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { hall, studioRoom } from '#features/spaces/rooms/rules.ts'
import { instantOf } from '#platform/time.ts'
import { facility } from '#seed/factories/facilities.ts'
import { admin, type Person, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { giveTokens } from '#test/bookings.ts'
import { brokenInvariants, expectInvariants } from '#test/invariants.ts'
import { isLong } from '#test/long.ts'

// One room, wanted by every feature at once: whoever comes first has it, and nobody else (reliability, 1).
const app = sharedTestApp({ env: { DATABASE_POOL: '24' } })
const beside = sharedTestApp({ beside: app, env: { DATABASE_POOL: '24' } })
const rounds = isLong ? 40 : 4
const termsAccepted = true as const
const reason = 'The floor is sanded.'
let people: Person[]
let boss: Person
beforeAll(async () => {
  boss = await admin(app)
  people = []
  for (let i = 0; i < 6; i++) {
    const who = await paidMember(app)
    await giveTokens(app, who, 1_000)
    people.push(who)
  }
})

const idOf = async (slug: string) =>
  (await app.sql<{ id: string }>('select id from spaces where slug = $1', [slug]))[0]!.id
/** Saturdays, each for a round of its own. */
const saturday = (round: number) => new Date(Date.UTC(2026, 11, 5 + 7 * round)).toISOString().slice(0, 10)
const codes = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.map(outcome => (outcome.status === 'rejected' ? String(outcome.reason.code) : 'won'))

/** Who has the room on a day, each once. */
const holders = (leaves: string, on: string) =>
  app.sql<{ kind: string }>(
    `select distinct kind, ref from reservations where space_id = any((select leaf_ids from spaces where id = $1)::uuid[])
       and starts_at < $3 and ends_at > $2`,
    [leaves, instantOf(on, '00:00'), instantOf(on, '23:59')],
  )

test(`the hall is wanted by two bookings, a rental, a closure and a market at once, ${rounds} times: one has it`, async () => {
  const spaceId = await idOf(hall)
  const [whole, half] = [await facility(app, { spaceId }), await facility(app, { spaceId: await idOf('hall-bar') })]
  for (let round = 0; round < rounds; round++) {
    const on = saturday(round)
    const place = { on, startsAt: '10:00', termsAccepted, payWith: 'tokens' as const }
    const stretch = { spaceId, fromOn: on, fromAt: '09:00', untilOn: on, untilAt: '18:00' }
    const calls = [
      () => app.as(people[0]!).bookings.place({ ...place, facilityId: whole.id }),
      () => beside.as(people[1]!).bookings.place({ ...place, facilityId: half.id }),
      () => beside.as(boss).schedule.close({ ...stretch, reason }),
      () => app.as(boss).market.addDay({ on }),
      () =>
        app.as(boss).rentals.add({
          ...{ userId: people[2]!.id, studioName: 'The Hall', monthlyRentAmount: 50_000, depositAmount: 0, spaceId },
          ...{ rentalStartDate: on, rentalEndDate: on },
        }),
    ]
    // Nobody is always the first to be asked.
    const inTurn = calls.map((_, i) => calls[(i + round) % calls.length]!)
    const told = codes(await Promise.allSettled(inTurn.map(call => call())))
    expect(
      told.filter(code => code === 'won'),
      `round ${round}: ${told.join()}`,
    ).toHaveLength(1)
    expect(
      told.filter(code => !['won', 'SLOT_TAKEN', 'HALL_TAKEN', 'ROOM_TAKEN', 'CHANGED_MEANWHILE'].includes(code)),
    ).toEqual([])
    expect(await holders(spaceId, on)).toHaveLength(1)
  }
  await expectInvariants(app)
})

test(`the studio is wanted by a session, a booking of its facility, a rental and a closure at once, ${rounds} times`, async () => {
  const spaceId = await idOf(studioRoom)
  const there = await facility(app, { spaceId })
  for (let round = 0; round < rounds; round++) {
    const on = saturday(round)
    const client = { clientName: 'Ada', email: 'ada@client.example', projectType: 'other' as const }
    const stretch = { spaceId, fromOn: on, fromAt: '09:00', untilOn: on, untilAt: '18:00' }
    const calls = [
      () =>
        app.as(people[0]!).studio.book({
          ...{ bookingDate: on, startTime: '09:00', endTime: '13:00', paidWith: 'card' as const, ...client },
        }),
      () =>
        beside
          .as(people[1]!)
          .bookings.place({ facilityId: there.id, on, startsAt: '10:00', termsAccepted, payWith: 'card' as const }),
      () => beside.as(boss).schedule.close({ ...stretch, reason }),
      () =>
        app.as(boss).rentals.add({
          ...{ userId: people[2]!.id, studioName: 'The studio', monthlyRentAmount: 50_000, depositAmount: 0, spaceId },
          ...{ rentalStartDate: on, rentalEndDate: on },
        }),
    ]
    const inTurn = calls.map((_, i) => calls[(i + round) % calls.length]!)
    const told = codes(await Promise.allSettled(inTurn.map(call => call())))
    expect(
      told.filter(code => code === 'won'),
      `round ${round}: ${told.join()}`,
    ).toHaveLength(1)
    expect(await holders(spaceId, on)).toHaveLength(1)
  }
  await expectInvariants(app)
})

test('positive control: features that look first and write later, each into its own table, all have the room', async () => {
  const spaceId = await idOf('hall-stage')
  const [from, until] = [instantOf('2027-06-05', '10:00'), instantOf('2027-06-05', '11:00')]
  const pool = new pg.Pool({ connectionString: app.databaseUrl, max: 4 })
  await Promise.all(Array.from({ length: 4 }, () => pool.query('select pg_sleep(0.05)')))
  // As it would be without the one calendar: no trigger keeps it.
  const naive = async (kind: string) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const { rows } = await client.query(
        'select from reservations where space_id = $1 and starts_at < $3 and ends_at > $2',
        [...[spaceId, from, until]],
      )
      await client.query('select pg_sleep(0.1)')
      if (rows.length > 0) return 0
      await client.query(
        `insert into reservations (kind, ref, space_id, unit, starts_at, ends_at) values ($1, gen_random_uuid(), $2, 1, $3, $4)`,
        [kind, spaceId, from, until],
      )
      await client.query('commit')
      return 1
    } finally {
      client.release()
    }
  }
  await app.sql('alter table reservations drop constraint reservations_no_overlap')
  try {
    const had = await Promise.all(['booking', 'rental', 'closure', 'market'].map(naive))
    expect(had.filter(each => each === 1).length).toBeGreaterThan(1)
    expect(await brokenInvariants(app)).toContainEqual(expect.stringMatching(/^a unit of a room that is held twice/))
  } finally {
    await pool.end()
    await app.sql('delete from reservations where starts_at = $1', [from])
    await app.sql(`alter table reservations add constraint reservations_no_overlap
      exclude using gist (space_id with =, unit with =, tstzrange(starts_at, ends_at, '[)') with &&)`)
  }
})
