import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { closeOrder } from '#features/money/orders/model.ts'
import { refundOrder } from '#features/money/refunds/model.ts'
import { payAtDesk } from '#features/spaces/studio-desk/model.ts'
import { addDays } from '#platform/dates.ts'
import { instantOf } from '#platform/time.ts'
import { facility } from '#seed/factories/facilities.ts'
import { admin, member, type Person, paidMember, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { giveTokens } from '#test/bookings.ts'
import { forged } from '#test/forged.ts'
import { expectInvariants } from '#test/invariants.ts'
import { control, disputed, pay, untilQuiet } from '#test/payments.ts'
import type { SessionInput } from './inputs.ts'
import { studioOrders } from './model.ts'
import { hoursOf, priceOf, spanOf, startsThatFit, stateOf } from './rules.ts'

const app = sharedTestApp()

const tuesday = '2026-12-01'
const session = (more: Partial<SessionInput> = {}): SessionInput => ({
  ...{ bookingDate: tuesday, startTime: '09:00', endTime: '13:00', clientName: 'Ada Okafor' },
  ...{ email: 'ada@people.example', phone: '', projectType: 'portrait', description: '', paidWith: 'card', ...more },
})
const fresh = () => ({ idempotencyKey: crypto.randomUUID() })
const book = (who: Person, more: Partial<SessionInput> = {}) => app.as(who, fresh()).studio.book(session(more))
const withTokens = (hours: number, more: Partial<SessionInput> = {}): Partial<SessionInput> => ({
  ...{ paidWith: 'tokens', startTime: '09:00', endTime: `${String(9 + hours).padStart(2, '0')}:00`, ...more },
})
async function rich() {
  const who = await paidMember(app)
  await giveTokens(app, who, 100)
  return who
}
const rowOf = async (id: string) => (await app.sql('select * from studio_bookings where id = $1', [id]))[0]!
const balanceOf = async ({ id }: Person) =>
  (
    await app.sql<{ n: number }>('select coalesce(sum(amount - used), 0)::int as n from tokens where user_id = $1', [
      id,
    ])
  )[0]!.n
/** Every test has a week of its own. */
let week = 0
const nextTuesday = () => {
  const day = new Date(Date.UTC(2026, 11, 1 + 7 * ++week))
  return day.toISOString().slice(0, 10)
}

describe('what the page offers', () => {
  const open = { opensAt: '08:00', closesAt: '20:00', turnaroundMinutes: 0 }
  test('only starts from which all hours are free, before the house closes and still to come', () => {
    const fit = (hours: number, taken: { from: string; until: string }[], after: string | null = null) =>
      startsThatFit(hours, { taken, open, after })
    expect(fit(4, [])).toHaveLength(17)
    expect(fit(4, [{ from: '09:00', until: '13:00' }])[0]).toBe('13:00')
    expect(fit(4, [{ from: '12:00', until: '16:30' }])).toEqual(['08:00'])
    expect(fit(4, [], '15:20')).toEqual(['15:30', '16:00'])
    expect(fit(8, [{ from: '12:00', until: '13:00' }])).toEqual([])
  })
  test('until midnight where it closes then, and with the time to make it ready before the next one', () => {
    const late = { opensAt: '18:00', closesAt: '00:00', turnaroundMinutes: 30 }
    expect(startsThatFit(5, { taken: [], open: late, after: null })).toEqual(['18:00', '18:30', '19:00'])
    const taken = [{ from: '23:00', until: '24:00' }]
    expect(startsThatFit(4, { taken, open: late, after: null })).toEqual(['18:00', '18:30'])
  })
  test('whoever may not book is told so at once, and a known phone is there', async () => {
    const [ada, eve] = [await paidMember(app), await person(app)]
    expect(await app.as(ada).studio.page()).toMatchObject({ whyNotBook: null, phone: expect.any(String) })
    expect(await app.as(eve).studio.page()).toMatchObject({ whyNotBook: { code: 'APPROVAL_PENDING' } })
  })
  test('the days that are shown together, each with what is taken on it', async () => {
    const day = nextTuesday()
    await book(await paidMember(app), { bookingDate: day })
    const days = await app.as(await paidMember(app)).studio.days({ from: day })
    expect(days).toHaveLength(14)
    expect(days[0]).toEqual({ on: day, taken: [{ from: '09:00', until: '13:00' }] })
    expect(days[1]?.taken).toEqual([])
  })
})

describe('the form', () => {
  const wrong: [string, Record<string, unknown>, string?][] = [
    ['no name', { clientName: ' ' }],
    ['a name of 101 characters', { clientName: 'x'.repeat(101) }],
    ['an address that is none', { email: 'ada' }],
    ['an address of 256 characters', { email: `${'a'.repeat(244)}@people.example` }],
    ['a phone of 21 characters', { phone: '+44 (0) 20 7946 00000' }],
    ['a phone that is no number', { phone: '1'.repeat(20) }, 'Phone must be in format +44XXXXXXXXXX'],
    ['a project of another kind', { projectType: 'wedding' }],
    ['a description of 1001 characters', { description: 'x'.repeat(1_001) }],
    ['a start that is no time', { startTime: '9 o’clock' }, 'Invalid time format'],
    ['an end that is no time', { endTime: '25:00' }, 'Invalid time format'],
    ['no date', { bookingDate: '' }, 'Please select a booking date'],
  ]
  test('what is beyond the limits is refused [STU-03, STU-04, STU-05, STU-06, STU-07]', async () => {
    const ada = await paidMember(app)
    for (const [what, more, message] of wrong) {
      const refused = app.as(ada, fresh()).studio.book(forged({ ...session(), ...more }))
      await expect(refused, what).rejects.toMatchObject({ code: 'INVALID_INPUT', ...(message && { message }) })
    }
  })
  test('what is at the limits is taken, and kept as it was typed [STU-02, STU-03, STU-04, STU-05]', async () => {
    const ada = await paidMember(app)
    const { id } = await book(ada, {
      ...{
        bookingDate: nextTuesday(),
        clientName: 'x'.repeat(100),
        phone: '+44 (0)20-7946--0000',
        description: 'x'.repeat(1_000),
      },
      ...{ projectType: 'other' },
    })
    expect(await rowOf(id)).toMatchObject({
      ...{ project_type: 'other', hours: 4, status: 'confirmed', user_id: ada.id, price_pence: 70_000 },
      ...{ start_time: '09:00', end_time: '13:00', client_name: 'x'.repeat(100), description: 'x'.repeat(1_000) },
      ...{ email: session().email, phone: '+442079460000', booking_date: expect.anything() },
    })
  })
})

test('hours, price and times agree: by the one table of the settings [STU-08, STU-14, STU-17, STU-18, STU-21]', async () => {
  const [ada, boss] = [await rich(), app.as(await admin(app))]
  for (const [endTime, hours, pence] of [
    ['13:00', 4, 70_000],
    ['16:00', 7, 70_000],
    ['17:00', 8, 120_000],
  ] as const) {
    const { id } = await book(await paidMember(app), { bookingDate: nextTuesday(), endTime })
    expect(await rowOf(id)).toMatchObject({ hours, price_pence: pence, tokens_used: 0 })
  }
  const long = await book(await paidMember(app), { bookingDate: nextTuesday(), startTime: '08:00', endTime: '20:00' })
  expect(await rowOf(long.id)).toMatchObject({ hours: 12, price_pence: 120_000 })
  for (const endTime of ['12:00', '13:30', '09:00', '08:00'])
    await expect(book(ada, { bookingDate: nextTuesday(), endTime })).rejects.toMatchObject({
      code: 'INVALID_DURATION',
      data: { title: 'Invalid booking duration' },
    })
  const { id } = await book(ada, withTokens(2, { bookingDate: nextTuesday() }))
  expect(await rowOf(id)).toMatchObject({ tokens_used: 4, price_pence: 0 })
  await boss.venue.changeSettings({ studioDayPence: 130_000, studioHourTokens: 3 })
  const dear = await book(await paidMember(app), { bookingDate: nextTuesday(), endTime: '18:00' })
  expect(await rowOf(dear.id)).toMatchObject({ price_pence: 130_000 })
  const dearer = await book(ada, withTokens(1, { bookingDate: nextTuesday() }))
  expect(await rowOf(dearer.id)).toMatchObject({ tokens_used: 3 })
  expect((await app.as(ada).studio.page()).prices).toMatchObject({ studioDayPence: 130_000, studioHourTokens: 3 })
  await boss.venue.changeSettings({ studioDayPence: 120_000, studioHourTokens: 2 })
})

test('as many sessions wait for their payment as unpaid places may be held, and paying or cancelling one lets the next in', async () => {
  const ada = await rich()
  const days = Array.from({ length: 5 }, nextTuesday)
  const sessionOn = (bookingDate: string) => book(ada, { bookingDate })
  const [first, second] = [await sessionOn(days[0]!), await sessionOn(days[1]!)]
  const both = await Promise.allSettled([sessionOn(days[2]!), sessionOn(days[3]!)])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const words = 'You have 3 studio bookings that are not paid yet.'
  const refused = { code: 'TOO_MANY_UNPAID', message: expect.stringContaining(words), data: { field: 'paidWith' } }
  await expect(sessionOn(days[4]!)).rejects.toMatchObject(refused)
  // Tokens pay at once.
  await book(ada, withTokens(1, { bookingDate: days[4]! }))
  await pay(app, (await app.as(ada, fresh()).studio.pay({ id: first.id })).url!)
  const free = days[both[0]!.status === 'fulfilled' ? 3 : 2]!
  await sessionOn(free)
  await expect(sessionOn(addDays(free, 1))).rejects.toMatchObject(refused)
  await app.as(ada).studio.cancel({ id: second.id, refund: { tokens: 0, pence: 0, deskPence: 0 } })
  await sessionOn(addDays(free, 1))
})

test('a session is booked for the price that was on screen, or not at all', async () => {
  const [ada, boss] = [await rich(), app.as(await admin(app))]
  const bookingDate = nextTuesday()
  const seen = priceOf(4, 'card', (await app.as(ada).studio.page()).prices)
  await boss.venue.changeSettings({ studioHalfDayPence: 75_000 })
  await expect(book(ada, { bookingDate, seen })).rejects.toMatchObject({ code: 'PRICE_CHANGED' })
  expect(await app.sql('select id from studio_bookings where user_id = $1', [ada.id])).toEqual([])
  const { id } = await book(ada, { bookingDate, seen: { tokens: 0, pence: 75_000 } })
  expect(await rowOf(id)).toMatchObject({ price_pence: 75_000 })
  await boss.venue.changeSettings({ studioHalfDayPence: 70_000 })
})

test('a price never falls with the hours, and tokens are by the hour', () => {
  const prices = { studioHourPence: 20_000, studioHalfDayPence: 70_000, studioDayPence: 120_000, studioHourTokens: 2 }
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 12 }), fc.integer({ min: 4, max: 12 }), (a, b) => {
      const [less, more] = [Math.min(a, b), Math.max(a, b)].map(hours => priceOf(hours, 'card', prices).pence)
      return less! <= more! && priceOf(a, 'tokens', prices).tokens === 2 * a
    }),
  )
})

