import { beforeEach, expect, test } from 'vitest'
import { availabilityOf } from '#features/events/events/rules.ts'
import { event } from '#seed/factories/events.ts'
import { room } from '#seed/factories/facilities.ts'
import { admin, member, type Person, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { calendarLink } from './rules.ts'

const app = sharedTestApp()
let me: Person
beforeEach(async () => {
  app.clock.set('2026-11-18T10:00:00Z')
  await app.sql('update events set is_active = false')
  me = await member(app)
})

const listed = async (
  input: Parameters<ReturnType<typeof app.as>['events']['list']>[0] = {},
  who: Person | null = me,
) => (await app.as(who).events.list(input)).rows

test('upcoming: approved, active and not past, by date; today’s until it has ended [EVT-03]', async () => {
  const later = await event(app, { eventDate: '2026-12-01' })
  const today = await event(app, { eventDate: '2026-11-18', startTime: '08:00', endTime: '10:01' })
  const soon = await event(app, { eventDate: '2026-11-19' })
  await event(app, { eventDate: '2026-11-18', startTime: '08:00', endTime: '10:00' })
  await event(app, { isActive: false })
  for (const applicationStatus of ['draft', 'pending', 'withdrawn'] as const) await event(app, { applicationStatus })
  await event(app, { applicationStatus: 'rejected', rejectionReason: 'Too loud.' })
  await event(app, { cancelledAt: app.clock.now(), cancelReason: 'The host is ill.' })
  expect((await listed()).map(({ id }) => id)).toEqual([today.id, soon.id, later.id])
})

test('past: the ten that were last, falling by date [EVT-04]', async () => {
  for (let day = 1; day <= 12; day++) await event(app, { eventDate: `2026-11-${String(day).padStart(2, '0')}` })
  const days = (await listed({ when: 'past' })).map(({ eventDate }) => eventDate)
  expect(days).toHaveLength(10)
  expect(days).toEqual([...days].sort().reverse())
  expect(days[0]).toBe('2026-11-12')
})

test('lists carry how many registered, and what is the person’s own [EVT-05]', async () => {
  const { id } = await event(app, { capacity: 4, plusOnesAllowed: 2 })
  await app.as(me).events.register({ id, plusOnes: 2 })
  expect(await listed()).toMatchObject([{ id, registeredCount: 3, left: 1, isGoing: true, isWaiting: false }])
  expect(await listed({}, await member(app))).toMatchObject([{ registeredCount: 3, isGoing: false }])
})

test('found by kind, by words, and by month', async () => {
  const talk = await event(app, { name: 'Light and shadow', eventType: 'talk', eventDate: '2026-12-31' })
  const walk = await event(app, {
    name: 'A walk',
    description: 'In the shadow of the church.',
    eventDate: '2027-01-01',
  })
  expect((await listed({ type: 'talk' })).map(({ id }) => id)).toEqual([talk.id])
  expect((await listed({ q: 'SHADOW' })).map(({ id }) => id)).toEqual([talk.id, walk.id])
  await expect(app.as(me).events.month({ month: '9999-12' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  const december = await app.as(me).events.month({ month: '2026-12' })
  expect(december.rows.map(({ id }) => id)).toEqual([talk.id])
})

test.each([
  [0, 'Fully Booked'],
  [1, 'Only 1 space left'],
  [2, 'Only 2 spaces left'],
  [5, 'Only 5 spaces left'],
  [6, null],
])('%s places left: %s', (left, words) => {
  expect(availabilityOf(left)).toBe(words)
})

test('visitors read events while the setting opens the page, and applicants always', async () => {
  const { id } = await event(app)
  const boss = await admin(app)
  await expect(listed({}, null)).rejects.toMatchObject({ code: 'NOT_OPEN' })
  await expect(app.as(null).events.one({ id })).rejects.toMatchObject({ code: 'NOT_OPEN' })
  expect(await listed({}, await person(app))).toHaveLength(1)
  await app.as(boss).venue.changeSettings({ pagesOpenToVisitors: ['/events'] })
  expect(await listed({}, null)).toHaveLength(1)
  expect(await app.as(null).events.one({ id })).toMatchObject({ id, can: { register: false }, tokenBalance: null })
  await app.as(boss).venue.changeSettings({ pagesOpenToVisitors: [] })
})

test('an event that is not there, or not public, is not found in the specified words', async () => {
  const pending = await event(app, { applicationStatus: 'pending', reviewedAt: null })
  for (const id of ['00000000-0000-4000-8000-000000000000', pending.id])
    await expect(app.as(me).events.one({ id })).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Event not found' })
})

test('the calendar has an event, all that one goes to, and a cancelled one as cancelled', async () => {
  const { id, name } = await event(app, { eventDate: '2026-11-25', location: 'The Lounge' })
  const cancelled = await event(app, { cancelledAt: app.clock.now(), cancelReason: 'The host is ill.' })
  await app.as(me).events.register({ id })
  const text = await (await app.as(me).events.calendarFile({ id })).text()
  for (const line of [`SUMMARY:${name}`, 'DTSTART:20261125T180000Z', 'DTEND:20261125T200000Z', 'LOCATION:The Lounge'])
    expect(text).toContain(line)
  expect(await (await app.as(me).events.calendarFile({ id: cancelled.id })).text()).toContain('STATUS:CANCELLED')
  const all = await (await app.as(me).events.calendar()).text()
  expect(all.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  expect(all).toContain(`event-${id}@`)
  const { url } = await app.as(me).agenda.renew({})
  const feed = new URL(url).searchParams.get('feed')!
  expect(await (await app.as(null).agenda.feed({ feed })).text()).toContain(`SUMMARY:${name}`)
  const link = new URL(
    calendarLink(
      {
        ...{ name, description: 'Bring ink.', place: 'The Lounge' },
        startsAt: new Date('2026-11-25T18:00:00Z'),
        endsAt: new Date('2026-11-25T20:00:00Z'),
      },
      'https://venue.example/event/1',
    ),
  )
  expect(link.searchParams.get('dates')).toBe('20261125T180000Z/20261125T200000Z')
})

test('an event holds its room from set-up until it is cleared, while it is pending or approved and not cancelled', async () => {
  const { id: spaceId } = await room(app)
  const held = async (id: string) =>
    app.sql<{ starts_at: Date; ends_at: Date }>(
      `select starts_at, ends_at from reservations where kind = 'event' and ref = $1`,
      [id],
    )
  const { id } = await event(app, { spaceId, eventDate: '2026-12-01', setUpMinutes: 60, clearMinutes: 30 })
  expect(await held(id)).toEqual([
    { starts_at: new Date('2026-12-01T17:00:00Z'), ends_at: new Date('2026-12-01T20:30:00Z') },
  ])
  const clash = { spaceId, eventDate: '2026-12-01', startTime: '20:45', endTime: '21:30', setUpMinutes: 30 }
  await expect(event(app, clash)).rejects.toThrow()
  const draft = await event(app, { ...clash, applicationStatus: 'draft', reviewedAt: null })
  expect(await held(draft.id)).toEqual([])
  await app.sql('update events set set_up_minutes = 15 where id = $1', [id])
  expect((await held(id))[0]).toMatchObject({ starts_at: new Date('2026-12-01T17:45:00Z') })
  await expectInvariants(app)
  await app.sql(`update events set cancelled_at = now(), cancel_reason = 'x' where id = $1`, [id])
  expect(await held(id)).toEqual([])
  await app.sql(`update events set application_status = 'pending' where id = $1`, [draft.id])
  expect(await held(draft.id)).toHaveLength(1)
  await expectInvariants(app)
})
