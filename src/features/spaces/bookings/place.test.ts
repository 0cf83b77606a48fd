import { afterAll, expect, test } from 'vitest'
import { tokenBalance } from '#features/membership/tokens/model.ts'
import { facility } from '#seed/factories/facilities.ts'
import { admin, goodPassword, member, paidMember, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { bookingRow, giveTokens } from '#test/bookings.ts'
import { sessionCookie } from '#test/browser.ts'
import { forged } from '#test/forged.ts'
import { expectInvariants } from '#test/invariants.ts'
import { openLiveStream } from '#test/live-stream.ts'
import { outboxOf } from '#test/mailbox.ts'
import { control, pay } from '#test/payments.ts'

const app = sharedTestApp()
afterAll(async () => {
  await expectInvariants(app)
})

const on = '2026-11-24'
const at = (startsAt: string) => ({ on, startsAt, termsAccepted: true as const })
const balanceOf = (who: { id: string }) => tokenBalance(app.db, who.id)

test('tokens book at once: debit, usage, mail and live notice with the booking [BOOK-29, BOOK-32, BOOK-36, BOOK-37]', async () => {
  const room = await facility(app)
  const ada = await paidMember(app)
  await giveTokens(app, ada, 12)
  const placed = await app.as(ada).bookings.place({ facilityId: room.id, ...at('10:00') })
  expect(placed).toMatchObject({ outcome: 'confirmed' })
  if (placed.outcome !== 'confirmed') return
  expect(await bookingRow(app, placed.bookingId)).toMatchObject({
    status: 'confirmed',
    tokensUsed: 5,
    pricePence: 0,
    startsAt: new Date('2026-11-24T10:00:00Z'),
    endsAtTime: '11:00',
  })
  expect(await balanceOf(ada)).toBe(7)
  const used = await app.sql(`select week_start_on::text, minutes_used from weekly_booking_usage where user_id = $1`, [
    ada.id,
  ])
  expect(used).toEqual([{ week_start_on: '2026-11-23', minutes_used: 60 }])
  expect((await outboxOf(app, ada.email)).map(({ template }) => template)).toEqual(['bookings.confirmed'])
  const events = await app.sql(`select payload->>'title' as title from live_events where audience = $1`, [
    `user:${ada.id}`,
  ])
  expect(events).toContainEqual({ title: 'Booking Confirmed' })
  expect(await app.as(ada).bookings.facility({ id: room.id })).toMatchObject({ tokenBalance: 7 })
})

test('what is kept of a booking and of the hours of its week [BOOK-07, BOOK-08]', async () => {
  const room = await facility(app)
  const ada = await paidMember(app)
  await giveTokens(app, ada, 5)
  const [byTokens, byCard] = [
    await app.as(ada).bookings.place({ facilityId: room.id, ...at('14:00') }),
    await app.as(ada).bookings.place({ facilityId: room.id, ...at('16:00'), payWith: 'card' }),
  ]
  const kept = () =>
    app.sql(
      `select booking_type_id, booking_on::text, starts_at_time, ends_at_time, status, tokens_used, user_id from bookings
        where user_id = $1 order by starts_at`,
      [ada.id],
    )
  const common = { booking_type_id: room.id, booking_on: on, user_id: ada.id }
  const first = { ...common, starts_at_time: '14:00', ends_at_time: '15:00', tokens_used: 5 }
  const second = { ...common, starts_at_time: '16:00', ends_at_time: '17:00', status: 'pending', tokens_used: 0 }
  expect(await kept()).toEqual([{ ...first, status: 'confirmed' }, second])
  const week = () =>
    app.sql(
      `select user_id, booking_type_slug, week_start_on::text, minutes_used / 60.0 as hours from weekly_booking_usage where user_id = $1`,
      [ada.id],
    )
  const usage = { user_id: ada.id, booking_type_slug: room.slug, week_start_on: '2026-11-23' }
  expect(await week()).toEqual([{ ...usage, hours: expect.toSatisfy(hours => Number(hours) === 1) }])
  expect(byCard.outcome).toBe('pay')
  if (byTokens.outcome !== 'confirmed') throw new Error('tokens book at once')
  await app.as(ada).bookings.cancel({ id: byTokens.bookingId })
  expect(await kept()).toEqual([{ ...first, status: 'cancelled' }, second])
  expect(await week()).toEqual([{ ...usage, hours: expect.toSatisfy(hours => Number(hours) === 0) }])
})

test('by card the place is held until the provider’s webhook confirms it [BOOK-30, BOOK-35, BOOK-37]', async () => {
  const room = await facility(app, { cashPricePence: 4_550, durationMinutes: 120 })
  const ada = await paidMember(app, { password: goodPassword })
  const live = await openLiveStream(app, await sessionCookie(app, ada.email))
  const placed = await app.as(ada).bookings.place({ facilityId: room.id, ...at('10:00') })
  if (placed.outcome !== 'pay') throw new Error('expected a payment page')
  const { rows } = await app.as(ada).bookings.mine({})
  expect(rows).toMatchObject([{ status: 'pending', pricePence: 9_100, can: { pay: true } }])
  expect(await outboxOf(app, ada.email)).toEqual([])
  await pay(app, placed.url)
  expect(await app.as(ada).payments.order({ id: placed.orderId })).toMatchObject({
    status: 'paid',
    amountPence: 9_100,
  })
  expect((await app.as(ada).bookings.mine({})).rows).toMatchObject([{ status: 'confirmed', can: { pay: false } }])
  expect((await outboxOf(app, ada.email)).map(({ template }) => template)).toEqual(['bookings.confirmed'])
  for (;;) {
    const event = await live.next()
    if (!event.title) continue
    expect(event).toMatchObject({ title: 'Booking Confirmed', message: 'Your payment was processed.', isSuccess: true })
    expect(event).not.toHaveProperty('topic')
    break
  }
  await live.close()
})

test('a mail that cannot be sent leaves the booking as it is [BOOK-37]', async () => {
  const room = await facility(app)
  const ada = await paidMember(app)
  await giveTokens(app, ada, 5)
  const placed = await app.as(ada).bookings.place({ facilityId: room.id, ...at('10:00') })
  await app.sql(`update mails set template = 'gone' where to_address = $1`, [ada.email])
  await app.runJobs()
  if (placed.outcome === 'confirmed')
    expect(await bookingRow(app, placed.bookingId)).toMatchObject({ status: 'confirmed' })
  expect(placed.outcome).toBe('confirmed')
})

test('without date, time or terms nothing is booked, in the specified words [BOOK-18, BOOK-19, BOOK-20]', async () => {
  const room = await facility(app)
  const ada = await paidMember(app)
  const place = (input: object) => app.as(ada).bookings.place(forged({ facilityId: room.id, ...at('10:00'), ...input }))
  await expect(place({ on: undefined })).rejects.toMatchObject({
    message: 'Select a date',
    data: { field: 'on' },
  })
  await expect(place({ on: '2026-02-30' })).rejects.toMatchObject({ message: 'Select a date' })
  await expect(place({ startsAt: undefined })).rejects.toMatchObject({
    message: 'Select a time',
    data: { field: 'startsAt' },
  })
  await expect(place({ termsAccepted: false })).rejects.toMatchObject({ message: 'Accept terms required' })
  await expect(app.as(null).bookings.place({ facilityId: room.id, ...at('10:00') })).rejects.toMatchObject({
    status: 401,
  })
})

test('only an offered time of a coming day is booked [BOOK-16, BOOK-21]', async () => {
  const room = await facility(app)
  const ada = await paidMember(app)
  const place = (day: string, startsAt: string) =>
    app.as(ada).bookings.place({ facilityId: room.id, on: day, startsAt, termsAccepted: true })
  await expect(place('2026-11-17', '10:00')).rejects.toMatchObject({
    code: 'DATE_PAST',
    data: { field: 'on' },
  })
  await expect(place('2026-11-18', '09:30')).rejects.toMatchObject({ code: 'SLOT_NOT_OFFERED' })
  await expect(place(on, '10:10')).rejects.toMatchObject({ code: 'SLOT_NOT_OFFERED' })
  await expect(place(on, '21:00')).rejects.toMatchObject({ code: 'SLOT_NOT_OFFERED' })
  await expect(place('2028-01-01', '10:00')).rejects.toMatchObject({ code: 'SLOT_NOT_OFFERED' })
})

test('free members are refused, or pay by card when the setting says so [BOOK-04, BOOK-05]', async () => {
  const room = await facility(app)
  const [eve, boss] = [await member(app), await admin(app)]
  await giveTokens(app, eve, 50)
  const place = (payWith?: 'tokens') =>
    app.as(eve).bookings.place({ facilityId: room.id, ...at('15:00'), ...(payWith && { payWith }) })
  await expect(place()).rejects.toMatchObject({ code: 'UPGRADE_REQUIRED' })
  expect(await app.as(eve).bookings.facilities()).toMatchObject({
    whyNotBook: { code: 'UPGRADE_REQUIRED' },
    paysWithTokens: false,
  })
  await app.as(boss).venue.changeSettings({ freeMembersFacilities: 'card' })
  expect(await app.as(eve).bookings.facilities()).toMatchObject({
    can: { book: true },
    whyNotBook: null,
    paysWithTokens: false,
  })
  const words = 'Tokens not available on Free plan. You can pay by card.'
  await expect(place('tokens')).rejects.toMatchObject({ message: words })
  expect(await app.as(eve).bookings.quote({ facilityId: room.id, on, startsAt: '15:00' })).toMatchObject({
    paidWith: 'card',
    pence: 3_000,
    whyNotTokens: words,
  })
  expect(await place()).toMatchObject({ outcome: 'pay' })
  expect(await balanceOf(eve)).toBe(50)
  await app.as(boss).venue.changeSettings({ freeMembersFacilities: 'blocked' })
})

test('applicants cannot book', async () => {
  const room = await facility(app)
  const newcomer = await person(app)
  await expect(app.as(newcomer).bookings.place({ facilityId: room.id, ...at('10:00') })).rejects.toMatchObject({
    code: 'APPROVAL_PENDING',
  })
})

test('the balance decides between tokens and card; asked-for tokens that are missing are refused [BOOK-28]', async () => {
  const room = await facility(app, { tokenAvailableDays: ['tuesday'] })
  const ada = await paidMember(app)
  await giveTokens(app, ada, 4)
  const place = (day: string, payWith?: 'tokens') =>
    app.as(ada).bookings.place({
      facilityId: room.id,
      on: day,
      startsAt: '10:00',
      termsAccepted: true,
      ...(payWith && { payWith }),
    })
  await expect(place(on, 'tokens')).rejects.toMatchObject({ message: 'You need 5 tokens but only have 4' })
  expect(await place(on)).toMatchObject({ outcome: 'pay' })
  await giveTokens(app, ada, 1)
  expect(await place('2026-11-25')).toMatchObject({ outcome: 'pay' })
  expect(await place('2026-12-01')).toMatchObject({ outcome: 'confirmed' })
  expect(await balanceOf(ada)).toBe(0)
})

test('the server sets the price: whatever else is sent is ignored [BOOK-41]', async () => {
  const room = await facility(app)
  const ada = await paidMember(app)
  const placed = await app.as(ada).bookings.place(
    forged({
      facilityId: room.id,
      ...at('11:00'),
      pricePence: 1,
      tokensUsed: 0,
      status: 'confirmed',
      unit: 7,
      userId: 'someone',
    }),
  )
  expect(placed).toMatchObject({ outcome: 'pay' })
  expect((await app.as(ada).bookings.mine({})).rows).toMatchObject([{ pricePence: 3_000, status: 'pending' }])
})

test('the same key books once, also twenty times at once', async () => {
  const room = await facility(app, { units: 40 })
  const ada = await paidMember(app)
  await giveTokens(app, ada, 100)
  const click = () =>
    app.as(ada, { idempotencyKey: 'double-click' }).bookings.place({ facilityId: room.id, ...at('10:00') })
  const answers = await Promise.all(Array.from({ length: 20 }, click))
  expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
  expect((await app.as(ada).bookings.mine({})).total).toBe(1)
  expect(await balanceOf(ada)).toBe(95)
})

test('a hold that is not paid runs out: the slot is free, the order closed, late money refused or returned [BOOK-44]', async () => {
  const room = await facility(app)
  const [ada, ben] = [await paidMember(app), await paidMember(app)]
  await giveTokens(app, ben, 5)
  const wish = { facilityId: room.id, ...at('18:00') }
  const placed = await app.as(ada).bookings.place(wish)
  if (placed.outcome !== 'pay') throw new Error('expected a payment page')
  await expect(app.as(ben).bookings.place(wish)).rejects.toMatchObject({
    code: 'SLOT_TAKEN',
    message: 'This slot was just taken. Please choose another.',
  })
  app.clock.advance(29 * 60_000)
  await expect(app.as(ben).bookings.place(wish)).rejects.toMatchObject({ code: 'SLOT_TAKEN' })
  app.clock.advance(60_000)
  // At once, also before the job has cleared the hold away.
  const slots = await app.as(ben).bookings.slots({ facilityId: room.id, on })
  expect(slots.find(({ startsAt }) => startsAt === '18:00')).toMatchObject({ isAvailable: true })
  expect(await app.as(ben).bookings.place(wish)).toMatchObject({ outcome: 'confirmed' })
  // Ada pays after all: the place is gone, so her money goes back by itself.
  await pay(app, placed.url)
  await app.runJobs()
  expect(await app.as(ada).payments.order({ id: placed.orderId })).toMatchObject({ status: 'refunded' })
  const ledger = await app.sql(
    'select sum(amount_pence)::int as sum, count(*)::int as entries from ledger_entries where order_id = $1',
    [placed.orderId],
  )
  expect(ledger).toEqual([{ sum: 0, entries: 2 }])
  expect((await app.as(ada).bookings.mine({ when: 'past' })).rows).toMatchObject([{ status: 'cancelled' }])
})

test('the job releases a hold by itself [BOOK-44]', async () => {
  const room = await facility(app)
  const ada = await paidMember(app)
  await app.as(ada).bookings.place({ facilityId: room.id, ...at('18:00') })
  app.clock.advance(31 * 60_000)
  await app.runJobs()
  const rows = await app.sql(
    `select b.status, o.status as of_order from bookings b join orders o on o.id = b.order_id where b.user_id = $1`,
    [ada.id],
  )
  expect(rows).toEqual([{ status: 'cancelled', of_order: 'expired' }])
})

test('booking again what one holds unpaid goes on with the same payment', async () => {
  const room = await facility(app)
  const ada = await paidMember(app)
  const wish = { facilityId: room.id, ...at('18:30') }
  const first = await app.as(ada).bookings.place(wish)
  expect(await app.as(ada).bookings.place(wish)).toEqual(first)
})

test('while the provider is down the place stays held and can be paid later [BOOK-31]', async () => {
  const room = await facility(app)
  const ada = await paidMember(app)
  await control(app, { down: true })
  const failed = app.as(ada).bookings.place({ facilityId: room.id, ...at('19:00') })
  await expect(failed).rejects.toMatchObject({ message: 'Failed to create booking. Please try again.' })
  await control(app, { down: false })
  expect(await app.as(ada).bookings.place({ facilityId: room.id, ...at('19:00') })).toMatchObject({
    outcome: 'pay',
  })
})

test('a place is booked for the price that was on screen, or not at all', async () => {
  const room = await facility(app)
  const ada = await paidMember(app)
  await giveTokens(app, ada, 20)
  const wish = { facilityId: room.id, ...at('18:00') }
  const place = (seen: { tokens: number; pence: number }) => app.as(ada).bookings.place({ ...wish, seen })
  const { tokens, pence } = await app.as(ada).bookings.quote({ facilityId: room.id, on, startsAt: '18:00' })
  await app.sql('update booking_types set token_cost = token_cost + 1 where id = $1', [room.id])
  await expect(place({ tokens, pence })).rejects.toMatchObject({ code: 'PRICE_CHANGED' })
  await expect(place({ tokens: 0, pence: 3_000 })).rejects.toMatchObject({ code: 'PRICE_CHANGED' })
  expect(await balanceOf(ada)).toBe(20)
  expect(await place({ tokens: tokens + 1, pence })).toMatchObject({ outcome: 'confirmed' })
  expect(await balanceOf(ada)).toBe(20 - tokens - 1)
})