test('tokens pay on Tuesdays alone, two hours a day, six a week that begins on Sunday [STU-09, STU-10, STU-11, STU-12, STU-13]', async () => {
  const ada = await rich()
  const on = nextTuesday()
  const day = (days: number) => new Date(Date.parse(on) + days * 86_400_000).toISOString().slice(0, 10)
  const title = (words: string) => ({ data: { title: words } })
  await expect(book(ada, withTokens(3, { bookingDate: on }))).rejects.toMatchObject(title('Invalid booking duration'))
  await expect(book(ada, withTokens(1, { bookingDate: day(1) }))).rejects.toMatchObject(
    title('Invalid date for token booking'),
  )
  await book(ada, withTokens(1, { bookingDate: on }))
  await expect(
    book(ada, { bookingDate: on, startTime: '14:00', endTime: '16:00', paidWith: 'tokens' }),
  ).rejects.toMatchObject(title('Daily limit exceeded'))
  await book(ada, { bookingDate: on, startTime: '14:00', endTime: '15:00', paidWith: 'tokens' })
  // Tuesdays are a week apart: only what stood there before can fill a week.
  await app.sql(
    `insert into studio_bookings (user_id, space_id, booking_date, start_time, end_time, starts_at, ends_at, hours, client_name, email, project_type, paid_with, tokens_used)
      select $1, id, $2::date, '20:00', '23:00', $2::date + interval '20 hours', $2::date + interval '23 hours', 3, 'Ada', 'a@people.example', 'other', 'tokens', 6
      from spaces where slug = 'photography-studio'`,
    [ada.id, day(-2)],
  )
  await app.sql(
    `update studio_bookings set status = 'cancelled', cancelled_at = now() where user_id = $1 and start_time = '14:00'`,
    [ada.id],
  )
  // One on Tuesday and three on Sunday: two more are six, and the Saturday before is another week.
  await book(ada, { bookingDate: on, startTime: '15:00', endTime: '16:00', paidWith: 'tokens' })
  await app.sql(`update studio_bookings set hours = 5 where user_id = $1 and start_time = '20:00'`, [ada.id])
  await app.sql(
    `update studio_bookings set status = 'cancelled', cancelled_at = now() where user_id = $1 and start_time = '15:00'`,
    [ada.id],
  )
  await expect(
    book(ada, { bookingDate: on, startTime: '16:00', endTime: '17:00', paidWith: 'tokens' }),
  ).rejects.toMatchObject(title('Weekly limit exceeded'))
  await app.sql(`update studio_bookings set booking_date = $2 where user_id = $1 and start_time = '20:00'`, [
    ada.id,
    day(-3),
  ])
  await book(ada, { bookingDate: on, startTime: '16:00', endTime: '17:00', paidWith: 'tokens' })
})

