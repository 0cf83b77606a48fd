import { describe, expect, onTestFinished, test } from 'vitest'
import { maxKeys } from '#features/people/keys/rules.ts'
import { termsOf } from '#platform/rpc/terms.ts'
import { facility } from '#seed/factories/facilities.ts'
import { type Person, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from './app.ts'
import { giveTokens } from './bookings.ts'
import { openSession } from './browser.ts'
import { callOf } from './calls.ts'
import { expectInvariants } from './invariants.ts'
import { marketMorning } from './market.ts'
import { expireDue } from './payments.ts'
import { callByName, listProcedures } from './procedures.ts'

// What there is only so much of: thirty calls of one person at once, each with a key of its own, and two servers.
const app = sharedTestApp({ now: marketMorning, env: { DATABASE_POOL: '40' } })
const beside = sharedTestApp({ beside: app })
const atOnce = 30

const spending = listProcedures().filter(({ procedure }) => termsOf(procedure).spends)

/** What one of the office gave back, whatever others have done meanwhile. */
const givenBackBy = `select count(*) as n from audit_log where actor_id = $1 and table_name = 'refunds' and action = 'insert'`

const stallsMoved = 'select count(*) as n from market_bookings where user_id = $1 and moved_at is not null'

/** How many effects there are of the calls of a person, and how many there may be of thirty. */
const effects: Record<string, { of: string; may: number; again?: string }> = {
  'bookings.place': { of: 'select count(*) as n from bookings where user_id = $1', may: 1 },
  // Thirty ask for the same hour of one room.
  'bookings.bookFor': { of: 'select count(*) as n from bookings where booked_by = $1', may: 1 },
  'bookings.move': { of: 'select count(*) as n from bookings where user_id = $1 and moved_at is not null', may: 1 },
  'schedule.shift': { of: 'select count(*) as n from bookings where moved_by = $1', may: 1 },
  // Thirty ask for the same hours.
  'studio.book': { of: 'select count(*) as n from studio_bookings where user_id = $1', may: 1 },
  'events.register': { of: 'select count(*) as n from event_registrations where user_id = $1', may: 1 },
  // Thirty ask for the same evening of one room.
  'events.add': { of: 'select count(*) as n from events where reviewed_by = $1', may: 1 },
  'studio.pay': { of: `select count(*) as n from orders where user_id = $1 and status = 'pending'`, may: 1 },
  // One payment for one session, and one entry against it.
  'studio.markPaid': {
    of: `select count(*) as n from audit_log where actor_id = $1 and table_name = 'studio_bookings' and after ->> 'paid_at' is not null`,
    may: 1,
  },
  'studio.takeBackPayment': { of: givenBackBy, may: 1 },
  'studio.handBack': { of: givenBackBy, may: 1 },
  // Thirty stalls: as many as somebody may hold unpaid.
  'stalls.book': { of: 'select count(*) as n from market_bookings where user_id = $1', may: 3 },
  'stalls.move': { of: stallsMoved, may: 1 },
  'stalls.changePitch': { of: stallsMoved, may: 1 },
  'bookings.checkout': { of: 'select count(*) as n from bookings where user_id = $1', may: 3 },
  'repeats.book': { of: 'select count(*) as n from bookings where user_id = $1', may: 3 },
  // Each is a purchase of its own; none may get lost or be charged under another's number.
  'tokens.buy': { of: 'select count(distinct stripe_session_id) as n from orders where user_id = $1', may: atOnce },
  // Each is a gift of its own, under a key of its own.
  'tokens.give': { of: `select count(*) as n from tokens where type = 'bonus' and $1 <> ''`, may: atOnce },
  // The member has tokens for one.
  'tokens.charge': {
    of: `select count(*) as n from token_transactions where description = 'Arranged with the house' and $1 <> ''`,
    may: 1,
  },
  // Each new one ends the one before.
  'guestTickets.buy': {
    of: `select count(*) as n from guest_ticket_purchases where user_id = $1 and status = 'pending'`,
    may: 1,
  },
  'guestTickets.cancel': {
    of: `select count(*) as n from refunds where ref like 'guest-tickets:%' and reason = 'Cancelled in time' and $1 <> ''`,
    may: 1,
  },
  'guestTickets.cancelByStaff': {
    of: `select count(*) as n from refunds where ref like 'guest-tickets:%' and reason = 'Cancelled by the house' and $1 <> ''`,
    may: 1,
  },
  'memberships.subscribe': { of: `select count(*) as n from orders where user_id = $1 and status = 'pending'`, may: 1 },
  // A key is shown once, so its repetition is refused.
  'members.createKey': {
    of: 'select count(*) as n from api_keys where user_id = $1',
    may: maxKeys,
    again: 'KEY_ALREADY_SHOWN',
  },
  'payments.settleRefund': { of: `select count(*) as n from refunds where status = 'settled' and $1 <> ''`, may: 1 },
  'payments.retryRefund': { of: `select count(*) as n from refunds where status = 'pending' and $1 <> ''`, may: 1 },
  // Each is an application of its own: the form makes its number.
  'hosting.submit': {
    of: `select count(*) as n from events where host_user_id = $1 and application_status = 'pending'`,
    may: 1,
  },
  // The same cart is the same purchase.
  'shopOrders.checkout': { of: 'select count(*) as n from shopify_orders where user_id = $1', may: 1 },
  'applications.vote': { of: 'select count(*) as n from committee_votes where voter_id = $1', may: 1 },
}

/** Lets nobody wait: how it would be without the guard. Only a test can do this, on the server that it runs in. */
function withoutGuard() {
  const guard = app.runtime.oneAtATime
  app.runtime.oneAtATime = (_, work) => work(false)
  onTestFinished(() => {
    app.runtime.oneAtATime = guard
  })
}

/** The most calls that were inside the guard at once. */
function watchGuard() {
  const guard = app.runtime.oneAtATime
  const seen = { inside: 0, most: 0 }
  app.runtime.oneAtATime = (userId, work) =>
    guard(userId, async isLocked => {
      seen.most = Math.max(seen.most, ++seen.inside)
      try {
        return await work(isLocked)
      } finally {
        seen.inside--
      }
    })
  onTestFinished(() => {
    app.runtime.oneAtATime = guard
  })
  return seen
}

describe.each(spending)('$name', ({ name, path }) => {
  const scene = async () => {
    const call = callOf(name)!
    const me = await call.as!(app)
    await call.given?.(app, me)
    return { me, input: await call.input?.(app, me) }
  }
  const race = (me: Person, input: unknown) =>
    Promise.allSettled(Array.from({ length: atOnce }, () => callByName(app.as(me), path, input)))

  test('thirty at once have one effect for each thing, and come one after another', async () => {
    const effect = effects[name]
    expect(effect, `${name} has no line in effects`).toBeDefined()
    const { me, input } = await scene()
    const seen = watchGuard()
    const answers = await race(me, input)
    expect(
      answers.some(({ status }) => status === 'fulfilled'),
      [...codes(answers)].join(),
    ).toBe(true)
    const [counted] = await app.sql<{ n: string }>(effect!.of, [me.id])
    expect(Number(counted!.n)).toBe(effect!.may)
    expect(seen.most).toBe(1)
  })

  test('positive control: without the guard they would be inside at once', async () => {
    const { me, input } = await scene()
    withoutGuard()
    const seen = watchGuard()
    await race(me, input)
    expect(seen.most).toBeGreaterThan(1)
  })

  test('is refused without a key, and a repetition with one is answered as before', async () => {
    const { me, input } = await scene()
    await expect(callByName(app.as(me, { idempotencyKey: null }), path, input)).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REQUIRED',
      status: 400,
    })
    const again = () => callByName(app.as(me, { idempotencyKey: `again ${name}` }), path, input)
    const effect = async () => (await app.sql<{ n: string }>(effects[name]!.of, [me.id]))[0]!.n
    const first = await again()
    const once = await effect()
    const repeated = await again().catch((error: { code: string }) => error.code)
    expect(repeated).toEqual(effects[name]!.again ?? first)
    expect(await effect()).toEqual(once)
  })
})

