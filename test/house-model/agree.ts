import { expect } from 'vitest'
import { addDays } from '#platform/dates.ts'
import { cancellationMs, type Facility, type House, holdMs, london, priceOf, type Room } from './house.ts'

/**
 * After a round: whatever is there was told to somebody, whatever was told is there, nobody is where somebody else is, and
 * tokens and money are just what this comes to. It looks at what people have, never at the calendar that keeps them apart.
 */
export async function agree(house: House): Promise<void> {
  const { app, known, people } = house
  const [rows, sessions, money] = [await bookingsOf(house), await sessionsOf(house), await moneyOf(house)]
  for (const row of rows) asTold(house, row, rows, money)
  for (const id of known.made)
    expect(
      rows.some(row => row.id === id),
      `booking ${id} is lost`,
    ).toBe(true)
  expect(sessions.map(({ id, status }) => `${id} ${status === 'cancelled'}`).sort(), 'studio sessions').toEqual(
    [...known.sessions].map(([id, endedBy]) => `${id} ${endedBy !== null}`).sort(),
  )

  noTwo(house, await holdersOf(house, rows, sessions))

  const purse = await app.sql<{ who: string; left: number }>(
    'select user_id as who, sum(amount - used)::int as left from tokens where user_id = any($1) group by 1',
    [idsOf(house)],
  )
  for (const { id } of people) {
    const theirs = [
      ...rows.filter(({ who }) => who === id).map(row => keptFor(house, row)),
      ...sessions.filter(({ who }) => who === id).map(row => keptForSession(house, row)),
    ]
    const left = known.tokens.get(id)! - sum(theirs.map(({ tokens }) => tokens))
    expect(purse.find(({ who }) => who === id)?.left ?? 0, `tokens of ${id}`).toBe(left)
    expect(money.heldOf(id), `money of ${id}`).toBe(sum(theirs.map(({ pence }) => pence)))
  }
  for (const { id, status, on, startsAtTime } of rows) known.bookings.set(id, { status, on, startsAt: startsAtTime })
  known.closing = []
  known.unsure.clear()
  known.moved.clear()
}

/** At the end: everybody reads of themselves, and the office of all, just what there is. */
export async function shown(house: House): Promise<void> {
  const { app, boss, people, days } = house
  const [rows, sessions] = [await bookingsOf(house), await sessionsOf(house)]
  for (const who of people) {
    const { bookings, studio } = app.as(who)
    const read = [
      ...(await bookings.mine({ pageSize: 100 })).rows,
      ...(await bookings.mine({ pageSize: 100, when: 'past' })).rows,
    ]
    expect(read.map(row => `${row.id} ${row.status} ${row.bookingOn} ${row.startsAt}`).sort()).toEqual(
      rows
        .filter(row => row.who === who.id)
        .map(row => `${row.id} ${row.status} ${row.on} ${row.startsAtTime}`)
        .sort(),
    )
    const now = app.clock.now()
    const isToPay = ({ paidAt, pence }: Session) => paidAt === null && pence > 0
    expect((await studio.page()).sessions.map(({ id }) => id).sort()).toEqual(
      sessions
        .filter(row => row.who === who.id && row.status !== 'cancelled' && (row.endsAt > now || isToPay(row)))
        .map(({ id }) => id)
        .sort(),
    )
  }
  const { rows: seen } = await app.as(boss).schedule.days({ from: days[0]!, days: 3 })
  const [from, until] = [london(house.summer, days[0]!, '00:00'), london(house.summer, addDays(days[2]!, 1), '00:00')]
  const holders = (await holdersOf(house, rows, sessions)).filter(each => each.from < until && each.until > from)
  const own = new Set(house.rooms.flatMap(({ leaves }) => leaves))
  expect(
    [...new Set(seen.filter(row => own.has(row.spaceId)).map(({ kind, ref }) => `${kind} ${ref}`))].sort(),
    'the calendar of the house',
  ).toEqual(holders.map(({ what }) => what).sort())
}

interface Booking {
  [column: string]: unknown
  id: string
  who: string
  facility: string
  series: string | null
  on: string
  startsAtTime: string
  startsAt: Date
  endsAt: Date
  status: 'pending' | 'confirmed' | 'cancelled'
  paidWith: 'tokens' | 'card'
  tokens: number
  pence: number
  order: string | null
  heldUntil: Date | null
  confirmedAt: Date | null
  createdAt: Date
  isByHouse: boolean
}

interface Session {
  [column: string]: unknown
  id: string
  who: string
  startsAt: Date
  endsAt: Date
  status: string
  tokens: number
  pence: number
  paidAt: Date | null
}

const idsOf = ({ people }: House) => people.map(({ id }) => id)
const facilityOf = ({ facilities }: House, { facility }: Booking) => facilities.find(({ id }) => id === facility)!

