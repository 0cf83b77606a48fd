import { expect, test } from 'vitest'
import { facility } from '#seed/factories/facilities.ts'
import { admin, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp, testApp } from '#test/app.ts'
import { giveTokens } from '#test/bookings.ts'
import { forged } from '#test/forged.ts'
import { installFacilities, installFirstFacilities } from './model.ts'

const app = sharedTestApp()

const on = '2026-11-24'

test('active facilities are listed, inactive ones are not there at all [BOOK-06]', async () => {
  const ada = await paidMember(app)
  const shown = await facility(app, { group: 'wellness' })
  const hidden = await facility(app, { isActive: false })
  const { rows } = await app.as(ada).bookings.facilities()
  const ids = rows.map(({ id }) => id)
  expect(ids).toContain(shown.id)
  expect(ids).not.toContain(hidden.id)
  expect(Object.keys(rows[0]!)).toEqual(
    expect.arrayContaining([
      'id',
      'slug',
      'name',
      'description',
      'tokenCost',
      'tokenAvailableDays',
      'cashPricePence',
      'durationMinutes',
      'group',
    ]),
  )
  const gone = { code: 'NOT_FOUND', message: 'Facility not found' }
  await expect(app.as(ada).bookings.facility({ id: hidden.id })).rejects.toMatchObject(gone)
  await expect(
    app.as(ada).bookings.place({ facilityId: hidden.id, on, startsAt: '10:00', termsAccepted: true }),
  ).rejects.toMatchObject(gone)
})

test('an id that matches no facility is "Facility not found" [BOOK-11]', async () => {
  const ada = await paidMember(app)
  for (const id of ['7d3c7c1e-2f7c-4b0e-9a4a-1f2a3b4c5d6e', 'nonsense'])
    await expect(app.as(ada).bookings.facility({ id })).rejects.toMatchObject({
      message: 'Facility not found',
    })
})

test('visitors see facilities only while the setting opens the page; prices always', async () => {
  const boss = await admin(app)
  const room = await facility(app)
  await expect(app.as(null).bookings.facilities()).rejects.toMatchObject({ status: 401 })
  await expect(app.as(null).bookings.slots({ facilityId: room.id, on })).rejects.toMatchObject({
    status: 401,
  })
  expect((await app.as(null).facilities.prices()).map(({ id }) => id)).toContain(room.id)
  await app.as(boss).venue.changeSettings({ pagesOpenToVisitors: ['/bookings'] })
  expect(await app.as(null).bookings.facilities()).toMatchObject({
    can: { book: false },
    whyNotBook: { code: 'UNAUTHORIZED' },
    tokenBalance: null,
  })
  expect(await app.as(null).bookings.facility({ id: room.id })).toMatchObject({
    can: { book: false },
    hoursUsed: 0,
  })
  expect(await app.as(null).bookings.slots({ facilityId: room.id, on })).toHaveLength(24)
  await app.as(boss).venue.changeSettings({ pagesOpenToVisitors: [] })
})

test('slots tell the times that are left, never who has the others [BOOK-24, API-15]', async () => {
  const room = await facility(app, { units: 2 })
  const [ada, ben] = [await paidMember(app), await paidMember(app)]
  for (const who of [ada, ben]) await giveTokens(app, who, 10)
  const left = async (startsAt: string) =>
    (await app.as(ada).bookings.slots({ facilityId: room.id, on })).find(slot => slot.startsAt === startsAt)
  await app.as(ada).bookings.place({ facilityId: room.id, on, startsAt: '10:00', termsAccepted: true })
  expect(await left('10:30')).toEqual({
    startsAt: '10:30',
    endsAt: '11:30',
    unitsLeft: 1,
    isAvailable: true,
    mostLengths: 8,
    why: null,
    limit: null,
    own: { heldUntil: null },
    waiting: 0,
    line: null,
    can: { wait: true },
  })
  await app.as(ben).bookings.place({ facilityId: room.id, on, startsAt: '10:00', termsAccepted: true })
  expect(await left('09:30')).toMatchObject({ unitsLeft: 0, isAvailable: false })
  expect(await left('09:00')).toMatchObject({ unitsLeft: 2 })
  expect(await left('11:00')).toMatchObject({ unitsLeft: 2 })
})

