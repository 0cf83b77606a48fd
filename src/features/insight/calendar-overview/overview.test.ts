import { afterAll, beforeEach, expect, test } from 'vitest'
import { event } from '#seed/factories/events.ts'
import { facility } from '#seed/factories/facilities.ts'
import { admin, committee, member, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { marketMorning } from '#test/market.ts'
import { pay } from '#test/payments.ts'
import { booksStall, paidStall } from '#test/stalls.ts'
import { partyFor } from '#test/tours.ts'
import { itemTypes } from './inputs.ts'
import { linkOf } from './parts/item-link.ts'

const app = sharedTestApp({ now: marketMorning })
beforeEach(() => app.clock.set(marketMorning))
afterAll(() => expectInvariants(app))

const on = '2026-11-28'

/** A day with something of every type, and with what is not to be on it. */
async function fullDay() {
  const boss = app.as(await admin(app))
  const ada = await paidMember(app)
  const room = await facility(app)
  const wish = { facilityId: room.id, on, startsAt: '11:00', payWith: 'card', termsAccepted: true } as const
  const placed = await app.as(ada).bookings.place(wish)
  if (placed.outcome !== 'pay') throw new Error('expected a payment page')
  // Not paid yet, so not on the calendar.
  expect((await boss.overview.day({ on })).items).toEqual([])
  await pay(app, placed.url)
  const tour = { tourDate: on, startTime: '12:00', endTime: '13:00', repeat: 'once', until: '' } as const
  const { ids } = await boss.tours.addSlots(tour)
  await app.as(null).tours.book({ ...partyFor(ids[0]!), partySize: 2, guestName: 'Tess Okoro' })
  await boss.market.addDay({ on })
  await paidStall(app, ada, { marketDate: on, businessName: 'Ada Prints' })
  await booksStall(app, await paidMember(app), { marketDate: on, businessName: 'Not paid' })
  await app.as(ada).studio.book({
    ...{ bookingDate: on, startTime: '13:00', endTime: '17:00', clientName: 'Ada King' },
    ...{ email: ada.email, phone: '', projectType: 'portrait', description: '', paidWith: 'card' },
  })
  await event(app, { eventDate: on, name: 'Printing at home' })
  for (const other of [
    { applicationStatus: 'pending' as const },
    { cancelledAt: app.clock.now(), cancelReason: 'Ill' },
  ])
    await event(app, { eventDate: on, name: 'Not to be', ...other })
  return { boss, ada, room, slotId: ids[0]! }
}

test('a day shows its events, bookings, tours of a slot, studio sessions and confirmed stalls, in order of time, counted by type; a stall from 10:00 to 16:00; the export holds exactly them [OCC-13] [OCC-14]', async () => {
  const { boss, ada, room, slotId } = await fullDay()
  const { items, counts } = await boss.overview.day({ on })
  const person = (await app.as(ada).members.me())!
  const name = `${person.firstName} ${person.lastName}`.trim()
  expect(items.map(({ type, startsAt, endsAt, title }) => [type, startsAt, endsAt, title])).toEqual([
    ['market', '10:00', '16:00', 'Stall, Ada Prints'],
    ['market', '10:00', '17:00', 'Market'],
    ['booking', '11:00', '12:00', `${room.name}, ${name}`],
    ['tour', '12:00', '13:00', 'Tour, Tess Okoro and 1 more'],
    ['studio', '13:00', '17:00', 'Studio, Ada King'],
    ['event', '18:00', '20:00', 'Printing at home'],
  ])
  expect(items[3]).toMatchObject({ of: slotId })
  expect(counts).toEqual(itemTypes.map(type => ({ type, count: 1 })))
  const text = await (await boss.overview.calendarFile({ on })).text()
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(6)
  expect(text).toContain('DTSTART:20261128T100000Z')
  expect(text).toContain('SUMMARY:Market')
  expect((await boss.overview.day({ on: '2026-11-27' })).items).toEqual([])
  // What is called off is no longer there.
  const types = async () => (await boss.overview.day({ on })).items.map(({ type }) => type)
  await boss.tours.removeSlot({ id: slotId, seenParties: 1 })
  expect(await types()).toEqual(['market', 'market', 'booking', 'studio', 'event'])
  const market = (await boss.market.days({})).rows.find(day => day.on === on)!
  await boss.market.cancelDay({ id: market.id })
  expect(await types()).toEqual(['booking', 'studio', 'event'])
})

test('a session of the studio and a stall of the day are read by themselves, also once it is over and among many', async () => {
  const [boss, ada] = [app.as(await admin(app)), await paidMember(app)]
  const then = '2026-12-19'
  await boss.market.addDay({ on: then })
  const stalls = []
  for (const businessName of ['Ada Prints', 'Bea Prints'])
    stalls.push(await paidStall(app, ada, { marketDate: then, businessName }))
  await app.as(ada).studio.book({
    ...{ bookingDate: then, startTime: '13:00', endTime: '17:00', clientName: 'Ada King' },
    ...{ email: ada.email, phone: '', projectType: 'portrait', description: '', paidWith: 'card' },
  })
  app.clock.set('2027-01-10T11:00:00Z')
  const office = app.as(await admin(app))
  const { items } = await office.overview.day({ on: then })
  const ofStalls = items.filter(({ type, of }) => type === 'market' && of !== null)
  expect(ofStalls.map(({ id }) => id).sort()).toEqual(stalls.sort())
  for (const { id, title } of ofStalls) {
    const { rows, total } = await office.stalls.list({ id })
    expect([total, `Stall, ${rows[0]!.businessName}`]).toEqual([1, title])
    expect(linkOf({ type: 'market', id, of: 'its day' })).toEqual({ to: '/admin/markets', search: { id, open: id } })
  }
  const { back } = (await office.stalls.list({ id: stalls[0]! })).rows[0]!
  await office.stalls.remove({ id: stalls[0]!, back, reason: 'It rains.' })
  expect((await office.stalls.list({ id: stalls[0]! })).rows).toMatchObject([{ status: 'cancelled' }])
  const session = items.find(({ type }) => type === 'studio')!
  expect((await office.studio.list({ id: session.id })).rows).toMatchObject([{ clientName: 'Ada King' }])
  // Over, so the list would leave it out as long as its usual filter stands.
  expect((await office.studio.list({ id: session.id, when: 'coming' })).rows).toEqual([])
  const { id } = session
  expect(linkOf(session)).toEqual({ to: '/admin/studio', search: { when: 'all', id, open: id } })
})

test('a stall is within the hours of its market, whenever that is', async () => {
  const boss = app.as(await admin(app))
  const ada = await paidMember(app)
  for (const [day, opensAt, closesAt, from, until] of [
    ['2026-12-05', '12:00', '15:00', '12:00', '15:00'],
    ['2026-12-06', '17:00', '21:00', '17:00', '21:00'],
    ['2026-12-12', '09:00', '13:00', '10:00', '13:00'],
  ] as const) {
    await boss.market.addDay({ on: day, opensAt, closesAt })
    await paidStall(app, ada, { marketDate: day, businessName: 'Ada Prints' })
    expect((await boss.overview.day({ on: day })).items).toContainEqual(
      expect.objectContaining({ title: 'Stall, Ada Prints', startsAt: from, endsAt: until }),
    )
  }
})

test('only admins read it, of today where no day is named', async () => {
  for (const person of [await member(app), await committee(app)])
    await expect(app.as(person).overview.day({ on })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await app.as(await admin(app)).overview.day()).toMatchObject({ on: '2026-11-21' })
})
