import { beforeEach, expect, test } from 'vitest'
import { routeAccess } from '#access.ts'
import { countsOf, event } from '#seed/factories/events.ts'
import { admin, committee, member, type Person, paidMember, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { giveTokens } from '#test/bookings.ts'
import { brokenInvariants, expectInvariants } from '#test/invariants.ts'
import { inboxOf, outboxOf } from '#test/mailbox.ts'
import { round } from '#test/waiting.ts'
import { remind } from './jobs.ts'

const app = sharedTestApp()
let boss: Person
let me: Person
beforeEach(async () => {
  app.clock.set('2026-11-18T10:00:00Z')
  await app.sql('delete from waiting_entries')
  boss = await admin(app)
  me = await member(app)
})

const one = (who: Person | null, id: string) => app.as(who).events.one({ id })
const balance = async (who: Person) =>
  (
    await app.sql<{ n: number }>('select coalesce(sum(amount - used), 0)::int as n from tokens where user_id = $1', [
      who.id,
    ])
  )[0]!.n
const pointsOf = async (who: Person) =>
  (await app.sql<{ n: number }>('select total_points as n from user_points where user_id = $1', [who.id]))[0]?.n ?? 0

test('an Explorer registers, once, is confirmed by mail, and their place is gone [EVT-09, EVT-18, EVT-20]', async () => {
  expect(
    await app.sql(
      `select t.slug, t.price_pence from user_memberships m join membership_tiers t on t.id = m.tier_id
       where m.user_id = $1 and m.status = 'active'`,
      [me.id],
    ),
  ).toEqual([{ slug: 'explorer', price_pence: 0 }])
  const { id } = await event(app, { capacity: 3, plusOnesAllowed: 2 })
  const answer = await app.as(me).events.register({ id, plusOnes: 1 })
  expect(answer.tokensUsed).toBe(0)
  await expect(app.as(me).events.register({ id })).rejects.toMatchObject({ code: 'ALREADY_REGISTERED' })
  expect(await one(me, id)).toMatchObject({
    ...{ left: 1, availability: 'Only 1 space left', registeredCount: 2 },
    mine: { id: answer.id, plusOnes: 1, status: 'registered', tokensBack: 0 },
    can: { register: false, wait: false, cancel: true },
  })
  expect(await app.sql('select event_id, user_id, status from event_registrations where id = $1', [answer.id])).toEqual(
    [{ event_id: id, user_id: me.id, status: 'registered' }],
  )
  await app.runJobs()
  expect(await outboxOf(app, me.email, 'events.registered')).toHaveLength(1)
  await expectInvariants(app)
})

test('the mail to whoever registers says whether what they paid would still come back', async () => {
  await giveTokens(app, me, 20)
  const written = async (eventDate: string, tokensCost: number) => {
    const { id, name } = await event(app, { eventDate, startTime: '18:00', endTime: '20:00', tokensCost })
    await app.as(me).events.register({ id })
    const mail = (await inboxOf(app, me.email)).find(({ subject }) => subject.includes(name))!
    return (mail as unknown as { text: string }).text.replace(/\s+/g, ' ')
  }
  expect(await written('2026-11-20', 2)).toContain(
    'If you cancel, you get 2 tokens back until Thu 19 Nov, 18:00, and nothing after that.',
  )
  expect(await written('2026-11-19', 2)).toContain('you get 2 tokens back until Wed 18 Nov, 18:00,')
  app.clock.set('2026-11-18T18:00:01Z')
  const tooLate = await written('2026-11-19', 2)
  expect(tooLate).toContain('If you cancel, nothing comes back: it is too close to the start.')
  const free = await written('2026-11-19', 0)
  expect(free).not.toContain('tokens')
  expect(free).toContain('Please cancel, so that somebody else can have the place.')
  expect(free).toContain('If you cancel, it costs you nothing, and you can until Thu 19 Nov, 18:00.')
})

test('visitors, applicants, people on hold and people without a membership are refused [EVT-15, EVT-16]', async () => {
  const { id } = await event(app)
  const refused = (who: Person | null) => app.as(who).events.register({ id })
  await expect(refused(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(refused(await person(app))).rejects.toMatchObject({ code: 'APPROVAL_PENDING' })
  for (const status of ['blocked', 'suspended'] as const)
    await expect(refused(await person(app, { approval: 'approved', status }))).rejects.toMatchObject({
      code: 'ACCOUNT_BLOCKED',
    })
  const without = await person(app, { approval: 'approved' })
  await expect(refused(without)).rejects.toMatchObject({
    code: 'MEMBERSHIP_NEEDED',
    message: 'You need a membership to register for events',
  })
  expect(await app.as(without).events.mayRegister()).toMatchObject({ whyNot: { code: 'MEMBERSHIP_NEEDED' } })
  expect(await app.as(me).events.mayRegister()).toEqual({ whyNot: null })
  expect(await countsOf(app, id)).toMatchObject({ registered: 0 })
})

test('a full event is refused in the specified words, and so is who brings more than fit [EVT-19]', async () => {
  const { id } = await event(app, { capacity: 2, plusOnesAllowed: 3 })
  await expect(app.as(me).events.register({ id, plusOnes: 2 })).rejects.toMatchObject({
    code: 'TOO_FEW_PLACES',
    message: 'Only 2 places are left. Bring fewer people along.',
  })
  await expect(app.as(me).events.register({ id, plusOnes: 4 })).rejects.toMatchObject({ code: 'TOO_MANY_PLUS_ONES' })
  await app.as(me).events.register({ id, plusOnes: 1 })
  const late = await member(app)
  await expect(app.as(late).events.register({ id })).rejects.toMatchObject({
    code: 'EVENT_FULL',
    message: 'This event has reached its maximum capacity',
  })
  expect(await one(late, id)).toMatchObject({ availability: 'Fully Booked', can: { register: false, wait: true } })
  // Positive control: who goes round the procedure is refused by the table, and the count is looked at.
  await expect(app.sql('update events set registered_count = 3 where id = $1', [id])).rejects.toThrow(/events_places/)
  await app.sql('update events set registered_count = 1 where id = $1', [id])
  expect(await brokenInvariants(app)).toEqual([expect.stringContaining('an event that counts other people')])
  await app.sql('update events set registered_count = 2 where id = $1', [id])
})

test('what has begun, was cancelled, or is not public cannot be registered for', async () => {
  const begun = await event(app, { eventDate: '2026-11-18', startTime: '09:00', endTime: '12:00' })
  await expect(app.as(me).events.register({ id: begun.id })).rejects.toMatchObject({ code: 'EVENT_BEGUN' })
  const cancelled = await event(app, { cancelledAt: app.clock.now(), cancelReason: 'The host is ill.' })
  await expect(app.as(me).events.register({ id: cancelled.id })).rejects.toMatchObject({ code: 'EVENT_CANCELLED' })
  for (const hidden of [{ applicationStatus: 'pending', reviewedAt: null }, { isActive: false }] as const) {
    const { id } = await event(app, hidden)
    await expect(app.as(me).events.register({ id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Event not found',
    })
  }
})

test('an event that costs tokens takes them for everybody who comes, and gives them back a day ahead or not at all', async () => {
  const guest = await paidMember(app)
  await giveTokens(app, guest, 10)
  const { id } = await event(app, { tokensCost: 3, plusOnesAllowed: 2, eventDate: '2026-11-20' })
  const { id: first } = await app.as(guest).events.register({ id, plusOnes: 1 })
  expect(await balance(guest)).toBe(4)
  await expect(app.as(guest).events.cancelRegistration({ id: first, tokensBack: 0 })).rejects.toMatchObject({
    code: 'REFUND_CHANGED',
  })
  expect(await app.as(guest).events.cancelRegistration({ id: first, tokensBack: 6 })).toEqual({ tokensBack: 6 })
  expect(await balance(guest)).toBe(10)
  await expect(app.as(guest).events.cancelRegistration({ id: first, tokensBack: 6 })).rejects.toMatchObject({
    code: 'CANNOT_CANCEL',
  })
  expect(await countsOf(app, id)).toMatchObject({ registered: 0 })
  // The whole is refused when it does not suffice.
  await expect(app.as(await paidMember(app)).events.register({ id })).rejects.toMatchObject({
    code: 'INSUFFICIENT_TOKENS',
  })
  expect(await countsOf(app, id)).toMatchObject({ registered: 0 })

  const { id: second } = await app.as(guest).events.register({ id })
  app.clock.set('2026-11-19T18:00:00Z')
  expect((await one(guest, id)).mine).toMatchObject({ tokensBack: 3 })
  app.clock.set('2026-11-19T18:00:01Z')
  expect(await one(guest, id)).toMatchObject({ mine: { tokensBack: 0 }, refundableUntil: null })
  expect(await app.as(guest).events.cancelRegistration({ id: second, tokensBack: 0 })).toEqual({ tokensBack: 0 })
  expect(await balance(guest)).toBe(7)
  await app.runJobs()
  const mails = await outboxOf(app, guest.email, 'events.registration-cancelled')
  expect(mails.map(({ props }) => (props as { tokensBack: number }).tokensBack)).toEqual([6, 0])
  await expectInvariants(app)
})

test('nobody cancels for others, and nobody once it has begun', async () => {
  const { id } = await event(app, { eventDate: '2026-11-19' })
  const { id: mine } = await app.as(me).events.register({ id })
  const other = await member(app)
  await expect(app.as(other).events.cancelRegistration({ id: mine, tokensBack: 0 })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(app.as(other).events.show({ id: mine, isShown: true })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  app.clock.set('2026-11-19T18:00:00Z')
  await expect(app.as(me).events.cancelRegistration({ id: mine, tokensBack: 0 })).rejects.toMatchObject({
    code: 'CANNOT_CANCEL',
  })
})

test('other members read who goes only if they said so; visitors and applicants never do, nor who the host is', async () => {
  await app.as(boss).venue.changeSettings({ pagesOpenToVisitors: ['/events'] })
  const { id } = await event(app)
  const { id: mine } = await app.as(me).events.register({ id })
  const other = await member(app)
  expect((await one(other, id)).goers).toEqual([])
  await app.as(me).events.show({ id: mine, isShown: true })
  expect((await one(other, id)).goers).toEqual([`${me.firstName} ${me.lastName}`])
  for (const who of [null, await person(app)]) {
    const seen = await one(who, id)
    expect(seen).toMatchObject({ goers: [], registeredCount: 1 })
    expect(seen).not.toHaveProperty('host')
  }
  await app.as(me).events.show({ id: mine, isShown: false })
  expect((await one(other, id)).goers).toEqual([])
  await app.as(boss).venue.changeSettings({ pagesOpenToVisitors: [] })
})

test('somebody pays what they were told, or is told that it costs something else now', async () => {
  const ada = await paidMember(app)
  await giveTokens(app, ada, 10)
  const { id } = await event(app, { tokensCost: 3, plusOnesAllowed: 1 })
  await expect(app.as(ada).events.register({ id, plusOnes: 1, tokens: 4 })).rejects.toMatchObject({
    code: 'PRICE_CHANGED',
  })
  expect((await one(ada, id)).mine).toBeNull()
  expect(await app.as(ada).events.register({ id, plusOnes: 1, tokens: 6 })).toMatchObject({ tokensUsed: 6 })
})

test('an admin who marks themselves as there has no points of it', async () => {
  boss = await admin(app, { tier: 'explorer' })
  const { id } = await event(app, { pointsReward: 5, eventDate: '2026-11-18', startTime: '11:00', endTime: '13:00' })
  const { id: own } = await app.as(boss).events.register({ id })
  app.clock.set('2026-11-18T11:30:00Z')
  expect(await app.as(boss).events.markAttended({ id: own })).toMatchObject({ points: 0 })
  expect(await pointsOf(boss)).toBe(0)
})

test('marked as attended once, from an hour before the event until it is over, and its points come once [EVA-16, EVA-19]', async () => {
  const { id } = await event(app, { pointsReward: 5, eventDate: '2026-11-18', startTime: '11:00', endTime: '13:00' })
  const { id: mine } = await app.as(me).events.register({ id })
  const gone = await member(app)
  const { id: cancelled } = await app.as(gone).events.register({ id })
  await app.as(gone).events.cancelRegistration({ id: cancelled, tokensBack: 0 })
  for (const who of [me, await committee(app)])
    await expect(app.as(who).events.markAttended({ id: mine })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  // Days ahead, and a second too early, nobody is there yet.
  app.clock.set('2026-11-18T09:59:59Z')
  await expect(app.as(boss).events.markAttended({ id: mine })).rejects.toMatchObject({
    code: 'CANNOT_MARK',
    message: 'Nobody is there yet: this can be marked from Wed 18 Nov, 10:00.',
  })
  // Today's event counts as upcoming until it has ended.
  app.clock.set('2026-11-18T12:59:00Z')
  const marks = await Promise.allSettled(
    Array.from({ length: 5 }, () => app.as(boss).events.markAttended({ id: mine })),
  )
  expect(marks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await pointsOf(me)).toBe(5)
  const [row] = await app.sql('select status, attended_at from event_registrations where id = $1', [mine])
  expect(row).toEqual({ status: 'attended', attended_at: app.clock.now() })
  await expect(app.as(boss).events.markAttended({ id: cancelled })).rejects.toMatchObject({ code: 'CANNOT_MARK' })
  const later = await member(app)
  const over = await event(app, { eventDate: '2026-11-19' })
  const { id: theirs } = await app.as(later).events.register({ id: over.id })
  app.clock.set('2026-11-19T20:00:00Z')
  await expect(app.as(boss).events.markAttended({ id: theirs })).rejects.toMatchObject({
    code: 'CANNOT_MARK',
    message: 'This event is over.',
  })
  expect(await pointsOf(later)).toBe(0)
  await expectInvariants(app)
})

test('the office reads events to come by date and the twenty that were last, with their registrations [EVA-18]', async () => {
  await app.sql('update events set is_active = false')
  const later = await event(app, { eventDate: '2026-12-02' })
  const today = await event(app, { eventDate: '2026-11-18', startTime: '08:00', endTime: '10:01' })
  await event(app, { isActive: false })
  await event(app, { applicationStatus: 'pending', reviewedAt: null })
  for (let day = 1; day <= 9; day++) {
    await event(app, { eventDate: `2026-11-0${day}` })
    await event(app, { eventDate: `2026-10-0${day}` })
    await event(app, { eventDate: `2026-09-0${day}` })
  }
  await app.as(me).events.register({ id: later.id })
  const { upcoming, past } = await app.as(boss).events.registrationEvents()
  expect(upcoming.map(({ id }) => id)).toEqual([today.id, later.id])
  expect(upcoming[1]).toMatchObject({ registrations: 1, attended: 0, registeredCount: 1 })
  // Searched for by name or place, also what is older than what is listed.
  const old = await event(app, { name: 'Kintsugi evening', eventDate: '2026-08-01' })
  const found = await app.as(boss).events.registrationEvents({ q: 'kintsugi' })
  expect([found.upcoming, found.past.map(({ id }) => id), found.hidden]).toEqual([[], [old.id], []])
  const days = past.map(({ eventDate }) => eventDate)
  expect(days).toHaveLength(20)
  expect(days).toEqual([...days].sort().reverse())
  expect(days[0]).toBe('2026-11-09')
  const { rows } = await app.as(boss).events.registrations({ event: later.id })
  const ahead = { markAttended: false, unmarkAttended: false }
  const marksFrom = new Date('2026-12-02T17:00:00Z')
  expect(rows).toMatchObject([{ person: { id: me.id }, status: 'registered', marksFrom, can: ahead }])
  app.clock.set('2026-12-02T17:00:00Z')
  const open = await app.as(boss).events.registrations({ event: later.id })
  expect(open.rows).toMatchObject([{ marksFrom: null, can: { markAttended: true } }])
})

test('registrations are listed at /admin/registrations and on no further page of the office [EVA-22]', async () => {
  const pages = routeAccess.filter(({ path }) => path.startsWith('/admin') && /registration|attend/.test(path))
  expect(pages).toMatchObject([{ path: '/admin/registrations', audience: 'admin' }])
  expect(await app.as(boss).events.registrationEvents()).toMatchObject({ upcoming: expect.any(Array) })
})

test('everybody who goes is reminded the day before, once, but who registered that day', async () => {
  const { id } = await event(app, { eventDate: '2026-11-20' })
  await app.as(me).events.register({ id })
  const gone = await member(app)
  const { id: cancelled } = await app.as(gone).events.register({ id })
  await app.as(gone).events.cancelRegistration({ id: cancelled, tokensBack: 0 })
  app.clock.set('2026-11-19T12:00:00Z')
  const late = await member(app)
  await app.as(late).events.register({ id })
  for (let hour = 0; hour < 2; hour++) {
    await app.write(tx => tx.enqueue(remind, {}))
    await app.runJobs()
  }
  expect(await outboxOf(app, me.email, 'events.reminder')).toHaveLength(1)
  for (const who of [gone, late]) expect(await outboxOf(app, who.email, 'events.reminder')).toHaveLength(0)
})

test('an offer of one place brings nobody along into places that others wait for, and does into those that nobody waits for', async () => {
  const { id } = await event(app, { capacity: 2, plusOnesAllowed: 2 })
  const { id: mine } = await app.as(me).events.register({ id, plusOnes: 1 })
  const [first, second] = [await member(app), await member(app)]
  for (const who of [first, second]) await app.as(who).events.wait({ id })
  await app.as(me).events.cancelRegistration({ id: mine, tokensBack: 0 })
  // The first is offered a place; the second would be in the same round, had it come that far.
  await app.sql(
    `update waiting_entries set status = 'offered', offered_at = $3, held_until = $4 where subject = $1 and user_id = $2`,
    [id, first.id, '2026-11-18T10:00:00Z', '2026-11-18T22:00:00Z'],
  )
  expect((await one(first, id)).mostPeople).toBe(1)
  await expect(app.as(first).events.register({ id, plusOnes: 1 })).rejects.toMatchObject({
    ...{ code: 'WAITED_FOR', data: { field: 'plusOnes' } },
    message: '1 place is held for you, and others are waiting for the rest. Bring fewer people along.',
  })
  await app.as(second).events.stopWaiting({ id: (await one(second, id)).entry!.id })
  expect((await one(first, id)).mostPeople).toBe(2)
  await app.as(first).events.register({ id, plusOnes: 1 })
  expect(await countsOf(app, id)).toMatchObject({ registered: 2, offered: 0 })
})

test('a freed place is held for twelve hours for the first in line, then for the next', async () => {
  const { id } = await event(app, { capacity: 1 })
  const { id: mine } = await app.as(me).events.register({ id })
  const [first, second] = [await member(app), await member(app)]
  for (const who of [first, second]) await app.as(who).events.wait({ id })
  expect((await one(second, id)).entry).toMatchObject({ position: 2, status: 'waiting' })
  await app.as(me).events.cancelRegistration({ id: mine, tokensBack: 0 })
  // Before the round nobody gets in before those who wait.
  await expect(app.as(me).events.register({ id })).rejects.toMatchObject({ code: 'WAITED_FOR' })
  await round(app)
  expect(await countsOf(app, id)).toMatchObject({ registered: 0, offered: 1 })
  expect((await one(first, id)).entry).toMatchObject({
    status: 'offered',
    heldUntil: expect.stringContaining('2026-11-18T22'),
  })
  expect((await outboxOf(app, first.email, 'events.place-free')).length).toBe(1)
  for (const who of [me, second])
    await expect(app.as(who).events.register({ id })).rejects.toMatchObject({ code: 'EVENT_FULL' })
  await expectInvariants(app)
  app.clock.set('2026-11-18T22:00:00Z')
  await round(app)
  expect((await one(second, id)).entry).toMatchObject({ status: 'offered' })
  await app.as(second).events.register({ id })
  expect(await countsOf(app, id)).toMatchObject({ registered: 1, offered: 0 })
  await expectInvariants(app)
})
