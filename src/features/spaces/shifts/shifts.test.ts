import { expect, test } from 'vitest'
import { facility, fairUseRule, room } from '#seed/factories/facilities.ts'
import { admin, type Person, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { bookingRow, giveTokens } from '#test/bookings.ts'
import { expectInvariants } from '#test/invariants.ts'
import { pay } from '#test/payments.ts'

const app = sharedTestApp()

const on = '2026-12-01'
const termsAccepted = true as const
const reason = 'The pipes burst.'

async function scene(units = 1) {
  const [boss, ada] = [app.as(await admin(app)), await paidMember(app)]
  await giveTokens(app, ada, 100)
  const there = await facility(app, { units })
  return { boss, ada, there }
}
async function booked(who: Person, facilityId: string, startsAt: string, payWith: 'tokens' | 'card' = 'tokens') {
  const sold = await app.as(who).bookings.place({ facilityId, on, startsAt, payWith, termsAccepted })
  if (sold.outcome !== 'pay') return sold.bookingId
  await pay(app, sold.url)
  const [row] = await app.sql<{ id: string }>('select id from bookings where order_id = $1', [sold.orderId])
  return row!.id
}
async function session(who: Person, more: object = {}) {
  const client = { clientName: 'Ada', email: 'ada@client.example', projectType: 'other' as const }
  const when = { bookingDate: on, startTime: '09:00', endTime: '11:00', paidWith: 'tokens' as const }
  return (await app.as(who).studio.book({ ...when, ...client, ...more })).id
}
const balanceOf = async ({ id }: Person) =>
  (await app.sql<{ n: number }>('select sum(amount - used)::int as n from tokens where user_id = $1', [id]))[0]!.n
const mailsTo = async ({ email }: Person, template: string) =>
  app.sql<{ props: Record<string, unknown> }>('select props from mails where to_address = $1 and template = $2', [
    email,
    template,
  ])

test('before a booking is moved staff read what is in its way, and that nothing is; then it is moved as it was shown', async () => {
  const { boss, ada, there } = await scene()
  const other = await paidMember(app, { lastName: 'Inway' })
  await giveTokens(app, other, 20)
  await booked(other, there.id, '12:00')
  const id = await booked(ada, there.id, '10:00')
  const moving = { kind: 'booking' as const, id, on }
  const seen = await boss.schedule.lookAhead({ ...moving, startsAt: '12:30' })
  expect(seen).toMatchObject({ on, startsAt: '12:30', endsAt: '13:30', whyNot: 'It is taken then.' })
  expect(seen.inTheWay).toMatchObject([{ kind: 'booking', title: 'Ada Inway', startsAt: '12:00', endsAt: '13:00' }])
  await expect(boss.schedule.shift({ ...moving, startsAt: '12:30' })).rejects.toMatchObject({ code: 'SLOT_TAKEN' })
  // Its own time is in nobody's way.
  expect(await boss.schedule.lookAhead({ ...moving, startsAt: '10:30' })).toMatchObject({ whyNot: null, inTheWay: [] })
  await boss.schedule.shift({ ...moving, startsAt: '14:00' })
  expect(await bookingRow(app, id)).toMatchObject({ startsAtTime: '14:00', status: 'confirmed', tokensUsed: 5 })
  expect(await mailsTo(ada, 'bookings.moved')).toMatchObject([{ props: { startsAt: '14:00', isByStaff: true } }])
  await expectInvariants(app)
})

test('where a room has more than one unit only the last of them is in the way', async () => {
  const { boss, ada, there } = await scene(2)
  await booked(ada, there.id, '12:00')
  const id = await booked(ada, there.id, '10:00')
  const look = () => boss.schedule.lookAhead({ kind: 'booking', id, on, startsAt: '12:00' })
  expect(await look()).toMatchObject({ whyNot: null, inTheWay: [] })
  await booked(ada, there.id, '12:30')
  expect((await look()).inTheWay).toHaveLength(2)
})

test('staff read that a rule of fair use would be broken, which keeps them from nothing', async () => {
  const { boss, ada, there } = await scene()
  await fairUseRule(app, { facilityId: there.id, kind: 'ahead_days', value: 14 })
  const id = await booked(ada, there.id, '10:00')
  const later = { kind: 'booking' as const, id, on: '2026-12-10', startsAt: '10:00' }
  const { whyNot, notes } = await boss.schedule.lookAhead(later)
  expect(whyNot).toBeNull()
  expect(notes).toContainEqual(expect.stringMatching(/^Not as the rules of fair use have it: .*14 days ahead/))
  await boss.schedule.shift(later)
  expect(await bookingRow(app, id)).toMatchObject({ bookingOn: '2026-12-10' })
})

test('a studio session is moved for the price that it has; what tokens paid stays on Tuesdays, and its room is free after', async () => {
  const { boss, ada } = await scene()
  const id = await session(ada)
  const to = (on: string, startsAt: string) => ({ kind: 'studio' as const, id, on, startsAt })
  const problem = async (on: string, startsAt: string) => (await boss.schedule.lookAhead(to(on, startsAt))).whyNot
  expect(await problem('2026-12-02', '10:00')).toBe('Tokens pay for the studio on Tuesdays.')
  expect(await problem(on, '19:00')).toMatch(/^The house is open from/)
  expect(await problem(on, '09:00')).toMatch(/^It is there already/)
  await boss.schedule.shift(to('2026-12-08', '14:00'))
  const [row] = await app.sql(
    'select booking_date::text as on, start_time, end_time, tokens_used from studio_bookings where id = $1',
    [id],
  )
  expect(row).toEqual({ on: '2026-12-08', start_time: '14:00', end_time: '16:00', tokens_used: 4 })
  expect(await mailsTo(ada, 'studio.moved')).toMatchObject([{ props: { on: '2026-12-08', before: { on } } }])
  const other = await session(ada)
  await expect(
    boss.schedule.shift({ kind: 'studio', id: other, on: '2026-12-08', startsAt: '15:00' }),
  ).rejects.toMatchObject({
    code: 'SLOT_TAKEN',
  })
  await expectInvariants(app)
})

test('a closure is moved to another time and room: just the bookings that were shown give way, with everything back', async () => {
  const { boss, ada, there } = await scene()
  const elsewhere = await room(app)
  const day = { fromOn: on, fromAt: '09:00', untilOn: on, untilAt: '12:00' }
  const { id } = await boss.schedule.close({ spaceId: elsewhere.id, ...day, reason })
  const booking = await booked(ada, there.id, '15:00')
  const to = { kind: 'closure' as const, id, on, startsAt: '14:00', spaceId: there.spaceId }
  expect(await boss.schedule.lookAhead(to)).toMatchObject({
    startsAt: '14:00',
    endsAt: '17:00',
    cancels: 1,
    whyNot: null,
  })
  await expect(boss.schedule.shift(to)).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' })
  expect(await boss.schedule.shift({ ...to, cancels: 1 })).toEqual({ id, cancelled: 1 })
  expect(await bookingRow(app, booking)).toMatchObject({ status: 'cancelled', cancelReason: reason })
  expect(await balanceOf(ada)).toBe(100)
  // A little later it is in its own way no more than before.
  await boss.schedule.shift({ ...to, startsAt: '14:30' })
  await booked(ada, there.id, '13:30')
  await boss.schedule.lift({ id })
  await expect(boss.schedule.shift({ ...to, startsAt: '18:00' })).rejects.toMatchObject({ code: 'CLOSURE_OVER' })
  await expectInvariants(app)
})

test('nothing is moved that has begun or is not there, nor to what is over', async () => {
  const { boss, ada, there } = await scene()
  const id = await booked(ada, there.id, '10:00')
  const past = { kind: 'booking' as const, id, on: '2026-11-17', startsAt: '10:00' }
  expect(await boss.schedule.lookAhead(past)).toMatchObject({ on: null, whyNot: expect.any(String) })
  await expect(boss.schedule.shift(past)).rejects.toMatchObject({ code: 'SLOT_NOT_OFFERED' })
  for (const kind of ['booking', 'studio', 'closure'] as const) {
    const nothing = { kind, id: '00000000-0000-4000-8000-000000000000', on, startsAt: '10:00' }
    await expect(boss.schedule.lookAhead(nothing)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(boss.schedule.shift(nothing)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
})

test('staff who cancel choose what comes back: all of it, what the terms give, or nothing', async () => {
  const { boss, ada } = await scene()
  const near = '2026-11-18'
  const late = async () => {
    const there = await facility(app)
    const { facilityId, startsAt } = { facilityId: there.id, startsAt: '15:00' }
    const sold = await app.as(ada).bookings.place({ facilityId, on: near, startsAt, payWith: 'tokens', termsAccepted })
    return sold.outcome === 'confirmed' ? sold.bookingId : ''
  }
  const early = async () => booked(ada, (await facility(app)).id, '10:00')
  const [first] = (await boss.bookings.list({ id: await late() })).rows
  expect(first!.refunds).toEqual({ all: { tokens: 5, pence: 0 }, rule: { tokens: 0, pence: 0 } })
  const back = async (id: string, giveBack?: 'all' | 'rule' | 'nothing') =>
    boss.bookings.cancelByStaff({ id, reason, ...(giveBack && { giveBack }) })
  const none = { tokens: 0, pence: 0 }
  expect(await back(first!.id)).toEqual({ tokens: 5, pence: 0 })
  expect(await back(await late(), 'rule')).toEqual(none)
  expect(await back(await early(), 'rule')).toEqual({ tokens: 5, pence: 0 })
  expect(await back(await early(), 'nothing')).toEqual(none)
  // Two of the five tokens each are kept.
  expect(await balanceOf(ada)).toBe(90)
  const told = (await mailsTo(ada, 'bookings.cancelled')).map(({ props }) => Number(props.tokens))
  expect(told.toSorted((a, b) => a - b)).toEqual([0, 0, 5, 5])
  await expectInvariants(app)
})

test('what a card paid, and what the studio cost, stays with the house when staff say so', async () => {
  const { boss, ada } = await scene()
  const none = { tokens: 0, pence: 0 }
  const card = await booked(ada, (await facility(app)).id, '10:00', 'card')
  expect(await boss.bookings.cancelByStaff({ id: card, reason, giveBack: 'nothing' })).toEqual(none)
  await app.runJobs()
  const [order] = await app.sql<{ back: number }>(
    'select o.refunded_pence as back from orders o join bookings b on b.order_id = o.id where b.id = $1',
    [card],
  )
  expect(order!.back).toBe(0)
  const bookingDate = '2026-12-15'
  const kept = await session(ada, { bookingDate })
  expect(await boss.studio.cancelByStaff({ id: kept, reason, giveBack: 'nothing' })).toEqual({ ...none, deskPence: 0 })
  expect(await boss.studio.cancelByStaff({ id: await session(ada, { bookingDate }), reason })).toEqual({
    tokens: 4,
    pence: 0,
    deskPence: 0,
  })
  await expectInvariants(app)
})

test('the hour that the clock skips closes no room', async () => {
  const { boss, there } = await scene()
  const skipped = { fromOn: '2027-03-28', fromAt: '01:00', untilOn: '2027-03-28', untilAt: '02:00' }
  const refused = { code: 'INVALID_TIME', message: expect.stringMatching(/clock goes forward/) }
  await expect(boss.schedule.inTheWay({ spaceId: there.spaceId, ...skipped })).rejects.toMatchObject(refused)
  await expect(boss.schedule.close({ spaceId: there.spaceId, ...skipped, reason })).rejects.toMatchObject(refused)
})
