import { expect, test } from 'vitest'
import { facility } from '#seed/factories/facilities.ts'
import { admin, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { bookingRow, giveTokens } from '#test/bookings.ts'
import { pay } from '#test/payments.ts'

const app = sharedTestApp()
const on = '2026-11-24'
const termsAccepted = true as const

test('the days say how many times are left on each, whose they are nobody [BOOK-24, API-15]', async () => {
  const room = await facility(app, { tokenAvailableDays: ['tuesday'] })
  const [ada, eve] = [await paidMember(app), await paidMember(app)]
  const days = (who = eve) => app.as(who).bookings.days({ facilityId: room.id, from: '2026-11-23' })
  const before = await days()
  expect(before).toHaveLength(14)
  expect(before[1]).toMatchObject({ on, isOpen: true, takesTokens: true })
  expect(before[0]).toMatchObject({ on: '2026-11-23', takesTokens: false })
  // Three hours take the half hours from before they begin until they end.
  await app
    .as(ada)
    .bookings.place({ facilityId: room.id, on, startsAt: '12:00', lengths: 3, termsAccepted, payWith: 'card' })
  const after = await days()
  expect(before[1]!.free - after[1]!.free).toBe(7)
  expect(after[2]).toEqual(before[2])
  expect(JSON.stringify(after)).not.toContain(ada.id)
  // Past days are closed.
  const past = await app.as(eve).bookings.days({ facilityId: room.id, from: '2026-11-10' })
  expect(past[0]).toMatchObject({ isOpen: false, free: 0 })
})

test('from each start it is told how long can be stayed, and what is one’s own', async () => {
  const room = await facility(app)
  const [ada, eve] = [await paidMember(app), await paidMember(app)]
  const slots = async (who = eve) => {
    const list = await app.as(who).bookings.slots({ facilityId: room.id, on })
    return Object.fromEntries(list.map(({ startsAt, ...slot }) => [startsAt, slot]))
  }
  expect((await slots())['10:00']).toMatchObject({ mostLengths: 8, own: null })
  await app.as(ada).bookings.place({ facilityId: room.id, on, startsAt: '12:00', termsAccepted, payWith: 'card' })
  const others = await slots()
  expect(others['10:00']).toMatchObject({ mostLengths: 2, isAvailable: true })
  expect(others['11:30']).toMatchObject({ mostLengths: 0, isAvailable: false, own: null })
  expect(others['12:00']).toMatchObject({ isAvailable: false, own: null })
  const cart = app.as(eve).bookings
  await cart.addToCart({ facilityId: room.id, on, startsAt: '10:00', lengths: 2 })
  await expect(cart.addToCart({ facilityId: room.id, on, startsAt: '10:00', lengths: 3 })).rejects.toMatchObject({
    code: 'SLOT_TAKEN',
  })
  const own = await slots(ada)
  expect(own['12:00']!.own!.heldUntil).toBeInstanceOf(Date)
  expect(own['13:00']).toMatchObject({ isAvailable: true, own: null })
})

test('several hours are one booking: one row, one price, one line of the cart', async () => {
  const room = await facility(app)
  const ada = await paidMember(app)
  await giveTokens(app, ada, 30)
  const wish = { facilityId: room.id, on, startsAt: '15:00', lengths: 2 }
  expect(await app.as(ada).bookings.quote(wish)).toMatchObject({ tokens: 10, endsAt: '17:00' })
  expect(await app.as(ada).bookings.quote({ ...wish, payWith: 'card' })).toMatchObject({ pence: 6_000 })
  const placed = await app.as(ada).bookings.place({ ...wish, termsAccepted })
  if (placed.outcome !== 'confirmed') throw new Error('expected tokens to pay')
  expect(await bookingRow(app, placed.bookingId)).toMatchObject({ tokensUsed: 10, endsAtTime: '17:00' })
  expect((await app.as(ada).bookings.facility({ id: room.id })).tokenBalance).toBe(20)
  await app.as(ada).bookings.addToCart({ ...wish, startsAt: '17:00', lengths: 3 })
  expect((await app.as(ada).bookings.cart()).items).toMatchObject([
    { startTime: '17:00', endTime: '20:00', durationHours: 3, tokenCost: 15, cashPricePence: 9_000, tokens: 15 },
  ])
  await expect(app.as(ada).bookings.quote({ ...wish, lengths: 9 })).rejects.toMatchObject({ status: 400 })
})

test('a hold of an hour is not gone on with as if it were two', async () => {
  const room = await facility(app)
  const ada = await paidMember(app)
  const place = (lengths: number) =>
    app.as(ada).bookings.place({ facilityId: room.id, on, startsAt: '10:00', lengths, termsAccepted, payWith: 'card' })
  const first = await place(1)
  if (first.outcome !== 'pay') throw new Error('expected a payment page')
  expect(await place(1)).toMatchObject({ orderId: first.orderId })
  await expect(place(2)).rejects.toMatchObject({ code: 'SLOT_TAKEN' })
})

test('what is held for somebody until they pay is known to them alone, until it is paid', async () => {
  const room = await facility(app)
  const [ada, eve] = [await paidMember(app), await paidMember(app)]
  const placed = await app
    .as(ada)
    .bookings.place({ facilityId: room.id, on, startsAt: '10:00', termsAccepted, payWith: 'card' })
  if (placed.outcome !== 'pay') throw new Error('expected a payment page')
  expect(await app.as(ada).bookings.holds()).toMatchObject([
    { orderId: placed.orderId, facilityName: room.name, on, startsAt: '10:00', heldUntil: expect.any(Date) },
  ])
  expect(await app.as(eve).bookings.holds()).toEqual([])
  await pay(app, placed.url)
  expect(await app.as(ada).bookings.holds()).toEqual([])
})

test('what is free next is told of every facility, and of a day when one is asked for', async () => {
  const [room, boss, ada] = [await facility(app), await admin(app), await paidMember(app)]
  const next = async (day?: string) =>
    (await app.as(ada).bookings.openings(day ? { on: day } : {})).find(({ facilityId }) => facilityId === room.id)!
  const first = await next(on)
  expect(first).toMatchObject({ on, startsAt: '09:00' })
  await app.as(ada).bookings.place({ facilityId: room.id, on, startsAt: '09:00', termsAccepted, payWith: 'card' })
  expect(await next(on)).toMatchObject({ on, startsAt: '10:00', free: first.free - 2 })
  expect((await next()).on! <= on).toBe(true)
  const late = async (from: string) =>
    (await app.as(ada).bookings.openings({ on, from })).find(({ facilityId }) => facilityId === room.id)!
  expect(await late('13:15')).toMatchObject({ on, startsAt: '13:30' })
  expect((await late('13:15')).free).toBeLessThan((await next(on)).free)
  expect(await late('23:30')).toMatchObject({ on: null, startsAt: null, free: 0 })
  await app.as(boss).facilities.change({ id: room.id, isActive: false })
  expect((await app.as(ada).bookings.openings({})).map(({ facilityId }) => facilityId)).not.toContain(room.id)
})