test('too few tokens: how many, and how many there are; nothing is booked [STU-16, STU-25]', async () => {
  const ada = await paidMember(app)
  await giveTokens(app, ada, 3)
  await expect(book(ada, withTokens(2, { bookingDate: nextTuesday() }))).rejects.toMatchObject({
    message: 'You need 4 tokens but only have 3',
    data: { title: 'Insufficient tokens' },
  })
  expect(await balanceOf(ada)).toBe(3)
})

test('own sessions stand among the bookings: what is to come or to pay, and what has been or was cancelled', async () => {
  const ada = await rich()
  const mine = async (when: 'upcoming' | 'past') => (await app.as(ada).studio.mine({ when })).map(({ id }) => id)
  const on = nextTuesday()
  const early = await book(ada, withTokens(1, { bookingDate: on }))
  const late = await book(ada, { bookingDate: on, startTime: '12:00', endTime: '16:00' })
  const gone = await book(ada, { bookingDate: addDays(on, 1) })
  await app.as(ada).studio.cancel({ id: gone.id, refund: { tokens: 0, pence: 0, deskPence: 0 } })
  expect(await mine('upcoming')).toEqual([early.id, late.id])
  expect(await mine('past')).toEqual([gone.id])
  app.clock.set(`${addDays(on, 1)}T20:00:00Z`)
  onTestFinished(() => app.clock.set('2026-11-18T10:00:00Z'))
  // What was never paid waits for it.
  expect(await mine('upcoming')).toEqual([late.id])
  expect(await mine('past')).toEqual([gone.id, early.id])
  const eve = await paidMember(app)
  expect(await app.as(eve).studio.mine({ when: 'past' })).toEqual([])
})

test('free members book the studio by the same rule as facilities, and are told so in the same words', async () => {
  const [boss, free] = [await admin(app), await member(app)]
  const bookingDate = nextTuesday()
  const { id: facilityId } = await facility(app)
  const place = {
    facilityId,
    on: bookingDate,
    startsAt: '10:00',
    termsAccepted: true as const,
    payWith: 'card' as const,
  }
  const closed = { code: 'UPGRADE_REQUIRED', message: 'Facility booking needs a paid membership.' }
  await expect(app.as(free).bookings.place(place)).rejects.toMatchObject(closed)
  expect((await app.as(free).studio.page()).whyNotBook).toMatchObject(closed)
  await expect(book(free, { bookingDate })).rejects.toMatchObject(closed)
  await expect(book(free, withTokens(1, { bookingDate }))).rejects.toMatchObject(closed)
  await app.as(boss).venue.changeSettings({ freeMembersFacilities: 'card' })
  onTestFinished(async () => void (await app.as(boss).venue.changeSettings({ freeMembersFacilities: 'blocked' })))
  const noTokens = {
    code: 'TOKENS_NOT_AVAILABLE',
    message: 'Tokens not available on Free plan. You can pay by card.',
  }
  expect(await app.as(free).studio.page()).toMatchObject({ whyNotBook: null, whyNotTokens: noTokens })
  await expect(book(free, withTokens(1, { bookingDate }))).rejects.toMatchObject(noTokens)
  await expect(app.as(free).bookings.place({ ...place, payWith: 'tokens' })).rejects.toMatchObject(noTokens)
  await book(free, { bookingDate, startTime: '15:00', endTime: '19:00' })
})

