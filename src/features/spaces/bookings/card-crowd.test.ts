import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { pagesAtOnce } from '#features/money/orders/model.ts'
import { facility } from '#seed/factories/facilities.ts'
import { paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'

const app = sharedTestApp({ env: { DATABASE_POOL: '10' } })
afterAll(async () => {
  await expectInvariants(app)
})

const crowd = 20
const on = '2026-11-24'
const termsAccepted = true as const

/** How many payment pages were asked for at once, in all and under one key. */
function watchProvider() {
  const { sessions } = app.runtime.stripe.checkout
  const create = sessions.create.bind(sessions)
  const open: unknown[] = []
  const most = { atOnce: 0, underOneKey: 0 }
  const spy = vi.spyOn(sessions, 'create').mockImplementation(async (params, options) => {
    const key = options?.idempotencyKey
    open.push(key)
    most.atOnce = Math.max(most.atOnce, open.length)
    most.underOneKey = Math.max(most.underOneKey, open.filter(each => each === key).length)
    try {
      return await create(params, options)
    } finally {
      open.splice(open.indexOf(key), 1)
    }
  })
  onTestFinished(() => spy.mockRestore())
  return most
}

/** As many press at once as there are rooms, or one person `crowd` times, each with a key of its own, over HTTP. */
async function press(roomOf: (attempt: number) => { id: string }, isOnePerson: boolean) {
  const who = await paidMember(app)
  const callers = await Promise.all(
    Array.from({ length: crowd }, async (_, attempt) =>
      app.overHttp(isOnePerson ? who : await paidMember(app), { idempotencyKey: `card ${attempt}` }),
    ),
  )
  const placed = await Promise.all(
    callers.map((caller, attempt) =>
      caller.bookings.place({
        facilityId: roomOf(attempt).id,
        on,
        startsAt: '10:00',
        payWith: 'card',
        termsAccepted,
      }),
    ),
  )
  return placed.map(each => {
    if (each.outcome !== 'pay') throw new Error('expected a payment page')
    return each
  })
}

test(`${crowd} places booked by card at once are ${crowd} holds, each with its own payment page`, async () => {
  const rooms = await Promise.all(Array.from({ length: crowd }, () => facility(app)))
  const most = watchProvider()
  const placed = await press(attempt => rooms[attempt]!, false)
  // More at once would wait for each other at the provider, and be taken for its silence.
  expect(most).toEqual({ atOnce: pagesAtOnce, underOneKey: 1 })
  expect(new Set(placed.map(({ url }) => url)).size).toBe(crowd)
  expect(new Set(placed.map(({ orderId }) => orderId)).size).toBe(crowd)
})

test(`one place booked by card ${crowd} times at once is one hold with one payment page`, async () => {
  const room = await facility(app)
  const most = watchProvider()
  const placed = await press(() => room, true)
  expect(most).toEqual({ atOnce: 1, underOneKey: 1 })
  expect(new Set(placed.map(({ url }) => url)).size).toBe(1)
  expect(new Set(placed.map(({ orderId }) => orderId)).size).toBe(1)
})