test('every procedure that spends has its race, and nothing else does', () => {
  expect(Object.keys(effects).sort()).toEqual(spending.map(({ name }) => name).sort())
})

/** Thirty places that this person could hold, each of them free. */
async function thirtyPlaces() {
  const me = await paidMember(app)
  // Each in a room of its own: nothing but the guard makes them wait for one another.
  const rooms = await Promise.all(Array.from({ length: atOnce }, () => facility(app)))
  const wishes = Array.from({ length: atOnce }, (_, i) => ({
    facilityId: rooms[i]!.id,
    on: '2026-12-01',
    startsAt: '10:00',
    payWith: 'card' as const,
    termsAccepted: true as const,
  }))
  const holds = async () =>
    Number(
      (
        await app.sql<{ n: string }>(`select count(*) as n from bookings where user_id = $1 and status = 'pending'`, [
          me.id,
        ])
      )[0]!.n,
    )
  return { me, wishes, holds }
}

const codes = (answers: PromiseSettledResult<unknown>[]) =>
  new Set(answers.flatMap(answer => (answer.status === 'rejected' ? [(answer.reason as { code: string }).code] : [])))

test('[M4] one cart is booked once, over HTTP and on two servers at once, though there is room for all', async () => {
  const me = await paidMember(app)
  await giveTokens(app, me, 1_000)
  // With one unit the second booking would be refused for the place, whatever became of the cart.
  const desks = await facility(app, { units: atOnce })
  const wish = { facilityId: desks.id, on: '2026-12-01', startsAt: '10:00', payWith: 'tokens' as const }
  await app.as(me).bookings.addToCart(wish)
  const cookie = await openSession(app.runtime, me.id)
  const checkout = (server: typeof app, key: number) =>
    server.fetch('/rpc/bookings/checkout', {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', 'idempotency-key': `cart ${key}` },
      body: JSON.stringify({ json: { termsAccepted: true } }),
    })
  const answers = await Promise.all(Array.from({ length: atOnce }, (_, i) => checkout(i % 2 ? app : beside, i)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(atOnce - 1).fill(409)])
  expect(await app.sql('select 1 from bookings where user_id = $1', [me.id])).toHaveLength(1)
  await expectInvariants(app)
})

