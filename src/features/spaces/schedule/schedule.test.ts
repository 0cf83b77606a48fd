import { expect, test } from 'vitest'
import { hall, wholeHouse } from '#features/spaces/rooms/rules.ts'
import { event } from '#seed/factories/events.ts'
import { facility, room } from '#seed/factories/facilities.ts'
import { admin, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { bookingRow, giveTokens } from '#test/bookings.ts'
import { expectInvariants } from '#test/invariants.ts'
import { pay } from '#test/payments.ts'

const app = sharedTestApp()

const on = '2026-12-01'
const termsAccepted = true as const
const reason = 'The floor is sanded.'
const dayOf = (spaceId: string) => ({ spaceId, fromOn: on, fromAt: '09:00', untilOn: on, untilAt: '18:00' })
const idOf = async (slug: string) =>
  (await app.sql<{ id: string }>('select id from spaces where slug = $1', [slug]))[0]!.id

async function withTokens() {
  const who = await paidMember(app)
  await giveTokens(app, who, 100)
  return who
}
const balanceOf = async ({ id }: { id: string }) =>
  (
    await app.sql<{ n: number }>('select coalesce(sum(amount - used), 0)::int as n from tokens where user_id = $1', [
      id,
    ])
  )[0]!.n

test('a room that is closed sells nothing, and does so again once it is opened', async () => {
  const [boss, ada] = [app.as(await admin(app)), await withTokens()]
  const room = await facility(app, { units: 3 })
  const place = (startsAt: string) => app.as(ada).bookings.place({ facilityId: room.id, on, startsAt, termsAccepted })
  const { id } = await boss.schedule.close({ ...dayOf(room.spaceId), reason })
  await expect(place('10:00')).rejects.toMatchObject({ code: 'SLOT_TAKEN' })
  await expect(place('17:30')).rejects.toMatchObject({ code: 'SLOT_TAKEN' })
  await place('18:00')
  const free = (await app.as(ada).bookings.slots({ facilityId: room.id, on })).filter(slot => slot.isAvailable)
  expect(free[0]).toMatchObject({ startsAt: '18:00', unitsLeft: 2 })
  const { rows } = await boss.schedule.days({ from: on })
  // Every unit of it is taken.
  expect(rows.filter(({ ref }) => ref === id)).toHaveLength(3)
  expect(rows.find(({ ref }) => ref === id)).toMatchObject({ title: reason, startsAt: '09:00', endsAt: '18:00' })
  await boss.schedule.lift({ id })
  await place('10:00')
  await expect(boss.schedule.lift({ id })).rejects.toMatchObject({ code: 'CLOSURE_OVER' })
  await expectInvariants(app)
})

test('a room is closed over two unpaid places of one cart: both are let go of, and their person is told once', async () => {
  const [boss, ben] = [app.as(await admin(app)), await paidMember(app)]
  const room = await facility(app, { units: 2 })
  for (const startsAt of ['10:00', '12:00'])
    await app.as(ben).bookings.addToCart({ facilityId: room.id, on, startsAt, payWith: 'card' })
  const placed = await app.as(ben).bookings.checkout({ termsAccepted })
  expect(placed.outcome).toBe('pay')
  expect(await boss.schedule.inTheWay(dayOf(room.spaceId))).toMatchObject({ bookings: 2, whyNot: null })
  expect(await boss.schedule.close({ ...dayOf(room.spaceId), reason, cancels: 2 })).toMatchObject({ cancelled: 2 })
  const rows = await app.sql('select distinct status, cancel_reason from bookings where user_id = $1', [ben.id])
  expect(rows).toEqual([{ status: 'cancelled', cancel_reason: reason }])
  const mails = await app.sql<{ template: string; props: object }>(
    `select template, props from mails where user_id = $1 and template like 'bookings.cancelled%'`,
    [ben.id],
  )
  expect(mails).toMatchObject([{ template: 'bookings.cancelled-together', props: { reason } }])
  await expectInvariants(app)
})

test('the calendar says what an event is called, and has the rooms in the order in which they are offered', async () => {
  const boss = app.as(await admin(app))
  const [second, first] = [await facility(app, { sortOrder: 902 }), await facility(app, { sortOrder: 901 })]
  const hosted = { eventDate: '2026-12-04', spaceId: first.spaceId, name: 'Print evening' }
  const { id } = await event(app, hosted)
  const { rows } = await boss.schedule.days({ from: hosted.eventDate })
  expect(rows.find(({ ref }) => ref === id)).toMatchObject({ kind: 'event', title: 'Print evening' })
  // The rooms of the facilities, and after them what nobody books by itself.
  const ids = (await boss.schedule.rooms()).map(room => room.id)
  expect(ids.indexOf(second.spaceId)).toBe(ids.indexOf(first.spaceId) + 1)
  expect(ids.indexOf(await idOf(hall))).toBeGreaterThan(ids.indexOf(second.spaceId))
})

test('closing cancels the bookings that were seen, gives everything back and tells their people why', async () => {
  const [boss, ada, ben] = [app.as(await admin(app)), await withTokens(), await paidMember(app)]
  const room = await facility(app, { units: 2 })
  const byTokens = await app
    .as(ada)
    .bookings.place({ facilityId: room.id, on, startsAt: '10:00', termsAccepted, payWith: 'tokens' })
  const byCard = await app
    .as(ben)
    .bookings.place({ facilityId: room.id, on, startsAt: '10:00', termsAccepted, payWith: 'card' })
  if (byCard.outcome !== 'pay' || byTokens.outcome === 'pay') throw new Error('expected the one to pay')
  await pay(app, byCard.url)
  const seen = await boss.schedule.inTheWay(dayOf(room.spaceId))
  expect(seen).toMatchObject({ bookings: 2, whyNot: null })
  expect(seen.rows.map(({ startsAt }) => startsAt)).toEqual(['10:00', '10:00'])
  const close = (cancels: number) => boss.schedule.close({ ...dayOf(room.spaceId), reason, cancels })
  await expect(close(1)).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' })
  expect(await close(2)).toMatchObject({ cancelled: 2 })
  expect(await bookingRow(app, byTokens.bookingId)).toMatchObject({ status: 'cancelled', cancelReason: reason })
  expect(await balanceOf(ada)).toBe(100)
  await app.runJobs()
  expect(
    await app.sql('select refunded_pence, amount_pence from orders where id = $1', [byCard.orderId]),
  ).toMatchObject([{ refunded_pence: 3_000, amount_pence: 3_000 }])
  const mails = await app.sql(`select id from mails where template = 'bookings.cancelled' and user_id in ($1, $2)`, [
    ada.id,
    ben.id,
  ])
  expect(mails).toHaveLength(2)
  await expectInvariants(app)
})

test('a market gives way to no closure, nor does another closure; the house closes with every room', async () => {
  const [boss, ada] = [app.as(await admin(app)), await withTokens()]
  const saturday = '2026-12-19'
  const { id } = await boss.market.addDay({ on: saturday })
  const closing = async (slug: string) => ({
    ...{ spaceId: await idOf(slug), reason },
    ...{ fromOn: saturday, fromAt: '00:00', untilOn: '2026-12-21', untilAt: '00:00' },
  })
  for (const slug of [hall, 'hall-bar', wholeHouse])
    await expect(boss.schedule.close(await closing(slug))).rejects.toMatchObject({
      code: 'ROOM_TAKEN',
      message: expect.stringContaining('Market on Sat 19 Dec'),
    })
  await boss.market.cancelDay({ id })
  const anyRoom = await facility(app)
  await boss.schedule.close(await closing(wholeHouse))
  await expect(boss.schedule.close(await closing(hall))).rejects.toMatchObject({ code: 'ROOM_TAKEN' })
  await expect(
    app.as(ada).bookings.place({ facilityId: anyRoom.id, on: '2026-12-20', startsAt: '12:00', termsAccepted }),
  ).rejects.toMatchObject({ code: 'SLOT_TAKEN' })
  await expectInvariants(app)
})

test('somebody books while a room is closed: either the booking is cancelled with it, or it is refused', async () => {
  const boss = app.as(await admin(app))
  const people = await Promise.all(Array.from({ length: 6 }, withTokens))
  const taken = await room(app, { units: 6 })
  const place = await facility(app, { spaceId: taken.id })
  const outcomes = await Promise.allSettled([
    ...people.map(who => app.as(who).bookings.place({ facilityId: place.id, on, startsAt: '10:00', termsAccepted })),
    boss.schedule.close({ ...dayOf(taken.id), reason }),
  ])
  const isClosed = outcomes.at(-1)!.status === 'fulfilled'
  const booked = outcomes.slice(0, -1).filter(({ status }) => status === 'fulfilled').length
  // Nobody was seen to be in the way: whoever came first keeps the room.
  expect(isClosed ? booked === 0 : booked > 0).toBe(true)
  await expectInvariants(app)
})

test('the end is after the beginning, and the room is one of the house', async () => {
  const boss = app.as(await admin(app))
  const spaceId = await idOf(hall)
  await expect(boss.schedule.close({ ...dayOf(spaceId), untilAt: '09:00', reason })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
  await expect(boss.schedule.close({ ...dayOf('00000000-0000-4000-8000-000000000000'), reason })).rejects.toMatchObject(
    { code: 'NOT_FOUND' },
  )
})

test('a room that is closed in the middle of a day leaves what has been as it was', async () => {
  const [boss, ada] = [app.as(await admin(app)), await withTokens()]
  const room = await facility(app)
  const { bookingId } = (await app
    .as(ada)
    .bookings.place({ facilityId: room.id, on, startsAt: '10:00', termsAccepted, payWith: 'tokens' })) as {
    bookingId: string
  }
  const before = app.clock.now()
  app.clock.set(`${on}T15:00:00Z`)
  expect(await boss.schedule.inTheWay(dayOf(room.spaceId))).toMatchObject({ bookings: 0, rows: [] })
  expect(await boss.schedule.close({ ...dayOf(room.spaceId), reason })).toMatchObject({ cancelled: 0 })
  const [row] = await app.sql('select status from bookings where id = $1', [bookingId])
  expect(row).toEqual({ status: 'confirmed' })
  app.clock.set(`${on}T18:30:00Z`)
  await expect(boss.schedule.close({ ...dayOf(room.spaceId), reason })).rejects.toMatchObject({ code: 'DATE_PAST' })
  app.clock.set(before.toISOString())
  await expectInvariants(app)
})
