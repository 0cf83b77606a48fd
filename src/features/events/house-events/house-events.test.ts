import { afterAll, beforeEach, expect, test } from 'vitest'
import { event } from '#seed/factories/events.ts'
import { admin, committee, member, type Person, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { giveTokens } from '#test/bookings.ts'
import { appliedToHost, approvedEvent, guestOf } from '#test/hosting.ts'
import { changedEvent, houseEvent, inLounge } from '#test/house-events.ts'
import { expectInvariants } from '#test/invariants.ts'
import { outboxOf } from '#test/mailbox.ts'
import { newEvent } from './inputs.ts'

const app = sharedTestApp()
let boss: Person
beforeEach(async () => {
  app.clock.set('2026-11-18T10:00:00Z')
  boss = await admin(app)
})
afterAll(async () => {
  // What is offered is not held longer than it may be: some tests go on in time.
  app.clock.set('2026-11-18T10:00:00Z')
  await expectInvariants(app)
})

const office = () => app.as(boss).events
const add = (more: Parameters<typeof houseEvent>[0] = {}) => office().add(houseEvent(more))
const daysOf = async (ids: readonly string[]) =>
  (
    await app.sql<{ on: string }>(
      `select to_char(event_date, 'YYYY-MM-DD') as on from events where id = any($1) order by event_date`,
      [ids],
    )
  ).map(({ on }) => on)
const heldBy = (id: string) =>
  app.sql<{ starts_at: Date; ends_at: Date }>(
    `select distinct starts_at, ends_at from reservations where kind = 'event' and ref = $1`,
    [id],
  )

test('an event of the house is in the programme at once, holds its room, and members register for it', async () => {
  const { ids } = await add({ eventDate: '2027-02-04', tokensCost: 0 })
  expect(ids).toHaveLength(1)
  const [id] = ids as [string]
  expect(await heldBy(id)).toEqual([
    { starts_at: new Date('2027-02-04T17:30:00Z'), ends_at: new Date('2027-02-04T20:30:00Z') },
  ])
  const ada = await member(app)
  const seen = await app.as(ada).events.one({ id })
  expect(seen).toMatchObject({ name: 'Life drawing', hostName: null, place: 'Lounge', eventDate: '2027-02-04' })
  await app.as(ada).events.register({ id, plusOnes: 1 })
  expect(await office().plan({ id })).toMatchObject({
    ...{ registrations: 1, taken: 2, later: 0, host: null },
    can: { change: true, cancel: true },
  })
  // Nobody hosts it, so no application of it is decided.
  const decided = await app.as(await committee(app)).hosting.applications({ view: 'decided' })
  expect(decided.rows.map(row => row.id)).not.toContain(id)
})

test('a series has each of its days, over the change of the clocks at the same hour, but for those left out', async () => {
  const { ids } = await add({
    ...{ eventDate: '2027-03-16', repeat: 'weekly', until: '2027-04-13', leftOut: ['2027-03-30'] },
  })
  expect(await daysOf(ids)).toEqual(['2027-03-16', '2027-03-23', '2027-04-06', '2027-04-13'])
  const starts = await app.sql<{ starts_at: Date }>('select starts_at from events where id = any($1) order by 1', [ids])
  expect(starts.map(row => row.starts_at.toISOString())).toEqual([
    '2027-03-16T18:00:00.000Z',
    '2027-03-23T18:00:00.000Z',
    '2027-04-06T17:00:00.000Z',
    '2027-04-13T17:00:00.000Z',
  ])
  const series = await app.sql('select distinct series_id from events where id = any($1)', [ids])
  expect(series).toHaveLength(1)
  expect(series[0]!.series_id).not.toBeNull()
  const four = await add({ eventDate: '2027-05-04', repeat: 'fourWeekly', until: '2027-07-26' })
  expect(await daysOf(four.ids)).toEqual(['2027-05-04', '2027-06-01', '2027-06-29'])
  const two = await add({ eventDate: '2027-05-05', repeat: 'fortnightly', until: '2027-06-02' })
  expect(await daysOf(two.ids)).toEqual(['2027-05-05', '2027-05-19', '2027-06-02'])
})

test.each([
  [{ repeat: 'weekly' }, 'Enter the last day'],
  [{ repeat: 'weekly', until: '2027-08-02' }, 'The last day is not before the first'],
  [{ repeat: 'weekly', until: '2028-02-01' }, 'At most 26 dates are planned at once'],
  [{ endTime: '18:00' }, 'It ends after it starts'],
  [{ capacity: 0 }, 'At least one person comes'],
  [{ plusOnesAllowed: 6 }, 'At most 5 people come along'],
])('%o is refused in words: %s', (more, words) => {
  const asked = houseEvent({ eventDate: '2027-08-03', ...(more as object) })
  const { error } = newEvent.safeParse(asked)
  expect(error?.issues.map(({ message }) => message)).toContain(words)
})

test('a series of 26 dates is planned', () => {
  expect(
    newEvent.safeParse(houseEvent({ eventDate: '2027-08-03', repeat: 'weekly', until: '2028-01-25' })).success,
  ).toBe(true)
})

test('days on which the room is taken are told before, and a series that meets one is not planned in part', async () => {
  await appliedToHost(app, undefined, { eventDate: '2027-09-14', spacePreference: 'Lounge' })
  const days = ['2027-09-07', '2027-09-14', '2027-09-21']
  expect(await office().clashes({ ...inLounge, days })).toEqual(['2027-09-14'])
  // From 20:30 it is cleared; setting up half an hour before 21:00 does not touch it, before 20:45 it does.
  expect(await office().clashes({ ...inLounge, startTime: '21:00', endTime: '22:00', days })).toEqual([])
  expect(await office().clashes({ ...inLounge, startTime: '20:45', endTime: '22:00', days })).toEqual(['2027-09-14'])
  expect(await office().clashes({ ...inLounge, spacePreference: 'Main Hall', days })).toEqual([])
  const series = { eventDate: '2027-09-07', repeat: 'weekly', until: '2027-09-21' } as const
  const before = await app.sql('select count(*) from events')
  await expect(add(series)).rejects.toMatchObject({
    ...{ code: 'SLOT_TAKEN', data: { field: 'spacePreference' } },
    message: 'Lounge is taken on Tue 14 Sep. Choose another time or room.',
  })
  expect(await app.sql('select count(*) from events')).toEqual(before)
  const { ids } = await add({ ...series, leftOut: ['2027-09-14'] })
  expect(await daysOf(ids)).toEqual(['2027-09-07', '2027-09-21'])
})

test('nothing is planned into the past, or on no day at all', async () => {
  await expect(add({ eventDate: '2026-11-18', startTime: '09:30', endTime: '11:00' })).rejects.toMatchObject({
    code: 'DATE_PAST',
  })
  await expect(add({ eventDate: '2027-10-05', leftOut: ['2027-10-05'] })).rejects.toMatchObject({ code: 'NO_DATES' })
})

test('a change is for one date, or for the later ones too, never for earlier or cancelled ones', async () => {
  const { ids } = await add({ eventDate: '2027-11-02', repeat: 'weekly', until: '2027-11-23' })
  const rows = await app.sql<{ id: string }>('select id from events where id = any($1) order by starts_at', [ids])
  const [first, second, third, fourth] = rows.map(({ id }) => id) as [string, string, string, string]
  await office().plan({ id: third })
  await app.as(boss).hosting.cancelByStaff({ id: third, reason: 'The lounge is painted.', seen: 0 })
  const { later } = await office().plan({ id: second })
  expect(later).toBe(1)
  expect(await office().change({ id: second, ...changedEvent, isForLater: true })).toMatchObject({ dates: 2 })
  const named = async () =>
    (await app.sql<{ name: string }>('select name from events where id = any($1) order by starts_at', [ids])).map(
      ({ name }) => name,
    )
  expect(await named()).toEqual(['Life drawing', 'Life drawing for all', 'Life drawing', 'Life drawing for all'])
  await office().change({ id: fourth, ...changedEvent, name: 'The last evening' })
  expect(await named()).toEqual(['Life drawing', 'Life drawing for all', 'Life drawing', 'The last evening'])
  expect((await office().plan({ id: first })).capacity).toBe(20)
})

test('a change of the words alone leaves what the event is, costs and allows, on every date of its series', async () => {
  const { ids } = await add({
    ...{ eventDate: '2027-11-05', repeat: 'weekly', until: '2027-11-19' },
    ...{ eventType: 'talk', tokensCost: 3, plusOnesAllowed: 2, pointsReward: 4, capacity: 12 },
  })
  const [first, ...others] = await Promise.all(ids.map(id => office().plan({ id })))
  const { id, description: before } = [first!, ...others].sort((a, b) => b.later - a.later)[0]!
  const description = 'A model, easels, paper and charcoal for everybody.'
  await office().change({ id, description, was: { description: before } })
  await office().change({ id, description, isForLater: true })
  for (const each of ids)
    expect(await office().plan({ id: each })).toMatchObject({
      ...{ description, name: 'Life drawing', eventType: 'talk' },
      ...{ tokensCost: 3, plusOnesAllowed: 2, pointsReward: 4, capacity: 12 },
    })
})

test('who changes an event that somebody else has just changed is told what is there, and keeps both with a second press', async () => {
  const { id } = await event(app, { name: 'Life drawing', capacity: 20 })
  const other = app.as(await admin(app)).events
  await other.change({
    id,
    capacity: 25,
    description: 'A model, easels and paper for everybody.',
    was: { capacity: 20 },
  })
  // Another field is no matter of theirs, and stays as the other wrote it.
  await office().change({ id, name: 'Life drawing at night', was: { name: 'Life drawing' } })
  const mine = { id, capacity: 30, was: { capacity: 20 } }
  await expect(office().change(mine)).rejects.toMatchObject({
    ...{ code: 'CHANGED_MEANWHILE', data: { field: 'capacity', is: 25 } },
  })
  await office().change({ ...mine, was: { capacity: 25 } })
  expect(await office().plan({ id })).toMatchObject({
    ...{ name: 'Life drawing at night', capacity: 30, description: 'A model, easels and paper for everybody.' },
  })
})

test('the day, the times and the room that people were told stay as they are, for the office and for the host', async () => {
  const ada = await member(app)
  const id = await approvedEvent(app, ada, { eventDate: '2027-12-15' })
  await app.as(await member(app)).events.register({ id })
  const when = () => app.sql('select event_date, start_time, end_time, space_id from events where id = $1', [id])
  const before = await when()
  for (const moved of [
    { eventDate: '2027-12-16' },
    { startTime: '19:00' },
    { endTime: '23:00' },
    { spacePreference: 'Lounge' },
  ])
    await expect(office().change({ id, ...changedEvent, ...(moved as object) })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  const { hosting } = app.as(ada)
  const draft = { ...(await hosting.one({ id })).draft, eventDate: '2027-12-16' }
  await expect(hosting.save(draft)).rejects.toMatchObject({ code: 'DECIDED' })
  const { submit } = hosting
  await expect(submit(draft as Parameters<typeof submit>[0])).rejects.toMatchObject({ code: 'DECIDED' })
  expect(await when()).toEqual(before)
})

test('an event keeps places for everybody who has one, and those that are added go to whoever waits', async () => {
  const { id } = await event(app, { capacity: 2, plusOnesAllowed: 1 })
  const ada = await member(app)
  await app.as(ada).events.register({ id, plusOnes: 1 })
  const eve = await member(app)
  await app.as(eve).events.wait({ id })
  await expect(office().change({ id, ...changedEvent, capacity: 1 })).rejects.toMatchObject({
    ...{ code: 'TOO_FEW_PLACES', data: { field: 'capacity' } },
    message: '2 people have a place already. Choose 2 or more.',
  })
  await office().change({ id, ...changedEvent, capacity: 3 })
  await app.runJobs()
  expect((await app.as(eve).events.one({ id })).entry).toMatchObject({ status: 'offered' })
  // What somebody paid before the price was changed stays.
  const [own] = await app.sql('select tokens_used from event_registrations where user_id = $1', [ada.id])
  expect(own).toEqual({ tokens_used: 0 })
})

test('an event of a host is changed by the office too; one that is cancelled, over or not approved is not', async () => {
  const ada = await member(app)
  const id = await approvedEvent(app, ada, { eventDate: '2027-12-01' })
  const { host } = await office().plan({ id })
  expect(host).toBe(`${ada.firstName} ${ada.lastName}`)
  await office().change({ id, ...changedEvent })
  const after = await office().plan({ id })
  expect(after).toMatchObject({ name: 'Life drawing for all', capacity: 30, tokensCost: 3 })
  await app.as(boss).hosting.cancelByStaff({ id, reason: 'The lounge is painted.', seen: 0 })
  // Who was registered can still be read.
  expect(await office().plan({ id })).toMatchObject({ isOver: true, eventDate: '2027-12-01', can: { cancel: false } })
  await expect(office().change({ id, ...changedEvent })).rejects.toMatchObject({
    code: 'EVENT_CANCELLED',
  })
  const { id: past } = await event(app)
  app.clock.set('2027-06-01T10:00:00Z')
  await expect(office().change({ id: past, ...changedEvent })).rejects.toMatchObject({
    code: 'EVENT_OVER',
  })
  app.clock.set('2026-11-18T10:00:00Z')
  const pending = await appliedToHost(app)
  await expect(office().plan({ id: pending })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(office().change({ id: pending, ...changedEvent })).rejects.toMatchObject({
    code: 'NOT_APPROVED_YET',
  })
})

test('the office calls off one registration: all tokens come back, the mail says why, the place is free', async () => {
  const { id } = await event(app, { capacity: 1 })
  const guest = await guestOf(app, id)
  const eve = await member(app)
  await app.as(eve).events.wait({ id })
  await expect(office().cancelByStaff({ id: guest.registrationId, reason: ' ' })).rejects.toMatchObject({
    message: expect.stringContaining('Say why'),
  })
  await office().cancelByStaff({ id: guest.registrationId, reason: 'The kiln is broken.' })
  await app.runJobs()
  expect((await app.as(eve).events.one({ id })).entry).toMatchObject({ status: 'offered' })
  const mails = await app.sql<{ props: object }>(
    `select props from mails where to_address = $1 and template = 'events.registration-called-off'`,
    [guest.person.email],
  )
  expect(mails).toMatchObject([{ props: { reason: 'The kiln is broken.', tokensBack: 0 } }])
  await expect(office().cancelByStaff({ id: guest.registrationId, reason: 'Again' })).rejects.toMatchObject({
    code: 'CANNOT_CANCEL',
  })
})

test('tokens of a registration that the office calls off come back however late it is', async () => {
  const ada = await paidMember(app)
  await giveTokens(app, ada, 9)
  const { id } = await event(app, { tokensCost: 4 })
  const balance = async () =>
    (
      await app.sql<{ sum: number }>('select sum(amount - used)::int as sum from tokens where user_id = $1', [ada.id])
    )[0]!.sum
  const before = await balance()
  const { id: registration } = await app.as(ada).events.register({ id })
  const [row] = await app.sql<{ starts_at: Date }>('select starts_at from events where id = $1', [id])
  app.clock.set(new Date(row!.starts_at.getTime() + 60_000).toISOString())
  expect(await office().cancelByStaff({ id: registration, reason: 'The kiln is broken.' })).toMatchObject({
    tokensBack: 4,
  })
  expect(await balance()).toBe(before)
})

test('a hidden event is in no list and takes nobody new; who is registered keeps their place and sees it, and it can be shown again', async () => {
  const { ids } = await add({ eventDate: '2027-11-04', capacity: 2, plusOnesAllowed: 0 })
  const [id] = ids as [string]
  const [ada, grace, joan, mary] = [await member(app), await member(app), await member(app), await member(app)]
  for (const who of [ada, grace]) await app.as(who).events.register({ id })
  await app.as(joan).events.wait({ id })
  const { mine } = await app.as(ada).events.one({ id })
  await office().hide({ id, isHidden: true })
  // The place that is freed while it is hidden is offered to nobody.
  await app.as(ada).events.cancelRegistration({ id: mine!.id, tokensBack: 0 })
  await app.runJobs()
  const listed = async () => (await app.as(mary).events.list({ q: 'Life drawing' })).rows.map(row => row.id)
  const inMonth = async () => (await app.as(mary).events.month({ month: '2027-11' })).rows.map(row => row.id)
  expect([...(await listed()), ...(await inMonth())]).not.toContain(id)
  for (const who of [mary, ada]) {
    await expect(app.as(who).events.one({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(app.as(who).events.register({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  expect(await app.as(grace).events.one({ id })).toMatchObject({ isActive: false, mine: { status: 'registered' } })
  expect((await app.as(joan).events.one({ id })).entry).toMatchObject({ status: 'waiting' })
  await expect(app.as(joan).events.register({ id })).rejects.toMatchObject({ code: 'EVENT_HIDDEN' })
  const { hidden, upcoming } = await office().registrationEvents()
  expect(hidden.map(row => row.id)).toContain(id)
  expect(upcoming.map(row => row.id)).not.toContain(id)
  await office().hide({ id, isHidden: false })
  await app.runJobs()
  expect(await listed()).toContain(id)
  expect(await app.as(joan).events.one({ id })).toMatchObject({ isActive: true, entry: { status: 'offered' } })
  const [logged] = await app.sql<{ n: number }>(
    `select count(*)::int as n from audit_log where table_name = 'events' and row_id = $1 and actor_id = $2
     and before is not null and before ->> 'is_active' is distinct from after ->> 'is_active'`,
    [id, boss.id],
  )
  expect(logged!.n).toBe(2)
})

test('whoever was offered a place of an event that is hidden waits again where they were, however long it stays hidden', async () => {
  const ada = await member(app)
  const id = await approvedEvent(app, ada, { eventDate: '2027-12-02' })
  await office().change({ id, capacity: 1 })
  const [grace, joan, mary] = [await member(app), await member(app), await member(app)]
  await app.as(grace).events.register({ id })
  for (const who of [joan, mary]) await app.as(who).events.wait({ id })
  const { mine } = await app.as(grace).events.one({ id })
  await app.as(grace).events.cancelRegistration({ id: mine!.id, tokensBack: 0 })
  await app.runJobs()
  const entry = async (who: Person) => (await app.as(who).events.one({ id })).entry
  expect(await entry(joan)).toMatchObject({ status: 'offered' })
  await office().hide({ id, isHidden: true })
  expect(await app.as(ada).hosting.one({ id })).toMatchObject({ isHidden: true })
  // The host reads of it, once, and of its coming back; what the house does with its own events nobody has to be told.
  await office().hide({ id, isHidden: true })
  const told = async (mail: string) => (await outboxOf(app, ada.email, mail)).map(({ subject }) => subject)
  expect(await told('house-events.hidden')).toEqual([
    expect.stringMatching(/^Your event is not in the programme at present: /),
  ])
  expect(await told('house-events.shown')).toEqual([])
  app.clock.set('2026-11-25T10:00:00Z')
  await app.runJobs()
  expect(await entry(joan)).toMatchObject({ status: 'waiting', position: 1 })
  await office().hide({ id, isHidden: false })
  await app.runJobs()
  expect(await entry(joan)).toMatchObject({ status: 'offered' })
  expect(await entry(mary)).toMatchObject({ status: 'waiting' })
  expect(await app.as(ada).hosting.one({ id })).toMatchObject({ isHidden: false })
  expect(await told('house-events.shown')).toHaveLength(1)
})

test('an event that was hidden is among those that were, for the office', async () => {
  const { ids } = await add({ eventDate: '2027-01-14', spacePreference: 'Outdoor Area' })
  const [id] = ids as [string]
  await office().hide({ id, isHidden: true })
  app.clock.set('2027-01-15T10:00:00Z')
  const { past, hidden } = await office().registrationEvents()
  expect(past.map(row => row.id)).toContain(id)
  expect(hidden.map(row => row.id)).not.toContain(id)
})
