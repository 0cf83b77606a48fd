import { beforeEach, expect, test } from 'vitest'
import { idAtProvider } from '#features/money/customers/rules.ts'
import { reconcile } from '#features/money/reconciliation/model.ts'
import { calendarDate } from '#platform/time.ts'
import { facility, room } from '#seed/factories/facilities.ts'
import { admin, member, type Person, paidMember, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { giveTokens } from '#test/bookings.ts'
import { brokenInvariants, expectInvariants } from '#test/invariants.ts'
import { control, declinedCard, pressPay, runOutOfTries, takeUpLost, untilQuiet } from '#test/payments.ts'
import { addedRental, linkedRental, openLink, payLink, rentalOf } from '#test/rentals.ts'
import { monthlyRents, newRental } from './inputs.ts'
import { endDue } from './jobs.ts'
import { alignMonths, closeLink, endPaying } from './model.ts'
import { isProviderLink, nextRentOn, rentAfter } from './rules.ts'

const app = sharedTestApp()
let boss: Person
let ada: Person
beforeEach(async () => {
  app.clock.set('2026-11-18T10:00:00Z')
  boss = await admin(app)
  ada = await member(app)
})

interface Stored {
  migration_status: string
  stripe_subscription_id: string
  stripe_payment_link: string | null
  link_sent_at: Date | null
  activated_at: Date | null
  end_reason: string | null
}
const office = () => app.as(boss).rentals
const stored = async (id: string) =>
  (await app.sql<Stored>('select * from studio_rental_members where id = $1', [id]))[0]!
const heldBy = (id: string) =>
  app.sql<{ space_id: string; user_id: string; starts_at: Date; ends_at: Date }>(
    `select * from reservations where kind = 'rental' and ref = $1`,
    [id],
  )
const ledgerOf = async (who: Person) =>
  (
    await app.sql<{ kind: string; amount_pence: number; description: string }>(
      'select kind, amount_pence, description from ledger_entries where user_id = $1 order by created_at, amount_pence desc',
      [who.id],
    )
  ).map(({ kind, amount_pence, description }) => [kind, amount_pence, description])
const mailsTo = async (who: Person) =>
  (
    await app.sql<{ template: string }>(
      `select template from mails where to_address = $1 and (template like 'rentals.%' or template like 'payments.%') order by template`,
      [who.email],
    )
  ).map(({ template }) => template)
const failedEvent = async () =>
  (await app.sql<{ id: string }>(`select id from payment_events where type = 'invoice.payment_failed'`))[0]!.id
const ref = (rentalMemberId: string) => ({ rentalMemberId })

test('members are found by first or last name, ten at most, and only those with an e-mail [STA-11]', async () => {
  for (let count = 0; count < 11; count++) await member(app, { firstName: 'Wilhelmina', lastName: `Zander${count}` })
  const find = (q: string) => office().findMembers({ q })
  expect(await find('wilhelm')).toHaveLength(10)
  expect(await find('ZANDER1')).toMatchObject([
    { name: 'Wilhelmina Zander1', email: expect.stringContaining('@') },
    { name: 'Wilhelmina Zander10' },
  ])
  expect(await find('Wilhelmina Zander7')).toHaveLength(1)
  await expect(find('zan'.slice(0, 2))).rejects.toMatchObject({ status: 400 })
  await app.sql(`update "user" set email = 'erased-7@erased.invalid' where name like '%Zander7'`)
  expect(await find('Zander7')).toEqual([])
  // Who has not been approved rents nothing.
  await person(app, { firstName: 'Wilhelmina', lastName: 'Quell' })
  expect(await find('Quell')).toEqual([])
  // Nor does who is on hold.
  const held = await member(app, { firstName: 'Wilhelmina', lastName: 'Holt' })
  expect(await find('Holt')).toHaveLength(1)
  await app.as(boss).members.block({ userId: held.id, status: 'suspended', reason: 'Loud at night' })
  expect(await find('Holt')).toEqual([])
  await expect(office().add(rentalOf(held))).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a rental is added for a member with a studio and a room, holds the room, and waits for its link [STA-14, STA-15, STA-16]', async () => {
  const { id: spaceId, name } = await room(app, { units: 2 })
  await app.sql(
    `update profiles set first_name = 'Ada', last_name = 'King', phone = '+447700900456' where user_id = $1`,
    [ada.id],
  )
  const id = await addedRental(app, { spaceId, depositAmount: 50_000 }, ada)
  expect(await stored(id)).toMatchObject({ full_name: 'Ada King', email: ada.email, phone: '+447700900456' })
  const { rows } = await office().list({ q: ada.email })
  expect(rows).toMatchObject([
    {
      ...{ id, userId: ada.id, email: ada.email, studioName: 'Studio 3', room: name, migrationStatus: 'pending' },
      ...{ monthlyRentAmount: 55_000, depositAmount: 50_000, rentalStartDate: '2026-12-01', rentalEndDate: null },
      ...{ link: null, linkSentAt: null, can: { link: true, resend: false, end: true } },
    },
  ])
  const held = await heldBy(id)
  expect(held).toHaveLength(2)
  expect(held[0]).toMatchObject({
    ...{ space_id: spaceId, user_id: ada.id },
    ...{ starts_at: new Date('2026-12-01T00:00:00Z'), ends_at: new Date('2036-12-01T00:00:00Z') },
  })
  await expectInvariants(app)
  await app.sql(`update studio_rental_members set ends_at = ends_at + interval '1 day' where id = $1`, [id])
  expect(await heldBy(id)).toMatchObject([{ ends_at: new Date('2036-12-02T00:00:00Z') }, {}])
})

test.each([
  ['studioName', ' ', 'Please provide studio name'],
  ['userId', '', 'Select a member'],
  ['monthlyRentAmount', 50_100, 'Choose one of the monthly rents'],
  ['depositAmount', -5_000, 'A deposit is £0 or more, in steps of £50'],
  ['depositAmount', 2_500, 'A deposit is £0 or more, in steps of £50'],
  ['rentalEndDate', '2026-11-30', 'The last day is not before the first'],
])('%s %s is refused in words [STA-13]', (field, value, words) => {
  const good = rentalOf({ id: 'ada' })
  expect(newRental.parse({ ...good, monthlyRentAmount: undefined })).toMatchObject({
    ...{ monthlyRentAmount: 50_000, depositAmount: 0 },
  })
  expect(monthlyRents).toEqual([50_000, 55_000, 60_000, 145_000, 230_000])
  for (const monthlyRentAmount of monthlyRents) newRental.parse({ ...good, monthlyRentAmount, depositAmount: 5_000 })
  const refused = newRental.safeParse({ ...good, [field]: value })
  expect(refused.error?.issues[0]).toMatchObject({ path: [field], message: words })
})

test('a rented room is nobody else’s, whoever comes first, until the rental ends', async () => {
  const place = await facility(app)
  const { spaceId } = place
  const eve = await paidMember(app)
  await giveTokens(app, eve, 100)
  const book = (on: string) =>
    app.as(eve).bookings.place({ facilityId: place.id, on, startsAt: '10:00', termsAccepted: true })
  await book('2026-12-08')
  const wish = rentalOf(ada, { spaceId })
  const [{ name }] = (await app.sql<{ name: string }>('select name from spaces where id = $1', [spaceId])) as [
    { name: string },
  ]
  await expect(office().add(wish)).rejects.toMatchObject({
    ...{ code: 'SLOT_TAKEN', data: { field: 'spaceId' } },
    message: `${name} is taken on 8 Dec 2026. Choose another room or other days.`,
  })
  // Until the day before, that day included.
  const short = await addedRental(app, { spaceId, rentalEndDate: '2026-12-07' })
  await expect(book('2026-12-07')).rejects.toMatchObject({ code: 'SLOT_TAKEN' })
  await expect(
    office().add({ ...wish, rentalStartDate: '2026-12-07', rentalEndDate: '2026-12-07' }),
  ).rejects.toMatchObject({ code: 'SLOT_TAKEN' })
  const others = await Promise.allSettled(
    [1, 2, 3].map(() => office().add({ ...wish, rentalStartDate: '2026-11-20', rentalEndDate: '2026-11-30' })),
  )
  expect(others.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await office().end({ ...ref(short), reason: 'Moved away' })
  expect(await heldBy(short)).toEqual([])
  await book('2026-12-07')
  await expectInvariants(app)
})

test('a rental that began before it was entered holds its room from today; without a room it holds none', async () => {
  const { id: spaceId } = await room(app)
  const old = await addedRental(app, { spaceId, rentalStartDate: '2024-03-01' })
  expect(await heldBy(old)).toMatchObject([{ starts_at: new Date('2026-11-18T00:00:00Z') }])
  const elsewhere = await addedRental(app)
  expect(await heldBy(elsewhere)).toEqual([])
  await app.sql('update studio_rental_members set phone = $2 where id = $1', [elsewhere, '+447700900456'])
  // It gets a room, gives it back, and goes.
  const { id: second } = await room(app)
  await app.sql('update studio_rental_members set space_id = $2 where id = $1', [elsewhere, second])
  expect(await heldBy(elsewhere)).toMatchObject([{ space_id: second }])
  await app.sql('update studio_rental_members set space_id = null where id = $1', [elsewhere])
  expect(await heldBy(elsewhere)).toEqual([])
  await app.sql('delete from studio_rental_members where id = $1', [old])
  expect(await heldBy(old)).toEqual([])
  await expect(
    office().add(rentalOf(ada, { rentalEndDate: '2026-11-17', rentalStartDate: '2026-11-01' })),
  ).rejects.toMatchObject({
    code: 'DATE_PAST',
  })
  for (const missing of [{ userId: 'nobody' }, { spaceId: '00000000-0000-4000-8000-000000000000' }])
    await expect(office().add(rentalOf(ada, missing))).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a payment link is made once, kept with its moment, and mailed; again it is only sent [STA-17, STA-18]', async () => {
  const id = await addedRental(app, { depositAmount: 50_000 }, ada)
  await expect(office().resendLink(ref(id))).rejects.toMatchObject({ code: 'NO_LINK' })
  const { url } = await office().createPayment(ref(id))
  expect(await stored(id)).toMatchObject({
    ...{ migration_status: 'link_sent', stripe_payment_link: url, link_sent_at: new Date('2026-11-18T10:00:00Z') },
  })
  await expect(office().createPayment(ref(id))).rejects.toMatchObject({ code: 'LINK_SENT' })
  app.clock.advance(60_000)
  await office().resendLink(ref(id))
  expect(await stored(id)).toMatchObject({ link_sent_at: new Date('2026-11-18T10:01:00Z') })
  await app.runJobs()
  expect(await mailsTo(ada)).toEqual(['rentals.link', 'rentals.link'])
  expect((await office().list({ q: ada.email })).rows).toMatchObject([
    { link: url, can: { link: false, resend: true, end: true } },
  ])
  // The rent every month, the deposit once.
  const { stripe } = app.runtime
  const [{ stripe_payment_link_id: linkId }] = (await app.sql<{ stripe_payment_link_id: string }>(
    'select stripe_payment_link_id from studio_rental_members where id = $1',
    [id],
  )) as [{ stripe_payment_link_id: string }]
  const lines = (await stripe.paymentLinks.listLineItems(linkId)).data
  expect(lines.map(({ amount_total, price }) => [amount_total, price?.recurring?.interval])).toEqual([
    [55_000, 'month'],
    [50_000, undefined],
  ])
})

test('while the provider is silent a link is not made and nothing is kept; then it is, once', async () => {
  const id = await addedRental(app)
  await control(app, { down: true })
  await expect(office().createPayment(ref(id))).rejects.toMatchObject({ code: 'CHECKOUT_FAILED' })
  expect(await stored(id)).toMatchObject({ migration_status: 'pending', stripe_payment_link: null })
  await control(app, { down: false })
  const both = await Promise.allSettled([1, 2].map(() => office().createPayment(ref(id))))
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('only an https page of the provider is taken for a payment link [STA-18]', () => {
  for (const good of ['https://buy.stripe.com/abc', 'https://checkout.stripe.com/x'])
    expect(isProviderLink(good, null)).toBe(true)
  const bad = [
    ...['http://buy.stripe.com/abc', 'https://buy.stripe.com.evil.example/', 'https://evilstripe.com/', 'javascript:1'],
    ...['https://buy.stripe.com@evil.example/', 'https://u:p@buy.stripe.com/', '', 'https://127.0.0.1/'],
  ]
  for (const url of bad) expect(isProviderLink(url, null)).toBe(false)
  expect(isProviderLink('http://localhost:3000/dev/stripe/link/x', 'http://localhost:3000')).toBe(true)
  expect(isProviderLink('http://localhost:3001/dev/stripe/link/x', 'http://localhost:3000')).toBe(false)
})

test('the first payment activates a rental, and every month after it is in the books once [STA-19]', async () => {
  const { id, url } = await linkedRental(app, { depositAmount: 50_000 }, ada)
  await payLink(app, url, declinedCard)
  expect(await stored(id)).toMatchObject({ migration_status: 'link_sent', activated_at: null })
  await payLink(app, url)
  expect(await stored(id)).toMatchObject({ migration_status: 'activated', activated_at: expect.any(Date) })
  expect(await ledgerOf(ada)).toEqual([['rental', 105_000, 'Studio rent, first month and deposit: Studio 3']])
  // The provider tells all of it again: once known by its id, once as if nobody had heard of it.
  const events = await app.sql<{ id: string }>(`select id from payment_events where status <> 'ignored'`)
  for (const isForgotten of [false, true]) {
    if (isForgotten) await app.sql('delete from payment_events')
    for (const event of events) await control(app, { repeatEvent: event.id })
    await untilQuiet(app)
  }
  await app.write(tx => tx.enqueue(reconcile, {}))
  await untilQuiet(app)
  expect(await ledgerOf(ada)).toHaveLength(1)
  expect(await mailsTo(ada)).toEqual(['rentals.activated', 'rentals.link'])
  expect((await office().list({ q: ada.email })).rows).toMatchObject([
    { migrationStatus: 'activated', link: null, can: { link: false, resend: false, end: true } },
  ])
  app.clock.set('2026-12-18T10:00:00Z')
  await control(app, { advanceSubscription: (await stored(id)).stripe_subscription_id })
  await untilQuiet(app)
  expect(await ledgerOf(ada)).toEqual([
    ['rental', 105_000, 'Studio rent, first month and deposit: Studio 3'],
    ['rental', 55_000, 'Studio rent, next month: Studio 3'],
  ])
  const { kinds } = await app.as(boss).payments.takings({})
  expect(kinds.find(({ kind }) => kind === 'rental')).toMatchObject({ takenPence: 55_000, vatPence: null })
  await expectInvariants(app)
})

test('a payment whose message was lost is found by the comparison of the books', async () => {
  const { id, url } = await linkedRental(app, {}, ada)
  await pressPay(await openLink(url))
  await untilQuiet(app)
  await app.sql(`delete from payment_events`)
  await app.sql(
    `update studio_rental_members set migration_status = 'link_sent', activated_at = null, stripe_subscription_id = null where id = $1`,
    [id],
  )
  await app.sql('alter table ledger_entries disable trigger all')
  await app.sql('delete from ledger_entries where user_id = $1', [ada.id])
  await app.sql('alter table ledger_entries enable trigger all')
  await app.write(tx => tx.enqueue(reconcile, {}))
  await untilQuiet(app)
  expect(await stored(id)).toMatchObject({ migration_status: 'activated' })
  expect(await ledgerOf(ada)).toEqual([['rental', 55_000, 'Studio rent, first month: Studio 3']])
})

test('a link is paid once: who has a second page open gets that money back', async () => {
  const { id, url } = await linkedRental(app, {}, ada)
  const pages = [await openLink(url), await openLink(url)]
  await pressPay(pages[0]!)
  await untilQuiet(app)
  const first = await stored(id)
  await pressPay(pages[1]!)
  await untilQuiet(app)
  expect(await stored(id)).toEqual(first)
  expect((await ledgerOf(ada)).map(([, pence]) => pence)).toEqual([55_000, 55_000, -55_000])
  expect(await mailsTo(ada)).toEqual(['payments.order-gone', 'rentals.activated', 'rentals.link'])
  const { data } = await app.runtime.stripe.subscriptions.list({ status: 'all', limit: 2 })
  // The one that stands rests until the second month.
  expect(data.map(({ status }) => status).sort()).toEqual(['canceled', 'trialing'])
  await expectInvariants(app)
})

test('a rental that ended is paid no more: its link is closed, its payments end, and what comes all the same goes back', async () => {
  const { id: early, url } = await linkedRental(app, {}, ada)
  const page = await openLink(url)
  await office().end({ ...ref(early), reason: 'Changed their mind' })
  // Before the link is closed at the provider.
  await pressPay(page)
  await untilQuiet(app)
  expect(await stored(early)).toMatchObject({ migration_status: 'ended', end_reason: 'Changed their mind' })
  expect((await ledgerOf(ada)).map(([, pence]) => pence)).toEqual([55_000, -55_000])
  await expect(office().end({ ...ref(early), reason: 'Again' })).rejects.toMatchObject({ code: 'RENTAL_ENDED' })
  await expect(office().createPayment(ref(early))).rejects.toMatchObject({ code: 'RENTAL_ENDED' })
  expect(await (await fetch(url)).text()).toContain('This link has been used, or the rental has ended.')

  const eve = await member(app)
  const running = await linkedRental(app, {}, eve)
  await payLink(app, running.url)
  const { stripe_subscription_id: paying } = await stored(running.id)
  await office().end({ ...ref(running.id), reason: 'Moved away' })
  await untilQuiet(app)
  expect((await app.runtime.stripe.subscriptions.retrieve(paying)).status).toBe('canceled')
  // What was paid while it ran stays.
  expect((await ledgerOf(eve)).map(([, pence]) => pence)).toEqual([55_000])
  expect(await mailsTo(eve)).toEqual(['rentals.activated', 'rentals.ended', 'rentals.link'])
  await expectInvariants(app)
})

test('a rental ends after its last day, and when its payments ended at the provider', async () => {
  const { id: spaceId } = await room(app)
  const dated = await addedRental(app, { spaceId, rentalEndDate: '2026-12-31' }, ada)
  const { id, url } = await linkedRental(app)
  await payLink(app, url)
  const sweep = async (at: string) => {
    app.clock.set(at)
    await app.write(tx => tx.enqueue(endDue, {}))
    await untilQuiet(app)
  }
  await sweep('2026-12-31T23:30:00Z')
  expect(await stored(dated)).toMatchObject({ migration_status: 'pending' })
  await sweep('2027-01-01T03:07:00Z')
  expect(await stored(dated)).toMatchObject({ migration_status: 'ended', end_reason: 'Its last day is over' })
  expect(await heldBy(dated)).toEqual([])
  await app.runtime.stripe.subscriptions.cancel((await stored(id)).stripe_subscription_id)
  await untilQuiet(app)
  expect(await stored(id)).toMatchObject({
    ...{ migration_status: 'ended', end_reason: 'Its payments ended at the payment provider' },
  })
})

test('nothing is taken after the last day of a rental, and its member reads so when it begins', async () => {
  const eve = await member(app)
  const { id, url } = await linkedRental(app, { rentalStartDate: '2027-03-01', rentalEndDate: '2027-03-31' }, eve)
  app.clock.set('2027-03-01T10:00:00Z')
  await payLink(app, url)
  const [begun] = await app.sql<{ props: object }>(
    `select props from mails where to_address = $1 and template = 'rentals.activated'`,
    [eve.email],
  )
  expect(begun!.props).toMatchObject({ nextOn: null, lastOn: '31 Mar 2027' })
  // The summer time has begun by then: the first of April begins at 23:00 of the universal clock.
  const lastMoment = new Date('2027-03-31T23:00:00Z').getTime() / 1000
  const { stripe_subscription_id: paying } = await stored(id)
  expect(await app.runtime.stripe.subscriptions.retrieve(paying)).toMatchObject({ cancel_at: lastMoment })
  app.clock.set('2027-04-02T09:00:00Z')
  await app.write(tx => tx.enqueue(endDue, {}))
  await untilQuiet(app)
  expect((await ledgerOf(eve)).map(([, pence]) => pence)).toEqual([55_000])
  expect((await app.runtime.stripe.subscriptions.retrieve(paying)).status).toBe('canceled')
  expect(await stored(id)).toMatchObject({ migration_status: 'ended', end_reason: 'Its last day is over' })
})

test('a deposit that staff give back at the provider is in the books, and its payer is told', async () => {
  const { url } = await linkedRental(app, { depositAmount: 50_000 }, ada)
  await payLink(app, url)
  const { stripe } = app.runtime
  const invoice = (await stripe.invoices.list({ limit: 5 })).data.find(each => each.amount_paid > 0)
  const [paid] = (await stripe.invoicePayments.list({ invoice: invoice!.id! })).data
  await stripe.refunds.create({ payment_intent: idAtProvider(paid!.payment.payment_intent)!, amount: 50_000 })
  await untilQuiet(app)
  expect((await ledgerOf(ada)).map(([kind, pence]) => [kind, pence])).toEqual([
    ['rental', 105_000],
    ['rental', -50_000],
  ])
  expect(await mailsTo(ada)).toContain('payments.refunded')
  await expectInvariants(app)
})

test('the invariants notice a rental that does not hold its room, and a room held for one that ended', async () => {
  const { id: spaceId } = await room(app)
  const id = await addedRental(app, { spaceId })
  await app.sql('alter table studio_rental_members disable trigger all')
  await app.sql(
    `update studio_rental_members set migration_status = 'ended', ended_at = now(), end_reason = 'x' where id = $1`,
    [id],
  )
  expect(await brokenInvariants(app)).toEqual([expect.stringContaining('a room that is held for nothing')])
  await app.sql(
    `update studio_rental_members set migration_status = 'pending', ended_at = null, end_reason = null where id = $1`,
    [id],
  )
  await app.sql(`delete from reservations where ref = $1`, [id])
  expect(await brokenInvariants(app)).toEqual([expect.stringContaining('a running rental that does not hold its room')])
  await app.sql('delete from studio_rental_members where id = $1', [id])
  await app.sql('alter table studio_rental_members enable trigger all')
})

test.each([
  ['2026-12-01', '2026-11-18', '2027-01-01'],
  ['2026-11-01', '2026-11-18', '2026-12-01'],
  ['2026-11-18', '2026-11-18', '2026-12-18'],
  ['2026-08-31', '2026-11-18', '2026-11-30'],
])('a rental from %s that is paid on %s is charged again on %s', (first, paidOn, next) => {
  expect(nextRentOn(first, paidOn)).toBe(next)
})

test('what is paid weeks before a rental begins is its first month: nothing is taken until the second one', async () => {
  const { id, url } = await linkedRental(app, { rentalStartDate: '2027-03-01' }, ada)
  await payLink(app, url)
  const subscriptionId = String((await stored(id)).stripe_subscription_id)
  const subscription = await app.runtime.stripe.subscriptions.retrieve(subscriptionId)
  expect(subscription.trial_end).toBe(Date.parse('2027-04-01T11:00:00Z') / 1000)
  const [mail] = await app.sql<{ props: { nextOn: string } }>(
    `select props from mails where template = 'rentals.activated' and relates_to = $1`,
    [`studio_rental_members/${id}`],
  )
  expect(mail!.props.nextOn).toBe('1 Apr 2027')
  expect(subscription.items.data[0]).toMatchObject({ current_period_end: subscription.trial_end })
  app.clock.set('2027-04-01T10:00:00Z')
  await control(app, { advanceSubscription: subscriptionId })
  await untilQuiet(app)
  expect(await ledgerOf(ada)).toEqual([
    ['rental', 55_000, 'Studio rent, first month: Studio 3'],
    ['rental', 55_000, 'Studio rent, next month: Studio 3'],
  ])
  await expectInvariants(app)
})

test('what ends or aligns the payments of a rental is not lost when the provider was silent for long', async () => {
  const { id, url } = await linkedRental(app, { rentalStartDate: '2027-03-01' }, ada)
  await payLink(app, url)
  const subscriptionId = (await stored(id)).stripe_subscription_id
  await control(app, { down: true })
  await app.write(tx => tx.enqueue(alignMonths, { subscriptionId, nextOn: '2027-04-01' }))
  await office().end({ ...ref(id), reason: 'Moved away' })
  await app.runJobs()
  for (const job of [alignMonths, closeLink, endPaying]) await runOutOfTries(app, job.name)
  await control(app, { down: false })
  await takeUpLost(app)
  expect(await app.runtime.stripe.subscriptions.retrieve(subscriptionId)).toMatchObject({ status: 'canceled' })
  expect(await (await fetch(url)).text()).toContain('This link has been used, or the rental has ended.')
})

test('months that could not be aligned in time are from the rent day that comes next', async () => {
  const { id, url } = await linkedRental(app, { rentalStartDate: '2027-03-01' }, ada)
  await payLink(app, url)
  const subscriptionId = (await stored(id)).stripe_subscription_id
  app.clock.set('2027-04-20T10:00:00Z')
  await app.write(tx => tx.enqueue(alignMonths, { subscriptionId, nextOn: '2027-04-01' }))
  await untilQuiet(app)
  const { trial_end } = await app.runtime.stripe.subscriptions.retrieve(subscriptionId)
  expect(trial_end).toBe(Date.parse('2027-05-01T11:00:00Z') / 1000)
})

test.each([
  ['2027-01-31T12:00:00Z', '2027-02-01'],
  ['2027-02-01T11:59:00Z', '2027-02-01'],
  ['2027-02-01T12:00:00Z', '2027-03-01'],
])('at %s the rent of a month is taken next on %s: its day counts until noon', (now, on) => {
  const rental = { first: '2026-12-01', last: null, paidOn: '2026-12-01' }
  expect(rentAfter(rental, new Date(now))).toBe(on)
  const ending = { ...rental, last: '2027-02-01' }
  expect(rentAfter(ending, new Date(now))).toBe(on === '2027-03-01' ? null : on)
})

test.each([
  // The summer time begins on 28 March 2027 and ends on 31 October.
  ['2027-03-15', '2027-04-15'],
  ['2027-10-15', '2027-11-15'],
])(
  'the rent after the first day %s is taken on that day of every month by the clocks of house and provider alike, first on %s',
  async (first, next) => {
    app.clock.set(`${first}T10:00:00Z`)
    const { id, url } = await linkedRental(app, { rentalStartDate: first }, ada)
    await payLink(app, url)
    const { trial_end } = await app.runtime.stripe.subscriptions.retrieve((await stored(id)).stripe_subscription_id)
    const due = new Date(trial_end! * 1000)
    expect(calendarDate(due)).toBe(next)
    for (let month = 0; month < 12; month++) {
      // As the provider counts: the same moment of the universal clock, month after month.
      const then = new Date(due)
      then.setUTCMonth(then.getUTCMonth() + month)
      expect(calendarDate(then).slice(8)).toBe('15')
    }
  },
)

test('a rent that could not be taken is told to the renter with the way to pay, stands on their page, and is told as settled', async () => {
  const { id, url } = await linkedRental(app, { depositAmount: 50_000 }, ada)
  const own = async () => (await app.as(ada).rentals.mine()).rentals
  expect(await own()).toMatchObject([{ id, state: 'toBegin', payUrl: url, nextRentOn: null, firstDay: '2026-12-01' }])
  await payLink(app, url)
  expect(await own()).toMatchObject([{ state: 'running', payUrl: null, nextRentOn: '2027-01-01', unpaidPence: null }])
  const { stripe_subscription_id: paying } = await stored(id)
  app.clock.set('2027-01-01T12:30:00Z')
  await control(app, { declineNext: true })
  await control(app, { advanceSubscription: paying })
  await untilQuiet(app)
  await control(app, { declineNext: false })
  const [unpaid] = (await app.runtime.stripe.invoices.list({ subscription: paying, status: 'open' })).data
  expect(await own()).toMatchObject([
    {
      ...{ state: 'unpaid', unpaidPence: 55_000, unpaidSince: expect.any(Date), nextRentOn: '2027-02-01' },
      payUrl: unpaid!.hosted_invoice_url,
    },
  ])
  expect((await office().list({ q: ada.email })).rows).toMatchObject([{ unpaidPence: 55_000 }])
  const told = () =>
    app.sql<{ template: string; url: string | null }>(
      `select template, props->>'url' as url from mails where to_address = $1 and template like 'rentals.rent-%' order by template desc`,
      [ada.email],
    )
  expect(await told()).toEqual([{ template: 'rentals.rent-unpaid', url: unpaid!.hosted_invoice_url }])
  // Tried again in vain, it is not told again.
  await control(app, { repeatEvent: await failedEvent() })
  await untilQuiet(app)
  expect(await told()).toHaveLength(1)
  await app.runtime.stripe.invoices.pay(unpaid!.id!)
  await untilQuiet(app)
  expect((await told()).map(({ template }) => template)).toEqual(['rentals.rent-unpaid', 'rentals.rent-paid'])
  const { rentals, receipts, contact } = await app.as(ada).rentals.mine()
  expect(rentals).toMatchObject([{ state: 'running', unpaidPence: null, payUrl: null, nextRentOn: '2027-02-01' }])
  expect(receipts.map(({ amountPence }) => amountPence)).toEqual([55_000, 105_000])
  expect(contact).toContain('@')
  for (const { id: receipt } of receipts) await app.as(ada).payments.receipt({ id: receipt })
  // It is nobody else's, and an ended one owes nothing.
  expect(await app.as(await member(app)).rentals.mine()).toMatchObject({ rentals: [], receipts: [] })
  await office().end({ ...ref(id), reason: 'Moved away' })
  expect(await own()).toMatchObject([{ state: 'ended', endReason: 'Moved away', payUrl: null, nextRentOn: null }])
  await expectInvariants(app)
})

test('what could not be taken and what was let go of ends with its rental, and a lost message is found by the comparison', async () => {
  const { id, url } = await linkedRental(app, {}, ada)
  await payLink(app, url)
  const { stripe_subscription_id: paying } = await stored(id)
  await control(app, { declineNext: true })
  await control(app, { advanceSubscription: paying })
  await untilQuiet(app)
  await control(app, { declineNext: false })
  await app.sql(
    `update studio_rental_members set unpaid_pence = null, unpaid_since = null, unpaid_url = null where id = $1`,
    [id],
  )
  await app.write(tx => tx.enqueue(endDue, {}))
  await untilQuiet(app)
  expect((await app.as(ada).rentals.mine()).rentals).toMatchObject([{ state: 'unpaid', unpaidPence: 55_000 }])
  await office().end({ ...ref(id), reason: 'Never paid' })
  await untilQuiet(app)
  expect((await app.as(ada).rentals.mine()).rentals).toMatchObject([{ state: 'ended', unpaidPence: null }])
})

test('the house hears of a rent that was not paid, of a rental that ended by itself, and of a deposit to give back', async () => {
  const { id, url } = await linkedRental(app, { depositAmount: 50_000 }, ada)
  let unpaid = ''
  const told = (template: string) =>
    app.sql<{ props: object }>(`select props from mails where template = $1 and relates_to = any($2)`, [
      template,
      [`studio_rental_members/${id}`, `invoices/${unpaid}`],
    ])
  await payLink(app, url)
  const { stripe_subscription_id: paying } = await stored(id)
  app.clock.set('2026-12-18T10:00:00Z')
  await control(app, { declineNext: true })
  await control(app, { advanceSubscription: paying })
  await untilQuiet(app)
  await control(app, { declineNext: false })
  const open = await app.runtime.stripe.invoices.list({ subscription: paying, status: 'open' })
  unpaid = open.data[0]!.id!
  expect(await told('rentals.rent-failed')).toEqual([{ props: { studioName: 'Studio 3', duePence: 55_000 } }])
  expect(await told('rentals.stopped')).toEqual([])
  await app.runtime.stripe.subscriptions.cancel(paying)
  await untilQuiet(app)
  const reason = 'Its payments ended at the payment provider'
  expect(await told('rentals.stopped')).toEqual([{ props: { studioName: 'Studio 3', reason, depositPence: 50_000 } }])
})
