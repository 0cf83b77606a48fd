import { expect, test } from 'vitest'
import { event } from '#seed/factories/events.ts'
import { facility } from '#seed/factories/facilities.ts'
import { paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { giveTokens } from '#test/bookings.ts'
import { soonWords } from './parts/own-days.tsx'
import { daysOf, type Place } from './rules.ts'

const app = sharedTestApp({ now: '2026-11-18T10:00:00Z' })

const place = (id: string, startsAt: string, endsAt: string): Place => ({
  ...{ kind: 'booking', id, what: id, startsAt, endsAt, isHeld: false, keptUntil: null },
})

test('places stand by the venue’s day, and the one that runs is known', () => {
  const now = new Date('2026-11-18T14:00:00Z')
  const days = daysOf(
    [
      place('night', '2026-11-17T22:00:00Z', '2026-11-18T15:00:00Z'),
      place('now', '2026-11-18T13:00:00Z', '2026-11-18T15:00:00Z'),
      place('next', '2026-11-18T15:00:00Z', '2026-11-18T16:00:00Z'),
      place('later', '2026-11-20T09:00:00Z', '2026-11-20T10:00:00Z'),
    ],
    now,
  )
  const short = days.map(({ on, isToday, places }) => [
    on,
    isToday,
    places.map(({ id, isNow }) => (isNow ? `${id}!` : id)),
  ])
  expect(short).toEqual([
    ['2026-11-18', true, ['night!', 'now!', 'next']],
    ['2026-11-20', false, ['later']],
  ])
})

test('how soon something begins is said in hours and minutes', () => {
  const from = (time: string) => soonWords('2026-11-18T15:00:00Z', new Date(`2026-11-18T${time}Z`))
  expect(['11:40:00', '12:00:00', '14:14:01', '14:59:59'].map(from)).toEqual([
    'in 3 h 20',
    'in 3 h',
    'in 46 min',
    'in 1 min',
  ])
})

test('home has the next bookings and events of the person by day, without what is cancelled, over or somebody else’s', async () => {
  const [ada, bea] = [await paidMember(app), await paidMember(app)]
  const room = await facility(app, { slug: 'kiln', name: 'Kiln Room', tokenCost: 1 })
  await giveTokens(app, ada, 50)
  const book = (on: string, startsAt: string) =>
    app.as(ada).bookings.place({ facilityId: room.id, on, startsAt, payWith: 'tokens', termsAccepted: true })
  await book('2026-11-18', '11:00')
  await book('2026-11-19', '12:00')
  const mine = async () => (await app.as(ada).content.home()).days
  const [{ places }] = (await mine()) as [Awaited<ReturnType<typeof mine>>[number]]
  const { id } = await event(app, { name: 'Linocut' })
  await app.as(ada).events.register({ id })
  expect((await mine()).flatMap(day => day.places.map(({ kind, what }) => `${kind} ${what}`))).toEqual(
    expect.arrayContaining(['booking Kiln Room', 'event Linocut']),
  )
  app.clock.set('2026-11-18T11:30:00Z')
  expect((await mine())[0]).toMatchObject({
    on: '2026-11-18',
    isToday: true,
    places: [{ what: 'Kiln Room', isNow: true }],
  })
  app.clock.set('2026-11-18T13:00:00Z')
  expect((await mine()).flatMap(day => day.places)).not.toContainEqual(expect.objectContaining({ id: places[0]!.id }))
  expect((await app.as(bea).content.home()).days).toEqual([])
})