test('[M7] nobody holds more than three unpaid, over HTTP and on two servers at once', async () => {
  const { me, wishes, holds } = await thirtyPlaces()
  const cookie = await openSession(app.runtime, me.id)
  const place = (server: typeof app, wish: object, key: number) =>
    server.fetch('/rpc/bookings/place', {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', 'idempotency-key': `hold ${key}` },
      body: JSON.stringify({ json: wish }),
    })
  const answers = await Promise.all(wishes.map((wish, i) => place(i % 2 ? app : beside, wish, i)))
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([200, 200, 200, ...Array(atOnce - 3).fill(409)])
  expect(await holds()).toBe(3)
  await expectInvariants(app)
})

test('[M7] holds that ran out count for another hour; one that was let go does not', async () => {
  const { me, wishes, holds } = await thirtyPlaces()
  for (const wish of wishes.slice(0, 3)) await app.as(me).bookings.place(wish)
  await expect(app.as(me).bookings.place(wishes[3]!)).rejects.toMatchObject({ code: 'TOO_MANY_HOLDS' })
  const [own] = (await app.as(me).bookings.mine({})).rows
  await app.as(me).bookings.cancel({ id: own!.id })
  await app.as(me).bookings.place(wishes[4]!)
  app.clock.advance(31 * 60_000)
  await expireDue(app)
  expect(await holds()).toBe(0)
  await expect(app.as(me).bookings.place(wishes[5]!)).rejects.toMatchObject({ code: 'TOO_MANY_HOLDS' })
  app.clock.advance(61 * 60_000)
  await app.as(me).bookings.place(wishes[6]!)
  expect(await holds()).toBe(1)
})

test('[M7] positive control: without the guard the same thirty hold more than three', async () => {
  const { me, wishes, holds } = await thirtyPlaces()
  withoutGuard()
  const answers = await Promise.allSettled(wishes.map(wish => app.as(me).bookings.place(wish)))
  expect([...codes(answers)].every(code => ['TOO_MANY_HOLDS', 'BUSY'].includes(code))).toBe(true)
  expect(await holds()).toBeGreaterThan(3)
})
