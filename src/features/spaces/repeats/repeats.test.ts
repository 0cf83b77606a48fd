import { afterAll, expect, test } from 'vitest'
import { tokenBalance } from '#features/membership/tokens/model.ts'
import { addDays } from '#platform/dates.ts'
import { facility } from '#seed/factories/facilities.ts'
import { admin, member, type Person, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { giveTokens } from '#test/bookings.ts'
import { expectInvariants } from '#test/invariants.ts'
import { control, disputed, pay, untilQuiet } from '#test/payments.ts'
import { statementsOf } from '#test/statements.ts'

const app = sharedTestApp({ now: '2026-11-18T10:00:00Z' })
afterAll(async () => {
  await expectInvariants(app)
})

const termsAccepted = true as const
const on = '2026-11-24'
const weeks = (count: number, from = on) => Array.from({ length: count }, (_, week) => addDays(from, 7 * week))
const key = () => ({ idempotencyKey: crypto.randomUUID() })

/** Five weeks of a room of its own for somebody with so many tokens; a session costs 5 tokens or £30. */
async function scene(tokens = 0) {
  const [ada, room] = [await paidMember(app), await facility(app)]
  if (tokens > 0) await giveTokens(app, ada, tokens)
  const series = { facilityId: room.id, on, startsAt: '10:00', everyWeeks: 1, until: addDays(on, 28) }
  return { ada, room, series }
}

type Series = Awaited<ReturnType<typeof scene>>['series'] & { payWith?: 'auto' | 'card' | 'tokens'; lengths?: number }

/** Everything of a series that can be booked, as its preview says. */
async function bookAll(
  who: Person,
  series: Series,
  more: { skipped?: string[]; moved?: object[] } = {},
  sending = key(),
) {
  const seen = await app.as(who).repeats.preview({ ...series, ...(more as object) })
  const occurrences = seen.occurrences.filter(({ canBook }) => canBook).map(({ on, startsAt }) => ({ on, startsAt }))
  const total = { tokens: seen.tokens, pence: seen.pence }
  return app.as(who, sending).repeats.book({ ...series, occurrences, total, termsAccepted })
}

async function firstOf(who: Person, series: Series): Promise<string> {
  const sold = await bookAll(who, series)
  if (sold.outcome === 'confirmed') return sold.bookingIds[0]!
  await pay(app, sold.url)
  return (await app.as(who).bookings.mine({})).rows[0]!.id
}

const rowsOf = (who: Person) =>
  app.sql<{ id: string; on: string; at: string; status: string; paid: string; series: string | null }>(
    `select id, booking_on::text as on, starts_at_time as at, status, paid_with as paid, series_id as series from bookings
     where user_id = $1 order by starts_at`,
    [who.id],
  )
const mailsOf = async (who: Person) =>
  (
    await app.sql<{ template: string }>(
      'select template from mails where to_address = $1 order by created_at, template',
      [who.email],
    )
  ).map(({ template }) => template)

test('every occurrence is told with its price, and all are booked for one: one series, one mail', async () => {
  const { ada, series } = await scene(30)
  const seen = await app.as(ada).repeats.preview(series)
  expect(seen).toMatchObject({ tokens: 25, pence: 0, count: 5, tokenBalance: 30 })
  expect(seen.occurrences.map(each => each.on)).toEqual(weeks(5))
  expect(seen.occurrences[0]).toEqual({
    ...{ on, startsAt: '10:00', endsAt: '11:00', isSkipped: false, tokens: 5, pence: 0, canBook: true, problem: null },
    ...{ isUsualFree: true, others: null },
  })
  const sending = key()
  const sold = await bookAll(ada, series, {}, sending)
  if (sold.outcome !== 'confirmed') throw new Error('expected tokens to pay')
  expect(sold.bookingIds).toHaveLength(5)
  expect(await tokenBalance(app.db, ada.id)).toBe(5)
  expect(await mailsOf(ada)).toEqual(['bookings.confirmed-together'])
  const [mail] = await app.sql<{ props: { tokens: number; bookings: object[] } }>(
    'select props from mails where to_address = $1',
    [ada.email],
  )
  expect(mail!.props).toMatchObject({ tokens: 25, pence: 0 })
  expect(mail!.props.bookings).toHaveLength(5)
  const rows = await rowsOf(ada)
  expect(new Set(rows.map(row => row.series)).size).toBe(1)
  const [made] = await app.sql('select * from booking_series where id = $1', [rows[0]!.series])
  expect(made).toMatchObject({ user_id: ada.id, every_weeks: 1, starts_at_time: '10:00', lengths: 1 })
  // The same press again is the same answer.
  const total = { tokens: 25, pence: 0 }
  const occurrences = weeks(5).map(day => ({ on: day, startsAt: '10:00' }))
  const again = app.as(ada, sending).repeats.book({ ...series, occurrences, total, termsAccepted })
  expect(await again).toEqual(sold)
  expect(await rowsOf(ada)).toHaveLength(5)
  // Another press finds its own places taken, and books nothing twice.
  await expect(app.as(ada, key()).repeats.book({ ...series, occurrences, total, termsAccepted })).rejects.toMatchObject(
    { code: 'SLOT_TAKEN' },
  )
  expect(await rowsOf(ada)).toHaveLength(5)
})

test('what others hold is told with up to three other times, and can be skipped or moved', async () => {
  const { ada, room, series } = await scene(30)
  const [ben, days] = [await paidMember(app), weeks(5)]
  await giveTokens(app, ben, 100)
  const take = (day: string, startsAt: string, lengths = 1) =>
    app.as(ben, key()).bookings.place({ facilityId: room.id, on: day, startsAt, lengths, termsAccepted })
  await take(days[1]!, '10:30')
  // From the first to the last start of the fourth week: nothing is left of that day.
  for (let hour = 6; hour < 23; hour += 8)
    await take(days[3]!, `${String(hour).padStart(2, '0')}:00`, 8).catch(() => undefined)
  const before = await app.as(ada).repeats.preview(series)
  expect(before).toMatchObject({ count: before.occurrences.filter(each => each.canBook).length, pence: 0 })
  expect(before.occurrences[1]).toMatchObject({
    ...{ canBook: false, problem: 'This slot was just taken. Please choose another.', isUsualFree: false },
    others: [{ startsAt: '09:00' }, { startsAt: '09:30' }, { startsAt: '11:30', endsAt: '12:30' }],
  })
  const moved = [{ on: days[1]!, startsAt: '11:30' }]
  const after = await app.as(ada).repeats.preview({ ...series, skipped: [days[4]!], moved })
  expect(after.occurrences[1]).toMatchObject({ canBook: true, startsAt: '11:30', endsAt: '12:30', isUsualFree: false })
  // Skipped, it costs nothing, and can be taken up again.
  expect(after.occurrences[4]).toMatchObject({ isSkipped: true, canBook: false, tokens: 0, isUsualFree: true })
  const sold = await bookAll(ada, series, { skipped: [days[4]!], moved })
  expect(sold.outcome).toBe('confirmed')
  const rows = await rowsOf(ada)
  expect(rows).toHaveLength(after.count)
  expect(rows.find(row => row.on === days[1])).toMatchObject({ at: '11:30', status: 'confirmed' })
  expect(rows.some(row => row.on === days[4])).toBe(false)
  expect(JSON.stringify(after)).not.toContain(ben.id)
})

test('one place that somebody takes meanwhile is named, and nothing is booked', async () => {
  const { ada, room, series } = await scene(30)
  const ben = await paidMember(app)
  const occurrences = weeks(5).map(day => ({ on: day, startsAt: '10:00' }))
  const third = weeks(5)[2]!
  await app
    .as(ben)
    .bookings.place({ facilityId: room.id, on: third, startsAt: '10:00', payWith: 'card', termsAccepted })
  const refused = app
    .as(ada, key())
    .repeats.book({ ...series, occurrences, total: { tokens: 25, pence: 0 }, termsAccepted })
  await expect(refused).rejects.toMatchObject({
    code: 'SLOT_TAKEN',
    data: { place: { facilityId: room.id, on: third, startsAt: '10:00' } },
  })
  expect(await rowsOf(ada)).toEqual([])
  expect(await tokenBalance(app.db, ada.id)).toBe(30)
  expect(await app.sql('select id from booking_series where user_id = $1', [ada.id])).toEqual([])
})

test('two people want one series at the same moment: one has all of it, the other nothing', async () => {
  const { ada, series } = await scene(50)
  const ben = await paidMember(app)
  await giveTokens(app, ben, 50)
  const both = await Promise.allSettled([ada, ben].map(who => bookAll(who, series)))
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const counts = await Promise.all([ada, ben].map(async who => (await rowsOf(who)).length))
  expect(counts.sort()).toEqual([0, 5])
})

test('when tokens run out half-way the card pays the rest in one order, but not for who asked for tokens alone', async () => {
  const { ada, series } = await scene(12)
  const strict = await app.as(ada).repeats.preview({ ...series, payWith: 'tokens' })
  expect(strict).toMatchObject({ tokens: 10, pence: 0, count: 2 })
  expect(strict.occurrences[2]).toMatchObject({ canBook: false, problem: 'You need 5 tokens but only have 2' })
  const seen = await app.as(ada).repeats.preview(series)
  expect(seen).toMatchObject({ tokens: 10, pence: 9_000, count: 5 })
  const placed = await bookAll(ada, series)
  if (placed.outcome !== 'pay') throw new Error('expected a payment page')
  expect(await tokenBalance(app.db, ada.id)).toBe(2)
  expect(await app.as(ada).payments.order({ id: placed.orderId })).toMatchObject({ amountPence: 9_000 })
  expect((await rowsOf(ada)).every(({ status }) => status === 'pending')).toBe(true)
  await pay(app, placed.url)
  const rows = await rowsOf(ada)
  expect(rows.map(({ status, paid }) => `${status} ${paid}`)).toEqual([
    ...Array(2).fill('confirmed tokens'),
    ...Array(3).fill('confirmed card'),
  ])
  expect((await mailsOf(ada)).filter(each => each.startsWith('bookings.'))).toEqual(['bookings.confirmed-together'])
})

test('a price that changed meanwhile is not charged: neither the house’s nor that of other tokens', async () => {
  const { ada, room, series } = await scene(25)
  const boss = await admin(app)
  const occurrences = weeks(5).map(day => ({ on: day, startsAt: '10:00' }))
  const book = (total: { tokens: number; pence: number }) =>
    app.as(ada, key()).repeats.book({ ...series, occurrences, total, termsAccepted })
  await app.as(ada).bookings.place({ facilityId: room.id, on: '2026-11-20', startsAt: '12:00', termsAccepted })
  await expect(book({ tokens: 25, pence: 0 })).rejects.toMatchObject({ code: 'PRICE_CHANGED' })
  const { description, tokenAvailableDays, cashPricePence } = await facilityRow(room.id)
  await app.as(boss).facilities.change({
    ...{ id: room.id, description, tokenAvailableDays, cashPricePence, tokenCost: 4, isActive: true },
  })
  await expect(book({ tokens: 20, pence: 3_000 })).rejects.toMatchObject({ code: 'PRICE_CHANGED' })
  expect(await book({ tokens: 20, pence: 0 })).toMatchObject({ outcome: 'confirmed' })
})

async function facilityRow(id: string) {
  const [row] = await app.sql<{
    description: string
    tokenAvailableDays: 'monday'[]
    cashPricePence: number
  }>(
    `select description, token_available_days as "tokenAvailableDays", cash_price_pence as "cashPricePence" from booking_types where id = $1`,
    [id],
  )
  return row!
}

test('who may not book gets no series; days of another series, too many and too far are refused', async () => {
  const { ada, series } = await scene(50)
  const total = { tokens: 5, pence: 0 }
  const book = (who: Person, given: object) =>
    app
      .as(who, key())
      .repeats.book({ ...series, occurrences: [{ on, startsAt: '10:00' }], total, termsAccepted, ...given })
  await expect(book(await member(app), {})).rejects.toMatchObject({ code: 'UPGRADE_REQUIRED' })
  await expect(book(ada, { occurrences: [{ on: '2026-11-25', startsAt: '10:00' }] })).rejects.toMatchObject({
    code: 'NOT_IN_SERIES',
  })
  await expect(book(ada, { until: '2028-01-01' })).rejects.toMatchObject({ code: 'CANNOT_REPEAT' })
  await expect(book(ada, { everyWeeks: 3 })).rejects.toMatchObject({ status: 400 })
  await expect(app.as(ada).repeats.preview({ ...series, until: on })).rejects.toMatchObject({
    data: { field: 'until' },
  })
  const nowhere = { ...series, facilityId: crypto.randomUUID() }
  await expect(app.as(ada).repeats.preview(nowhere)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await rowsOf(ada)).toEqual([])
})

test('a slot of the hour that spring skips is a conflict like any other; ten o’clock stays ten o’clock', async () => {
  const [ada, room, boss] = [await paidMember(app), await facility(app), await admin(app)]
  await giveTokens(app, ada, 50)
  const spring = { facilityId: room.id, on: '2027-03-21', everyWeeks: 1, until: '2027-04-04' }
  const ten = await bookAll(ada, { ...spring, startsAt: '10:00' })
  expect(ten.outcome).toBe('confirmed')
  const starts = await app.sql<{ at: Date }>(
    'select starts_at as at from bookings where user_id = $1 order by starts_at',
    [ada.id],
  )
  expect(starts.map(({ at }) => at.toISOString().slice(11, 16))).toEqual(['10:00', '09:00', '09:00'])
  const before = await app.as(boss).venue.settings()
  await app.as(boss).venue.changeSettings({ firstSlotAt: '00:00' })
  const night = await app.as(ada).repeats.preview({ ...spring, startsAt: '01:30' })
  expect(night.occurrences.map(({ canBook }) => canBook)).toEqual([true, false, true])
  expect(night.occurrences[1]).toMatchObject({ on: '2027-03-28', problem: expect.stringContaining('cannot be booked') })
  expect(night.occurrences[1]!.others).toHaveLength(3)
  await app.as(boss).venue.changeSettings({ firstSlotAt: before.firstSlotAt })
})

test('from one on all are cancelled together: what is told comes back, tokens at once, the card by one refund, in one mail', async () => {
  const { ada, series } = await scene(12)
  await firstOf(ada, series)
  const rows = await rowsOf(ada)
  const second = rows[1]!.id
  const rest = await app.as(ada).repeats.rest({ id: second })
  expect(rest).toMatchObject({ everyWeeks: 1, refund: { tokens: 5, pence: 9_000 }, can: { cancelFrom: true } })
  expect(rest.bookings).toHaveLength(5)
  expect(rest.rest.map(({ id }) => id)).toEqual(rows.slice(1).map(({ id }) => id))
  expect(rest.rest[0]).toEqual({ id: second, on: rows[1]!.on, tokens: 5, pence: 0 })
  const cancel = (refund: object) =>
    app.as(ada, key()).repeats.cancelFrom({ id: second, refund: { ...rest.refund, ...refund } })
  await expect(cancel({ pence: 12_000 })).rejects.toMatchObject({ code: 'REFUND_CHANGED' })
  expect((await rowsOf(ada)).every(({ status }) => status === 'confirmed')).toBe(true)
  expect(await cancel({})).toEqual({ tokens: 5, pence: 9_000 })
  await untilQuiet(app)
  expect((await rowsOf(ada)).map(({ status }) => status)).toEqual(['confirmed', ...Array(4).fill('cancelled')])
  expect(await tokenBalance(app.db, ada.id)).toBe(7)
  const refunds = await app.sql(
    `select r.amount_pence, r.status from refunds r join orders o on o.id = r.order_id where o.user_id = $1`,
    [ada.id],
  )
  expect(refunds).toEqual([{ amount_pence: 9_000, status: 'done' }])
  expect((await mailsOf(ada)).filter(each => each.startsWith('bookings.'))).toEqual([
    'bookings.cancelled-together',
    'bookings.confirmed-together',
  ])
  // Each of them says what came back of it.
  const { rows: past } = await app.as(ada).bookings.mine({ when: 'past' })
  expect(past.map(row => [row.returnedTokens, row.returnedPence]).toSorted()).toEqual([
    ...Array(3).fill([0, 3_000]),
    [5, 0],
  ])
  // There is nothing more to cancel, from there or from one in between.
  await expect(cancel({})).rejects.toMatchObject({ code: 'CANNOT_CANCEL' })
  expect(await app.as(ada).repeats.rest({ id: second })).toMatchObject({ rest: [], can: { cancelFrom: false } })
  expect(await app.as(ada).repeats.rest({ id: rows[0]!.id })).toMatchObject({ refund: { tokens: 5, pence: 0 } })
})

test('while a bank has the payment of a series it is said what goes back once it returns it, and then it does', async () => {
  const { ada, series } = await scene()
  const id = await firstOf(ada, series)
  const [order] = await app.sql<{ id: string }>('select id from orders where user_id = $1', [ada.id])
  const before = await app.as(ada).repeats.rest({ id })
  expect(before).toMatchObject({ owedPence: 0 })
  const dispute = await disputed(app, order!.id)
  const rest = await app.as(ada).repeats.rest({ id })
  expect(rest).toMatchObject({ refund: { tokens: 0, pence: 0 }, owedPence: before.refund.pence })
  expect(await app.as(ada, key()).repeats.cancelFrom({ id, refund: rest.refund })).toMatchObject({ pence: 0 })
  await control(app, { disputeWon: dispute })
  await untilQuiet(app)
  const { rows } = await app.as(ada).bookings.mine({ when: 'past' })
  expect(rows.map(({ returnedPence }) => returnedPence)).toEqual(rows.map(({ pricePence }) => pricePence))
})

test('what the payer of a series keeps for good is not promised once more while another bank has the rest', async () => {
  const { ada, series } = await scene()
  const id = await firstOf(ada, series)
  const [order] = await app.sql<{ id: string; intent: string }>(
    'select id, stripe_payment_intent_id as intent from orders where user_id = $1',
    [ada.id],
  )
  const { refund: paid } = await app.as(ada).repeats.rest({ id })
  for (const disputePart of [2_000, 2_500]) {
    await control(app, { dispute: order!.intent, disputePart })
    await untilQuiet(app)
  }
  const [lost, open] = await app.sql<{ id: string }>(
    'select id from disputes where order_id = $1 order by amount_pence',
    [order!.id],
  )
  await control(app, { disputeLost: lost!.id })
  await untilQuiet(app)
  const rest = await app.as(ada).repeats.rest({ id })
  expect(rest).toMatchObject({ refund: { pence: paid.pence - 4_500 }, owedPence: 2_500 })
  await app.as(ada, key()).repeats.cancelFrom({ id, refund: rest.refund })
  await control(app, { disputeWon: open!.id })
  await untilQuiet(app)
  // That is what goes back of it.
  expect(await app.sql('select refunded_pence from orders where id = $1', [order!.id])).toEqual([
    { refunded_pence: paid.pence - 2_000 },
  ])
})

test('what is too close or was given back already is not promised a second time', async () => {
  const { ada, series } = await scene()
  // The first one begins in less than a day.
  const id = await firstOf(ada, { ...series, on: '2026-11-19', startsAt: '09:30', until: '2026-12-03' })
  expect(await app.as(ada).repeats.rest({ id })).toMatchObject({ refund: { tokens: 0, pence: 6_000 } })
  const [order] = await app.sql<{ id: string; intent: string }>(
    'select id, stripe_payment_intent_id as intent from orders where user_id = $1',
    [ada.id],
  )
  await app.runtime.stripe.refunds.create({ payment_intent: order!.intent, amount: 4_000 })
  await untilQuiet(app)
  const { refund } = await app.as(ada).repeats.rest({ id })
  expect(refund).toEqual({ tokens: 0, pence: 5_000 })
  expect(await app.as(ada).repeats.cancelFrom({ id, refund })).toEqual(refund)
  await untilQuiet(app)
  expect(await app.as(ada).payments.order({ id: order!.id })).toMatchObject({ status: 'refunded' })
  const { rows } = await app.as(ada).bookings.mine({ when: 'past' })
  expect(rows.reduce((sum, row) => sum + row.returnedPence, 0)).toBe(5_000)
})

test('two tabs cancel at once, and once more: each booking is given back once', async () => {
  for (const payWith of ['tokens', 'card'] as const) {
    const { ada, series } = await scene(25)
    const id = await firstOf(ada, { ...series, payWith })
    const rows = await rowsOf(ada)
    const { refund } = await app.as(ada).repeats.rest({ id })
    const third = await app.as(ada).repeats.rest({ id: rows[2]!.id })
    const tries = await Promise.allSettled([
      app.as(ada, key()).repeats.cancelFrom({ id, refund }),
      app.as(ada, key()).repeats.cancelFrom({ id, refund }),
      app.as(ada, key()).repeats.cancelFrom({ id: rows[2]!.id, refund: third.refund }),
      app.as(ada, key()).bookings.cancel({ id: rows[4]!.id }),
    ])
    expect(tries.some(({ status }) => status === 'fulfilled')).toBe(true)
    // Whoever comes second may find that less comes back than they were shown, and presses once more.
    const left = await app.as(ada).repeats.rest({ id })
    if (left.can.cancelFrom) await app.as(ada, key()).repeats.cancelFrom({ id, refund: left.refund })
    await untilQuiet(app)
    expect((await rowsOf(ada)).every(({ status }) => status === 'cancelled')).toBe(true)
    expect(await tokenBalance(app.db, ada.id)).toBe(25)
    const [sum] = await app.sql<{ back: number }>(
      'select coalesce(sum(refunded_pence), 0)::int as back from orders where user_id = $1',
      [ada.id],
    )
    expect(sum!.back).toBe(payWith === 'card' ? 15_000 : 0)
  }
})

test('a series that is not paid yet is let go of as a whole', async () => {
  const { ada, series } = await scene(12)
  const placed = await bookAll(ada, series)
  if (placed.outcome !== 'pay') throw new Error('expected a payment page')
  const rows = await rowsOf(ada)
  const { rest, refund } = await app.as(ada).repeats.rest({ id: rows[3]!.id })
  expect([rest.length, refund]).toEqual([5, { tokens: 10, pence: 0 }])
  expect(await app.as(ada).repeats.cancelFrom({ id: rows[3]!.id, refund })).toEqual(refund)
  expect((await rowsOf(ada)).every(({ status }) => status === 'cancelled')).toBe(true)
  expect(await tokenBalance(app.db, ada.id)).toBe(12)
  expect(await app.as(ada).payments.order({ id: placed.orderId })).toMatchObject({ status: 'expired' })
})

test('one that is moved, and one that staff cancel, leave the series as it is', async () => {
  const { ada, series } = await scene(25)
  const [boss, id] = [await admin(app), await firstOf(ada, series)]
  const rows = await rowsOf(ada)
  await app.as(ada, key()).bookings.move({ id: rows[1]!.id, on: '2026-12-03', startsAt: '12:00' })
  await app.as(boss).bookings.cancelByStaff({ id: rows[2]!.id, reason: 'The heating has failed.' })
  const seen = await app.as(ada).repeats.rest({ id })
  expect(seen.bookings.map(each => [each.on, each.status])).toEqual([
    [rows[0]!.on, 'confirmed'],
    ['2026-12-03', 'confirmed'],
    [rows[2]!.on, 'cancelled'],
    [rows[3]!.on, 'confirmed'],
    [rows[4]!.on, 'confirmed'],
  ])
  expect(seen.refund).toEqual({ tokens: 20, pence: 0 })
  expect(await app.as(boss).repeats.rest({ id })).toMatchObject({ everyWeeks: 1, can: { cancelFrom: false } })
  expect(await app.as(ada).repeats.cancelFrom({ id, refund: seen.refund })).toEqual(seen.refund)
  expect(await tokenBalance(app.db, ada.id)).toBe(25)
})

test('nobody reads or cancels the series of another, and what is not repeated has none', async () => {
  const { ada, room, series } = await scene(50)
  const [ben, id] = [await paidMember(app), await firstOf(ada, series)]
  const refund = { tokens: 25, pence: 0 }
  await expect(app.as(ben).repeats.rest({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(app.as(ben).repeats.cancelFrom({ id, refund })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const boss = await admin(app)
  await expect(app.as(boss).repeats.cancelFrom({ id, refund })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const placed = await app.as(ada).bookings.place({ facilityId: room.id, on, startsAt: '15:00', termsAccepted })
  if (placed.outcome !== 'confirmed') throw new Error('expected tokens to pay')
  await expect(app.as(ada).repeats.rest({ id: placed.bookingId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await rowsOf(ada)).every(({ status }) => status === 'confirmed')).toBe(true)
})

test('half a year of weeks takes no more statements than three of them, whether booked, told or cancelled', async () => {
  const counts: number[][] = []
  for (const count of [3, 26]) {
    const { ada, series } = await scene(500)
    const given = { ...series, until: addDays(on, 7 * (count - 1)) }
    const [booking, cancelling] = [app.as(ada, key()).repeats, app.as(ada, key()).repeats]
    const occurrences = weeks(count).map(day => ({ on: day, startsAt: '10:00' }))
    const total = { tokens: 5 * count, pence: 0 }
    const moved = weeks(count).map(day => ({ on: day, startsAt: '11:00' }))
    const told = await statementsOf(() => app.as(ada).repeats.preview({ ...given, moved }))
    const booked = await statementsOf(() => booking.book({ ...given, occurrences, total, termsAccepted }))
    const [first] = await rowsOf(ada)
    const rest = await statementsOf(() => app.as(ada).repeats.rest({ id: first!.id }))
    const gone = await statementsOf(() => cancelling.cancelFrom({ id: first!.id, refund: total }))
    expect((await rowsOf(ada)).filter(({ status }) => status === 'cancelled')).toHaveLength(count)
    counts.push([told, booked, rest, gone].map(sent => sent.length))
  }
  expect(counts[1]).toEqual(counts[0])
  for (const [i, most] of [3, 12, 3, 12].entries()) expect(counts[1]![i]).toBeLessThanOrEqual(most)
})
