import { afterAll, beforeEach, expect, test } from 'vitest'
import { tokenBalance } from '#features/membership/tokens/model.ts'
import { admin, committee, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { giveTokens } from '#test/bookings.ts'
import { appliedToHost, approvedEvent, guestOf, readBy } from '#test/hosting.ts'
import { expectInvariants } from '#test/invariants.ts'

const app = sharedTestApp()
let ada: Person
beforeEach(async () => {
  app.clock.set('2026-11-18T10:00:00Z')
  ada = await member(app, { firstName: 'Ada', lastName: 'Lovelace' })
})
afterAll(() => expectInvariants(app))

const mailsTo = async ({ email }: Person) =>
  await app.sql<{ template: string; props: object }>(
    'select template, props from mails where to_address = $1 order by created_at, template',
    [email],
  )
const held = async (id: string) => (await app.sql('select 1 from reservations where ref = $1', [id])).length
const refused = async (call: Promise<unknown>, code: string) => expect(call).rejects.toMatchObject({ code })

test.each([['its host'], ['an admin']])(
  'an approved event is cancelled by %s: everybody reads why and has their tokens back, and the room is free',
  async who => {
    const [id, reviewer, boss] = [await appliedToHost(app, ada), await committee(app), await admin(app)]
    await app
      .as(reviewer)
      .hosting.approve({ ...(await readBy(app, reviewer, id)).approval, capacity: 1, tokensCost: 3 })
    const [guest, waiting] = [await member(app), await member(app)]
    await giveTokens(app, guest, 10)
    await giveTokens(app, waiting, 10)
    await guestOf(app, id, guest)
    await app.as(waiting).events.wait({ id })
    expect(await tokenBalance(app.db, guest.id)).toBe(7)
    const why = { id, reason: 'Our teacher is ill.', seen: 1 }
    const cancel = (seen: number) =>
      who === 'an admin'
        ? app.as(boss).hosting.cancelByStaff({ ...why, seen })
        : app.as(ada).hosting.cancel({ ...why, seen })
    await refused(cancel(0), 'SEEN_LESS')
    expect(await held(id)).toBe(1)
    await cancel(1)
    expect(await held(id)).toBe(0)
    expect(await tokenBalance(app.db, guest.id)).toBe(10)
    expect((await mailsTo(guest)).at(-1)).toMatchObject({
      template: 'guests.event-cancelled',
      props: { reason: 'Our teacher is ill.', tokens: 3 },
    })
    expect((await mailsTo(waiting)).at(-1)).toMatchObject({ template: 'guests.event-cancelled', props: { tokens: 0 } })
    const toHost = (await mailsTo(ada)).map(({ template }) => template)
    expect(toHost.includes('guests.host-cancelled')).toBe(who === 'an admin')
    expect(await app.as(ada).hosting.one({ id })).toMatchObject({
      isCancelled: true,
      cancelReason: 'Our teacher is ill.',
      can: { cancel: false, write: false },
    })
    await refused(cancel(0), 'EVENT_CANCELLED')
    expect((await app.as(reviewer).hosting.application({ id })).can.cancel).toBe(false)
  },
)

test('what is not approved, or has begun, is not cancelled, and nothing of another’s', async () => {
  const [waits, runs] = [await appliedToHost(app, ada), await approvedEvent(app, ada, { eventDate: '2026-12-20' })]
  const why = { reason: 'I am ill.', seen: 0 }
  await refused(app.as(ada).hosting.cancel({ id: waits, ...why }), 'NOT_APPROVED_YET')
  const eve = app.as(await member(app)).hosting
  await refused(eve.cancel({ id: runs, ...why }), 'NOT_FOUND')
  await refused(eve.cancelByStaff({ id: runs, ...why }), 'FORBIDDEN')
  await refused(eve.writeToGuests({ id: runs, body: 'Hello', seen: 0 }), 'NOT_FOUND')
  await expect(eve.guests({ id: runs })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  app.clock.set('2026-12-20T18:00:00Z')
  await refused(app.as(ada).hosting.cancel({ id: runs, ...why }), 'EVENT_BEGUN')
})

test('the host sees who comes, checks them in with the points of the event, and reads how many were there', async () => {
  const id = await approvedEvent(app, ada, { eventDate: '2026-12-21', pointsReward: 4 })
  const [first, second] = [await guestOf(app, id), await guestOf(app, id)]
  const { registrationId: own } = await guestOf(app, id, ada)
  const mine = app.as(ada).hosting
  expect(await mine.guests({ id })).toHaveLength(3)
  expect(JSON.stringify(await mine.guests({ id }))).not.toContain(first.person.email)
  app.clock.set('2026-12-21T18:05:00Z')
  await refused(app.as(second.person).hosting.checkIn({ id: first.registrationId }), 'NOT_FOUND')
  expect(await mine.checkIn({ id: first.registrationId })).toMatchObject({ points: 4 })
  await refused(mine.checkIn({ id: first.registrationId }), 'CANNOT_MARK')
  // The host's own points are not theirs to give.
  await refused(mine.checkIn({ id: own }), 'NOT_FOUND')
  expect((await mine.guests({ id })).find(row => row.id === own)?.can.checkIn).toBe(false)
  const [points] = await app.sql('select total_points from user_points where user_id = $1', [first.person.id])
  expect(points).toEqual({ total_points: 4 })
  app.clock.set('2026-12-21T20:00:00Z')
  await refused(mine.checkIn({ id: second.registrationId }), 'CANNOT_MARK')
  const seen = await mine.guests({ id })
  expect(seen.map(({ status, can }) => [status, can.checkIn]).sort()).toEqual([
    ['attended', false],
    ['registered', false],
    ['registered', false],
  ])
})

test('a message goes to everybody who comes, once, and to as many as were said', async () => {
  const id = await approvedEvent(app, ada)
  const [first, second] = [await guestOf(app, id), await guestOf(app, id)]
  const mine = app.as(ada).hosting
  await refused(mine.writeToGuests({ id, body: 'Bring an apron.', seen: 1 }), 'SEEN_LESS')
  expect(await mine.writeToGuests({ id, body: 'Bring an apron.', seen: 2 })).toEqual({ id, recipients: 2 })
  for (const { person } of [first, second])
    expect((await mailsTo(person)).filter(({ template }) => template === 'conversation.to-guests')).toMatchObject([
      { props: { body: 'Bring an apron.', host: 'Ada Lovelace' } },
    ])
  expect((await mine.one({ id })).messages).toMatchObject([{ addressee: 'guests', recipients: 2 }])
  // It is no matter of those who decide.
  expect((await app.as(await committee(app)).hosting.application({ id })).messages).toEqual([])
})
