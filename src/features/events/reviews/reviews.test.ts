import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { jobContext } from '#platform/jobs/runner.ts'
import { admin, committee, doorStaff, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { applicationOf, appliedToHost, approvedEvent, drafted, readBy } from '#test/hosting.ts'
import { expectInvariants } from '#test/invariants.ts'
import { remind } from './jobs.ts'

const app = sharedTestApp()
let ada: Person
let grace: Person
beforeEach(async () => {
  app.clock.set('2026-11-18T10:00:00Z')
  ada = await member(app, { firstName: 'Ada', lastName: 'Lovelace' })
  grace = await committee(app)
})
afterAll(() => expectInvariants(app))

const review = (who: Person = grace) => app.as(who).hosting
const stored = async (id: string) => (await app.sql('select * from events where id = $1', [id]))[0]!
const held = async (id: string) => (await app.sql('select 1 from reservations where ref = $1', [id])).length
const mailsTo = async ({ email }: Person) =>
  (
    await app.sql<{ template: string }>(
      'select template from mails where to_address = $1 order by created_at, template',
      [email],
    )
  ).map(({ template }) => template)
const whileAway = (time: string) => app.clock.set(time)

test('those who decide see what waits with its host, the last first, and drafts apart [EVA-02, EVA-03, EVA-06]', async () => {
  const first = await appliedToHost(app, ada, { name: 'Linocut for beginners' })
  whileAway('2026-11-18T10:05:00Z')
  const second = await appliedToHost(app, ada)
  const draft = await drafted(app, ada, { name: 'Half a thought' })
  const { rows, counts } = await review().applications({ q: 'lovelace' })
  expect(rows.map(({ id }) => id)).toEqual([second, first])
  expect(rows[1]).toMatchObject({
    ...{
      name: 'Linocut for beginners',
      eventType: 'workshop',
      host: 'Ada Lovelace',
      hostUserId: ada.id,
      expectedAttendance: 12,
    },
    ...{ applicationStatus: 'pending', isWhole: true, appliedAt: new Date('2026-11-18T10:00:00Z'), turn: null },
    can: { decide: true, approve: true, write: true },
  })
  expect(counts.pending).toBeGreaterThanOrEqual(2)
  const drafts = await review().applications({ view: 'drafts', q: 'Half' })
  expect(drafts.rows).toMatchObject([
    { id: draft, applicationStatus: 'draft', isWhole: false, can: { decide: true, approve: false } },
  ])
  const one = await review(await admin(app)).application({ id: first })
  expect(one.draft).toMatchObject({
    ...applicationOf(),
    id: first,
    name: 'Linocut for beginners',
    eventDate: one.eventDate,
  })
  expect(one).toMatchObject({
    pointsAtMost: 20,
    capacity: 50,
    record: { events: 0, people: 0, cancelled: 0 },
    messages: [],
  })
})

test.each([
  ['the committee', committee],
  ['an admin', admin],
])(
  '%s approves: it is public, for so many and with these points, and the host is told [EVA-10, EVA-12]',
  async (_, make) => {
    const [reviewer, id] = [await make(app), await appliedToHost(app, ada)]
    const { approval } = await readBy(app, reviewer, id)
    whileAway('2026-11-18T12:00:00Z')
    await expect(review(reviewer).approve({ ...approval, pointsReward: 21 })).rejects.toMatchObject({
      ...{ code: 'TOO_MANY_POINTS', data: { field: 'pointsReward' } },
    })
    await review(reviewer).approve({ ...approval, capacity: 30, pointsReward: 3, tokensCost: 2 })
    expect(await stored(id)).toMatchObject({
      ...{ application_status: 'approved', is_active: true, reviewed_by: reviewer.id, rejection_reason: null },
      ...{ capacity: 30, points_reward: 3, tokens_cost: 2, reviewed_at: new Date('2026-11-18T12:00:00Z') },
    })
    expect(await held(id)).toBe(1)
    expect(await mailsTo(ada)).toEqual(['hosting.received', 'hosting.approved'])
    expect((await review().applications({ view: 'decided', q: 'Ada' })).rows.some(row => row.id === id)).toBe(true)
    await expect(review(reviewer).approve(approval)).rejects.toMatchObject({ code: 'DECIDED' })
    await expect(review(reviewer).reject({ id, version: approval.version, reason: 'No' })).rejects.toMatchObject({
      code: 'DECIDED',
    })
    const audited = await app.sql(`select actor_id from audit_log where table_name = 'events' and row_id = $1`, [id])
    expect(audited.map(row => row.actor_id)).toEqual([reviewer.id])
  },
)

test.each([
  ['the committee', committee],
  ['an admin', admin],
])(
  '%s turns down with a reason that the host reads, and the room is free; without one nothing changes [EVA-08, EVA-10, EVA-12]',
  async (_, make) => {
    const [reviewer, id] = [await make(app), await appliedToHost(app, ada)]
    const { ref } = await readBy(app, reviewer, id)
    for (const reason of ['', '  \n '])
      await expect(review(reviewer).reject({ ...ref, reason })).rejects.toMatchObject({
        ...{ code: 'REASON_REQUIRED', message: 'Please provide a reason for rejection' },
        data: { title: 'Rejection Reason Required', field: 'reason' },
      })
    expect(await stored(id)).toMatchObject({ application_status: 'pending' })
    await review(reviewer).reject({ ...ref, reason: 'There is a talk next door.' })
    expect(await stored(id)).toMatchObject({
      ...{ application_status: 'rejected', rejection_reason: 'There is a talk next door.', reviewed_by: reviewer.id },
      reviewed_at: new Date('2026-11-18T10:00:00Z'),
    })
    expect(await held(id)).toBe(0)
    expect((await app.as(ada).hosting.one({ id })).rejectionReason).toBe('There is a talk next door.')
    expect((await mailsTo(ada)).at(-1)).toMatch(/hosting\.(rejected|received)/)
    expect(await mailsTo(ada)).toContain('hosting.rejected')
  },
)

test('a draft is decided as well, if it is whole and its room is free [EVA-03, EVA-08]', async () => {
  const open = await drafted(app, ada, { name: 'Half a thought' })
  const { approval } = await readBy(app, grace, open)
  await expect(review().approve(approval)).rejects.toMatchObject({ code: 'NOT_WHOLE' })
  await review().reject({ id: open, version: approval.version, reason: 'We do not do that here.' })
  expect(await stored(open)).toMatchObject({ application_status: 'rejected' })
  const wish = applicationOf()
  const other = await appliedToHost(app, ada, { eventDate: wish.eventDate })
  await app.as(ada).hosting.save(wish)
  const whole = (await readBy(app, grace, wish.id)).approval
  await expect(review().approve(whole)).rejects.toMatchObject({
    ...{
      code: 'SLOT_TAKEN',
      message: expect.stringMatching(
        /^Lounge is taken on .*, 17:30–20:30\. Choose another time or room\. Free then: Main Hall/,
      ),
    },
  })
  await app.as(ada).hosting.withdraw({ id: other })
  await review().approve(whole)
  expect(await stored(wish.id)).toMatchObject({ application_status: 'approved', location: 'Lounge' })
  expect(await held(wish.id)).toBe(1)
})

test('approving makes a waiting application or a draft approved, with when and by whom, and leaves it as active as it was [EVA-07]', async () => {
  const whole = applicationOf()
  await app.as(ada).hosting.save(whole)
  const ids = [await appliedToHost(app, ada), whole.id, await appliedToHost(app, ada)] as const
  expect((await Promise.all(ids.map(stored))).map(row => row.application_status)).toEqual([
    'pending',
    'draft',
    'pending',
  ])
  await app.sql('update events set is_active = false where id = $1', [ids[2]])
  whileAway('2026-11-18T15:30:00Z')
  for (const id of ids) await review().approve((await readBy(app, grace, id)).approval)
  const decided = {
    application_status: 'approved',
    reviewed_by: grace.id,
    reviewed_at: new Date('2026-11-18T15:30:00Z'),
  }
  for (const [n, id] of ids.entries()) expect(await stored(id)).toMatchObject({ ...decided, is_active: n < 2 })
})

test('nobody decides on their own event, on a text that has changed meanwhile, or on a day that is over', async () => {
  const own = await appliedToHost(app, grace)
  const { ref, approval } = await readBy(app, grace, own)
  expect((await review().application({ id: own })).can).toEqual({
    decide: false,
    approve: false,
    write: false,
    cancel: false,
  })
  await expect(review().approve(approval)).rejects.toMatchObject({ code: 'OWN_EVENT', status: 403 })
  await expect(review().reject({ ...ref, reason: 'No' })).rejects.toMatchObject({ code: 'OWN_EVENT' })
  await expect(review().writeToHost({ id: own, body: 'Hello' })).rejects.toMatchObject({ code: 'OWN_EVENT' })
  const wish = applicationOf()
  const id = await appliedToHost(app, ada, wish)
  const read = await readBy(app, grace, id)
  whileAway('2026-11-18T10:01:00Z')
  await app.as(ada).hosting.submit({ ...wish, name: 'Something else' })
  await expect(review().approve(read.approval)).rejects.toMatchObject({ code: 'APPLICATION_CHANGED' })
  await expect(review().reject({ ...read.ref, reason: 'No' })).rejects.toMatchObject({ code: 'APPLICATION_CHANGED' })
  const late = await readBy(app, grace, id)
  whileAway('2027-06-01T10:00:00Z')
  await expect(review().approve(late.approval)).rejects.toMatchObject({ code: 'DATE_PAST' })
})

test('who is neither of the committee nor an admin decides nothing [EVA-12]', async () => {
  const id = await appliedToHost(app, ada)
  const { ref, approval } = await readBy(app, grace, id)
  for (const other of [await doorStaff(app), await member(app), ada]) {
    const as = app.as(other).hosting
    for (const call of [
      () => as.applications({}),
      () => as.application({ id }),
      () => as.approve(approval),
      () => as.reject({ ...ref, reason: 'No' }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
})

test('host and reviewers write to each other, by mail and on both pages; the host does not learn who wrote', async () => {
  const id = await appliedToHost(app, ada)
  const other = await committee(app)
  whileAway('2026-11-18T11:00:00Z')
  await review().writeToHost({ id, body: 'How many presses?' })
  expect((await review().applications({ q: 'Lovelace' })).rows.find(row => row.id === id)?.turn).toBe('host')
  whileAway('2026-11-18T12:00:00Z')
  await app.as(ada).hosting.writeToHouse({ id, body: 'Two.' })
  const mine = await app.as(ada).hosting.one({ id })
  expect(mine.messages).toMatchObject([
    { addressee: 'host', body: 'How many presses?', createdAt: new Date('2026-11-18T11:00:00Z') },
    { addressee: 'house', body: 'Two.' },
  ])
  expect(JSON.stringify(mine)).not.toContain(grace.lastName)
  const { messages, turn } = await review(other).application({ id })
  expect(messages.map(({ author }) => author)).toEqual([`${grace.firstName} ${grace.lastName}`, 'Ada Lovelace'])
  expect(turn).toBe('house')
  expect(await mailsTo(ada)).toEqual(['hosting.received', 'conversation.to-host'])
  // Whoever asked hears of the answer.
  expect(await mailsTo(grace)).toEqual(['conversation.to-house'])
  expect(await mailsTo(other)).toEqual([])
  const { ref } = await readBy(app, grace, id)
  await review().reject({ ...ref, reason: 'Too few presses.' })
  await expect(app.as(ada).hosting.writeToHouse({ id, body: 'Three.' })).rejects.toMatchObject({ code: 'CLOSED' })
  await expect(review().writeToHost({ id, body: 'Sorry' })).rejects.toMatchObject({ code: 'CLOSED' })
})

test('a question about a draft stands on its page and is answered there', async () => {
  const id = randomUUID()
  await app.as(ada).hosting.save({ id, name: 'An evening' })
  await review().writeToHost({ id, body: 'On which day?' })
  app.clock.set('2026-11-18T10:05:00Z')
  await app.as(ada).hosting.writeToHouse({ id, body: 'In May.' })
  expect(await app.as(ada).hosting.one({ id })).toMatchObject({
    can: { write: true },
    messages: [{ body: 'On which day?' }, { body: 'In May.' }],
  })
})

test('those who decide are reminded before the promise is broken, once and then daily, and not of their own [EVT-38]', async () => {
  // What earlier tests left is decided on.
  await app.sql(`update events set application_status = 'withdrawn' where application_status = 'pending'`)
  const [boss, host] = [await admin(app), await committee(app)]
  const id = await appliedToHost(app, host)
  const runs = async (time: string) => {
    whileAway(time)
    await remind.run({}, jobContext(app.runtime, 'test'))
  }
  await runs('2026-11-19T21:59:00Z')
  expect(await mailsTo(boss)).toEqual([])
  await runs('2026-11-19T22:00:00Z')
  await runs('2026-11-19T23:00:00Z')
  expect(await mailsTo(boss)).toEqual(['hosting.decide'])
  expect(await mailsTo(grace)).toContain('hosting.decide')
  const [mail] = await app.sql<{ props: object }>('select props from mails where to_address = $1', [boss.email])
  expect(mail!.props).toMatchObject({ count: 1, hours: 48, decideBy: 'Fri 20 Nov, 10:00' })
  expect(await mailsTo(host)).toEqual(['hosting.received'])
  await runs('2026-11-20T22:00:00Z')
  expect(await mailsTo(boss)).toEqual(['hosting.decide', 'hosting.decide'])
  const { approval } = await readBy(app, boss, id)
  await review(boss).approve(approval)
  await runs('2026-11-22T22:00:00Z')
  expect(await mailsTo(boss)).toHaveLength(2)
})

test('what the house knows of a host is what took place', async () => {
  const id = await approvedEvent(app, ada, { eventDate: '2026-12-20' })
  whileAway('2026-12-21T10:00:00Z')
  const next = await appliedToHost(app, ada, { eventDate: '2027-03-20' })
  expect((await review().application({ id: next })).record).toEqual({ events: 1, people: 0, cancelled: 0 })
  expect((await app.as(ada).hosting.one({ id })).isOver).toBe(true)
})