const bookingsOf = (house: House) =>
  house.app.sql<Booking>(
    `select id, user_id as who, booking_type_id as facility, series_id as series, booking_on::text as "on",
       starts_at_time as "startsAtTime", starts_at as "startsAt", ends_at as "endsAt", status, paid_with as "paidWith",
       tokens_used as tokens, price_pence as pence, order_id as "order", held_until as "heldUntil",
       confirmed_at as "confirmedAt", created_at as "createdAt", booked_by is not null as "isByHouse"
     from bookings where user_id = any($1) order by created_at, id`,
    [idsOf(house)],
  )

const sessionsOf = (house: House) =>
  house.app.sql<Session>(
    `select id, user_id as who, starts_at as "startsAt", ends_at as "endsAt", status, tokens_used as tokens,
       price_pence as pence, paid_at as "paidAt" from studio_bookings where user_id = any($1)`,
    [idsOf(house)],
  )

interface Money {
  heldOf(who: string): number
  /** What was charged for an order, before anything went back. */
  charged(order: string | null): number
}

/** What the provider took and still has, read where it keeps it. */
async function moneyOf(house: House): Promise<Money> {
  const rows = await house.app.sql<{ who: string; order: string; taken: number; back: number }>(
    `select o.user_id as who, o.id as "order", (c.body->>'amount')::int as taken, (c.body->>'amount_refunded')::int as back
     from simulator_stripe.objects c join simulator_stripe.objects i on i.id = c.body->>'payment_intent'
     join orders o on o.id::text = i.body->'metadata'->>'orderId'
     where c.kind = 'charge' and (c.body->>'paid')::boolean and o.user_id = any($1)`,
    [idsOf(house)],
  )
  return {
    heldOf: who => sum(rows.filter(row => row.who === who).map(({ taken, back }) => taken - back)),
    charged: order => sum(rows.filter(row => row.order === order).map(({ taken }) => taken)),
  }
}

/** A booking came about, was moved and ended only as somebody was told; it costs and lasts what it should. */
function asTold(house: House, row: Booking, rows: readonly Booking[], money: Money): void {
  const { known } = house
  const before = known.bookings.get(row.id)
  const name = `booking ${row.id} on ${row.on} at ${row.startsAtTime}, ${row.status}`
  const isTold = known.made.has(row.id) || (row.order !== null && known.orders.has(row.order))
  if (!before && !isTold) expect(known.unsure.has(row.who), `${name}, that nobody was told of`).toBe(true)
  if (before)
    expect(
      [before, ...(known.moved.get(row.id) ?? [])].map(({ on, startsAt }) => `${on} ${startsAt}`),
      `${name}: put there`,
    ).toContain(`${row.on} ${row.startsAtTime}`)
  asPriced(house, row, name)
  if (row.status === 'confirmed') {
    if (row.pence > 0) {
      expect(known.pressed.has(row.order!), `${name}: somebody paid`).toBe(true)
      expect(money.charged(row.order), `${name}: its card was charged`).toBeGreaterThanOrEqual(row.pence)
    }
    expect(known.cancelled.has(row.id), `${name}: was told to be cancelled`).toBe(false)
  }
  if (row.status === 'pending')
    expect(row.heldUntil!.getTime(), `${name}: is held no longer`).toBeGreaterThan(house.app.clock.now().getTime())
  // What somebody had they have, unless it is known why not.
  if (row.status === 'cancelled' && before?.status !== 'cancelled')
    expect(isExplained(house, row, rows), `${name}: somebody lost it`).toBe(true)
}

/** The price is the house's, the length is in real minutes, and the wall time that of London on that day. */
function asPriced(house: House, row: Booking, name: string): void {
  const facility = facilityOf(house, row)
  const lengths = (row.endsAt.getTime() - row.startsAt.getTime()) / 60_000 / facility.minutes
  expect([1, 2], `${name}: ${lengths} lengths`).toContain(lengths)
  expect(row.startsAt, name).toEqual(london(house.summer, row.on, row.startsAtTime))
  const { tokens, pence } = priceOf(facility, lengths)
  if (row.isByHouse && row.tokens === 0) expect(row.pence, name).toBe(0)
  else expect([row.tokens, row.pence], name).toEqual(row.paidWith === 'tokens' ? [tokens, 0] : [0, pence])
}

function isExplained(house: House, row: Booking, rows: readonly Booking[]): boolean {
  const { known, app } = house
  const isEnded = (each: Booking) => known.cancelled.has(each.id) || isClosed(house, each)
  if (isEnded(row)) return true
  if (row.confirmedAt !== null) return false
  // An unpaid hold goes with all that its order holds, and when its time is over.
  const isOver = row.createdAt.getTime() + holdMs <= app.clock.now().getTime()
  return isOver || rows.some(each => each.order === row.order && isEnded(each))
}

