import { beforeEach, expect, test } from 'vitest'
import { reconcile } from '#features/money/reconciliation/model.ts'
import { addDays } from '#platform/dates.ts'
import { calendarDate } from '#platform/time.ts'
import { facility } from '#seed/factories/facilities.ts'
import { admin, member, type Person, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { subscribing } from '#test/memberships.ts'
import { control, declinedCard, untilQuiet } from '#test/payments.ts'
import { climb } from './jobs.ts'
import { nextSteps, reminderDays } from './rules.ts'

const app = sharedTestApp()
const at = subscribing(app)
const { mine, join, told, templatesTo } = at
let boss: Person
let ada: Person
beforeEach(async () => {
  app.clock.set('2026-11-18T10:00:00Z')
  boss = await admin(app)
  ada = await member(app)
})

const dayMs = 86_400_000
const list = (who: Person, more: object = {}) =>
  app
    .as(boss)
    .memberships.dues({ q: who.email, plans: 'paid', ...more })
    .then(({ rows }) => rows)
const rowOf = async (who: Person) => (await list(who, { plans: undefined }))[0]!
const remind = async (who: Person, seenCount?: number) => {
  const { id: membershipId, reminderCount } = await rowOf(who)
  return app.as(boss).memberships.remind({ membershipId, seenCount: seenCount ?? reminderCount })
}
const climbOn = async (day: string) => {
  app.clock.set(`${day}T09:30:00Z`)
  await app.write(tx => tx.enqueue(climb, {}))
  await app.runJobs()
}
/** Builder, paid on 18 November; the second month is refused on 18 December. */
async function failing(who: Person): Promise<void> {
  await join(who, 'builder')
  app.clock.set('2026-12-18T09:00:00Z')
  await control(app, { declineNext: true })
  await at.nextPeriod(who)
}
const standing = async (who: Person) => (await app.as(who).members.me())!.standing
const balance = async (who: Person) => (await app.as(who).tokens.history({})).balance

test('memberships are listed by payment status, with what comes next; plans that cost nothing only when asked for', async () => {
  await failing(ada)
  const [ben, eve, zoe] = [await member(app), await member(app), await member(app)]
  await join(ben, 'creator')
  await app.as(boss).memberships.give({
    ...{ userId: eve.id, tierId: (await at.tier('builder')).id, giftMonths: 2, isComplimentary: false },
    ...{ complimentaryUntil: '', customPence: null, notes: '', seenUntil: null },
  })
  expect(await list(ada, { status: 'overdue' })).toMatchObject([
    {
      ...{ tier: 'Builder', monthlyPence: 4_000, paymentStatus: 'overdue', type: 'overdue', can: { remind: true } },
      overdueSince: new Date('2026-12-18T09:00:00Z'),
      steps: { remindsAt: new Date('2026-12-19T09:00:00Z'), restsAt: new Date('2026-12-25T09:00:00Z') },
    },
  ])
  expect(await list(ben)).toMatchObject([{ tier: 'Creator', paymentStatus: 'paid', type: 'upcoming', steps: null }])
  expect(await list(eve)).toMatchObject([{ paymentStatus: 'waived', type: null, can: { remind: false } }])
  expect(await list(zoe)).toEqual([])
  expect(await list(zoe, { plans: undefined })).toMatchObject([{ tier: 'Explorer', paymentStatus: 'waived' }])
  expect(await list(ben, { status: 'overdue' })).toEqual([])
  // What is overdue stands first, then everybody by name.
  const { rows } = await app.as(boss).memberships.dues({ sort: 'overdueSince', plans: 'paid', pageSize: 500 })
  const overdue = rows.findIndex(({ overdueSince }) => overdueSince === null)
  expect(rows.slice(0, overdue).some(({ userId }) => userId === ada.id)).toBe(true)
  expect(rows.slice(overdue).every(({ overdueSince }) => overdueSince === null)).toBe(true)
  const names = rows.slice(overdue).map(({ name }) => name)
  const [sorted] = await app.sql<{ names: string[] }>(
    'select array_agg(n order by n) as names from unnest($1::text[]) n',
    [names],
  )
  expect(names).toEqual(sorted!.names)
  const counts = await app.as(boss).memberships.dueCounts()
  const [stored] = await app.sql<{ overdue: number }>(
    `select count(*)::int as overdue from user_memberships where status = 'active' and payment_status = 'overdue'`,
  )
  expect(counts.find(({ status }) => status === 'overdue')?.count).toBe(stored!.overdue)
  const open = await app.as(boss).memberships.openPayments()
  const { id: ofAda } = await rowOf(ada)
  expect(open?.find(({ id }) => id === ofAda)).toMatchObject({ pence: 4_000, attempts: 1 })
})

test('list, filters and counts show a pause that was arranged, and a plan that waits for its day, alike', async () => {
  await join(ada, 'builder')
  const { from } = await app.as(ada).memberships.pauseTerms()
  const counted = async (status: string) =>
    (await app.as(boss).memberships.dueCounts()).find(row => row.status === status)?.count ?? 0
  const paid = await counted('paid')
  await app.as(ada).memberships.pause({ months: 1, seenFrom: from!.toISOString() })
  await untilQuiet(app)
  expect(await list(ada, { status: 'paid' })).toMatchObject([{ shown: { paymentStatus: 'paid' } }])
  expect(await list(ada, { status: 'waived' })).toEqual([])
  expect(await counted('paid')).toBe(paid)
  const ben = await member(app)
  const startOn = addDays(calendarDate(app.clock.now()), 15)
  await join(ben, 'creator', { startOn })
  expect(await list(ben, { tier: 'creator' })).toMatchObject([{ tier: 'Creator', isWaiting: true, type: 'upcoming' }])
  expect(await list(ben, { tier: 'explorer' })).toEqual([])
})

test('nobody is told of a charge of what the house has let go of at the provider', async () => {
  await join(ada, 'builder')
  await app.runtime.stripe.subscriptions.update(await at.subscriptionOf(ada), {
    pause_collection: { behavior: 'void' },
  })
  await untilQuiet(app)
  expect(await list(ada)).toMatchObject([{ paymentStatus: 'waived', type: null, can: { remind: false } }])
})

test('a reminder says what the membership and the provider say, is read before it goes, and is counted with it [PAY-07] [PAY-08] [PAY-09]', async () => {
  await failing(ada)
  const { id: membershipId } = await rowOf(ada)
  const seen = await app.as(boss).memberships.reminder({ membershipId })
  expect(seen).toMatchObject({
    ...{ email: ada.email, reminderCount: 0, lastReminderAt: null, problem: null },
    preview: { type: 'overdue', amountPence: 4_000, subject: 'Please pay for your Builder membership' },
  })
  expect(seen.preview!.text).toContain('Pay it before 25 Dec 2026 and nothing changes')
  expect(await remind(ada)).toMatchObject({ type: 'overdue', reminderCount: 1 })
  expect(await told(ada, 'memberships.payment-reminder')).toMatchObject([
    {
      type: 'overdue',
      itemName: 'Builder membership',
      amountPence: 4_000,
      dueOn: '18 Dec 2026',
      restsOn: '25 Dec 2026',
    },
  ])
  expect(
    await app.sql(
      'select user_id, membership_id, reminder_type, amount_due, due_date::text, sent_by from payment_reminders where user_id = $1',
      [ada.id],
    ),
  ).toEqual([
    {
      ...{ user_id: ada.id, membership_id: membershipId, reminder_type: 'overdue', amount_due: 4_000 },
      ...{ due_date: '2026-12-18', sent_by: boss.id },
    },
  ])
  expect(await rowOf(ada)).toMatchObject({ reminderCount: 1, lastReminderAt: app.clock.now(), can: { remind: false } })
})

test('who pays in time is reminded of the next charge, on its day as due', async () => {
  await join(ada, 'builder')
  const { id: membershipId } = await rowOf(ada)
  const preview = async () => (await app.as(boss).memberships.reminder({ membershipId })).preview
  expect(await preview()).toMatchObject({ type: 'upcoming', subject: '£40 is charged on 18 Dec 2026' })
  app.clock.set('2026-12-18T08:00:00Z')
  expect(await preview()).toMatchObject({ type: 'due', subject: 'Your Builder membership is due' })
})

test('a second press, a second tab, a day too soon, an outage and an ended membership send and count nothing [PAY-11]', async () => {
  await failing(ada)
  const { id: membershipId } = await rowOf(ada)
  await control(app, { down: true })
  await expect(remind(ada)).rejects.toMatchObject({ code: 'PROVIDER_UNREACHABLE' })
  await control(app, { down: false })
  expect(await rowOf(ada)).toMatchObject({ reminderCount: 0, lastReminderAt: null })
  const results = await Promise.allSettled(
    [1, 2, 3].map(() => app.as(boss).memberships.remind({ membershipId, seenCount: 0 })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(remind(ada)).rejects.toMatchObject({ code: 'REMINDED_ALREADY' })
  app.clock.set('2026-12-19T10:00:00Z')
  await expect(remind(ada, 0)).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' })
  expect(await rowOf(ada)).toMatchObject({ reminderCount: 1 })
  expect(await told(ada, 'memberships.payment-reminder')).toHaveLength(1)
  const ben = await member(app)
  const free = await rowOf(ben)
  await expect(app.as(boss).memberships.remind({ membershipId: free.id, seenCount: 0 })).rejects.toMatchObject({
    code: 'NOTHING_DUE',
  })
  await app.as(boss).members.block({ userId: ada.id, status: 'blocked', reason: 'Loud at night' })
  await untilQuiet(app)
  await expect(app.as(boss).memberships.remind({ membershipId, seenCount: 1 })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('the ladder: reminders on the first, third and sixth day, then bookings and tokens rest, and all opens again once paid', async () => {
  const room = await facility(app)
  await failing(ada)
  await climbOn('2026-12-18')
  expect(await told(ada, 'memberships.payment-reminder')).toEqual([])
  for (const day of ['2026-12-19', '2026-12-20', '2026-12-21', '2026-12-22', '2026-12-24']) {
    await climbOn(day)
    await climbOn(day)
  }
  const reminders = await told(ada, 'memberships.payment-reminder')
  expect(reminders).toHaveLength(3)
  expect(
    await app.sql('select ladder_day, sent_by from payment_reminders where user_id = $1 order by ladder_day', [ada.id]),
  ).toEqual([1, 3, 6].map(ladder_day => ({ ladder_day, sent_by: null })))
  expect(await standing(ada)).toMatchObject({
    kind: 'overdue',
    words: expect.stringContaining('Pay before 25 Dec 2026'),
  })
  const had = await balance(ada)
  await climbOn('2026-12-25')
  await climbOn('2026-12-26')
  expect(await told(ada, 'memberships.access-rests')).toMatchObject([
    { itemName: 'Builder membership', amountPence: 4_000 },
  ])
  expect(await standing(ada)).toMatchObject({
    kind: 'overdue',
    title: 'Bookings and tokens rest until you have paid.',
    next: { label: 'Pay now' },
  })
  await expect(app.as(ada).tokens.buy({ quantity: 10 })).rejects.toMatchObject({
    code: 'PAYMENT_DUE',
    data: { title: 'Payment due' },
  })
  const wish = { facilityId: room.id, on: '2027-01-06', startsAt: '10:00', termsAccepted: true } as const
  for (const payWith of ['card', 'tokens'] as const)
    await expect(app.as(ada).bookings.place({ ...wish, payWith })).rejects.toMatchObject({ code: 'PAYMENT_DUE' })
  expect((await app.as(ada).members.me())!.can).toMatchObject({ book: false, buyTokens: false })
  // The one way on is to pay, with any card.
  const { url } = await app.as(ada).memberships.payDue({})
  await payInvoice(url, declinedCard)
  expect(await mine(ada)).toMatchObject({ paymentStatus: 'overdue' })
  await payInvoice(url)
  expect(await mine(ada)).toMatchObject({ paymentStatus: 'paid' })
  expect(await rowOf(ada)).toMatchObject({ overdueSince: null, limitedAt: null, steps: null })
  expect(await standing(ada)).toMatchObject({ kind: 'paid' })
  expect((await app.as(ada).members.me())!.can).toMatchObject({ book: true, buyTokens: true })
  expect(await balance(ada)).toBe(had + 50)
  await app.as(ada).bookings.place({ ...wish, payWith: 'tokens' })
  await expect(app.as(ada).memberships.payDue({})).rejects.toMatchObject({ code: 'NOTHING_DUE' })
  await app.write(tx => tx.enqueue(reconcile, {}))
  await app.runJobs()
  await expectInvariants(app)
})

test('of two open payments the older is asked for first, each with its own amount', async () => {
  await failing(ada)
  await control(app, { declineNext: true })
  await at.nextPeriod(ada)
  const open = await app.runtime.stripe.invoices.list({ customer: await at.customerOf(ada), status: 'open' })
  expect(open.data).toHaveLength(2)
  const first = await app.as(ada).memberships.payDue({})
  expect(first).toEqual({ url: open.data[1]!.hosted_invoice_url, amountPence: 4_000 })
  await payInvoice(first.url)
  expect(await mine(ada)).toMatchObject({ paymentStatus: 'overdue' })
  const second = await app.as(ada).memberships.payDue({})
  expect(second).toEqual({ url: open.data[0]!.hosted_invoice_url, amountPence: 4_000 })
  await payInvoice(second.url)
  expect(await mine(ada)).toMatchObject({ paymentStatus: 'paid' })
  await expect(app.as(ada).memberships.payDue({})).rejects.toMatchObject({ code: 'NOTHING_DUE' })
})

/** What a person does on the provider's page of an invoice. */
async function payInvoice(url: string, number = '4242 4242 4242 4242'): Promise<void> {
  const body = new URLSearchParams({
    number,
    expiry: '12 / 34',
    cvc: '123',
    name: 'Ada',
  })
  const answer = await app.fetch(`${new URL(url).pathname}/pay`, { method: 'POST', body, redirect: 'manual' })
  expect(answer.status).toBe(303)
  await untilQuiet(app)
}

test('a server that slept through the ladder sends one reminder, not three, and limits only after the days of grace', async () => {
  await failing(ada)
  await climbOn('2026-12-22')
  expect(await app.sql('select ladder_day from payment_reminders where user_id = $1', [ada.id])).toEqual([
    { ladder_day: 3 },
  ])
  await climbOn('2026-12-30')
  expect(await templatesTo(ada)).toContain('memberships.access-rests')
  expect(await rowOf(ada)).toMatchObject({ limitedAt: app.clock.now(), reminderCount: 1 })
})

test('what was paid or let go of at the provider is not asked for, though the message about it is still under way', async () => {
  await failing(ada)
  await control(app, { hold: true })
  const [open] = (await app.runtime.stripe.invoices.list({ customer: await at.customerOf(ada), status: 'open' })).data
  await app.runtime.stripe.invoices.voidInvoice(open!.id!)
  await expect(remind(ada)).rejects.toMatchObject({ code: 'NOTHING_DUE' })
  await climbOn('2026-12-19')
  await climbOn('2026-12-30')
  expect(await told(ada, 'memberships.payment-reminder')).toEqual([])
  expect(await rowOf(ada)).toMatchObject({ limitedAt: null, reminderCount: 0 })
  await control(app, { hold: false })
  await untilQuiet(app)
  expect(await rowOf(ada)).toMatchObject({ paymentStatus: 'waived', overdueSince: null })
})

test('what the office sent counts on the day: the house does not write again within it', async () => {
  await failing(ada)
  app.clock.set('2026-12-19T08:00:00Z')
  await remind(ada)
  await climbOn('2026-12-19')
  expect(await told(ada, 'memberships.payment-reminder')).toHaveLength(1)
})

test('nobody on hold climbs; who pays nothing and whose first payment waits loses nothing', async () => {
  await failing(ada)
  await app.as(boss).members.block({ userId: ada.id, status: 'suspended', reason: 'Loud at night' })
  await untilQuiet(app)
  await climbOn('2027-01-04')
  expect(await templatesTo(ada)).not.toContain('memberships.access-rests')
  const ben = await paidMember(app)
  expect((await app.as(ben).members.me())!.can.book).toBe(true)
})

test('reminder days fit the days of grace', () => {
  expect([0, 1, 2, 3, 5, 7, 30].map(reminderDays)).toEqual([[], [], [1], [1, 2], [1, 3, 4], [1, 3, 6], [1, 3, 29]])
  const since = new Date('2026-12-18T09:00:00Z')
  const on = (days: number, isLimited = false) =>
    nextSteps(since, { graceDays: 7, isLimited, now: new Date(since.getTime() + days * dayMs) })
  expect(on(0).remindsAt).toEqual(new Date('2026-12-19T09:00:00Z'))
  expect(on(6)).toEqual({ remindsAt: null, restsAt: new Date('2026-12-25T09:00:00Z') })
  expect(on(9, true)).toEqual({ remindsAt: null, restsAt: null })
})
