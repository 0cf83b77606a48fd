import { describe, expect, test } from 'vitest'
import { applicationList } from '#features/admissions/applications/inputs.ts'
import { registrationList } from '#features/admissions/registrations/inputs.ts'
import { entryList } from '#features/admissions/waitlist/inputs.ts'
import { decisionList as communityDecisionList, reportList } from '#features/community/desk/inputs.ts'
import { reviewList } from '#features/events/reviews/inputs.ts'
import { enquiryList } from '#features/home/enquiries/inputs.ts'
import { mailList } from '#features/house/outbox/inputs.ts'
import { erasePerson } from '#features/house/privacy/model.ts'
import { paperList } from '#features/market/papers/inputs.ts'
import { dueList } from '#features/membership/dues/inputs.ts'
import { disputeList } from '#features/money/disputes/inputs.ts'
import { failedEventList } from '#features/money/provider/inputs.ts'
import { openRefundList } from '#features/money/refunds/inputs.ts'
import { incidentList } from '#features/people/incidents/inputs.ts'
import { post } from '#seed/factories/community.ts'
import { facility } from '#seed/factories/facilities.ts'
import { incident } from '#seed/factories/incidents.ts'
import { admin, committee, doorStaff, member, type Person, paidMember, person } from '#seed/factories/people.ts'
import { application, inStanding } from '#seed/factories/standings.ts'
import { sharedTestApp } from '#test/app.ts'
import { asRead } from '#test/applications.ts'
import { reportedTo, said } from '#test/incidents.ts'
import { marketDay, marketMorning, marketSaturday } from '#test/market.ts'
import { marketWith, stallFile } from '#test/stalls.ts'
import { statementsOf } from '#test/statements.ts'
import { bookedTour, tourSlot } from '#test/tours.ts'
import { needWords } from './parts/needs.ts'
import { type Need, needs } from './rules.ts'

const app = sharedTestApp({ now: marketMorning })
const todayOf = async (someone: Person) => app.as(someone).venue.today()
const needOf = async (someone: Person, need: Need) => (await todayOf(someone)).needs.find(each => each.need === need)
const hoursAgo = (hours: number) => new Date(app.clock.now().getTime() - hours * 3_600_000)
const nobody = 'nobody@people.example'