const isClosed = (house: House, row: Booking) => {
  const { room, turnaround } = facilityOf(house, row)
  const until = new Date(row.endsAt.getTime() + turnaround * 60_000)
  return house.known.closing.some(
    each => each.leaves.some(leaf => room.leaves.includes(leaf)) && each.from < until && each.until > row.startsAt,
  )
}

interface Spent {
  tokens: number
  pence: number
}
const nothing: Spent = { tokens: 0, pence: 0 }
const isLate = (at: Date, startsAt: Date) => at.getTime() > startsAt.getTime() - cancellationMs

/** What a booking costs its person in the end: its price, unless it went back. */
function keptFor({ known }: House, row: Booking): Spent {
  const price = { tokens: row.tokens, pence: row.pence }
  if (row.status === 'pending') return { ...price, pence: 0 }
  if (row.status === 'confirmed') return price
  const ended = known.cancelled.get(row.id)
  const isForfeit = row.confirmedAt !== null && ended?.by === 'own' && isLate(ended.at, row.startsAt)
  return isForfeit ? price : nothing
}

function keptForSession({ known }: House, row: Session): Spent {
  const price = { tokens: row.tokens, pence: row.paidAt ? row.pence : 0 }
  if (row.status !== 'cancelled') return price
  const ended = known.sessions.get(row.id)
  return ended?.by === 'own' && isLate(ended.at, row.startsAt) ? price : nothing
}

/** Somebody or something that has a room for a time; `isWhole`: every unit of each of its parts. */
interface Holder {
  /** As the calendar of the house calls it. */
  what: string
  leaves: string[]
  isWhole: boolean
  from: Date
  until: Date
}

async function holdersOf(house: House, rows: readonly Booking[], sessions: readonly Session[]): Promise<Holder[]> {
  const { app, known, rooms, people } = house
  const now = app.clock.now()
  const place = (what: string, { room, turnaround }: Facility, from: Date, until: Date): Holder => ({
    ...{ what, from, until: new Date(until.getTime() + turnaround * 60_000) },
    ...{ leaves: room.leaves, isWhole: room.leaves.length > 1 },
  })
  const studio = house.facilities.find(({ room }) => room === rooms[3])!
  const wholes = await app.sql<{ kind: string; id: string; space: string; from: Date; until: Date; isOn: boolean }>(
    `select 'rental' as kind, id, space_id as space, starts_at as "from", ends_at as until, migration_status <> 'ended' as "isOn"
       from studio_rental_members where user_id = any($1)
     union all select 'closure', id, space_id, starts_at, ends_at, status = 'planned' from closures where id = any($2)
     union all select 'market', id, space_id, starts_at, ends_at, not is_cancelled from market_days where id = any($3)`,
    [people.map(({ id }) => id), [...known.closures], [...known.markets.keys()]],
  )
  const isTold = (id: string) =>
    known.rentals.get(id) === 'runs' ||
    known.markets.get(id) === 'on' ||
    (known.closures.has(id) && !known.lifted.has(id))
  for (const { kind, id, isOn } of wholes) expect(isOn, `${kind} ${id}`).toBe(isTold(id))
  expect(wholes.length).toBe(known.rentals.size + known.closures.size + known.markets.size)
  const offers = await app.sql<{ id: string; facility: string; from: Date; until: Date }>(
    `select id, facility_id as facility, starts_at as "from", ends_at as until from waiting_entries
     where user_id = any($1) and status = 'offered' and held_until > $2`,
    [idsOf(house), now],
  )
  return [
    ...rows
      .filter(row => row.status !== 'cancelled')
      .map(row => place(`booking ${row.id}`, facilityOf(house, row), row.startsAt, row.endsAt)),
    ...sessions
      .filter(({ status }) => status !== 'cancelled')
      .map(row => place(`studio ${row.id}`, studio, row.startsAt, row.endsAt)),
    ...offers.map(row =>
      place(`offer ${row.id}`, house.facilities.find(({ id }) => id === row.facility)!, row.from, row.until),
    ),
    ...wholes
      .filter(({ isOn }) => isOn)
      .map(({ kind, id, space, from, until }) => ({
        ...{ what: `${kind} ${id}`, from, until, isWhole: true },
        leaves: rooms.find(room => room.id === space)!.leaves,
      })),
  ]
}

/** At no time are there more in a room than it has units for. */
function noTwo({ rooms }: House, holders: readonly Holder[]): void {
  const smallest = rooms.filter((room): room is Room => room.leaves.length === 1)
  for (const { id, units } of smallest) {
    const here = holders.filter(({ leaves }) => leaves.includes(id))
    for (const { from } of here) {
      const then = here.filter(each => each.from <= from && each.until > from)
      const taken = sum(then.map(({ isWhole }) => (isWhole ? units : 1)))
      expect(taken <= units, `${then.map(({ what }) => what).join(' and ')} at ${from.toISOString()}`).toBe(true)
    }
  }
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
