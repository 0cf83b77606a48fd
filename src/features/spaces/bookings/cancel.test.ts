import { afterAll, expect, test } from 'vitest'
import { tokenBalance } from '#features/membership/tokens/model.ts'
import { orderOf, paymentPage } from '#features/money/orders/model.ts'
import { instantOf } from '#platform/time.ts'
import { facility } from '#seed/factories/facilities.ts'
import { admin, type Person, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { bookingRow, giveTokens } from '#test/bookings.ts'
import { expectInvariants } from '#test/invariants.ts'
import { control, disputed, pay, pressPay, untilQuiet } from '#test/payments.ts'
import { bookingOrders } from './model.ts'

const app = sharedTestApp({ now: '2026-11-18T10:00:00Z' })
afterAll(async () => {
  await expectInvariants(app)
})

async function book(who: Person, on: string, startsAt = '10:00', payWith: 'auto' | 'card' = 'auto') {
  const room = await facility(app)
  const placed = await app.as(who).bookings.place({ facilityId: room.id, on, startsAt, payWith, termsAccepted: true })
  if (placed.outcome === 'pay') await pay(app, placed.url)
  const [row] = (await app.as(who).bookings.mine({ when: 'upcoming' })).rows.filter(each => each.facilityId === room.id)
  return { room, row: row! }
}

async function withTokens(amount = 5) {
  const ada = await paidMember(app)
  await giveTokens(app, ada, amount)
  return ada
}

test('24 hours ahead tokens come back, the place is free again, the mail says so [BOOK-34, BOOK-24]', async () => {
  const ada = await withTokens()
  const { room, row } = await book(ada, '2026-11-19')
  expect(row).toMatchObject({ can: { cancel: true }, refund: { tokens: 5, pence: 0 } })
  expect(row.refundableUntil).toEqual(new Date('2026-11-18T10:00:00Z'))
  expect(await app.as(ada).bookings.cancel({ id: row.id })).toEqual({ tokens: 5, pence: 0 })
  expect(await tokenBalance(app.db, ada.id)).toBe(5)
  const slots = await app.as(ada).bookings.slots({ facilityId: room.id, on: '2026-11-19' })
  expect(slots.find(({ startsAt }) => startsAt === '10:00')).toMatchObject({ isAvailable: true })
  const mails = await app.sql(
    `select props->>'tokens' as tokens from mails where to_address = $1 and template = 'bookings.cancelled'`,
    [ada.email],
  )
  expect(mails).toEqual([{ tokens: '5' }])
  const gone = { status: 'cancelled', tokensUsed: 5, returnedTokens: 5, returnedPence: 0 }
  expect((await app.as(ada).bookings.mine({ when: 'past' })).rows).toMatchObject([gone])
  await expect(app.as(ada).bookings.cancel({ id: row.id })).rejects.toMatchObject({ code: 'CANNOT_CANCEL' })
  expect(await tokenBalance(app.db, ada.id)).toBe(5)
})

test('less than 24 hours ahead nothing comes back, and the answer before says so [BOOK-34]', async () => {
  const ada = await withTokens()
  const { row } = await book(ada, '2026-11-19', '09:30')
  expect(row).toMatchObject({ can: { cancel: true }, refund: { tokens: 0, pence: 0 }, refundableUntil: null })
  expect(await app.as(ada).bookings.cancel({ id: row.id })).toEqual({ tokens: 0, pence: 0 })
  expect(await tokenBalance(app.db, ada.id)).toBe(0)
})

test('a card payment comes back to the card, once [BOOK-34]', async () => {
  const ada = await paidMember(app)
  const { row } = await book(ada, '2027-03-10', '10:00', 'card')
  expect(row).toMatchObject({ status: 'confirmed', refund: { tokens: 0, pence: 3_000 } })
  const tries = await Promise.allSettled(Array.from({ length: 5 }, () => app.as(ada).bookings.cancel({ id: row.id })))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await app.runJobs()
  const refunds = await app.sql('select amount_pence, status from refunds where order_id = $1', [row.orderId])
  expect(refunds).toEqual([{ amount_pence: 3_000, status: 'done' }])
  // The row keeps what it cost and what came back.
  const kept = { status: 'cancelled', pricePence: 3_000, returnedPence: 3_000, returnedTokens: 0 }
  expect((await app.as(ada).bookings.mine({ when: 'past' })).rows).toMatchObject([kept])
})

test('the hours of the setting are the ones that count [BOOK-34]', async () => {
  const [ada, boss] = [await withTokens(), await admin(app)]
  await app.as(boss).venue.changeSettings({ cancellationHours: 48 })
  const { row } = await book(ada, '2026-11-20', '09:30')
  expect(row.refund).toEqual({ tokens: 0, pence: 0 })
  await app.as(boss).venue.changeSettings({ cancellationHours: 24 })
  expect((await app.as(ada).bookings.mine({})).rows[0]!.refund).toEqual({ tokens: 5, pence: 0 })
})

/** Somebody at the payment page of a hold, over HTTP. */
async function atPaymentPage() {
  const ada = await paidMember(app)
  const room = await facility(app)
  const browser = await app.overHttp(ada)
  const wish = { facilityId: room.id, on: '2026-11-25', startsAt: '10:00', termsAccepted: true as const }
  const placed = await browser.bookings.place(wish)
  if (placed.outcome !== 'pay') throw new Error('expected a payment page')
  const { rows } = await browser.bookings.mine({})
  return { ada, browser, wish, placed, bookingId: rows[0]!.id }
}

const goneMails = (to: string) =>
  app.sql(`select count(*)::int as mails from mails where to_address = $1 and template = 'payments.order-gone'`, [to])

test('an unpaid hold that is let go cannot be paid any more: its order and its payment page are closed', async () => {
  const { ada, browser, wish, placed, bookingId } = await atPaymentPage()
  expect(await browser.bookings.cancel({ id: bookingId })).toEqual({ tokens: 0, pence: 0 })
  expect(await browser.bookings.mine({})).toMatchObject({ total: 0 })
  expect(await browser.payments.order({ id: placed.orderId })).toMatchObject({ status: 'expired', can: { pay: false } })
  await expect(browser.payments.retry({ id: placed.orderId })).rejects.toMatchObject({ code: 'ORDER_CLOSED' })
  await untilQuiet(app)
  const { stripeSessionId } = await orderOf(app.runtime, ada.id, placed.orderId)
  const page = await app.runtime.stripe.checkout.sessions.retrieve(stripeSessionId!)
  expect(page.status).toBe('expired')
  await pay(app, placed.url)
  expect(await browser.payments.order({ id: placed.orderId })).toMatchObject({ status: 'expired' })
  expect(await goneMails(ada.email)).toEqual([{ mails: 0 }])
  const again = await browser.bookings.place(wish)
  expect(again).toMatchObject({ outcome: 'pay' })
})

test('money that is quicker than the closing of its page goes back by itself, and the person is told', async () => {
  const { ada, browser, placed, bookingId } = await atPaymentPage()
  await browser.bookings.cancel({ id: bookingId })
  await pay(app, placed.url)
  expect(await browser.payments.order({ id: placed.orderId })).toMatchObject({ status: 'refunded' })
  expect(await goneMails(ada.email)).toEqual([{ mails: 1 }])
})

test('a page that opens while its hold is let go is closed as well', async () => {
  const { ada, browser, placed, bookingId } = await atPaymentPage()
  const before = await orderOf(app.runtime, ada.id, placed.orderId)
  await app.sql('update orders set stripe_session_id = null, checkout_url = null where id = $1', [placed.orderId])
  await browser.bookings.cancel({ id: bookingId })
  const opening = { ...before, stripeSessionId: null, checkoutUrl: null }
  await expect(paymentPage(app.runtime, bookingOrders, opening, { message: '' })).rejects.toMatchObject({
    code: 'ORDER_CLOSED',
  })
  const page = await app.runtime.stripe.checkout.sessions.retrieve(before.stripeSessionId!)
  expect(page.status).toBe('expired')
})

test('cancelling a hold while it is being paid ends in one of both, never in a stuck pair', async () => {
  for (let round = 0; round < 5; round++) {
    const { ada, browser, placed, bookingId } = await atPaymentPage()
    await pressPay(placed.url)
    await Promise.all([untilQuiet(app), browser.bookings.cancel({ id: bookingId })])
    await untilQuiet(app)
    expect(await browser.payments.order({ id: placed.orderId })).toMatchObject({ status: 'refunded' })
    expect(await bookingRow(app, bookingId)).toMatchObject({ status: 'cancelled' })
    expect((await goneMails(ada.email))[0]!.mails).toBeLessThanOrEqual(1)
  }
})

test('nobody cancels or sees the booking of another', async () => {
  const [ada, ben] = [await withTokens(), await paidMember(app)]
  const { row } = await book(ada, '2026-11-25', '12:00')
  await expect(app.as(ben).bookings.cancel({ id: row.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await app.as(ben).bookings.mine({})).toMatchObject({ rows: [], total: 0 })
  expect(await bookingRow(app, row.id)).toMatchObject({ status: 'confirmed' })
})

test('what has begun cannot be cancelled; staff can, with a reason and everything back', async () => {
  const [ada, boss] = [await withTokens(), await admin(app)]
  const { row } = await book(ada, '2026-11-18', '11:00')
  app.clock.set('2026-11-18T11:00:00Z')
  await expect(app.as(ada).bookings.cancel({ id: row.id })).rejects.toMatchObject({ code: 'CANNOT_CANCEL' })
  await expect(app.as(boss).bookings.cancelByStaff({ id: row.id, reason: ' ' })).rejects.toMatchObject({
    data: { field: 'reason' },
  })
  const back = await app.as(boss).bookings.cancelByStaff({ id: row.id, reason: 'The heating has failed.' })
  expect(back).toEqual({ tokens: 5, pence: 0 })
  expect(await tokenBalance(app.db, ada.id)).toBe(5)
  const mails = await app.sql(
    `select props->>'reason' as reason from mails where to_address = $1 and template = 'bookings.cancelled'`,
    [ada.email],
  )
  expect(mails).toEqual([{ reason: 'The heating has failed.' }])
  const audited = await app.sql(
    `select actor_id, after->>'status' as status, after->>'cancel_reason' as reason from audit_log where table_name = 'bookings' and row_id = $1`,
    [row.id],
  )
  expect(audited).toEqual([{ actor_id: boss.id, status: 'cancelled', reason: '(personal)' }])
})

test('staff find bookings by date, facility, status and person', async () => {
  const [ada, boss] = [await withTokens(10), await admin(app)]
  const { room, row } = await book(ada, '2026-12-01')
  await book(ada, '2026-12-02')
  const list = (filter: object) => app.as(boss).bookings.list(filter)
  expect(await list({ q: ada.email, pageSize: 1 })).toMatchObject({
    total: 2,
    rows: [{ bookingOn: '2026-12-02' }],
  })
  expect(await list({ q: ada.lastName.toLowerCase(), on: '2026-12-01' })).toMatchObject({
    total: 1,
    rows: [{ id: row.id, can: { cancel: true }, person: { email: ada.email } }],
  })
  expect(await list({ facility: room.id, status: 'cancelled' })).toMatchObject({ rows: [], total: 0 })
  expect(await list({ q: '%' })).toMatchObject({ total: 0 })
})

test('two places of one order that are given back one after the other are two refunds', async () => {
  const ada = await paidMember(app)
  for (let i = 0; i < 2; i++)
    await app.as(ada).bookings.addToCart({ facilityId: (await facility(app)).id, on: '2026-11-26', startsAt: '10:00' })
  const placed = await app.as(ada).bookings.checkout({ termsAccepted: true })
  if (placed.outcome !== 'pay') throw new Error('expected a payment page')
  await pay(app, placed.url)
  const { rows } = await app.as(ada).bookings.mine({ when: 'upcoming' })
  expect(rows.map(({ orderId }) => orderId)).toEqual([placed.orderId, placed.orderId])
  for (const { id } of rows) expect(await app.as(ada).bookings.cancel({ id })).toEqual({ tokens: 0, pence: 3_000 })
  await untilQuiet(app)
  const refunds = await app.sql('select amount_pence, status from refunds where order_id = $1', [placed.orderId])
  expect(refunds).toEqual([
    { amount_pence: 3_000, status: 'done' },
    { amount_pence: 3_000, status: 'done' },
  ])
  expect(await app.as(ada).payments.order({ id: placed.orderId })).toMatchObject({ status: 'refunded' })
})

test('staff find bookings from now on, the next one first, apart from those that are over; a day says more than that', async () => {
  const [ada, boss] = [await withTokens(20), await admin(app)]
  const days = ['2026-12-01', '2026-12-02', '2026-12-03']
  for (const day of days) await book(ada, day)
  const list = async (filter: object) =>
    (await app.as(boss).bookings.list({ q: ada.email, ...filter })).rows.map(({ bookingOn }) => bookingOn)
  const [, second] = (await app.as(ada).bookings.mine({ when: 'upcoming' })).rows
  const over = instantOf(second!.bookingOn, second!.endsAt)
  app.clock.set(new Date(over.getTime() - 1_000))
  expect(await list({ when: 'coming', sort: 'startsAt' })).toEqual(days.slice(1))
  expect(await list({ when: 'past' })).toEqual(days.slice(0, 1))
  app.clock.set(over)
  expect(await list({ when: 'coming', sort: 'startsAt' })).toEqual(days.slice(2))
  expect(await list({ when: 'past', sort: 'startsAt' })).toEqual(days.slice(0, 2))
  expect(await list({ when: 'coming', on: days[0] })).toEqual(days.slice(0, 1))
})

test.each([
  ['disputeWon', 3_000],
  ['disputeLost', 0],
] as const)(
  'a booking that is cancelled while the bank has its money: %s gives back %i pence',
  async (decided, pence) => {
    const ada = await paidMember(app)
    const { row } = await book(ada, '2027-03-10', '10:00', 'card')
    const dispute = await disputed(app, row.orderId!)
    expect(await app.as(ada).bookings.cancel({ id: row.id, refund: { tokens: 0, pence: 0 } })).toMatchObject({
      pence: 0,
    })
    const [mail] = await app.sql(`select props from mails where template = 'bookings.cancelled' and user_id = $1`, [
      ada.id,
    ])
    expect(mail!.props).toMatchObject({ pence: 0, owedPence: 3_000 })
    await control(app, { [decided]: dispute })
    await untilQuiet(app)
    expect(await app.sql('select refunded_pence from orders where id = $1', [row.orderId])).toEqual([
      { refunded_pence: pence },
    ])
  },
)

/** Two places, paid by card as one order. */
async function bookTwo(who: Person) {
  for (const startsAt of ['10:00', '12:00'])
    await app.as(who).bookings.addToCart({ facilityId: (await facility(app)).id, on: '2027-03-10', startsAt })
  const sold = await app.as(who).bookings.checkout({ termsAccepted: true })
  if (sold.outcome !== 'pay') throw new Error('expected a payment page')
  await pay(app, sold.url)
  const [order] = await app.sql<{ id: string; intent: string }>(
    'select id, stripe_payment_intent_id as intent from orders where user_id = $1',
    [who.id],
  )
  const { rows } = await app.as(who).bookings.mine({})
  return { order: order!, rows: rows.toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1)) }
}
const cancelled = async (who: Person) =>
  (await app.as(who).bookings.mine({ when: 'past' })).rows
    .toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
    .map(({ returnedPence }) => returnedPence)
const sumsOf = async (orderId: string) =>
  (await app.sql('select disputed_pence, refunded_pence, owed_pence from orders where id = $1', [orderId]))[0]

test('of places paid together each says what came back of it once the bank returned the payment', async () => {
  const ada = await paidMember(app)
  const { order, rows } = await bookTwo(ada)
  const dispute = await disputed(app, order.id)
  const nothing = { tokens: 0, pence: 0 }
  await app.as(ada).bookings.cancel({ id: rows[1]!.id, refund: nothing })
  expect(await cancelled(ada)).toEqual([0])
  await expectInvariants(app)
  await control(app, { disputeWon: dispute })
  await untilQuiet(app)
  expect(await cancelled(ada)).toEqual([3_000])
  expect(await sumsOf(order.id)).toEqual({ disputed_pence: 0, refunded_pence: 3_000, owed_pence: 0 })
  // The other one is theirs, and gives back the rest.
  await app.as(ada).bookings.cancel({ id: rows[0]!.id, refund: { tokens: 0, pence: 3_000 } })
  expect(await cancelled(ada)).toEqual([3_000, 3_000])
  await untilQuiet(app)
})

test('a payment that is disputed twice has both sums out, and what was cancelled goes back when both are decided', async () => {
  const ada = await paidMember(app)
  const { order, rows } = await bookTwo(ada)
  for (const disputePart of [2_000, 2_500]) {
    await control(app, { dispute: order.intent, disputePart })
    await untilQuiet(app)
  }
  expect(await sumsOf(order.id)).toMatchObject({ disputed_pence: 4_500 })
  // A part is still here and goes back at once.
  const told = await app.as(ada).bookings.one({ id: rows[0]!.id })
  expect(told.refund).toEqual({ tokens: 0, pence: 1_500 })
  await app.as(ada).bookings.cancel({ id: rows[0]!.id, refund: told.refund })
  expect(await sumsOf(order.id)).toEqual({ disputed_pence: 4_500, refunded_pence: 1_500, owed_pence: 1_500 })
  const [lost, won] = await app.sql<{ id: string }>(
    'select id from disputes where order_id = $1 order by amount_pence',
    [order.id],
  )
  await control(app, { disputeLost: lost!.id })
  await untilQuiet(app)
  expect(await sumsOf(order.id)).toEqual({ disputed_pence: 4_500, refunded_pence: 1_500, owed_pence: 1_500 })
  await control(app, { disputeWon: won!.id })
  await untilQuiet(app)
  expect(await sumsOf(order.id)).toEqual({ disputed_pence: 2_000, refunded_pence: 3_000, owed_pence: 0 })
  expect(await cancelled(ada)).toEqual([3_000])
})

test('what a bank decided for good is promised to nobody who cancels afterwards', async () => {
  const ada = await paidMember(app)
  const { order, rows } = await bookTwo(ada)
  await control(app, { dispute: order.intent, disputePart: 2_000 })
  await untilQuiet(app)
  const [dispute] = await app.sql<{ id: string }>('select id from disputes where order_id = $1', [order.id])
  await control(app, { disputeLost: dispute!.id })
  await untilQuiet(app)
  for (const [id, pence] of [
    [rows[0]!.id, 3_000],
    [rows[1]!.id, 1_000],
  ] as const)
    await app.as(ada).bookings.cancel({ id, refund: { tokens: 0, pence } })
  expect(await sumsOf(order.id)).toEqual({ disputed_pence: 2_000, refunded_pence: 4_000, owed_pence: 0 })
  await untilQuiet(app)
  await expectInvariants(app)
})
