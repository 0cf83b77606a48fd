import { afterAll, expect, test } from 'vitest'
import { event } from '#seed/factories/events.ts'
import { facility } from '#seed/factories/facilities.ts'
import { admin, committee, member, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { marketMorning } from '#test/market.ts'
import { pay } from '#test/payments.ts'
import { paidStall } from '#test/stalls.ts'
import { partyFor } from '#test/tours.ts'
import { itemTypes } from './inputs.ts'

const app = sharedTestApp({ now: marketMorning })
afterAll(() => expectInvariants(app))

const on = '2026-11-28'

/** A day with a booking, a party of two on a tour, and a market of 10:00–16:00. */
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
  await boss.market.addDay({ on, opensAt: '10:00', closesAt: '16:00' })
  await paidStall(app, ada, { marketDate: on, businessName: 'Ada Prints' })
  await app.as(ada).studio.book({
    ...{ bookingDate: on, startTime: '13:00', endTime: '14:00', clientName: 'Ada King' },
    ...{ email: ada.email, phone: '', projectType: 'portrait', description: '', paidWith: 'card' },
  })
  const talk = await event(app, { eventDate: on, name: 'Printing at home' })
  for (const other of [{ applicationStatus: 'pending' as const }, { cancelledAt: app.clock.now() }])
    await event(app, { eventDate: on, name: 'Not to be', ...other })
  return { boss, ada, room, slotId: ids[0]!, talk }
}

test('a day shows its events, bookings, tours, studio sessions and confirmed stalls with the hours of their market, in order of time, counted by type; the export holds exactly them [OCC-13] [OCC-14]', async () => {
  const { boss, ada, room, slotId } = await fullDay()
  const { items, counts } = await boss.overview.day({ on })
  const person = (await app.as(ada).members.me())!
  expect(items.map(({ type, startsAt, endsAt, title }) => [type, startsAt, endsAt, title])).toEqual([
    ['market', '10:00', '16:00', 'Market'],
    ['booking', '11:00', '12:00', `${room.name}, ${person.firstName} ${person.lastName}`.trim()],
    ['tour', '12:00', '13:00', 'Tour, Tess Okoro and 1 more'],
  ])
  expect(items[2]).toMatchObject({ of: slotId })
  expect(counts).toEqual(itemTypes.map(type => ({ type, count: ['market', 'booking', 'tour'].includes(type) ? 1 : 0 })))
  const text = await (await boss.overview.calendarFile({ on })).text()
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(6)
  expect(text).toContain('DTSTART:20261128T100000Z')
  expect(text).toContain('SUMMARY:Market')
  expect((await boss.overview.day({ on: '2026-11-27' })).items).toEqual([])
  // What is called off is no longer there.
  await boss.tours.removeSlot({ id: slotId, seenParties: 1 })
  expect((await boss.overview.day({ on })).items.map(({ type }) => type)).toEqual([
    'market',
    'market',
    'booking',
    'studio',
    'event',
  ])
  const market = (await boss.market.days({})).rows.find(day => day.on === on)!
  await boss.market.cancelDay({ id: market.id })
  expect((await boss.overview.day({ on })).items.map(({ type }) => type)).toEqual(['booking', 'studio', 'event'])
})

test('only admins read it, of today where no day is named', async () => {
  for (const person of [await member(app), await committee(app)])
    await expect(app.as(person).overview.day({ on })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await app.as(await admin(app)).overview.day()).toMatchObject({ on: '2026-11-21' })
})
