import { beforeAll, beforeEach, expect, test } from 'vitest'
import { tokenBalance } from '#features/membership/tokens/model.ts'
import { event } from '#seed/factories/events.ts'
import { admin, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { giveTokens } from '#test/bookings.ts'
import { expectInvariants } from '#test/invariants.ts'
import { outboxOf } from '#test/mailbox.ts'

const app = sharedTestApp()
let boss: Person
let host: Person
beforeAll(async () => {
  boss = await admin(app)
  host = await member(app)
})
beforeEach(() => app.clock.set('2026-11-18T10:30:00Z'))

/** An event of today at 11:00, which its guests may come to already, and somebody who goes. */
async function goes(more: Parameters<typeof event>[1] = {}) {
  const its = await event(app, {
    ...{ eventDate: '2026-11-18', startTime: '11:00', endTime: '13:00', hostUserId: host.id, pointsReward: 4, ...more },
  })
  const me = await member(app)
  await giveTokens(app, me, 10)
  const { id } = await app.as(me).events.register({ id: its.id })
  return { me, id, eventId: its.id }
}
const standing = async (me: Person, id: string) => {
  const [row] = await app.sql(
    `select r.status, (r.attended_at is not null) as came, coalesce(p.total_points, 0) as points
      from event_registrations r left join user_points p on p.user_id = $2 where r.id = $1`,
    [id, me.id],
  )
  return row
}
const there = { status: 'attended', came: true, points: 4 }
const notThere = { status: 'registered', came: false, points: 0 }

test('what the office or the host marked by mistake is taken back with its points, and may be marked again, until the day is over', async () => {
  const { me, id, eventId } = await goes()
  const [office, mine] = [app.as(boss).events, app.as(host).hosting]
  for (const [mark, unmark] of [
    [office.markAttended, office.unmarkAttended],
    [mine.checkIn, mine.undoCheckIn],
  ] as const) {
    await mark({ id })
    expect(await standing(me, id)).toEqual(there)
    // Asked twice at once, it happens once.
    const backs = await Promise.allSettled([unmark({ id }), unmark({ id })])
    expect(backs.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await standing(me, id)).toEqual(notThere)
    await expect(unmark({ id })).rejects.toMatchObject({ code: 'CANNOT_UNMARK' })
  }
  await office.markAttended({ id })
  expect(await standing(me, id)).toEqual(there)
  app.clock.set('2026-11-18T23:59:59Z')
  // By then it is among the past events, and its list still offers to take back what was marked, and nothing else.
  const [row] = (await office.registrations({ event: eventId })).rows
  expect(row).toMatchObject({ id, can: { markAttended: false, unmarkAttended: true, cancel: false } })
  await office.unmarkAttended({ id })
  app.clock.set('2026-11-18T12:00:00Z')
  await office.markAttended({ id })
  app.clock.set('2026-11-19T00:00:00Z')
  await expect(office.unmarkAttended({ id })).rejects.toMatchObject({
    code: 'CANNOT_UNMARK',
    message: 'The day of this event is over. What was marked stays.',
  })
  expect(await standing(me, id)).toEqual(there)
  await expectInvariants(app)
})

test('a host takes back for the guests of their own event, never for themselves or another’s; points that were spent stay', async () => {
  const { me, id, eventId } = await goes()
  const { id: own } = await app.as(host).events.register({ id: eventId })
  await app.as(boss).events.markAttended({ id: own })
  await expect(app.as(host).hosting.undoCheckIn({ id: own })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await app.as(host).hosting.checkIn({ id })
  await expect(app.as(await member(app)).hosting.undoCheckIn({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await app.sql(`select move_points($1, 'spent', -1, 'A badge', $2, now())`, [me.id, `test:${id}`])
  await expect(app.as(host).hosting.undoCheckIn({ id })).rejects.toMatchObject({ code: 'POINTS_SPENT' })
  expect(await standing(me, id)).toEqual({ ...there, points: 3 })
  await expectInvariants(app)
})

test('nobody is checked in by a host before the hour in which guests come', async () => {
  const { id, eventId } = await goes({ startTime: '12:00' })
  await expect(app.as(host).hosting.checkIn({ id })).rejects.toMatchObject({ code: 'CANNOT_MARK' })
  expect(await app.as(host).hosting.guests({ id: eventId })).toMatchObject([{ can: { checkIn: false } }])
  app.clock.set('2026-11-18T11:00:00Z')
  expect(await app.as(host).hosting.guests({ id: eventId })).toMatchObject([{ can: { checkIn: true } }])
  await app.as(host).hosting.checkIn({ id })
})

test('an event whose first guests are there already is cancelled with them: places, tokens and points go back, as far as they are there', async () => {
  const { me, id, eventId } = await goes({ tokensCost: 3 })
  const spender = await member(app)
  await giveTokens(app, spender, 10)
  const { id: theirs } = await app.as(spender).events.register({ id: eventId })
  for (const each of [id, theirs]) await app.as(host).hosting.checkIn({ id: each })
  await app.sql(`select move_points($1, 'spent', -3, 'A badge', $2, now())`, [spender.id, `test:${theirs}`])
  await app.as(host).hosting.cancel({ id: eventId, reason: 'A pipe burst.', seen: 2 })
  expect(await standing(me, id)).toEqual({ status: 'cancelled', came: false, points: 0 })
  expect(await standing(spender, theirs)).toEqual({ status: 'cancelled', came: false, points: 0 })
  expect([await tokenBalance(app.db, me.id), await tokenBalance(app.db, spender.id)]).toEqual([10, 10])
  expect(await outboxOf(app, me.email, 'guests.event-cancelled')).toHaveLength(1)
  await expectInvariants(app)
})
