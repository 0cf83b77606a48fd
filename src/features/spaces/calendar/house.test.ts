import { expect, test } from 'vitest'
import { hall } from '#features/spaces/rooms/rules.ts'
import { facility, room } from '#seed/factories/facilities.ts'
import { admin, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { giveTokens } from '#test/bookings.ts'
import { expectInvariants } from '#test/invariants.ts'

const app = sharedTestApp()

const saturday = '2026-12-05'
const termsAccepted = true as const
const taken = { code: 'SLOT_TAKEN' }
/** The same, as a market says it. */
const hallTaken = { code: 'HALL_TAKEN' }
const idOf = async (slug: string) =>
  (await app.sql<{ id: string }>('select id from spaces where slug = $1', [slug]))[0]!.id

async function booker() {
  const who = await paidMember(app)
  await giveTokens(app, who, 1_000)
  return (facilityId: string, startsAt: string, on = saturday) =>
    app.as(who).bookings.place({ facilityId, on, startsAt, termsAccepted })
}

test('a market and the bookings of its room exclude each other, from set-up until it is cleared', async () => {
  const [boss, book] = [app.as(await admin(app)), await booker()]
  const half = await facility(app, { spaceId: await idOf('hall-stage') })
  await book(half.id, '16:00')
  // The market would be over the booking of one half.
  await expect(boss.market.addDay({ on: saturday })).rejects.toMatchObject(hallTaken)
  const early = { on: saturday, setUpFrom: '08:00', opensAt: '10:00', closesAt: '14:00' }
  const { id } = await boss.market.addDay(early)
  const whole = await facility(app, { spaceId: await idOf(hall) })
  for (const room of [half, whole]) {
    await expect(book(room.id, '09:00')).rejects.toMatchObject(taken)
    await expect(book(room.id, '14:30')).rejects.toMatchObject(taken)
    const slots = await app.as(await paidMember(app)).bookings.slots({ facilityId: room.id, on: saturday })
    expect(slots.filter(({ isAvailable }) => isAvailable)[0]).toMatchObject({ startsAt: '15:00' })
  }
  await boss.market.cancelDay({ id })
  await book(whole.id, '09:00')
  await expect(boss.market.addDay(early)).rejects.toMatchObject(hallTaken)
  await expectInvariants(app)
})

test('whoever has the whole has its parts; parts do not exclude one another', async () => {
  const book = await booker()
  const hallOf = await room(app, { units: 1 })
  const parts = [await room(app, { parentId: hallOf.id }), await room(app, { parentId: hallOf.id, units: 3 })]
  const whole = await facility(app, { spaceId: hallOf.id })
  const [left, right] = await Promise.all(parts.map(({ id }) => facility(app, { spaceId: id })))
  await book(left!.id, '10:00')
  await book(right!.id, '10:00')
  await expect(book(left!.id, '10:30')).rejects.toMatchObject(taken)
  await expect(book(whole.id, '10:00')).rejects.toMatchObject(taken)
  // Two more of the three places in the other part are free.
  await book(right!.id, '10:00')
  await book(whole.id, '12:00')
  for (const part of [left!, right!]) await expect(book(part.id, '12:30')).rejects.toMatchObject(taken)
  await expectInvariants(app)
})

test('two facilities of one room are one room', async () => {
  const book = await booker()
  const { id: spaceId } = await room(app)
  const [hour, day] = [await facility(app, { spaceId }), await facility(app, { spaceId, durationMinutes: 480 })]
  await book(hour.id, '12:00')
  await expect(book(day.id, '09:00')).rejects.toMatchObject(taken)
  await book(hour.id, '09:00')
})

test('after a booking the room is made ready for the next', async () => {
  const book = await booker()
  const cold = await facility(app, { turnaroundMinutes: 15 })
  await book(cold.id, '10:00')
  await expect(book(cold.id, '11:00')).rejects.toMatchObject(taken)
  await expect(book(cold.id, '09:00')).rejects.toMatchObject(taken)
  await book(cold.id, '11:30')
  await expectInvariants(app)
})

test('the calendar is written by nobody but the rows that take rooms', async () => {
  const [space] = await app.sql<{ id: string }>('select id from spaces where leaf_ids = array[id] limit 1')
  const take = app.db.execute(
    `insert into reservations (kind, ref, space_id, unit, starts_at, ends_at)
      values ('closure', gen_random_uuid(), '${space!.id}', 1, now(), now() + interval '1 hour')`,
  )
  await expect(take).rejects.toMatchObject({ cause: { message: expect.stringMatching(/permission denied/) } })
})

test('a room that is in the calendar gets no parts, for what was taken of it would not be taken of them', async () => {
  const book = await booker()
  const { id: spaceId } = await room(app)
  await book((await facility(app, { spaceId })).id, '10:00')
  await expect(room(app, { parentId: spaceId })).rejects.toMatchObject({ cause: { constraint: 'spaces_parts' } })
})
