import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { facility } from '#seed/factories/facilities.ts'
import { admin, committee, member, type Person, paidMember, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { giveTokens } from '#test/bookings.ts'
import { applicationOf, appliedToHost, drafted, readBy } from '#test/hosting.ts'
import { expectInvariants } from '#test/invariants.ts'
import { rentalOf } from '#test/rentals.ts'
import { hostApplication, hostDraft, mostDrafts } from './inputs.ts'

const app = sharedTestApp()
let ada: Person
beforeEach(async () => {
  app.clock.set('2026-11-18T10:00:00Z')
  ada = await member(app)
})
afterAll(() => expectInvariants(app))

const stored = async (id: string) => (await app.sql('select * from events where id = $1', [id]))[0]
const heldBy = (id: string) =>
  app.sql<{ starts_at: Date; ends_at: Date }>(
    `select distinct starts_at, ends_at from reservations where kind = 'event' and ref = $1`,
    [id],
  )
const mailsTo = async ({ email }: Person) =>
  (
    await app.sql<{ template: string }>(
      'select template from mails where to_address = $1 order by created_at, template',
      [email],
    )
  ).map(({ template }) => template)

const says = (more: object, field: string) =>
  hostApplication.safeParse({ ...applicationOf(), ...more }).error?.issues.find(issue => issue.path[0] === field)
    ?.message

test.each([
  ['name', 'Four', 'Abcde', 'Give it a name of at least 5 characters'],
  ['description', 'x'.repeat(19), 'x'.repeat(20), 'Describe it in at least 20 characters'],
  ['applicationNotes', 'x'.repeat(49), 'x'.repeat(50), 'Tell the committee in at least 50 characters'],
  ['expectedAttendance', 4, 5, 'At least 5 people'],
  ['pointsReward', 0, 1, 'At least 1 point'],
  ['eventType', 'concert', 'meetup', 'Choose what it is'],
  ['spacePreference', 'Cellar', 'Outdoor Area', 'Choose where it is'],
  ['startTime', '', '09:00', 'Choose a time'],
  ['endTime', '', '23:00', 'Choose a time'],
])(
  '%s: %s is refused in words, %s is taken [EVT-27, EVT-28, EVT-29, EVT-31, EVT-32, EVT-33, EVT-35]',
  (field, bad, good, words) => {
    expect(says({ [field]: bad }, field)).toBe(words)
    expect(says({ [field]: good }, field)).toBeUndefined()
  },
)

test('an event is a workshop and gives one point unless its host says otherwise, and ends after it starts [EVT-29]', () => {
  const { eventType: _, pointsReward: __, ...rest } = applicationOf()
  expect(hostApplication.parse(rest)).toMatchObject({ eventType: 'workshop', pointsReward: 1 })
  expect(hostDraft.parse({ id: randomUUID() })).toMatchObject({
    eventType: 'workshop',
    pointsReward: 1,
    setUpMinutes: 30,
  })
  expect(says({ startTime: '20:00', endTime: '20:00' }, 'endTime')).toBe('It ends after it starts')
  for (const eventType of ['workshop', 'talk', 'social', 'meetup', 'other'])
    expect(says({ eventType }, 'eventType')).toBeUndefined()
})

test('a day is at least a month ahead, and points no more than the house gives [EVT-30, EVT-36]', async () => {
  const submit = (more: object) => app.as(ada).hosting.submit(applicationOf(more))
  await expect(submit({ eventDate: '2026-12-17' })).rejects.toMatchObject({
    ...{ code: 'TOO_SOON', data: { field: 'eventDate' } },
    message: 'Choose a day at least 1 month ahead: Fri 18 Dec 2026 or later.',
  })
  expect(await app.as(ada).hosting.terms()).toMatchObject({
    firstDay: '2026-12-18',
    decisionHours: 48,
    capacity: 50,
    pointsAtMost: 20,
  })
  const id = (await submit({ eventDate: '2026-12-18', pointsReward: 20 })).id
  await expect(submit({ pointsReward: 21 })).rejects.toMatchObject({
    code: 'TOO_MANY_POINTS',
    message: 'At most 20 points',
  })
  // A day that was early enough stays so while its application is changed; another one has to be early enough itself.
  app.clock.set('2026-11-20T10:00:00Z')
  await app.as(ada).hosting.submit(applicationOf({ id, eventDate: '2026-12-18', name: 'Linocut, again' }))
  await expect(app.as(ada).hosting.submit(applicationOf({ id, eventDate: '2026-12-19' }))).rejects.toMatchObject({
    code: 'TOO_SOON',
  })
  await app.as(await admin(app)).venue.changeSettings({ eventNoticeMonths: 2, eventPointsAtMost: 50 })
  await expect(submit({ eventDate: '2027-01-19' })).rejects.toMatchObject({ code: 'TOO_SOON' })
  await submit({ eventDate: '2027-01-20', pointsReward: 50, spacePreference: 'Studio B' })
  await app.as(await admin(app)).venue.changeSettings({ eventNoticeMonths: 1, eventPointsAtMost: 20 })
})

test('a draft is kept as its host writes it, unfinished as it is, with the moment at which it was begun, and nobody sees it in the programme', async () => {
  const id = await drafted(app, ada, { name: 'Li' })
  const mine = app.as(ada)
  expect(await stored(id)).toMatchObject({ application_status: 'draft', name: 'Li', capacity: 50, space_id: null })
  expect((await stored(id))!.applied_at).toEqual(new Date('2026-11-18T10:00:00Z'))
  app.clock.set('2026-11-18T11:00:00Z')
  await mine.hosting.save({
    id,
    name: 'Linocut',
    eventDate: '2027-01-04',
    spacePreference: 'Studio A',
    expectedAttendance: 2,
  })
  expect(await mine.hosting.one({ id })).toMatchObject({
    ...{ applicationStatus: 'draft', clock: null, isWhole: false, can: { edit: true, discard: true, withdraw: false } },
    draft: {
      name: 'Linocut',
      eventDate: '2027-01-04',
      spacePreference: 'Studio A',
      expectedAttendance: 2,
      startTime: null,
    },
  })
  // A draft holds nothing, and may lie in the past.
  expect(await heldBy(id)).toEqual([])
  const other = await drafted(app, ada)
  expect((await mine.hosting.terms()).drafts.map(draft => draft.id).toSorted()).toEqual([id, other].toSorted())
  await mine.hosting.discard({ id: other })
  await expect(mine.hosting.one({ id: other })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await mine.hosting.submit(applicationOf({ id }))
  expect(await stored(id)).toMatchObject({ application_status: 'pending', is_active: true })
  expect((await stored(id))!.applied_at).toEqual(new Date('2026-11-18T11:00:00Z'))
  await expect(mine.hosting.save({ id, name: 'Later' })).rejects.toMatchObject({ code: 'DECIDED' })
  await expect(mine.hosting.discard({ id })).rejects.toMatchObject({ code: 'DECIDED' })
})

test('what a host applies with is an event, a draft with its moment, and in no list and on no page before it is approved and active [EVT-37]', async () => {
  const wish = applicationOf()
  const { id, eventDate } = wish
  await app.as(ada).hosting.save(wish)
  expect(await stored(id)).toMatchObject({
    ...{ application_status: 'draft', host_user_id: ada.id, name: wish.name },
    applied_at: new Date('2026-11-18T10:00:00Z'),
  })
  const reader = app.as(await member(app)).events
  const isPublic = async () => {
    const listed = (await reader.list({ q: wish.name })).rows.some(row => row.id === id)
    const inMonth = (await reader.month({ month: eventDate.slice(0, 7) })).rows.some(row => row.id === id)
    const hasPage = await reader.one({ id }).then(
      () => true,
      error => error.code !== 'NOT_FOUND',
    )
    expect([inMonth, hasPage]).toEqual([listed, listed])
    return listed
  }
  expect(await isPublic()).toBe(false)
  await app.as(ada).hosting.submit(wish)
  expect(await stored(id)).toMatchObject({
    application_status: 'pending',
    applied_at: new Date('2026-11-18T10:00:00Z'),
  })
  expect(await isPublic()).toBe(false)
  await app.sql('update events set is_active = false where id = $1', [id])
  const reviewer = await committee(app)
  await app.as(reviewer).hosting.approve((await readBy(app, reviewer, id)).approval)
  expect(await isPublic()).toBe(false)
  await app.as(await admin(app)).events.hide({ id, isHidden: false })
  expect(await isPublic()).toBe(true)
})

test('there are so many drafts and waiting applications of one host and no more', async () => {
  const drafts = []
  for (let n = 0; n < mostDrafts; n++) drafts.push(await drafted(app, ada))
  await expect(drafted(app, ada)).rejects.toMatchObject({ code: 'TOO_MANY_DRAFTS' })
  await app.as(ada).hosting.save({ id: drafts[0]!, name: 'Still written' })
  for (let n = 0; n < 5; n++) await appliedToHost(app, ada)
  const sixth = applicationOf({ id: drafts[0]! })
  await expect(app.as(ada).hosting.submit(sixth)).rejects.toMatchObject({ code: 'TOO_MANY_APPLICATIONS' })
  const { rows } = await app.as(ada).hosting.mine({ pageSize: 100 })
  await app.as(ada).hosting.withdraw({ id: rows.find(row => row.applicationStatus === 'pending')!.id })
  await app.as(ada).hosting.submit(sixth)
})

test('an application is before the house with its room held from set-up until it is cleared, and its host reads until when it is decided [EVT-38]', async () => {
  const wish = applicationOf({ eventDate: '2026-12-30', setUpMinutes: 60, clearMinutes: 45 })
  const { id } = await app.as(ada).hosting.submit(wish)
  expect(await stored(id)).toMatchObject({
    application_status: 'pending',
    host_user_id: ada.id,
    location: 'Lounge',
    capacity: 50,
  })
  expect(await heldBy(id)).toEqual([
    { starts_at: new Date('2026-12-30T17:00:00Z'), ends_at: new Date('2026-12-30T20:45:00Z') },
  ])
  expect(await app.as(ada).hosting.one({ id })).toMatchObject({
    clock: { at: new Date('2026-11-20T10:00:00Z'), state: 'running' },
    can: { edit: true, withdraw: true, discard: false, write: true },
  })
  expect(await mailsTo(ada)).toEqual(['hosting.received'])
  const [mail] = await app.sql<{ props: object }>('select props from mails where to_address = $1', [ada.email])
  expect(mail!.props).toMatchObject({ hours: 48, decideBy: 'Fri 20 Nov, 10:00' })
  // Changed, it waits on from when it was submitted, and nobody is told of it a second time.
  app.clock.set('2026-11-19T22:30:00Z')
  await app.as(ada).hosting.submit({ ...wish, startTime: '17:00', spacePreference: 'Studio A' })
  expect(await heldBy(id)).toEqual([
    { starts_at: new Date('2026-12-30T16:00:00Z'), ends_at: new Date('2026-12-30T20:45:00Z') },
  ])
  expect((await app.as(ada).hosting.one({ id })).clock).toMatchObject({
    at: new Date('2026-11-20T10:00:00Z'),
    state: 'close',
  })
  expect(await mailsTo(ada)).toEqual(['hosting.received'])
  app.clock.set('2026-11-20T10:00:00Z')
  expect((await app.as(ada).hosting.one({ id })).clock?.state).toBe('over')
  await app.as(ada).hosting.withdraw({ id })
  expect(await heldBy(id)).toEqual([])
  expect(await app.as(ada).hosting.one({ id })).toMatchObject({
    applicationStatus: 'withdrawn',
    clock: null,
    can: { edit: false, write: false },
  })
  await expect(app.as(ada).hosting.withdraw({ id })).rejects.toMatchObject({ code: 'NOT_PENDING' })
  // What it said is there for another one.
  const again = (await app.as(ada).hosting.copy({ id })).id
  expect((await app.as(ada).hosting.one({ id: again })).draft).toMatchObject({
    ...wish,
    id: again,
    eventDate: null,
    startTime: '17:00',
    spacePreference: 'Studio A',
  })
})

test('a room that is taken is refused with when, and what is free then; whoever comes first has it', async () => {
  const on = '2026-12-29'
  const eve = await paidMember(app)
  await giveTokens(app, eve, 100)
  const [hall] = await app.sql<{ id: string }>(`select id from spaces where slug = 'hall-bar'`)
  const bar = await facility(app, { spaceId: hall!.id })
  await app.as(eve).bookings.place({ facilityId: bar.id, on, startsAt: '17:00', termsAccepted: true })
  const id = await appliedToHost(app, eve, { eventDate: on, spacePreference: 'Studio B' })
  const wish = applicationOf({ eventDate: on, spacePreference: 'Main Hall', startTime: '18:15' })
  await expect(app.as(ada).hosting.submit(wish)).rejects.toMatchObject({
    ...{ code: 'SLOT_TAKEN', data: { field: 'spacePreference' } },
    message:
      'Main Hall is taken on Tue 29 Dec, 17:00–18:00. Choose another time or room. Free then: Studio A, Lounge, Outdoor Area.',
  })
  expect(await stored(wish.id)).toBeUndefined()
  const rooms = await app.as(ada).bookings.roomsOn({ on })
  expect(rooms.map(({ preference }) => preference)).toEqual([
    'Main Hall',
    'Studio A',
    'Studio B',
    'Lounge',
    'Outdoor Area',
  ])
  expect(rooms[0]!.taken).toEqual([{ startsAt: '17:00', endsAt: '18:00' }])
  expect(rooms[2]!.taken).toEqual([{ startsAt: '17:30', endsAt: '20:30' }])
  expect(JSON.stringify(rooms)).not.toContain(eve.id)
  // One's own application is not in its own way; that of somebody else is.
  expect((await app.as(ada).bookings.roomsOn({ on, eventId: id }))[2]!.taken).toHaveLength(1)
  expect((await app.as(eve).bookings.roomsOn({ on, eventId: id }))[2]!.taken).toEqual([])
  expect((await app.as(await committee(app)).bookings.roomsOn({ on, eventId: id }))[2]!.taken).toEqual([])
  await app.as(ada).hosting.submit({ ...wish, startTime: '18:30' })
  await expect(
    app.as(eve).bookings.place({ facilityId: bar.id, on, startsAt: '20:00', termsAccepted: true }),
  ).rejects.toMatchObject({ code: 'SLOT_TAKEN' })
})

test('whoever is not approved does not host, and nobody reads or changes what is another’s', async () => {
  const newcomer = await person(app)
  await expect(app.as(newcomer).hosting.submit(applicationOf())).rejects.toMatchObject({ code: 'APPROVAL_PENDING' })
  expect((await app.as(newcomer).hosting.terms()).problem).toBe('This is for approved members.')
  await expect(app.as(null).hosting.submit(applicationOf())).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  const id = await drafted(app, ada)
  const eve = app.as(await member(app)).hosting
  const calls = [
    () => eve.one({ id }),
    () => eve.save({ id, name: 'Mine' }),
    () => eve.submit(applicationOf({ id })),
    () => eve.discard({ id }),
    () => eve.copy({ id }),
    () => eve.withdraw({ id }),
    () => eve.writeToHouse({ id, body: 'Hello' }),
  ]
  for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await stored(id)).toMatchObject({ name: 'Linocut', host_user_id: ada.id })
  expect((await eve.mine({})).rows).toEqual([])
})

test('own events are those that are open, by day, and the rest', async () => {
  const late = await appliedToHost(app, ada, { eventDate: '2027-03-02' })
  const early = await appliedToHost(app, ada, { eventDate: '2027-03-01' })
  const draft = await drafted(app, ada)
  const gone = await appliedToHost(app, ada)
  await app.as(ada).hosting.withdraw({ id: gone })
  const mine = app.as(ada).hosting
  expect((await mine.mine({})).rows.map(({ id }) => id)).toEqual([early, late, draft])
  expect((await mine.mine({ when: 'past' })).rows.map(({ id }) => id)).toEqual([gone])
  expect((await mine.mine({ q: 'LINOCUT' })).total).toBe(3)
  expect((await mine.mine({ q: 'nothing' })).total).toBe(0)
})

test('a booking, an application and a rental want one room at once: one of them has it', async () => {
  const [eve, boss] = [await paidMember(app), await admin(app)]
  await giveTokens(app, eve, 1_000)
  const [lounge] = await app.sql<{ id: string }>(`select id from spaces where slug = 'lounge'`)
  const table = await facility(app, { spaceId: lounge!.id })
  const winners = new Set<string>()
  for (const on of ['2026-12-21', '2026-12-22', '2026-12-23', '2026-12-24']) {
    const all = await Promise.allSettled([
      app.as(eve).bookings.place({ facilityId: table.id, on, startsAt: '18:00', termsAccepted: true }),
      app.as(ada).hosting.submit(applicationOf({ eventDate: on, spacePreference: 'Lounge' })),
      app.as(boss).rentals.add(rentalOf(ada, { spaceId: lounge!.id, rentalStartDate: on, rentalEndDate: on })),
    ])
    const refused = all.flatMap(one => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(refused).toEqual(['SLOT_TAKEN', 'SLOT_TAKEN'])
    const held = await app.sql<{ kind: string }>(
      `select distinct kind from reservations where space_id = $1 and starts_at < $2 and ends_at > $2`,
      [lounge!.id, `${on}T18:30:00Z`],
    )
    expect(held).toHaveLength(1)
    winners.add(held[0]!.kind)
  }
  expect(winners.size).toBeGreaterThan(0)
})

test('a hosted event is for 50 people, or for as many as the house says [EVT-34]', async () => {
  const boss = app.as(await admin(app))
  expect((await app.as(ada).hosting.terms()).capacity).toBe(50)
  const first = await appliedToHost(app, ada)
  expect(await stored(first)).toMatchObject({ capacity: 50 })
  await boss.venue.changeSettings({ eventCapacity: 60 })
  expect((await app.as(ada).hosting.terms()).capacity).toBe(60)
  expect(await stored(await appliedToHost(app, await member(app)))).toMatchObject({ capacity: 60 })
  expect(await stored(first)).toMatchObject({ capacity: 50 })
  await boss.venue.changeSettings({ eventCapacity: 50 })
})

test('a draft that is kept while it is submitted never changes what is before the house', async () => {
  const host = await paidMember(app)
  const mine = app.as(host).hosting
  const isKnownOf = new Set<string>()
  for (let round = 0; round < 8; round++) {
    const wish = applicationOf({ eventDate: `2027-03-${String(10 + round)}` })
    const all = await Promise.allSettled([
      mine.submit(wish),
      ...Array.from({ length: 6 }, (_, n) =>
        mine.save({ id: wish.id, name: `Draft ${n}`, eventDate: '2026-11-26', startTime: '20:00', endTime: '19:00' }),
      ),
    ])
    for (const one of all.slice(1)) {
      isKnownOf.add(one.status)
      if (one.status === 'rejected') expect(one.reason.code).toBe('DECIDED')
    }
    const [event] = await app.sql(
      `select name, event_date::text as "eventDate", application_status as status from events where id = $1`,
      [wish.id],
    )
    expect(event).toEqual({ name: wish.name, eventDate: wish.eventDate, status: 'pending' })
    await mine.withdraw({ id: wish.id })
  }
  // The control: both orders were seen, so they did meet.
  expect(isKnownOf).toContain('rejected')
})