/** What makes each need, five hours ago, and what settles it. */
const made: Record<Need, { make: (boss: Person) => Promise<unknown>; settle: string }> = {
  alarms: {
    make: () => app.sql(`insert into security_alarms (rule, sent_at) values ('adminMade', $1)`, [hoursAgo(5)]),
    settle: `update security_alarms set sent_at = sent_at - interval '20 hours'`,
  },
  incidents: {
    make: () => incident(app, { createdAt: hoursAgo(5) }),
    settle: `update incident_reports set status = 'investigating'`,
  },
  hosts: {
    make: () =>
      app.sql(
        `insert into events (name, event_date, start_time, end_time, starts_at, ends_at, capacity, application_status, applied_at)
          values ('Linocut', '2027-01-05', '18:00', '20:00', '2027-01-05T18:00Z', '2027-01-05T20:00Z', 50, 'pending', $1)`,
        [hoursAgo(5)],
      ),
    settle: `update events set application_status = 'withdrawn'`,
  },
  disputes: {
    make: boss =>
      app.sql(
        `insert into disputes (id, user_id, description, amount_pence, status, reason, created_at)
          values ('dp_1', $1, 'Tokens', 1000, 'to_answer', 'fraudulent', $2)`,
        [boss.id, hoursAgo(5)],
      ),
    settle: `update disputes set status = 'won', closed_at = now()`,
  },
  webhooks: {
    make: () =>
      app.sql(
        `insert into payment_events (id, type, object_id, status, received_at)
          values ('evt_1', 'x', 'x', 'refused', $1), ('evt_2', 'x', 'x', 'done', $1)`,
        [hoursAgo(5)],
      ),
    settle: `update payment_events set status = 'done'`,
  },
  refunds: {
    make: boss =>
      app.sql(
        `with o as (insert into orders (user_id, kind, status, amount_pence, description, lines, expires_at, paid_at)
            values ($1, 'tokens', 'paid', 1000, 'Tokens', '[]', now(), now()) returning id)
          insert into refunds (order_id, user_id, amount_pence, reason, ref, status, created_at)
            select id, $1, 1000, 'Cancelled', 'today', 'failed', $2 from o`,
        [boss.id, hoursAgo(5)],
      ),
    settle: `update refunds set status = 'done', done_at = now()`,
  },
  overdue: {
    async make() {
      await inStanding(app, 'overdue', { firstName: 'Grace', lastName: 'Overdue' })
      await app.sql(`update user_memberships set current_period_end = $1 where payment_status = 'overdue'`, [
        hoursAgo(5),
      ])
    },
    settle: `update user_memberships set payment_status = 'paid' where payment_status = 'overdue'`,
  },
  ballots: {
    make: async () => application(app, await person(app), { sentAgo: 5 / 24 }),
    settle: `update membership_applications set status = 'rejected', rejection_reason = 'No', reviewed_at = now()`,
  },
  votes: {
    make: async () => application(app, await person(app), { sentAgo: 5 / 24 }),
    settle: `update membership_applications set status = 'rejected', rejection_reason = 'No', reviewed_at = now()`,
  },
  decisions: {
    async make() {
      const id = await application(app, await person(app))
      await app.sql('update membership_applications set declined_at = $2 where id = $1', [id, hoursAgo(5)])
    },
    settle: `update membership_applications set status = 'rejected', rejection_reason = 'No', reviewed_at = now()`,
  },
  enquiries: {
    make: () =>
      app.sql(`insert into contact_inquiries (name, email, message, created_at) values ('A', $1, 'Hello', $2)`, [
        nobody,
        hoursAgo(5),
      ]),
    settle: `update contact_inquiries set status = 'answered', answered_at = now()`,
  },
  reports: {
    make: async () =>
      app.sql(`insert into community_reports (post_id, reason, created_at) values ($1, 'An advertisement', $2)`, [
        (await post(app, (await member(app)).id)).id,
        hoursAgo(5),
      ]),
    settle: `with kept as (insert into community_decisions (post_id, outcome) select post_id, 'kept' from community_reports
      where decision_id is null returning id, post_id)
      update community_reports r set decision_id = kept.id from kept where kept.post_id = r.post_id`,
  },
  appeals: {
    make: async () =>
      app.sql(
        `insert into community_decisions (post_id, outcome, reason, appeal, appealed_at, created_at)
          values ($1, 'hidden', 'An advertisement', 'It is none', $2, $2)`,
        [(await post(app, (await member(app)).id)).id, hoursAgo(5)],
      ),
    settle: `update community_decisions set appeal_outcome = 'upheld', appeal_answer = '', appeal_decided_at = now()
      where appealed_at is not null`,
  },
  erasures: {
    make: async () =>
      app.sql('insert into erasure_requests (user_id, created_at) values ($1, $2)', [
        (await member(app)).id,
        hoursAgo(5),
      ]),
    settle: `update erasure_requests set status = 'declined', decided_at = now()`,
  },
  waitlist: {
    make: () =>
      app.sql(
        `insert into waiting_list (first_name, last_name, email, email_key, created_at) values ('A', 'B', $1, $1, $2)`,
        [nobody, hoursAgo(5)],
      ),
    settle: `update waiting_list set status = 'contacted'`,
  },
  registrations: {
    make: () =>
      app.sql(
        `insert into registrations (first_name, last_name, city, email, email_key, phone_number, created_at)
          values ('A', 'B', 'London', $1, $1, '+447700900123', $2)`,
        [nobody, hoursAgo(5)],
      ),
    settle: `update registrations set status = 'approved', decided_at = now()`,
  },
  mails: {
    make: () =>
      app.sql(
        `insert into mails (to_address, template, props, subject, status, created_at) values ($1, 'x', '{}', 'Hello', 'failed', $2)`,
        [nobody, hoursAgo(5)],
      ),
    settle: `update mails set status = 'sent' where status = 'failed'`,
  },
  stallDocuments: {
    make: () => paperOf('waiting', null),
    settle: `update market_papers set status = 'replaced' where status = 'waiting'`,
  },
  stallExpiries: {
    async make() {
      const on = await marketWith(app)
      const id = await paperOf('accepted', '2026-12-01')
      const [paper] = await app.sql<{ user_id: string }>('select user_id from market_papers where id = $1', [id])
      await app.sql(
        `insert into market_bookings (user_id, market_date, business_name, contact_name, email, stall_type, stall_size,
            price, base_price, discount_kind, discount_percent, discount_amount, final_price, status, confirmed_at)
          values ($1, $2, 'Clay', 'Ada', 'a@people.example', 'craft', 'single', 3000, 3000, 'tier', 100, 3000, 0, 'confirmed', now())`,
        [paper!.user_id, on],
      )
    },
    settle: `update market_papers set expires_on = '2027-12-01' where status = 'accepted'`,
  },
}

