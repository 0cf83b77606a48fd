import { beforeEach, expect, test } from 'vitest'
import { facility, room as roomOf } from '#seed/factories/facilities.ts'
import { admin, member, type Person, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { outboxOf } from '#test/mailbox.ts'
import { expireDue, pay } from '#test/payments.ts'
import { books, waitedOn as on, round, waits, withTokens } from '#test/waiting.ts'

const app = sharedTestApp()
let [ann, bob, cat, dan]: Person[] = []
beforeEach(async () => {
  app.clock.set('2026-11-18T10:00:00Z')
  ;[ann, bob, cat, dan] = [await withTokens(app), await withTokens(app), await withTokens(app), await withTokens(app)]
})

const termsAccepted = true as const
const minutes = (count: number) => app.clock.advance(count * 60_000)
const cancel = (who: Person, id: string) => app.as(who).bookings.cancel({ id })
const stateOf = async (id: string) =>
  (await app.sql<{ status: string }>('select status from waiting_entries where id = $1', [id]))[0]!.status
const slotOf = async (who: Person | null, facilityId: string, startsAt = '10:00') =>
  (await app.as(who).bookings.slots({ facilityId, on })).find(slot => slot.startsAt === startsAt)!

/** The free times of the day as the times, the days and the rooms count them. */
async function countsOf(who: Person, facilityId: string) {
  const my = app.as(who).bookings
  const slots = await my.slots({ facilityId, on })
  return [
    slots.filter(({ isAvailable }) => isAvailable).length,
    (await my.days({ facilityId, from: on }))[0]!.free,
    (await my.openings({ on })).find(each => each.facilityId === facilityId)!.free,
  ]
}

test('a slot that is freed is offered in the order of joining, and goes on to the next when it lapses', async () => {
  const { id } = await facility(app)
  const booking = await books(app, ann!, id)
  const first = await waits(app, bob!, id)
  const [second, third] = [await waits(app, cat!, id), await waits(app, dan!, id)]
  expect(await slotOf(ann!, id)).toMatchObject({ isAvailable: false, waiting: 3, line: null })
  expect(await slotOf(cat!, id)).toMatchObject({ line: { id: second, position: 2, heldUntil: null } })
  expect(await app.as(dan!).waiting.mine()).toMatchObject([{ id: third, position: 3, status: 'waiting', on }])
  await cancel(ann!, booking)
  // At once, not in a minute.
  await app.runJobs()
  const heldUntil = new Date('2026-11-18T11:00:00Z')
  expect(await app.as(bob!).waiting.mine()).toMatchObject([{ id: first, status: 'offered', heldUntil, position: null }])
  expect(await slotOf(bob!, id)).toMatchObject({ isAvailable: true, mostLengths: 1, own: null, line: { heldUntil } })
  expect(await slotOf(cat!, id)).toMatchObject({ isAvailable: false, line: { position: 1 } })
  // What is held for Bob is free to him alone, wherever free times are counted.
  const [forCat, forBob] = [await countsOf(cat!, id), await countsOf(bob!, id)]
  expect(new Set(forCat).size).toBe(1)
  expect(forBob).toEqual(forCat.map(free => free + 1))
  const [mail] = await outboxOf(app, bob!.email)
  expect(mail).toMatchObject({ template: 'waiting.time-free', subject: 'Your time is free: held for you until 11:00' })
  const [body] = await app.sql<{ html: string }>(`select props::text as html from mails where user_id = $1`, [bob!.id])
  expect(body!.html).toContain(id)
  for (const who of [cat!, dan!]) expect(await outboxOf(app, who.email)).toEqual([])
  minutes(59)
  await round(app)
  expect(await stateOf(first)).toBe('offered')
  minutes(1)
  await round(app)
  expect([await stateOf(first), await stateOf(second), await stateOf(third)]).toEqual(['lapsed', 'offered', 'waiting'])
  const told = await app.sql(`select payload->>'title' as title from live_events where audience = $1`, [
    `user:${bob!.id}`,
  ])
  expect(told).toContainEqual({ title: 'Your offer has lapsed' })
  await app.as(cat!).waiting.leave({ id: second })
  await app.runJobs()
  expect([await stateOf(second), await stateOf(third)]).toEqual(['left', 'offered'])
  await expectInvariants(app)
  minutes(60)
  await round(app)
  // All who waited had their turn: it is free to everybody.
  expect(await slotOf(ann!, id)).toMatchObject({ isAvailable: true, waiting: 0 })
  await books(app, ann!, id)
  await expectInvariants(app)
})

test('nobody but whose turn it is can have what is freed, by booking, cart, card or by moving there', async () => {
  const { id } = await facility(app)
  const booking = await books(app, ann!, id)
  const entry = await waits(app, bob!, id)
  const place = (who: Person, startsAt: string, payWith: 'tokens' | 'card' = 'tokens') =>
    app.as(who).bookings.place({ facilityId: id, on, startsAt, payWith, termsAccepted })
  await app.as(dan!).bookings.addToCart({ facilityId: id, on, startsAt: '11:00' })
  const other = await books(app, cat!, id, '14:00')
  await cancel(ann!, booking)
  const waitedFor = { code: 'WAITED_FOR' }
  const everyWay = async (refusal: object) => {
    for (const startsAt of ['09:30', '10:00', '10:30']) {
      await expect(place(cat!, startsAt)).rejects.toMatchObject(refusal)
      await expect(place(cat!, startsAt, 'card')).rejects.toMatchObject(refusal)
      await expect(app.as(cat!).bookings.move({ id: other, on, startsAt })).rejects.toMatchObject(refusal)
      await expect(app.as(dan!).bookings.addToCart({ facilityId: id, on, startsAt })).rejects.toMatchObject(refusal)
    }
  }
  // Nobody has offered it to Bob yet.
  await everyWay(waitedFor)
  expect(await slotOf(cat!, id)).toMatchObject({ isAvailable: false })
  expect(await slotOf(cat!, id, '11:00')).toMatchObject({ isAvailable: true })
  await app.runJobs()
  await everyWay({ code: 'SLOT_TAKEN' })
  // Beside it everything is as ever.
  await app.as(dan!).bookings.checkout({ termsAccepted })
  await place(bob!, '10:00')
  expect(await stateOf(entry)).toBe('taken')
  expect(await app.as(bob!).waiting.mine()).toEqual([])
  await expectInvariants(app)
})

test('what is offered is booked by card, by cart and by moving another booking there', async () => {
  const [card, cart, moved] = [await facility(app), await facility(app), await facility(app)]
  for (const { id } of [card, cart, moved]) {
    const booking = await books(app, ann!, id)
    await waits(app, bob!, id)
    await waits(app, cat!, id)
    await cancel(ann!, booking)
  }
  await app.runJobs()
  const placed = await app
    .as(bob!)
    .bookings.place({ facilityId: card.id, on, startsAt: '10:00', payWith: 'card', termsAccepted })
  if (placed.outcome !== 'pay') throw new Error('expected a payment page')
  await pay(app, placed.url)
  await app.as(bob!).bookings.addToCart({ facilityId: cart.id, on, startsAt: '10:00' })
  await app.as(bob!).bookings.checkout({ termsAccepted })
  const late = await books(app, bob!, moved.id, '15:00')
  await app.as(bob!).bookings.move({ id: late, on, startsAt: '10:00' })
  await round(app)
  expect(await app.as(bob!).waiting.mine()).toEqual([])
  expect((await app.as(bob!).bookings.mine({})).rows).toMatchObject(
    Array.from({ length: 3 }, () => ({ status: 'confirmed', startsAt: '10:00' })),
  )
  expect((await app.as(cat!).waiting.mine()).map(({ status }) => status)).toEqual(['waiting', 'waiting', 'waiting'])
  await expectInvariants(app)
})

test('a payment that is not completed leaves the time to the next in line', async () => {
  const { id } = await facility(app)
  const booking = await books(app, ann!, id)
  const [first, second] = [await waits(app, bob!, id), await waits(app, cat!, id)]
  await cancel(ann!, booking)
  await app.runJobs()
  await app.as(bob!).bookings.place({ facilityId: id, on, startsAt: '10:00', payWith: 'card', termsAccepted })
  expect([await stateOf(first), await stateOf(second)]).toEqual(['taken', 'waiting'])
  await round(app)
  expect(await stateOf(second)).toBe('waiting')
  minutes(31)
  // The hold has run out, though nobody has cleared it away yet.
  await expect(books(app, dan!, id)).rejects.toMatchObject({ code: 'WAITED_FOR' })
  await expireDue(app)
  expect([await stateOf(first), await stateOf(second)]).toEqual(['taken', 'offered'])
  await expectInvariants(app)
})

test('an unpaid hold that nobody cleared away is, when its time is offered', async () => {
  const { id } = await facility(app)
  await app.as(ann!).bookings.place({ facilityId: id, on, startsAt: '10:00', payWith: 'card', termsAccepted })
  const entry = await waits(app, bob!, id)
  minutes(31)
  await round(app)
  expect(await stateOf(entry)).toBe('offered')
  expect(await app.sql('select status from bookings where booking_type_id = $1', [id])).toEqual([
    { status: 'cancelled' },
  ])
  // Bob’s offer has run out, and nobody waits: whoever comes has it.
  minutes(60)
  await books(app, cat!, id)
  expect(await stateOf(entry)).toBe('lapsed')
  await expectInvariants(app)
})

test('of several units as many are offered as are free', async () => {
  const { id } = await facility(app, { units: 2 })
  const booked = [await books(app, ann!, id), await books(app, dan!, id)]
  const entries = [await waits(app, bob!, id), await waits(app, cat!, id), await waits(app, await withTokens(app), id)]
  const states = () => Promise.all(entries.map(stateOf))
  await cancel(ann!, booked[0]!)
  await app.runJobs()
  expect(await states()).toEqual(['offered', 'waiting', 'waiting'])
  await cancel(dan!, booked[1]!)
  await app.runJobs()
  expect(await states()).toEqual(['offered', 'offered', 'waiting'])
  await books(app, cat!, id)
  await books(app, bob!, id)
  await round(app)
  expect(await states()).toEqual(['taken', 'taken', 'waiting'])
  await expectInvariants(app)
})

test('all of the time must be free, also in the parts of a room; a long wait keeps nobody from what is free', async () => {
  const whole = await roomOf(app)
  const half = await roomOf(app, { parentId: whole.id })
  await roomOf(app, { parentId: whole.id })
  const [hall, part] = [await facility(app, { spaceId: whole.id }), await facility(app, { spaceId: half.id })]
  const booked = [await books(app, ann!, part.id, '10:00'), await books(app, ann!, hall.id, '12:00')]
  const entry = await waits(app, bob!, hall.id, '10:00', 4)
  // 11:00 was free before Bob came and stays so.
  const between = await books(app, cat!, part.id, '11:00')
  await cancel(ann!, booked[0]!)
  await cancel(ann!, booked[1]!)
  await app.runJobs()
  expect(await stateOf(entry)).toBe('waiting')
  await cancel(cat!, between)
  await expect(books(app, dan!, part.id, '13:00')).rejects.toMatchObject({ code: 'WAITED_FOR' })
  await app.runJobs()
  expect(await stateOf(entry)).toBe('offered')
  await expect(books(app, dan!, part.id, '13:00')).rejects.toMatchObject({ code: 'SLOT_TAKEN' })
  await expect(books(app, bob!, hall.id, '10:00', 1)).rejects.toMatchObject({ code: 'SLOT_TAKEN' })
  await books(app, bob!, hall.id, '10:00', 4)
  await expectInvariants(app)
})

test('nobody waits for what is free, their own, past, too soon, not offered, or for more than ten times', async () => {
  const { id } = await facility(app)
  const join = (who: Person, startsAt: string, day = on) =>
    app.as(who).waiting.join({ facilityId: id, on: day, startsAt })
  await expect(join(bob!, '10:00')).rejects.toMatchObject({ code: 'SLOT_FREE' })
  await books(app, ann!, id)
  await expect(join(ann!, '10:00')).rejects.toMatchObject({ code: 'OWN_TIME' })
  await expect(join(bob!, '10:07')).rejects.toMatchObject({ code: 'SLOT_NOT_OFFERED' })
  await expect(join(bob!, '10:00', '2026-11-17')).rejects.toMatchObject({ code: 'DATE_PAST' })
  await expect(join(await member(app), '10:00')).rejects.toMatchObject({ code: 'UPGRADE_REQUIRED' })
  await expect(app.as(null).waiting.join({ facilityId: id, on, startsAt: '10:00' })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
  const entry = await join(bob!, '10:00')
  expect(await join(bob!, '10:00')).toEqual(entry)
  await app.as(bob!).waiting.leave(entry)
  await expect(app.as(bob!).waiting.leave(entry)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  app.clock.set('2026-11-24T09:46:00Z')
  await expect(join(bob!, '10:00')).rejects.toMatchObject({ code: 'TOO_LATE_TO_WAIT' })
  app.clock.set('2026-11-18T10:00:00Z')
  await books(app, ann!, id, '12:00', 8)
  const starts = ['12:00', '12:30', '13:00', '13:30', '14:00', '14:30', '15:00', '15:30', '16:00', '16:30', '17:00']
  const tries = await Promise.allSettled(starts.map(startsAt => join(bob!, startsAt)))
  const refused = tries.flatMap(tried => (tried.status === 'rejected' ? [tried.reason.code] : []))
  expect(refused).toEqual(['TOO_MANY_WAITED_FOR'])
})

test('whose standing no longer allows booking loses the turn, and what is no longer offered is over', async () => {
  const [{ id }, gone] = [await facility(app), await facility(app)]
  const booked = [await books(app, ann!, id), await books(app, ann!, gone.id)]
  const [first, second] = [await waits(app, bob!, id), await waits(app, cat!, id)]
  const closed = await waits(app, cat!, gone.id)
  await app.sql(
    `update profiles set account_status = 'suspended', blocked_at = now(), blocked_reason = 'Late' where user_id = $1`,
    [bob!.id],
  )
  await app.sql('update booking_types set is_active = false where id = $1', [gone.id])
  for (const booking of booked) await cancel(ann!, booking)
  await app.runJobs()
  expect([await stateOf(first), await stateOf(second), await stateOf(closed)]).toEqual(['lapsed', 'offered', 'over'])
  expect(await outboxOf(app, bob!.email)).toEqual([])
})

test('an offer ends before its time begins, and fifteen minutes before nothing is offered any more', async () => {
  const [soon, late] = [await facility(app), await facility(app)]
  const booked = [await books(app, ann!, soon.id), await books(app, ann!, late.id)]
  const [first, second] = [await waits(app, bob!, soon.id), await waits(app, cat!, late.id)]
  app.clock.set('2026-11-24T09:45:00Z')
  await cancel(ann!, booked[0]!)
  await app.runJobs()
  expect(await app.as(bob!).waiting.mine()).toMatchObject([{ id: first, heldUntil: new Date('2026-11-24T09:55:00Z') }])
  minutes(1)
  await cancel(ann!, booked[1]!)
  // Too late to be kept for anybody.
  expect(await slotOf(dan!, late.id)).toMatchObject({ isAvailable: true })
  await app.runJobs()
  expect(await stateOf(second)).toBe('over')
  await books(app, dan!, late.id)
  minutes(9)
  await round(app)
  expect(await stateOf(first)).toBe('lapsed')
  await expectInvariants(app)
})

test('on the days on which the clocks change the very hours are waited for', async () => {
  app.clock.set('2026-10-20T10:00:00Z')
  const { id } = await facility(app, { durationMinutes: 1_440, opensAt: '00:00' })
  for (const day of ['2026-10-24', '2027-03-27']) {
    const place = { facilityId: id, on: day, startsAt: '09:00' }
    const placed = await app.as(ann!).bookings.place({ ...place, payWith: 'tokens', termsAccepted })
    if (placed.outcome !== 'confirmed') throw new Error('expected a booking')
    const entry = await app.as(bob!).waiting.join(place)
    await cancel(ann!, placed.bookingId)
    await app.runJobs()
    expect(await stateOf(entry.id)).toBe('offered')
    const [held] = await app.sql<{ hours: number }>(
      `select extract(epoch from ends_at - starts_at)::int / 3600 as hours from reservations where ref = $1`,
      [entry.id],
    )
    expect(held!.hours).toBe(24)
    await app.as(bob!).bookings.place({ ...place, payWith: 'tokens', termsAccepted })
  }
  // An offer of an hour over the change lasts an hour.
  app.clock.set('2026-10-25T00:40:00Z')
  const room = await facility(app)
  const booking = await books(app, ann!, room.id)
  await waits(app, cat!, room.id)
  await cancel(ann!, booking)
  await app.runJobs()
  expect(await app.as(cat!).waiting.mine()).toMatchObject([{ heldUntil: new Date('2026-10-25T01:40:00Z') }])
  await expectInvariants(app)
})

test('what the house sets is how long an offer lasts', async () => {
  const boss = app.as(await admin(app))
  await boss.venue.changeSettings({ waitingOfferMinutes: 5 })
  const { id } = await facility(app)
  const booking = await books(app, ann!, id)
  await waits(app, bob!, id)
  await cancel(ann!, booking)
  await app.runJobs()
  expect(await app.as(bob!).waiting.mine()).toMatchObject([{ heldUntil: new Date('2026-11-18T10:05:00Z') }])
  await boss.venue.changeSettings({ waitingOfferMinutes: 60 })
})

test('a room that is closed takes the offer back to the head of the line, and opened again offers it once more', async () => {
  const boss = app.as(await admin(app))
  const { id, spaceId } = await facility(app)
  const booking = await books(app, ann!, id)
  const [first, second] = [await waits(app, bob!, id), await waits(app, cat!, id)]
  await cancel(ann!, booking)
  await app.runJobs()
  const day = { spaceId, fromOn: on, fromAt: '09:00', untilOn: on, untilAt: '18:00' }
  expect(await boss.schedule.inTheWay(day)).toMatchObject({ bookings: 0, whyNot: null, rows: [] })
  const closure = await boss.schedule.close({ ...day, reason: 'The floor is sanded.' })
  await round(app)
  expect([await stateOf(first), await stateOf(second)]).toEqual(['waiting', 'waiting'])
  await boss.schedule.lift({ id: closure.id })
  await app.runJobs()
  expect([await stateOf(first), await stateOf(second)]).toEqual(['offered', 'waiting'])
  await expectInvariants(app)
})

test('the office sees who waits in which place and takes somebody off', async () => {
  const boss = app.as(await admin(app))
  const { id, name } = await facility(app)
  await books(app, ann!, id)
  const [first, second] = [await waits(app, bob!, id), await waits(app, cat!, id)]
  const list = async () => (await boss.waiting.list({ facility: id, sort: 'place' })).rows
  expect(await list()).toMatchObject([
    { id: first, facilityName: name, on, startsAt: '10:00', endsAt: '11:00', position: 1, person: { id: bob!.id } },
    { id: second, position: 2, can: { remove: true } },
  ])
  await boss.waiting.remove({ id: first })
  expect(await list()).toMatchObject([{ id: second, position: 1 }])
  expect((await boss.waiting.list({ facility: id, status: 'left' })).rows).toMatchObject([
    { id: first, can: { remove: false } },
  ])
  await expect(app.as(cat!).waiting.remove({ id: second })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(app.as(bob!).waiting.leave({ id: second })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('who is erased waits for nothing, and what was offered to them goes to the next', async () => {
  const boss = app.as(await admin(app))
  const { id } = await facility(app)
  const booking = await books(app, ann!, id)
  const eve = await paidMember(app)
  await waits(app, eve, id)
  const second = await waits(app, cat!, id)
  await cancel(ann!, booking)
  await app.runJobs()
  const request = await app.as(eve).privacy.requestErasure({ reason: 'I am moving away' })
  await boss.privacy.erase({ id: request.id })
  expect(await app.sql('select 1 from waiting_entries where user_id = $1', [eve.id])).toEqual([])
  await round(app)
  expect(await stateOf(second)).toBe('offered')
  await expectInvariants(app)
})
