import { beforeEach, expect, test } from 'vitest'
import { event } from '#seed/factories/events.ts'
import { facility } from '#seed/factories/facilities.ts'
import { type Person, paidMember, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { giveTokens } from '#test/bookings.ts'
import { marketDay, marketMorning } from '#test/market.ts'
import { pay } from '#test/payments.ts'
import { booksStall, marketWith, stallDay } from '#test/stalls.ts'
import { books, waits, withTokens } from '#test/waiting.ts'

// What home says is next, and what is no longer.
const app = sharedTestApp({ now: '2026-11-18T10:00:00Z' })
let ada: Person
beforeEach(async () => {
  ada = await paidMember(app)
})

const home = () => app.as(ada).content.home()
const ahead = async () => (await home()).days.flatMap(day => day.places)
const names = async () => (await ahead()).map(({ kind, what }) => `${kind} ${what}`)
const termsAccepted = true as const

test('a booking that is cancelled is not ahead any more', async () => {
  const room = await facility(app, { name: 'Kiln Room', tokenCost: 1 })
  await giveTokens(app, ada, 5)
  const wish = { facilityId: room.id, on: '2026-11-19', startsAt: '12:00', payWith: 'tokens' as const, termsAccepted }
  await app.as(ada).bookings.place(wish)
  expect(await names()).toEqual(['booking Kiln Room'])
  await app.as(ada).bookings.cancel({ id: (await ahead())[0]!.id })
  expect(await names()).toEqual([])
})

test('a session in the studio is ahead until it is cancelled', async () => {
  const { id } = await app.as(ada).studio.book({
    ...{ bookingDate: '2026-11-19', startTime: '09:00', endTime: '13:00', clientName: 'Ada' },
    ...{ email: 'ada@people.example', projectType: 'portrait', paidWith: 'card' },
  })
  expect(await names()).toEqual(['studio Photography Studio'])
  await app.as(ada).studio.cancel({ id, refund: { tokens: 0, pence: 0, deskPence: 0 } })
  expect(await names()).toEqual([])
})

test('an event is ahead for whoever is registered', async () => {
  const { id } = await event(app, { name: 'Linocut' })
  await app.as(ada).events.register({ id })
  expect(await names()).toEqual(['event Linocut'])
  const [row] = await app.sql<{ id: string }>('select id from event_registrations where user_id = $1', [ada.id])
  await app.as(ada).events.cancelRegistration({ id: row!.id, tokensBack: 0 })
  expect(await names()).toEqual([])
})

test('an event that is cancelled is not ahead, whatever its registrations say', async () => {
  const { id } = await event(app, { name: 'Linocut' })
  await app.as(ada).events.register({ id })
  await app.sql(`update events set cancelled_at = now(), cancel_reason = 'The press broke.' where id = $1`, [id])
  expect(await names()).toEqual([])
})

test('a stall is ahead, from setting up to clearing, until it is cancelled, and is held until it is paid', async () => {
  await marketWith(app)
  const { id, url } = await booksStall(app, ada)
  const stall = { kind: 'stall', id, startsAt: `${stallDay}T08:00:00+00:00`, endsAt: `${stallDay}T18:00:00+00:00` }
  const places = async () =>
    (await ahead()).map(({ kind, id, startsAt, endsAt, isHeld }) => ({ kind, id, startsAt, endsAt, isHeld }))
  expect(await places()).toEqual([{ ...stall, isHeld: true }])
  await pay(app, url!)
  expect(await places()).toEqual([{ ...stall, isHeld: false }])
  expect((await app.as(await paidMember(app)).content.home()).days).toEqual([])
  await app.sql(`update market_days set is_cancelled = true where "on" = $1`, [stallDay])
  expect(await names()).toEqual([])
  await app.sql(`update market_days set is_cancelled = false where "on" = $1`, [stallDay])
  const [paid] = await app.sql<{ pence: number }>('select final_price as pence from market_bookings where id = $1', [
    id,
  ])
  await app.as(ada).stalls.cancel({ id, back: paid!.pence })
  expect(await names()).toEqual([])
})

test('what is offered to whoever waits is ahead while it is kept for them, a time or an event, and says until when', async () => {
  const room = await facility(app, { name: 'Kiln Room' })
  const bea = await withTokens(app)
  const taken = await books(app, bea, room.id)
  await waits(app, ada, room.id)
  const { id } = await event(app, { name: 'Linocut', capacity: 1 })
  await app.as(bea).events.register({ id })
  await app.as(ada).events.wait({ id, plusOnes: 0 })
  expect(await names()).toEqual([])
  await app.as(bea).bookings.cancel({ id: taken })
  await app.as(bea).events.cancelRegistration({
    id: (await app.sql<{ id: string }>('select id from event_registrations where user_id = $1', [bea.id]))[0]!.id,
    tokensBack: 0,
  })
  await app.runJobs()
  const kept = await ahead()
  expect(new Set(kept.map(({ kind, id, what }) => `${kind} ${id} ${what}`))).toEqual(
    new Set([`offer ${room.id} Kiln Room`, `eventOffer ${id} Linocut`]),
  )
  for (const { keptUntil, isHeld } of kept)
    expect([Date.parse(keptUntil!) > app.clock.now().getTime(), isHeld]).toEqual([true, false])
  app.clock.set(new Date(Math.max(...kept.map(({ keptUntil }) => Date.parse(keptUntil!))) + 1_000).toISOString())
  expect(await names()).toEqual([])
  app.clock.set('2026-11-18T10:00:00Z')
})

test('on its day the market is there for members until it is over, and for nobody else', async () => {
  await marketDay(app)
  const stranger = await person(app)
  const market = async (who = ada) =>
    (await app.as(who).content.home()).days.flatMap(({ isToday, places }) =>
      places.map(({ kind, isNow }) => ({ kind, isNow, isToday })),
    )
  for (const [at, there] of [
    ['2026-11-20T11:00:00Z', []],
    ['2026-11-21T09:00:00Z', [{ kind: 'market', isNow: false, isToday: true }]],
    [marketMorning, [{ kind: 'market', isNow: true, isToday: true }]],
    ['2026-11-21T17:00:00Z', []],
  ] as const) {
    app.clock.set(at)
    expect(await market(), at).toEqual(there)
    expect(await market(stranger), at).toEqual([])
  }
  app.clock.set('2026-11-18T10:00:00Z')
})

test('of many the next six are shown, and those that follow once these are over', async () => {
  for (const day of [27, 26, 25, 24, 23, 22, 21, 20]) {
    const { id } = await event(app, { name: `On ${day}`, eventDate: `2026-11-${day}` })
    await app.as(ada).events.register({ id })
  }
  const on = (...days: number[]) => days.map(day => `event On ${day}`)
  expect(await names()).toEqual(on(20, 21, 22, 23, 24, 25))
  app.clock.set('2026-11-20T23:00:00Z')
  expect(await names()).toEqual(on(21, 22, 23, 24, 25, 26))
  app.clock.set('2026-11-18T10:00:00Z')
})

test('a booking that is not paid yet is said to be held', async () => {
  const room = await facility(app, { name: 'Kiln Room' })
  const placed = await app
    .as(ada)
    .bookings.place({ facilityId: room.id, on: '2026-11-19', startsAt: '12:00', payWith: 'card', termsAccepted })
  expect(placed.outcome).not.toBe('confirmed')
  expect(await ahead()).toMatchObject([{ what: 'Kiln Room', isHeld: true }])
  await giveTokens(app, ada, 5)
  await app
    .as(ada)
    .bookings.place({ facilityId: room.id, on: '2026-11-20', startsAt: '12:00', payWith: 'tokens', termsAccepted })
  expect((await ahead()).map(({ isHeld }) => isHeld)).toEqual([true, false])
})

test('a membership that ends says when, and one that goes on does not', async () => {
  const end = '2026-12-18T10:00:00.000Z'
  const ends = (cancels: boolean) =>
    app.sql('update user_memberships set cancels_at_period_end = $2, current_period_end = $3 where user_id = $1', [
      ...[ada.id, cancels, end],
    ])
  await ends(false)
  expect((await home()).membership).toMatchObject({ tierName: 'Creator', endsOn: null })
  await ends(true)
  expect((await home()).membership).toMatchObject({ tierName: 'Creator', endsOn: end })
})