test('a booking that runs past midnight takes the slots of the next day', async () => {
  const [boss, ada] = [await admin(app), await paidMember(app)]
  await app.as(boss).venue.changeSettings({ firstSlotAt: '00:00', lastSlotAt: '23:30' })
  const room = await facility(app)
  await giveTokens(app, ada, 10)
  await app.as(ada).bookings.place({ facilityId: room.id, on, startsAt: '23:30', termsAccepted: true })
  const [row] = (await app.as(ada).bookings.mine({})).rows
  expect(row).toMatchObject({ bookingOn: on, startsAt: '23:30', endsAt: '00:30' })
  const next = await app.as(ada).bookings.slots({ facilityId: room.id, on: '2026-11-25' })
  expect(next.slice(0, 2).map(({ isAvailable }) => isAvailable)).toEqual([false, true])
  const midnight = { facilityId: room.id, on: '2026-11-25', startsAt: '00:00', termsAccepted: true as const }
  await expect(app.as(ada).bookings.place(midnight)).rejects.toMatchObject({ code: 'SLOT_TAKEN' })
  await app.as(boss).venue.changeSettings({ firstSlotAt: '09:00', lastSlotAt: '20:30' })
})

test('the page of a facility has costs, days, balance, hours used and terms [BOOK-33]', async () => {
  const room = await facility(app, { tokenAvailableDays: ['tuesday'], durationMinutes: 90 })
  const ada = await paidMember(app)
  await giveTokens(app, ada, 12)
  await app.as(ada).bookings.place({
    facilityId: room.id,
    on: '2026-11-20',
    startsAt: '10:00',
    payWith: 'card',
    termsAccepted: true,
  })
  const tuesday = { facilityId: room.id, on: '2026-11-24', startsAt: '10:00' }
  await app.as(ada).bookings.place({ ...tuesday, termsAccepted: true })
  const shown = await app.as(ada).bookings.facility({ id: room.id })
  // The unpaid hold of this week does not count, the booking of next week counts there.
  expect(shown).toMatchObject({
    tokenCost: 5,
    tokenAvailableDays: ['tuesday'],
    cashTotalPence: 4_500,
    tokenBalance: 7,
    hoursUsed: 0,
    weekStartOn: '2026-11-16',
  })
  expect(shown.terms).toHaveLength(4)
  const quote = await app.as(ada).bookings.quote({ ...tuesday, startsAt: '15:00' })
  expect(quote).toMatchObject({
    paidWith: 'tokens',
    tokens: 5,
    hoursUsed: 1.5,
    refundableUntil: new Date('2026-11-23T15:00:00Z'),
  })
})