test('ten at once with tokens: the day has two hours of them, whoever asks how often [STU-25]', async () => {
  const ada = await rich()
  const on = nextTuesday()
  const starts = Array.from({ length: 10 }, (_, hour) => 9 + hour)
  const outcomes = await Promise.allSettled(
    starts.map(hour =>
      book(ada, {
        ...{ bookingDate: on, paidWith: 'tokens', startTime: `${String(hour).padStart(2, '0')}:00` },
        endTime: `${String(hour + 1).padStart(2, '0')}:00`,
      }),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await balanceOf(ada)).toBe(96)
  await expectInvariants(app)
})

test('a session and a booking of the same room exclude each other; it is confirmed at once and due by card [STU-22, STU-23]', async () => {
  const [ada, ben] = [await rich(), await rich()]
  const on = nextTuesday()
  const [{ id: spaceId }] = (await app.sql<{ id: string }>(
    `select id from spaces where slug = 'photography-studio'`,
  )) as [{ id: string }]
  const hour = await facility(app, { spaceId })
  const { id } = await book(ada, { bookingDate: on })
  await expect(book(ben, { bookingDate: on, startTime: '12:00', endTime: '16:00' })).rejects.toMatchObject({
    code: 'SLOT_TAKEN',
  })
  const place = (startsAt: string) =>
    app.as(ben, fresh()).bookings.place({ facilityId: hour.id, on, startsAt, termsAccepted: true })
  await expect(place('12:00')).rejects.toMatchObject({ code: 'SLOT_TAKEN' })
  await place('13:00')
  await expect(book(ada, { bookingDate: on, startTime: '13:00', endTime: '17:00' })).rejects.toMatchObject({
    code: 'SLOT_TAKEN',
  })
  expect(await rowOf(id)).toMatchObject({ status: 'confirmed', paid_at: null, price_pence: 70_000 })
  const mails = await app.sql(`select props from mails where template = 'studio.confirmed' and relates_to = $1`, [
    `studio/${id}`,
  ])
  // Until when cancelling gives back what was paid, and how to get in.
  const { gettingIn } = await app.as(await admin(app)).venue.settings()
  const refundableUntil = instantOf(addDays(on, -1), '09:00').toISOString()
  expect(mails).toMatchObject([{ props: { gettingIn, refundableUntil } }])
  await expectInvariants(app)
})

test('what is due is paid once by card; cancelling in time gives it back, once', async () => {
  const ada = await rich()
  const as = () => app.as(ada, fresh())
  const { id } = await book(ada, { bookingDate: nextTuesday() })
  const { url } = await as().studio.pay({ id })
  expect((await as().studio.pay({ id })).url).toBe(url)
  // It is theirs whether they pay or not: nothing is held for the payment.
  expect(await as().payments.receipt({ id: await orderOf(id) })).toMatchObject({ status: 'pending', isHeld: false })
  await pay(app, url)
  expect((await rowOf(id)).paid_at).not.toBeNull()
  await expect(as().studio.pay({ id })).rejects.toMatchObject({ code: 'NOTHING_DUE' })
  const [shown] = (await as().studio.page()).sessions
  expect(shown).toMatchObject({
    id,
    refund: { tokens: 0, pence: 70_000, deskPence: 0 },
    can: { pay: false, cancel: true },
  })
  await expect(as().studio.cancel({ id, refund: { tokens: 0, pence: 0, deskPence: 0 } })).rejects.toMatchObject({
    code: 'REFUND_CHANGED',
  })
  expect(await as().studio.cancel({ id, refund: { tokens: 0, pence: 70_000, deskPence: 0 } })).toEqual({
    tokens: 0,
    pence: 70_000,
    deskPence: 0,
  })
  await app.runJobs()
  const [order] = await app.sql('select refunded_pence from orders where id = $1', [(await rowOf(id)).order_id])
  expect(order).toEqual({ refunded_pence: 70_000 })
  await expect(as().studio.cancel({ id, refund: { tokens: 0, pence: 70_000, deskPence: 0 } })).rejects.toMatchObject({
    code: 'CANNOT_CANCEL',
  })
  await expectInvariants(app)
})

const orderOf = async (id: string) => String((await rowOf(id)).order_id)
const cancelledMail = async (id: string) =>
  (
    await app.sql<{ props: object }>(
      `select props from mails where template = 'studio.cancelled' and relates_to = $1`,
      [`studio/${id}`],
    )
  )[0]?.props

test('what went back of a payment already is not promised once more, and the rest comes back', async () => {
  const ada = await rich()
  const { id } = await book(ada, { bookingDate: nextTuesday() })
  await pay(app, (await app.as(ada, fresh()).studio.pay({ id })).url)
  const orderId = await orderOf(id)
  await app.write(tx => refundOrder(tx, { orderId, amountPence: 20_000, reason: 'Test', ref: `part:${id}` }))
  await untilQuiet(app)
  const [own] = (await app.as(ada).studio.page()).sessions
  expect(own?.refund).toEqual({ tokens: 0, pence: 50_000, deskPence: 0 })
  const { rows } = await app.as(await admin(app)).studio.list({ q: ada.email })
  expect(rows[0]?.refunds).toMatchObject({ all: { pence: 50_000 }, rule: { pence: 50_000 } })
  expect(await app.as(ada).studio.cancel({ id, refund: own!.refund })).toEqual({
    tokens: 0,
    pence: 50_000,
    deskPence: 0,
  })
  await untilQuiet(app)
  const [order] = await app.sql('select refunded_pence from orders where id = $1', [orderId])
  expect(order).toEqual({ refunded_pence: 70_000 })
  await expectInvariants(app)
})

test('what was paid at the desk comes back at the desk, by the same rule, and is said before and by mail', async () => {
  const boss = app.as(await admin(app))
  const ada = await rich()
  const ids: string[] = []
  for (let time = 0; time < 3; time++) {
    const { id } = await book(ada, { bookingDate: nextTuesday() })
    await boss.studio.markPaid({ id })
    ids.push(id)
  }
  const [own, all, none] = ids as [string, string, string]
  const seen = (await app.as(ada).studio.page()).sessions.find(({ id }) => id === own)
  const refund = { tokens: 0, pence: 0, deskPence: 70_000 }
  expect(seen).toMatchObject({ refund })
  expect(await app.as(ada).studio.cancel({ id: own, refund })).toEqual(refund)
  expect(await cancelledMail(own)).toMatchObject({ deskPence: 70_000, pence: 0 })
  const { rows } = await boss.studio.list({ q: ada.email })
  expect(rows.find(({ id }) => id === all)).toMatchObject({ refunds: { all: refund, rule: refund } })
  expect(await boss.studio.cancelByStaff({ id: all, reason: 'The cove is painted.' })).toMatchObject({
    deskPence: 70_000,
  })
  expect(await boss.studio.cancelByStaff({ id: none, reason: 'No show.', giveBack: 'nothing' })).toMatchObject({
    deskPence: 0,
  })
  // What the desk owes stays on its list until it was handed back, once.
  const owed = async () => (await boss.studio.list({ q: ada.email, money: 'owed' })).rows
  expect((await owed()).map(({ id, deskOwedPence, can }) => [id, deskOwedPence, can.handBack]).toSorted()).toEqual(
    [own, all].map(id => [id, 70_000, true]).toSorted(),
  )
  // It is owed whenever the session was to be, and found by whom it was for.
  expect(await boss.studio.list({ when: 'past', money: 'owed', q: ada.email })).toMatchObject({ total: 2 })
  await expectInvariants(app)
  await boss.studio.handBack({ id: own })
  expect(await entriesOf(await orderOf(own))).toEqual([
    ['desk', 70_000],
    ['desk', -70_000],
  ])
  expect(await entriesOf(await orderOf(none))).toEqual([['desk', 70_000]])
  await app.runJobs()
  expect(await app.sql('select status from refunds where user_id = $1', [ada.id])).toEqual([{ status: 'done' }])
  expect((await owed()).map(({ id }) => id)).toEqual([all])
  for (const id of [own, none])
    await expect(boss.studio.handBack({ id })).rejects.toMatchObject({ code: 'NOTHING_OWED' })
  // What was handed back was real; what was never taken is not owed any more.
  await expect(boss.studio.takeBackPayment({ id: own })).rejects.toMatchObject({ code: 'NOT_PAID_AT_DESK' })
  await boss.studio.takeBackPayment({ id: all })
  expect(await owed()).toEqual([])
  await expectInvariants(app)
})

/** The entries of an order in the ledger, in pence, and which way they moved. */
const entriesOf = async (orderId: string) =>
  (
    await app.sql<{ way: string; amount_pence: number }>(
      'select way, amount_pence from ledger_entries where order_id = $1 order by created_at, amount_pence desc',
      [orderId],
    )
  ).map(({ way, amount_pence }) => [way, amount_pence])

test('what the desk takes is a payment: in the ledger, in the takings of the desk, and a receipt of its member', async () => {
  const boss = app.as(await admin(app))
  const ada = await rich()
  const before = (await boss.payments.takings({ kind: 'studio' })).sum
  const { id } = await book(ada, { bookingDate: nextTuesday() })
  await boss.studio.markPaid({ id })
  await expect(boss.studio.markPaid({ id })).rejects.toMatchObject({ code: 'NOTHING_DUE' })
  const orderId = await orderOf(id)
  expect(await entriesOf(orderId)).toEqual([['desk', 70_000]])
  const taken = (await boss.payments.takings({ kind: 'studio' })).sum
  expect(taken.deskPence - before.deskPence).toBe(70_000)
  expect(taken.netPence - before.netPence).toBe(70_000)
  expect((await boss.payments.ledger({ way: 'desk', q: ada.email })).rows).toMatchObject([
    { amountPence: 70_000, orderId },
  ])
  expect((await boss.payments.ledger({ way: 'card', q: ada.email })).total).toBe(0)
  expect((await app.as(ada).payments.mine({})).rows).toMatchObject([{ id: orderId, amountPence: 70_000 }])
  expect(await app.as(ada).payments.receipt({ id: orderId })).toMatchObject({
    ...{ status: 'paid', way: 'desk', can: { print: true, pay: false } },
    things: [{ paid: 'Studio paid', link: { to: '/studio' } }],
  })
  const [row] = (await boss.studio.list({ q: ada.email })).rows
  expect(row).toMatchObject({ way: 'desk', can: { takeBackPayment: true, markPaid: false } })
  const audited = await app.sql(
    `select actor_id from audit_log where table_name = 'studio_bookings' and row_id = $1 and after ->> 'paid_at' is not null`,
    [id],
  )
  expect(audited.length).toBeGreaterThan(0)
  await expectInvariants(app)
})

test('a payment that the desk entered by mistake is taken back by an entry against it, once, and is due as before', async () => {
  const boss = app.as(await admin(app))
  const ada = await rich()
  const { id } = await book(ada, { bookingDate: nextTuesday() })
  await expect(boss.studio.takeBackPayment({ id })).rejects.toMatchObject({ code: 'NOT_PAID_AT_DESK' })
  await boss.studio.markPaid({ id })
  const wrong = await orderOf(id)
  await boss.studio.takeBackPayment({ id })
  await expect(boss.studio.takeBackPayment({ id })).rejects.toMatchObject({ code: 'NOT_PAID_AT_DESK' })
  expect(await entriesOf(wrong)).toEqual([
    ['desk', 70_000],
    ['desk', -70_000],
  ])
  const [own] = (await app.as(ada).studio.page()).sessions
  expect(own).toMatchObject({ id, paidAt: null, refund: { deskPence: 0 }, can: { pay: true } })
  expect(await app.as(ada).payments.receipt({ id: wrong })).toMatchObject({
    ...{ status: 'refunded', givenBack: [{ pence: 70_000, outcome: 'never' }] },
  })
  await expectInvariants(app)
  // By card now: that is no payment of the desk.
  await pay(app, (await app.as(ada, fresh()).studio.pay({ id })).url)
  await expect(boss.studio.takeBackPayment({ id })).rejects.toMatchObject({ code: 'NOT_PAID_AT_DESK' })
  expect((await boss.studio.list({ q: ada.email })).totals).toMatchObject({ paidPence: 70_000, duePence: 0 })
  await app.runJobs()
  await expectInvariants(app)
})

test('whoever cancels or pays while the desk takes the payment is asked to look again, and then gets back what was paid', async () => {
  const boss = app.as(await admin(app))
  const ada = await rich()
  const { id } = await book(ada, { bookingDate: nextTuesday() })
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  const { promise: freed, resolve: free } = Promise.withResolvers<void>()
  const paying = app.write(async tx => {
    await payAtDesk(tx, id)
    hold()
    await freed
  })
  await held
  const late = [
    app.as(ada).studio.cancel({ id, refund: { tokens: 0, pence: 0, deskPence: 0 } }),
    boss.studio.markPaid({ id }),
  ]
  const ends = Promise.allSettled(late)
  await expect
    .poll(
      async () =>
        (
          await app.sql(
            `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
        ).length,
    )
    .toBe(2)
  free()
  await paying
  const refused = { status: 'rejected', reason: expect.objectContaining({ code: 'CHANGED_MEANWHILE' }) }
  expect(await ends).toEqual([refused, refused])
  const cancel = (deskPence: number) => app.as(ada).studio.cancel({ id, refund: { tokens: 0, pence: 0, deskPence } })
  // Who was told that nothing comes back is told of what does.
  await expect(cancel(0)).rejects.toMatchObject({ code: 'REFUND_CHANGED' })
  expect(await cancel(70_000)).toMatchObject({ deskPence: 70_000 })
  expect(await entriesOf(await orderOf(id))).toEqual([['desk', 70_000]])
  await expectInvariants(app)
})

test('whoever confirms after the time until which the desk gives back is told so first, and keeps the booking', async () => {
  const boss = app.as(await admin(app))
  const ada = await rich()
  const { id } = await book(ada, { bookingDate: nextTuesday() })
  await boss.studio.markPaid({ id })
  const [seen] = (await app.as(ada).studio.page()).sessions
  app.clock.set(new Date(seen!.refundableUntil!.getTime() + 1).toISOString())
  onTestFinished(() => app.clock.set('2026-11-18T10:00:00Z'))
  const cancel = (refund: { tokens: number; pence: number; deskPence: number }) =>
    app.as(ada).studio.cancel({ id, refund })
  await expect(cancel(seen!.refund)).rejects.toMatchObject({ code: 'REFUND_CHANGED' })
  expect(await rowOf(id)).toMatchObject({ status: 'confirmed' })
  const none = { tokens: 0, pence: 0, deskPence: 0 }
  expect((await app.as(ada).studio.page()).sessions[0]).toMatchObject({ refund: none, refundableUntil: null })
  expect(await cancel(none)).toEqual(none)
  expect((await boss.studio.list({ q: ada.email, money: 'owed' })).total).toBe(0)
  await expectInvariants(app)
})

test('a payment that comes after its page ran out is taken for a session that still stands', async () => {
  const ada = await rich()
  const { id } = await book(ada, { bookingDate: nextTuesday() })
  const { url } = await app.as(ada, fresh()).studio.pay({ id })
  const orderId = await orderOf(id)
  await app.write(tx => closeOrder(tx, studioOrders, orderId, 'expired'))
  expect((await app.as(ada).studio.page()).sessions[0]).toMatchObject({ can: { pay: true } })
  await pay(app, url)
  expect(await rowOf(id)).toMatchObject({ paid_at: expect.any(Date), order_id: orderId })
  const [order] = await app.sql('select refunded_pence from orders where id = $1', [orderId])
  expect(order).toEqual({ refunded_pence: 0 })
  // Nothing is due any more.
  await expect(app.as(ada, fresh()).studio.pay({ id })).rejects.toMatchObject({ code: 'NOTHING_DUE' })
  await expectInvariants(app)
})

test('after a page ran out another one is opened, and only one of them is paid', async () => {
  const ada = await rich()
  const { id } = await book(ada, { bookingDate: nextTuesday() })
  const first = await app.as(ada, fresh()).studio.pay({ id })
  const orderId = await orderOf(id)
  await app.write(tx => closeOrder(tx, studioOrders, orderId, 'expired'))
  const second = await app.as(ada, fresh()).studio.pay({ id })
  expect(second.url).not.toBe(first.url)
  await pay(app, second.url)
  await pay(app, first.url)
  const rows = await app.sql(
    `select amount_pence - refunded_pence as kept from orders where user_id = $1 and kind = 'studio' order by kept`,
    [ada.id],
  )
  expect(rows).toEqual([{ kept: 0 }, { kept: 70_000 }])
  await expectInvariants(app)
})

test('a session that has been can still be paid, and stands on the page until it is', async () => {
  const ada = await rich()
  const day = nextTuesday()
  const { id } = await book(ada, { bookingDate: day })
  app.clock.set(`${day}T18:00:00Z`)
  expect((await app.as(ada).studio.page()).sessions).toMatchObject([{ id, can: { pay: true, cancel: false } }])
  await pay(app, (await app.as(ada, fresh()).studio.pay({ id })).url)
  expect((await app.as(ada).studio.page()).sessions).toEqual([])
  app.clock.set('2026-11-18T10:00:00Z')
})

test.each([
  [
    'PAUSED',
    `payment_status = 'waived', paused_from = $2::timestamptz - interval '1 day', free_until = $2::timestamptz + interval '20 days'`,
  ],
  [
    'PAYMENT_DUE',
    `payment_status = 'overdue', overdue_since = $2::timestamptz - interval '20 days', limited_at = $2::timestamptz`,
  ],
])('whose membership rests reads why, and books no studio: %s', async (code, state) => {
  const someone = await paidMember(app)
  await app.sql(`update user_memberships set ${state} where user_id = $1`, [someone.id, app.clock.now()])
  expect((await app.as(someone).studio.page()).whyNotBook).toMatchObject({ code })
  await expect(book(someone, { bookingDate: nextTuesday() })).rejects.toMatchObject({ code })
})

test('what is paid at the desk closes the page that was open; money that comes all the same goes back, in true words', async () => {
  const ada = await rich()
  const { id } = await book(ada, { bookingDate: nextTuesday() })
  const { url } = await app.as(ada, fresh()).studio.pay({ id })
  await app.as(await admin(app)).studio.markPaid({ id })
  await pay(app, url)
  await app.runJobs()
  const rows = await app.sql(
    `select amount_pence, refunded_pence from orders where user_id = $1 and kind = 'studio' order by refunded_pence`,
    [ada.id],
  )
  expect(rows).toEqual([
    { amount_pence: 70_000, refunded_pence: 0 },
    { amount_pence: 70_000, refunded_pence: 70_000 },
  ])
  expect((await rowOf(id)).paid_at).not.toBeNull()
  const told = await app.sql<{ props: object }>(
    `select props from mails where template = 'payments.order-gone' and user_id = $1`,
    [ada.id],
  )
  expect(told).toMatchObject([{ props: { reason: 'Nothing was to be paid on this page any more.' } }])
  await expectInvariants(app)
})

test('staff complete what is confirmed and cancel whatever is not cancelled; totals leave cancelled ones out [STA-04, STA-05]', async () => {
  const boss = app.as(await admin(app))
  const ada = await rich()
  const [one, two] = [
    await book(ada, { bookingDate: nextTuesday() }),
    await book(ada, withTokens(2, { bookingDate: nextTuesday() })),
  ]
  const totals = async () => (await boss.studio.list({ q: ada.email })).totals
  expect(await totals()).toEqual({ bookings: 2, hours: 6, paidPence: 0, duePence: 70_000, tokens: 4 })
  // It has not begun, so it cannot be complete.
  expect((await boss.studio.list({ q: ada.email })).rows.map(({ can }) => can.complete)).toEqual([false, false])
  await expect(boss.studio.complete({ id: one.id })).rejects.toMatchObject({ code: 'CANNOT_COMPLETE' })
  await boss.studio.markPaid({ id: one.id })
  expect(await totals()).toMatchObject({ paidPence: 70_000, duePence: 0 })
  app.clock.set((await rowOf(one.id)).starts_at as Date)
  await boss.studio.complete({ id: one.id })
  await expect(boss.studio.complete({ id: one.id })).rejects.toMatchObject({ code: 'CANNOT_COMPLETE' })
  const { rows } = await boss.studio.list({ q: ada.email })
  expect(rows.find(({ id }) => id === one.id)).toMatchObject({
    status: 'completed',
    can: { complete: false, cancel: true },
  })
  for (const { id } of [one, two]) await boss.studio.cancelByStaff({ id, reason: 'The cove is painted.' })
  expect(await balanceOf(ada)).toBe(100)
  expect(await totals()).toEqual({ bookings: 0, hours: 0, paidPence: 0, duePence: 0, tokens: 0 })
  const { rows: cancelled } = await boss.studio.list({ q: ada.email, status: 'cancelled' })
  expect(cancelled.map(({ can }) => [can.complete, can.cancel])).toEqual([
    [false, false],
    [false, false],
  ])
  await expect(boss.studio.complete({ id: two.id })).rejects.toMatchObject({ code: 'CANNOT_COMPLETE' })
  await expect(boss.studio.cancelByStaff({ id: one.id, reason: 'Once more.' })).rejects.toMatchObject({
    code: 'CANNOT_CANCEL',
  })
  app.clock.set('2026-11-18T10:00:00Z')
  await expectInvariants(app)
})

const studioIs = (opens: string | null, closes: string | null, turnaround: number) =>
  app.sql(
    `update spaces set opens_at = $1, closes_at = $2, turnaround_minutes = $3 where slug = 'photography-studio'`,
    [opens, closes, turnaround],
  )

test('the studio’s own hours are those that bind, until midnight if it closes then, and it is made ready in between', async () => {
  const ada = await rich()
  const on = nextTuesday()
  await studioIs('10:00', '00:00', 30)
  expect((await app.as(ada).studio.page()).open).toEqual({
    ...{ opensAt: '10:00', closesAt: '00:00', turnaroundMinutes: 30 },
  })
  await expect(book(ada, { bookingDate: on })).rejects.toMatchObject({ code: 'HOUSE_CLOSED' })
  const { id } = await book(ada, { bookingDate: on, startTime: '18:00', endTime: '00:00' })
  expect(await rowOf(id)).toMatchObject({ hours: 6, ends_at: instantOf(addDays(on, 1), '00:00') })
  const isOffered = async (start: string) => {
    const [{ open }, [day]] = [await app.as(ada).studio.page(), await app.as(ada).studio.days({ from: on })]
    return startsThatFit(4, { taken: day!.taken, open, after: null }).includes(start)
  }
  const at = (startTime: string, endTime: string) => book(ada, { bookingDate: on, startTime, endTime })
  // Half an hour is needed between them: what is offered is what is taken.
  expect(await isOffered('14:00')).toBe(false)
  await expect(at('14:00', '18:00')).rejects.toMatchObject({ code: 'SLOT_TAKEN' })
  expect(await isOffered('13:30')).toBe(true)
  await at('13:30', '17:30')
  await studioIs(null, null, 0)
  await expectInvariants(app)
})

async function byTheHour() {
  const [{ id: spaceId }] = (await app.sql<{ id: string }>(
    `select id from spaces where slug = 'photography-studio'`,
  )) as [{ id: string }]
  return facility(app, { spaceId })
}

test('what somebody held unpaid until a while ago is shown as free, and can be booked', async () => {
  const [ada, ben] = [await rich(), await rich()]
  const [hour, on] = [await byTheHour(), nextTuesday()]
  await app
    .as(ben, fresh())
    .bookings.place({ facilityId: hour.id, on, startsAt: '10:00', payWith: 'card', termsAccepted: true })
  await expect(book(ada, { bookingDate: on })).rejects.toMatchObject({ code: 'SLOT_TAKEN' })
  app.clock.set(new Date(app.clock.now().getTime() + 31 * 60_000).toISOString())
  expect((await app.as(ada).studio.days({ from: on }))[0]?.taken).toEqual([])
  await book(ada, { bookingDate: on })
  app.clock.set('2026-11-18T10:00:00Z')
  await expectInvariants(app)
})

test('whoever waits for a time of the studio has it before somebody who books a session over it', async () => {
  const [ada, ben, eve] = [await rich(), await rich(), await rich()]
  const [hour, on] = [await byTheHour(), nextTuesday()]
  const place = { facilityId: hour.id, on, startsAt: '10:00' }
  const placed = await app.as(ada, fresh()).bookings.place({ ...place, payWith: 'tokens', termsAccepted: true })
  await app.as(ben).waiting.join({ ...place, lengths: 1 })
  if (placed.outcome === 'confirmed') await app.as(ada).bookings.cancel({ id: placed.bookingId })
  // It is free, and offered to them in a moment.
  expect((await app.as(eve).studio.days({ from: on }))[0]?.taken).toEqual([{ from: '10:00', until: '11:00' }])
  await expect(book(eve, { bookingDate: on })).rejects.toMatchObject({ code: 'WAITED_FOR' })
  await app.runJobs()
  await expect(book(eve, { bookingDate: on })).rejects.toMatchObject({ code: 'SLOT_TAKEN' })
  await expectInvariants(app)
})

test.each([
  ['disputeLost', 0],
  ['disputeWon', 70_000],
] as const)(
  'what is cancelled while the bank has its money goes back when it returns it, once: %s',
  async (decided, pence) => {
    const ada = await rich()
    const { id } = await book(ada, { bookingDate: nextTuesday() })
    await pay(app, (await app.as(ada, fresh()).studio.pay({ id })).url)
    const orderId = await orderOf(id)
    const dispute = await disputed(app, orderId)
    const [own] = (await app.as(ada).studio.page()).sessions
    expect(own?.refund).toEqual({ tokens: 0, pence: 0, deskPence: 0 })
    expect(await app.as(ada).studio.cancel({ id, refund: own!.refund })).toMatchObject({ pence: 0 })
    expect(await cancelledMail(id)).toMatchObject({ pence: 0, owedPence: 70_000 })
    await untilQuiet(app)
    const back = async () => (await app.sql('select refunded_pence from orders where id = $1', [orderId]))[0]
    expect(await back()).toEqual({ refunded_pence: 0 })
    await control(app, { [decided]: dispute })
    await untilQuiet(app)
    expect(await back()).toEqual({ refunded_pence: pence })
    const told = await app.sql(`select props from mails where template = 'payments.refunded' and user_id = $1`, [
      ada.id,
    ])
    expect(told).toMatchObject(pence > 0 ? [{ props: { amountPence: pence } }] : [])
    await expectInvariants(app)
  },
)

test('a session whose payment was given back at the provider is not to be paid again, and the office reads what is true', async () => {
  const [ada, boss] = [await rich(), app.as(await admin(app))]
  const { id } = await book(ada, { bookingDate: nextTuesday() })
  await pay(app, (await app.as(ada, fresh()).studio.pay({ id })).url)
  const orderId = await orderOf(id)
  const [order] = await app.sql<{ intent: string }>(
    'select stripe_payment_intent_id as intent from orders where id = $1',
    [orderId],
  )
  await app.runtime.stripe.refunds.create({ payment_intent: order!.intent })
  await untilQuiet(app)
  const [row] = (await boss.studio.list({ q: ada.email })).rows
  expect(stateOf(row!)).toBe('Confirmed, paid back')
  expect(row).toMatchObject({ orderId, can: { markPaid: false, cancel: true }, refunds: { all: { pence: 0 } } })
  const [own] = (await app.as(ada).studio.page()).sessions
  expect(own).toMatchObject({ moneyGone: 'back', can: { pay: false, cancel: true }, refund: { pence: 0 } })
  expect(await app.as(ada).studio.cancel({ id, refund: own!.refund })).toMatchObject({ pence: 0 })
  await expectInvariants(app)
})

test('a session whose payment the bank took for good is to be paid as before', async () => {
  const [ada, boss] = [await rich(), app.as(await admin(app))]
  const { id } = await book(ada, { bookingDate: nextTuesday() })
  await pay(app, (await app.as(ada, fresh()).studio.pay({ id })).url)
  const state = async () => stateOf((await boss.studio.list({ q: ada.email })).rows[0]!)
  const dispute = await disputed(app, await orderOf(id))
  expect(await state()).toBe('Confirmed, disputed')
  await control(app, { disputeLost: dispute })
  await untilQuiet(app)
  expect(await state()).toBe('Confirmed, to pay')
  await expectInvariants(app)
})

test('hours that would end beyond midnight begin as much earlier, and are always whole', () => {
  expect(spanOf('13:00', 4)).toEqual({ startTime: '13:00', endTime: '17:00' })
  expect(spanOf('13:00', 12)).toEqual({ startTime: '12:00', endTime: '00:00' })
  for (const hours of [1, 4, 8, 12]) expect(hoursOf(spanOf('23:30', hours))).toBe(hours)
})