/** A document of a stallholder, handed in or decided on five hours ago. */
async function paperOf(status: 'waiting' | 'accepted', expiresOn: string | null): Promise<string> {
  const someone = await member(app)
  const fileId = await stallFile(app, someone)
  const [row] = await app.sql<{ id: string }>(
    `insert into market_papers (user_id, kind, file_id, status, expires_on, decided_at, created_at)
      values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [
      ...[someone.id, expiresOn ? 'insurance' : 'residence', fileId, status, expiresOn],
      ...[status === 'accepted' ? hoursAgo(5) : null, hoursAgo(5)],
    ],
  )
  return row!.id
}

/** How many the list has that a line leads to: the line's own address, read by the list's schema as the screen reads it. */
const listed: Record<Need, (call: Calls, search: object) => Promise<number>> = {
  alarms: async call => (await call.security.lastDay()).warnings.length,
  incidents: async (call, search) => (await call.incidents.list(incidentList.parse(search))).total,
  disputes: async (call, search) => (await call.payments.disputes(disputeList.parse(search))).total,
  webhooks: async (call, search) => (await call.payments.failedEvents(failedEventList.parse(search))).total,
  refunds: async (call, search) => (await call.payments.openRefunds(openRefundList.parse(search))).total,
  // `all` in an address takes the filter away that the list begins with.
  overdue: async (call, search) => {
    const { plans, ...filter } = search as { plans?: string }
    expect(plans).toBe('all')
    return (await call.memberships.dues(dueList.parse(filter))).total
  },
  ballots: async (call, search) => votingOf(call, { ...search, view: 'voting' }),
  decisions: async (call, search) => votingOf(call, search),
  votes: async (call, search) => votingOf(call, search),
  hosts: async (call, search) => (await call.hosting.applications(reviewList.parse(search))).total,
  enquiries: async (call, search) => (await call.contact.list(enquiryList.parse(search))).total,
  reports: async (call, search) => (await call.community.reports(reportList.parse(search))).total,
  appeals: async (call, search) => (await call.community.decisions(communityDecisionList.parse(search))).total,
  erasures: async call => (await call.privacy.erasureRequests({ status: 'pending' })).total,
  stallDocuments: async (call, search) => (await call.stalls.papers(paperList.parse(search))).total,
  stallExpiries: async (call, search) => (await call.stalls.papers(paperList.parse(search))).total,
  waitlist: async (call, search) => (await call.waitlist.list(entryList.parse({ status: 'pending', ...search }))).total,
  registrations: async (call, search) => (await call.registrations.list(registrationList.parse(search))).total,
  mails: async (call, search) => (await call.mailings.list(mailList.parse(search))).total,
}
type Calls = ReturnType<typeof app.as>
const votingOf = async (call: Calls, search: object) =>
  (await call.applications.list(applicationList.parse(search))).total

/** Rows beside them in the same lists, which no line counts. */
const beside: Partial<Record<Need, (boss: Person) => Promise<unknown>>> = {
  alarms: () => app.sql(`insert into security_alarms (rule, sent_at) values ('chainBroken', $1)`, [hoursAgo(30)]),
  incidents: () => incident(app, { status: 'resolved' }),
  disputes: boss =>
    app.sql(
      `insert into disputes (id, user_id, description, amount_pence, status, reason)
        values ('dp_2', $1, 'Tokens', 1000, 'under_review', 'fraudulent')`,
      [boss.id],
    ),
  refunds: () =>
    app.sql(
      `insert into refunds (order_id, user_id, amount_pence, reason, ref, status)
        select id, user_id, 10, 'Cancelled', 'beside', 'pending' from orders limit 1`,
    ),
  overdue: () => member(app),
  async ballots(boss) {
    const applicationId = await application(app, await person(app), { sentAgo: 6 / 24 })
    await app.as(boss).applications.vote({ ...(await asRead(app, applicationId)), vote: 'approve' })
  },
  votes: async () => {
    const id = await application(app, await person(app))
    await app.sql('update membership_applications set declined_at = now() where id = $1', [id])
  },
  decisions: async () => application(app, await person(app)),
  enquiries: () =>
    app.sql(`insert into contact_inquiries (name, email, message, status, answered_at)
      values ('B', 'b@people.example', 'Hello', 'answered', now())`),
  reports: async () => {
    const { id: postId } = await post(app, (await member(app)).id)
    return app.sql(
      `with kept as (insert into community_decisions (post_id, outcome) values ($1, 'kept') returning id)
        insert into community_reports (post_id, reason, decision_id) select $1, 'Nothing', id from kept`,
      [postId],
    )
  },
  appeals: async () => {
    const { id: postId } = await post(app, (await member(app)).id)
    return app.sql(
      `insert into community_decisions (post_id, outcome, reason) values ($1, 'hidden', 'An advertisement')`,
      [postId],
    )
  },
  stallDocuments: () => paperOf('accepted', '2027-12-01'),
  stallExpiries: () => paperOf('accepted', '2026-12-01'),
  waitlist: () =>
    app.sql(`insert into waiting_list (first_name, last_name, email, email_key, status)
      values ('C', 'D', 'c@people.example', 'c@people.example', 'contacted')`),
}

/** Whose lists have rows that do not open, and what whoever votes may read without the name. */
const closed: Need[] = ['alarms', 'webhooks', 'ballots', 'votes', 'erasures', 'waitlist', 'registrations']

describe('a need stands on Today from when it is there until it is settled, and leads to a list of exactly what it counts', () => {
  test.each(needs)('%s', async need => {
    const boss = await admin(app, { roles: ['admin', 'committee'] })
    expect(await needOf(boss, need)).toBeUndefined()
    await made[need].make(boss)
    expect(await needOf(boss, need)).toEqual({ need, count: 1, since: hoursAgo(5) })
    // Of one it leads to that one, where the rows of its list open.
    const { opens } = await todayOf(boss)
    expect(opens[need] !== undefined).toBe(!closed.includes(need))
    await beside[need]?.(boss)
    const link: { search?: Record<string, string> } = needWords[need].link
    const { tab: _, ...search } = link.search ?? {}
    expect(await listed[need](app.as(boss), search)).toBe(1)
    expect(await needOf(boss, need)).toMatchObject({ count: 1 })
    await app.sql(made[need].settle)
    expect(await needOf(boss, need)).toBeUndefined()
  })
})

test('an incident stays on Today until whoever answered has the decision that was promised, and it is said when that is late', async () => {
  const boss = await admin(app)
  const office = app.as(boss).incidents
  const { id, link, person: ada } = await reportedTo(app)
  const { id: closedId, link: closedLink } = await reportedTo(app)
  const wanting = async (wants: 'office' | 'decision') => (await office.list({ wants })).rows.map(row => row.id).sort()
  const answeredAt = app.clock.now()
  await app.as(null).incidents.answer({ ...link, ...said() })
  expect(await wanting('decision')).toEqual([id])
  expect(await wanting('office')).toEqual([id, closedId].sort())
  await office.setStatus({ id, status: 'investigating' })
  await app.as(null).incidents.answer({ ...closedLink, ...said() })
  await office.setStatus({ id: closedId, status: 'closed' })
  expect(await needOf(boss, 'incidents')).toEqual({ need: 'incidents', count: 2, since: answeredAt })
  expect(await wanting('office')).toEqual([id, closedId].sort())
  expect((await todayOf(boss)).lateDecisions).toBe(0)
  try {
    app.clock.advance(48 * 3_600_000 - 1)
    expect((await todayOf(boss)).lateDecisions).toBe(0)
    app.clock.advance(1)
    expect((await todayOf(boss)).lateDecisions).toBe(2)
  } finally {
    app.clock.set(answeredAt.toISOString())
  }
  await office.decide({ id: closedId, finalResponse: 'Nobody is to blame.' })
  expect(await needOf(boss, 'incidents')).toMatchObject({ count: 1 })
  expect(await wanting('decision')).toEqual([id])
  // Who is erased waits for nothing any more.
  await office.setStatus({ id, status: 'resolved' })
  await app.write(tx => erasePerson(tx, app.runtime.dataMap, ada.id))
  expect(await needOf(boss, 'incidents')).toBeUndefined()
  expect(await wanting('office')).toEqual([])
})

test('they stand in one order, and whose payment is overdue is named', async () => {
  const boss = await admin(app, { roles: ['admin', 'committee'] })
  await app.sql('delete from disputes; delete from security_alarms')
  await made.mails.make(boss)
  await made.enquiries.make(boss)
  await made.alarms.make(boss)
  await made.overdue.make(boss)
  const answer = await todayOf(boss)
  expect(answer.needs.map(({ need }) => need)).toEqual(['alarms', 'overdue', 'enquiries', 'mails'])
  expect(answer.overduePeople.map(({ name }) => name)).toEqual(['Grace Overdue'])
})

test('what is about one person says who it is; of several, and of whoever is read without a name, nobody', async () => {
  await app.sql(`update contact_inquiries set status = 'answered', answered_at = now() where status = 'open'`)
  const [voter, boss] = [await admin(app, { roles: ['admin', 'committee'] }), await admin(app)]
  await made.enquiries.make(boss)
  await app.sql(`insert into waiting_list (first_name, last_name, email, email_key, created_at)
    values ('Wanda', 'Waits', 'wanda@people.example', 'wanda@people.example', now())`)
  await made.erasures.make(boss)
  const [asked] = await app.sql<{ name: string }>(
    `select u.name from erasure_requests e join "user" u on u.id = e.user_id where e.status = 'pending'`,
  )
  await application(app, await person(app, { firstName: 'Vera', lastName: 'Voted' }), { sentAgo: 1 / 24 })
  expect((await todayOf(boss)).who).toMatchObject({
    ...{ enquiries: 'A', waitlist: 'Wanda Waits', erasures: asked!.name, votes: 'Vera Voted' },
  })
  expect((await todayOf(voter)).who.votes).toBeUndefined()
  await made.enquiries.make(boss)
  expect((await todayOf(boss)).who.enquiries).toBeUndefined()
  for (const need of ['enquiries', 'waitlist', 'erasures', 'votes'] as const) await app.sql(made[need].settle)
})

test('votes that are late are told apart, and only who votes is asked for a vote', async () => {
  await app.sql(`insert into settings (key, value, updated_at) values ('voteReminderHours', '48', now())
    on conflict (key) do update set value = excluded.value`)
  await app.settled()
  const boss = await admin(app)
  await application(app, await person(app), { sentAgo: 1 })
  await application(app, await person(app), { sentAgo: 3 })
  const answer = await todayOf(boss)
  expect(answer.needs.find(({ need }) => need === 'votes')).toMatchObject({ count: 2, since: hoursAgo(72) })
  expect(answer.lateVotes).toBe(1)
  expect(answer.needs.find(({ need }) => need === 'ballots')).toBeUndefined()
  // To an admin, who does not vote, Today says nothing of the list of who does.
  const { toVoteOn, ...home } = await app.as(boss).applications.home()
  expect(toVoteOn).toBe(2)
  expect(answer.committee).toEqual(home)
  expect(home).toMatchObject({ pendingApplications: 2, isVotingMember: false, isAdmin: true })
})

test('the house of today: who is here or still to come, tours, and the market', async () => {
  const boss = await admin(app)
  const room = await facility(app)
  const guest = await member(app, { firstName: 'Ada', lastName: 'Arriving' })
  const book = (from: string, to: string, status = 'confirmed', on = marketSaturday) =>
    app.sql(
      `insert into bookings (booking_type_id, space_id, booking_on, starts_at_time, ends_at_time, starts_at, ends_at, status,
          paid_with, tokens_used, user_id, cancelled_at)
        values ($1, (select space_id from booking_types where id = $1), $2, $3, $4, $5, $6, $7, 'tokens', 1, $8, case when $7 = 'cancelled' then now() end)`,
      [room.id, on, from, to, `${on}T${from}:00Z`, `${on}T${to}:00Z`, status, guest.id],
    )
  await book('09:00', '10:00')
  await book('15:00', '16:00')
  await book('10:30', '12:00')
  await book('17:00', '18:00', 'cancelled')
  await book('12:00', '13:00', 'confirmed', '2026-11-22')
  const before = await todayOf(boss)
  expect(before).toMatchObject({ on: marketSaturday, bookings: 3, stillToCome: 2, market: null })
  expect(before.coming.map(({ startsAt, person: name }) => [startsAt.toISOString(), name])).toEqual([
    ['2026-11-21T10:30:00.000Z', 'Ada Arriving'],
    ['2026-11-21T15:00:00.000Z', 'Ada Arriving'],
  ])
  const tour = await tourSlot(app, { tourDate: marketSaturday, startTime: '16:00', endTime: '17:00' })
  await tourSlot(app, { tourDate: '2026-11-22' })
  await bookedTour(app, tour, { partySize: 3 })
  expect((await todayOf(boss)).tours).toEqual([{ id: tour, startTime: '16:00', endTime: '17:00', people: 3 }])
  // The studio is no facility, and its day is the house's all the same.
  const session = {
    clientName: 'Ada Arriving',
    email: 'ada@people.example',
    projectType: 'portrait',
    paidWith: 'card',
  } as const
  const times = { startTime: '14:00', endTime: '18:00' }
  const who = await paidMember(app)
  const { id } = await app
    .as(who)
    .studio.book({ ...session, ...times, bookingDate: marketSaturday, phone: '', description: '' })
  const other = await app
    .as(who, { idempotencyKey: 'tomorrow' })
    .studio.book({ ...session, ...times, bookingDate: '2026-11-22', phone: '', description: '' })
  expect((await todayOf(boss)).sessions).toEqual([{ id, ...times, person: 'Ada Arriving' }])
  const { days } = await app.as(who).content.home()
  expect(days).toMatchObject([
    { on: marketSaturday, places: [{ kind: 'studio', id, what: 'Photography Studio' }] },
    { on: '2026-11-22', places: [{ kind: 'studio', id: other.id }] },
  ])
  await app.as(boss).studio.cancelByStaff({ id, reason: 'The cove is painted.' })
  expect((await todayOf(boss)).sessions).toEqual([])
  await marketDay(app)
  await app.settled()
  await app.as(guest).market.ticket({})
  expect((await todayOf(boss)).market).toEqual({ opensAt: '10:00', closesAt: '17:00', tickets: 1, inside: 0 })
})

test('is for admins, and costs the same statements however much there is', async () => {
  for (const someone of [await committee(app), await doorStaff(app), await member(app)])
    await expect(app.as(someone).venue.today()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const boss = await admin(app, { roles: ['admin', 'committee'] })
  const before = (await statementsOf(() => todayOf(boss))).length
  for (let i = 0; i < 5; i++) await application(app, await person(app))
  expect((await statementsOf(() => todayOf(boss))).length).toBe(before)
  expect(before).toBeLessThanOrEqual(3)
})
