import { expect, test } from 'vitest'
import { facility } from '#seed/factories/facilities.ts'
import { admin, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { bookingRow, giveTokens } from '#test/bookings.ts'
import { expectInvariants } from '#test/invariants.ts'

const app = sharedTestApp()

const on = '2026-12-01'
const termsAccepted = true as const
const idempotent = () => ({ idempotencyKey: crypto.randomUUID() })

async function booker() {
  const who = await paidMember(app)
  await giveTokens(app, who, 100)
  const as = () => app.as(who, idempotent())
  const book = async (facilityId: string, startsAt: string, more: { on?: string; lengths?: number } = {}) => {
    const placed = await as().bookings.place({ facilityId, on, startsAt, termsAccepted, payWith: 'tokens', ...more })
    return placed.outcome === 'confirmed' ? placed.bookingId : ''
  }
  return { who, as, book }
}

test('a booking moves to another time for the same price; its hours, its place and its calendar file go with it', async () => {
  const ada = await booker()
  const room = await facility(app)
  const id = await ada.book(room.id, '10:00', { lengths: 2 })
  const { times, whyNot } = await ada.as().bookings.timesFor({ id, on })
  expect(whyNot).toBeNull()
  // What it holds itself is free for it: an hour later overlaps only itself.
  expect(times.find(({ startsAt }) => startsAt === '11:00')).toEqual({ startsAt: '11:00', endsAt: '13:00' })
  expect(times.some(({ startsAt }) => startsAt === '10:00')).toBe(false)
  await ada.as().bookings.move({ id, on, startsAt: '11:00' })
  await ada.as().bookings.move({ id, on: '2026-12-08', startsAt: '14:30' })
  expect(await bookingRow(app, id)).toMatchObject({
    bookingOn: '2026-12-08',
    startsAtTime: '14:30',
    endsAtTime: '16:30',
    startsAt: new Date('2026-12-08T14:30:00Z'),
    tokensUsed: 10,
    movedBy: ada.who.id,
  })
  const { hoursUsed } = await ada.as().bookings.quote({ facilityId: room.id, on: '2026-12-09', startsAt: '09:00' })
  expect(hoursUsed).toBe(2)
  const mails = await app.sql(`select id from mails where template = 'bookings.moved' and user_id = $1 order by id`, [
    ada.who.id,
  ])
  expect(mails).toHaveLength(2)
  const file = await ada.as().bookings.calendarFile({ id })
  expect(await file.text()).toContain('20261208T143000Z')
  await ada.book(room.id, '10:00')
  await expectInvariants(app)
})

test('nobody moves onto what others hold, nor to where nothing is offered, nor to where it is already', async () => {
  const [ada, ben] = [await booker(), await booker()]
  const room = await facility(app, { tokenAvailableDays: ['tuesday'] })
  const id = await ada.book(room.id, '10:00')
  await ben.book(room.id, '12:00')
  const move = (startsAt: string, day = on) => ada.as().bookings.move({ id, on: day, startsAt })
  await expect(move('12:30')).rejects.toMatchObject({ code: 'SLOT_TAKEN' })
  await expect(move('10:00')).rejects.toMatchObject({ code: 'SLOT_NOT_OFFERED' })
  await expect(move('10:10')).rejects.toMatchObject({ code: 'SLOT_NOT_OFFERED' })
  await expect(move('10:00', '2026-12-02')).rejects.toMatchObject({ code: 'TOKENS_NOT_AVAILABLE' })
  expect(await ada.as().bookings.timesFor({ id, on: '2026-12-02' })).toMatchObject({ times: [] })
  expect(await bookingRow(app, id)).toMatchObject({ startsAtTime: '10:00', movedAt: null })
  await expect(ben.as().bookings.move({ id, on, startsAt: '15:00' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expectInvariants(app)
})

test('what is too close to be given back is not moved either, but by staff until it begins', async () => {
  const ada = await booker()
  const boss = await admin(app)
  const room = await facility(app)
  const id = await ada.book(room.id, '09:30', { on: '2026-11-19' })
  expect((await ada.as().bookings.one({ id })).can.move).toBe(false)
  const to = { id, on, startsAt: '10:00' }
  await expect(ada.as().bookings.move(to)).rejects.toMatchObject({ code: 'CANNOT_MOVE' })
  await app.as(boss, idempotent()).bookings.move(to)
  expect(await bookingRow(app, id)).toMatchObject({ bookingOn: on, movedBy: boss.id })
  expect((await ada.as().bookings.one({ id })).can.move).toBe(true)
  await ada.as().bookings.cancel({ id })
  await expect(app.as(boss, idempotent()).bookings.move({ ...to, startsAt: '11:00' })).rejects.toMatchObject({
    code: 'CANNOT_MOVE',
  })
})

test('two people move to one time at once: one has it; two who swap do not wait for each other for ever', async () => {
  const [ada, ben] = [await booker(), await booker()]
  const room = await facility(app)
  const [one, two] = [await ada.book(room.id, '10:00'), await ben.book(room.id, '11:00')]
  const both = await Promise.allSettled([
    ada.as().bookings.move({ id: one, on, startsAt: '15:00' }),
    ben.as().bookings.move({ id: two, on, startsAt: '15:00' }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'SLOT_TAKEN' } })
  const other = await facility(app)
  const [a, b] = [await ada.book(other.id, '10:00'), await ben.book(other.id, '11:00')]
  const swap = await Promise.allSettled([
    ada.as().bookings.move({ id: a, on, startsAt: '11:00' }),
    ben.as().bookings.move({ id: b, on, startsAt: '10:00' }),
  ])
  expect(swap.every(({ status }) => status === 'rejected')).toBe(true)
  await expectInvariants(app)
})
