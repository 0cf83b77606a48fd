import { expect, test } from 'vitest'
import { facility, room } from '#seed/factories/facilities.ts'
import { admin, type Person, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { giveTokens } from '#test/bookings.ts'
import { expectInvariants } from '#test/invariants.ts'

const app = sharedTestApp()
const on = '2026-11-24'

async function books(who: Person, facilityId: string, startsAt: string) {
  await giveTokens(app, who, 100)
  return app.as(who).bookings.place({ facilityId, on, startsAt, payWith: 'tokens', termsAccepted: true })
}

test('what staff say of a room is what members see: people and what is in it, blank and double ones dropped', async () => {
  const [boss, ada] = [await admin(app), await paidMember(app)]
  const { id, spaceId } = await facility(app, { people: 2 })
  await app.as(boss).rooms.change({ id: spaceId, people: 6, features: ['Piano', ' ', 'Piano', ' Screen '] })
  expect((await app.as(boss).rooms.list()).rows.find(row => row.id === spaceId)).toMatchObject({
    people: 6,
    features: ['Piano', 'Screen'],
  })
  const shown = { people: 6, features: ['Piano', 'Screen'] }
  expect((await app.as(ada).bookings.facilities()).rows.find(row => row.id === id)).toMatchObject(shown)
  expect(await app.as(ada).bookings.facility({ id })).toMatchObject(shown)
  for (const bad of [
    { people: 0 },
    { features: Array.from({ length: 21 }, (_, at) => `Thing ${at}`) },
    { features: ['x'.repeat(41)] },
    { name: ' ' },
    { turnaroundMinutes: 241 },
    { opensAt: '25:00' },
  ])
    await expect(app.as(boss).rooms.change({ id: spaceId, ...bad })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('other hours are those of its times at once, and say first which coming bookings they leave outside', async () => {
  const [boss, ada] = [await admin(app), await paidMember(app)]
  const { id, spaceId } = await facility(app)
  await books(ada, id, '10:00')
  await books(ada, id, '17:00')
  const outside = (hours: { opensAt: string; closesAt: string }) =>
    app.as(boss).rooms.outside({ id: spaceId, ...hours })
  expect(await outside({ opensAt: '10:00', closesAt: '18:00' })).toEqual([])
  expect(await outside({ opensAt: '10:30', closesAt: '18:00' })).toMatchObject([{ on, startsAt: '10:00' }])
  expect(await outside({ opensAt: '', closesAt: '17:30' })).toEqual([])
  expect(await outside({ opensAt: '', closesAt: '17:00' })).toMatchObject([{ startsAt: '17:00', endsAt: '18:00' }])
  await app.as(boss).venue.changeSettings({ slotsMayRunPastClosing: false })
  expect(await outside({ opensAt: '', closesAt: '17:30' })).toMatchObject([{ startsAt: '17:00', endsAt: '18:00' }])
  expect(await outside({ opensAt: '', closesAt: '00:00' })).toEqual([])
  await app.as(boss).rooms.change({ id: spaceId, opensAt: '10:30', closesAt: '15:00' })
  const slots = await app.as(ada).bookings.slots({ facilityId: id, on })
  expect([slots[0]!.startsAt, slots.at(-1)!.startsAt]).toEqual(['10:30', '14:00'])
  await app.as(boss).venue.changeSettings({ slotsMayRunPastClosing: true })
  expect((await app.as(ada).bookings.slots({ facilityId: id, on })).at(-1)!.startsAt).toBe('14:30')
  // The bookings that were made stay.
  expect((await app.as(ada).bookings.mine({})).rows.map(row => row.status)).toEqual(['confirmed', 'confirmed'])
  await app.as(boss).rooms.change({ id: spaceId, opensAt: '', closesAt: '' })
  expect((await app.as(ada).bookings.slots({ facilityId: id, on }))[0]!.startsAt).toBe('09:00')
  await expectInvariants(app)
})

test('a room does not close before it opens, and has no fewer places than are booked', async () => {
  const [boss, ada] = [await admin(app), await paidMember(app)]
  const { id, spaceId } = await facility(app, { units: 3 })
  const change = (fields: object) => app.as(boss).rooms.change({ id: spaceId, ...fields })
  for (const hours of [{ opensAt: '12:00', closesAt: '12:00' }, { closesAt: '07:00' }, { opensAt: '23:00' }])
    await expect(change(hours)).rejects.toMatchObject({ code: 'CLOSES_BEFORE_IT_OPENS' })
  await books(ada, id, '10:00')
  await books(await paidMember(app), id, '10:00')
  await expect(change({ units: 1 })).rejects.toMatchObject({ code: 'UNITS_TAKEN', data: { field: 'units' } })
  await change({ units: 2 })
  await expect(books(await paidMember(app), id, '10:00')).rejects.toMatchObject({ code: 'SLOT_TAKEN' })
  const whole = await room(app)
  await room(app, { parentId: whole.id })
  await expect(app.as(boss).rooms.change({ id: whole.id, units: 2 })).rejects.toMatchObject({ code: 'HAS_PARTS' })
  await expectInvariants(app)
})

test('two who change the same are told; places cut and a booking at one moment leave no booking without a place', async () => {
  const [boss, other] = [await admin(app), await admin(app)]
  const { id, spaceId } = await facility(app, { units: 2, people: 1 })
  await app.as(boss).rooms.change({ id: spaceId, people: 4, was: { people: 1 } })
  await expect(app.as(other).rooms.change({ id: spaceId, people: 3, was: { people: 1 } })).rejects.toMatchObject({
    code: 'CHANGED_MEANWHILE',
    data: { field: 'people', is: 4 },
  })
  const people = [await paidMember(app), await paidMember(app)]
  for (const who of people) await giveTokens(app, who, 100)
  await Promise.allSettled([
    ...people.map(who => books(who, id, '10:00')),
    app.as(boss).rooms.change({ id: spaceId, units: 1 }),
  ])
  const [cut] = await app.sql<{ units: number }>('select units from spaces where id = $1', [spaceId])
  const [held] = await app.sql<{ most: number }>('select max(unit) as most from reservations where space_id = $1', [
    spaceId,
  ])
  expect(held!.most).toBeLessThanOrEqual(cut!.units)
  await expectInvariants(app)
})

test('a member changes no room, and the house itself is none', async () => {
  const [boss, ada] = [await admin(app), await paidMember(app)]
  const { spaceId } = await facility(app)
  await expect(app.as(ada).rooms.change({ id: spaceId, people: 9 })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const [house] = await app.sql<{ id: string }>(`select id from spaces where slug = 'house'`)
  expect((await app.as(boss).rooms.list()).rows.map(({ id }) => id)).not.toContain(house!.id)
  await expect(app.as(boss).rooms.change({ id: house!.id, people: 9 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