test('staff change description, costs, days and whether it is on; name, slug and duration stay [CNT-59]', async () => {
  const [boss, ada] = [await admin(app), await paidMember(app)]
  const room = await facility(app)
  const change = {
    id: room.id,
    description: ' New ',
    tokenCost: 7,
    cashPricePence: 1_250,
    tokenAvailableDays: ['sunday', 'monday', 'monday'] as ('sunday' | 'monday')[],
    isActive: true,
  }
  for (const stays of [{ name: 'Mine' }, { slug: 'mine' }, { durationMinutes: 5 }, { units: 9 }])
    await expect(app.as(boss).facilities.change(forged({ ...change, ...stays }))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  await app.as(boss).facilities.change(change)
  const [row] = await app.sql(
    'select name, slug, description, token_cost, cash_price_pence, token_available_days, duration_minutes, (select s.units from spaces s where s.id = space_id) as units from booking_types where id = $1',
    [room.id],
  )
  expect(row).toEqual({
    name: room.name,
    slug: room.slug,
    description: 'New',
    token_cost: 7,
    cash_price_pence: 1_250,
    token_available_days: ['monday', 'sunday'],
    duration_minutes: 60,
    units: 1,
  })
  const audited = await app.sql(
    `select actor_id, after->>'token_cost' as cost from audit_log where table_name = 'booking_types' and row_id = $1 and actor_id is not null`,
    [room.id],
  )
  expect(audited).toEqual([{ actor_id: boss.id, cost: '7' }])
  for (const wrong of [
    { tokenCost: -1 },
    { tokenCost: 1.5 },
    { cashPricePence: -1 },
    { tokenAvailableDays: ['someday'] },
  ])
    await expect(app.as(boss).facilities.change(forged({ ...change, ...wrong }))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  await expect(app.as(ada).facilities.change(change)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const names = (await app.as(boss).facilities.list()).map(({ name }) => name)
  expect(names).toEqual([...names].sort())
})

test('a facility has its name, costs, days, length and whether it can be booked, for its staff [CNT-58]', async () => {
  const boss = await admin(app)
  const made = await facility(app, {
    ...{ description: 'Sheets up to a metre wide.', tokenCost: 7, cashPricePence: 1_250, durationMinutes: 90 },
    ...{ tokenAvailableDays: ['monday', 'sunday'], isActive: false },
  })
  const row = (await app.as(boss).facilities.list()).find(({ id }) => id === made.id)
  expect(row).toMatchObject({
    ...{ id: made.id, slug: made.slug, name: made.name, description: 'Sheets up to a metre wide.' },
    ...{ tokenCost: 7, tokenAvailableDays: ['monday', 'sunday'], cashPricePence: 1_250, durationMinutes: 90 },
    isActive: false,
  })
  const always = await facility(app)
  expect((await app.as(boss).facilities.list()).find(({ id }) => id === always.id)).toMatchObject({
    ...{ tokenAvailableDays: [], durationMinutes: 60, isActive: true },
  })
  await expect(
    app.sql(`update booking_types set token_available_days = '{Monday}' where id = $1`, [made.id]),
  ).rejects.toThrow('booking_types_days')
})

test('what costs tokens cannot be had for £0 by card, nor for less than a card pays', async () => {
  const boss = await admin(app)
  const { id } = await facility(app, { cashPricePence: 4_500, tokenCost: 5 })
  const change = (of: object) => app.as(boss).facilities.change({ id, ...of })
  for (const cashPricePence of [0, 29])
    await expect(change({ cashPricePence })).rejects.toMatchObject({
      code: 'PRICE_TOO_LOW',
      data: { field: 'cashPricePence' },
    })
  await change({ cashPricePence: 30 })
  await change({ cashPricePence: 0, tokenCost: 0 })
  await expect(change({ tokenCost: 5 })).rejects.toMatchObject({ code: 'PRICE_TOO_LOW' })
})

test('a change writes only what it gives, and not over what somebody else changed meanwhile', async () => {
  const [boss, other] = [await admin(app), await admin(app)]
  const { id } = await facility(app, { tokenCost: 5, cashPricePence: 4_500 })
  const now = async () => (await app.as(boss).facilities.list()).find(row => row.id === id)
  await app.as(other).facilities.change({ id, cashPricePence: 5_000, was: { cashPricePence: 4_500 } })
  await app.as(boss).facilities.change({ id, tokenCost: 6, was: { tokenCost: 5 } })
  expect(await now()).toMatchObject({ tokenCost: 6, cashPricePence: 5_000 })
  const late = { id, cashPricePence: 4_000, isActive: false, was: { cashPricePence: 4_500, isActive: true } }
  await expect(app.as(boss).facilities.change(late)).rejects.toMatchObject({
    code: 'CHANGED_MEANWHILE',
    status: 409,
    data: { field: 'cashPricePence', is: 5_000 },
  })
  expect(await now()).toMatchObject({ cashPricePence: 5_000, isActive: true })
  const knowing = { ...late, was: { cashPricePence: 5_000, isActive: true } }
  await app.as(boss).facilities.change(knowing)
  expect(await now()).toMatchObject({ cashPricePence: 4_000, isActive: false })
  // Of two at the same moment that read the same, one is refused.
  const both = [11, 12].map(tokenCost => app.as(boss).facilities.change({ id, tokenCost, was: { tokenCost: 6 } }))
  const outcomes = await Promise.allSettled(both)
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('the standard facilities are made once and stay as staff left them', async () => {
  await app.write(installFacilities)
  await app.sql(`update booking_types set token_cost = 11 where slug = 'coworking'`)
  await app.write(installFacilities)
  const rows = await app.as(null).facilities.prices()
  const cost = (slug: string) => rows.find(row => row.slug === slug)?.tokenCost
  expect([
    cost('photo_studio'),
    cost('podcast_studio'),
    cost('music_studio'),
    cost('meeting_room'),
    cost('coworking'),
  ]).toEqual([15, 15, 15, 8, 11])
})

test('a house without facilities gets the standard ones at its first start; later starts add nothing', async () => {
  const fresh = await testApp()
  await installFirstFacilities(fresh.runtime)
  const slugs = async () =>
    (await fresh.sql<{ slug: string }>('select slug from booking_types order by slug')).map(({ slug }) => slug)
  expect(await slugs()).toHaveLength(7)
  await fresh.sql("delete from booking_types where slug = 'sauna'")
  await installFirstFacilities(fresh.runtime)
  expect(await slugs()).toHaveLength(6)
})
