import { beforeEach, expect, test } from 'vitest'
import { tellEnds } from '#features/membership/gifts/jobs.ts'
import { grantLoyalty, grantWeekly } from '#features/membership/memberships/jobs.ts'
import { reconcile } from '#features/money/reconciliation/model.ts'
import { facility } from '#seed/factories/facilities.ts'
import { admin, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { subscribing } from '#test/memberships.ts'
import { control, untilQuiet } from '#test/payments.ts'
import { pauseEnd, whyNotPauseAgain } from './rules.ts'

const app = sharedTestApp()
const at = subscribing(app)
const { mine, join, told, ledgerOf } = at
let ada: Person
beforeEach(async () => {
  app.clock.set('2026-11-18T10:00:00Z')
  ada = await member(app)
})

const paidUntil = new Date('2026-12-18T10:00:00Z')
const goesOn = new Date('2027-02-18T10:00:00Z')
async function pause(who: Person, months: number) {
  const { from } = await app.as(who).memberships.pauseTerms()
  const after = await app.as(who).memberships.pause({ months, seenFrom: from!.toISOString() })
  await untilQuiet(app)
  return after
}
const resume = async (who: Person) => {
  const after = await app.as(who).memberships.resume({})
  await untilQuiet(app)
  return after
}
const run = async (job: typeof tellEnds | typeof grantWeekly | typeof grantLoyalty) => {
  await app.write(tx => tx.enqueue(job, {}))
  await app.runJobs()
}
const standing = async (who: Person) => (await app.as(who).members.me())!.standing
const grantsOf = async (who: Person, type: string) =>
  (await app.sql<{ amount: number }>('select amount from tokens where user_id = $1 and type = $2', [who.id, type])).map(
    ({ amount }) => amount,
  )

test('a pause keeps what is paid, then rests for whole months: nothing charged, nothing granted, no booking; it goes on by itself', async () => {
  await join(ada, 'builder')
  expect(await app.as(ada).memberships.pauseTerms()).toMatchObject({
    from: paidUntil,
    whyNot: null,
    monthlyPence: 4_000,
    ends: [{ months: 1 }, { months: 2, until: goesOn }, { months: 3 }],
  })
  expect(await pause(ada, 2)).toMatchObject({
    pause: { from: paidUntil, until: goesOn, isResting: false },
    paymentStatus: 'paid',
    freeUntil: null,
    renews: true,
  })
  expect(await told(ada, 'memberships.rests')).toEqual([
    expect.objectContaining({ tierName: 'Builder', from: '18 Dec 2026', until: '18 Feb 2027', monthlyPence: 4_000 }),
  ])
  expect((await standing(ada)).title).toBe('You are on Builder, and pause it from 18 Dec 2026.')
  // What is paid is had to its end.
  await run(grantWeekly)
  expect(await grantsOf(ada, 'weekly')).toEqual([50])
  await expect(app.as(ada).memberships.changeQuote({ tierId: (await at.tier('creator')).id })).rejects.toMatchObject({
    code: 'PAUSED',
  })
  const room = await facility(app)
  const wish = { facilityId: room.id, startsAt: '10:00', payWith: 'tokens', termsAccepted: true } as const

  app.clock.set('2027-01-05T09:00:00Z')
  await untilQuiet(app)
  expect(await mine(ada)).toMatchObject({ pause: { isResting: true }, paymentStatus: 'waived' })
  expect(await standing(ada)).toMatchObject({
    kind: 'paused',
    title: 'Your Builder membership is paused until 18 Feb 2027.',
    isNotice: true,
  })
  await run(grantWeekly)
  expect(await grantsOf(ada, 'weekly')).toEqual([50])
  await expect(app.as(ada).bookings.place({ ...wish, on: '2027-01-13' })).rejects.toMatchObject({
    code: 'PAUSED',
    message:
      'Your membership is paused until 18 Feb 2027, so bookings and tokens rest. You can go on at any time on your membership page.',
  })
  await expect(app.as(ada).tokens.buy({ quantity: 5 })).rejects.toMatchObject({ code: 'PAUSED' })

  app.clock.set('2027-02-12T09:00:00Z')
  await run(tellEnds)
  expect(await told(ada, 'memberships.pause-ending')).toMatchObject([{ endsOn: '18 Feb 2027', monthlyPence: 4_000 }])
  expect(await told(ada, 'memberships.gift-ending')).toEqual([])
  expect(await ledgerOf(ada)).toEqual([4_000])
  app.clock.set('2027-02-18T11:00:00Z')
  await at.nextPeriod(ada)
  expect(await mine(ada)).toMatchObject({ pause: null, paymentStatus: 'paid', renews: true })
  expect(await ledgerOf(ada)).toEqual([4_000, 4_000])
  await expect(app.as(ada).bookings.place({ ...wish, on: '2027-03-03' })).resolves.toMatchObject({
    outcome: 'confirmed',
  })
  await app.write(tx => tx.enqueue(reconcile, {}))
  await app.runJobs()
  await expectInvariants(app)
})

test('a pause neither breaks the months of loyalty nor is one of them', async () => {
  await join(ada, 'builder')
  await pause(ada, 2)
  app.clock.set('2027-02-18T11:00:00Z')
  await at.nextPeriod(ada)
  // Three months after the beginning only one was paid for; five months after it, three.
  for (const day of ['2027-02-18T12:00:00Z', '2027-04-17T11:00:00Z']) {
    app.clock.set(day)
    await run(grantLoyalty)
    expect(await grantsOf(ada, 'loyalty')).toEqual([])
  }
  app.clock.set('2027-04-21T11:00:00Z')
  await run(grantLoyalty)
  expect(await grantsOf(ada, 'loyalty')).toEqual([25])
})

test('a pause that has not begun is taken back at no cost and counts as none; what is paid is paid, and renews', async () => {
  await join(ada, 'builder')
  await pause(ada, 3)
  expect(await resume(ada)).toMatchObject({
    pause: null,
    paymentStatus: 'paid',
    freeUntil: null,
    currentPeriodEnd: paidUntil,
  })
  expect((await standing(ada)).title).toBe('You are on Builder.')
  expect(await ledgerOf(ada)).toEqual([4_000])
  // Pausing it after all is possible, as often as it was taken back.
  expect(await pause(ada, 1)).toMatchObject({ pause: { from: paidUntil, isResting: false } })
  expect(await resume(ada)).toMatchObject({ pause: null, currentPeriodEnd: paidUntil })
  app.clock.set('2026-12-12T11:00:00Z')
  await run(tellEnds)
  expect([...(await told(ada, 'memberships.gift-ending')), ...(await told(ada, 'memberships.pause-ending'))]).toEqual(
    [],
  )
  await expect(app.as(ada).memberships.resume({})).rejects.toMatchObject({ code: 'NOT_PAUSED' })
  app.clock.set('2026-12-18T11:00:00Z')
  await at.nextPeriod(ada)
  expect(await ledgerOf(ada)).toEqual([4_000, 4_000])
  expect(await pause(ada, 1)).toMatchObject({ pause: { isResting: false } })
})

test('who goes on earlier is charged a month from that day; a declined card leaves the pause as it is', async () => {
  await join(ada, 'builder')
  await pause(ada, 3)
  app.clock.set('2027-01-05T09:00:00Z')
  await control(app, { declineNext: true })
  await expect(app.as(ada).memberships.resume({})).rejects.toMatchObject({ code: 'PAYMENT_FAILED' })
  await control(app, { declineNext: false })
  await untilQuiet(app)
  expect(await mine(ada)).toMatchObject({ pause: { isResting: true } })
  expect(await resume(ada)).toMatchObject({ pause: null, paymentStatus: 'paid' })
  expect(await ledgerOf(ada)).toEqual([4_000, 4_000])
  expect((await standing(ada)).kind).toBe('paid')
  // The next pause is a year after the last one began.
  expect(await app.as(ada).memberships.pauseTerms()).toMatchObject({
    whyNot: 'You can pause once in twelve months: again for a month that begins on 18 Dec 2027 or later.',
  })
  await expect(pause(ada, 1)).rejects.toMatchObject({ code: 'PAUSED_BEFORE' })
})

test('a cancellation takes a pause back that has not begun; one that has begun ends with it, and the way back stays', async () => {
  const ben = await member(app)
  for (const who of [ada, ben]) {
    await join(who, 'builder')
    await pause(who, 2)
  }
  await app.as(ada).memberships.backToExplorer({})
  await untilQuiet(app)
  expect(await mine(ada)).toMatchObject({
    pause: null,
    currentPeriodEnd: paidUntil,
    renews: false,
    paymentStatus: 'paid',
  })
  expect(await told(ada, 'memberships.ending')).toMatchObject([{ endsOn: 'Fri 18 Dec 2026', isResting: false }])
  await expect(pause(ada, 1)).rejects.toMatchObject({ code: 'ALREADY_CANCELLED' })
  app.clock.set('2027-01-05T09:00:00Z')
  await app.as(ben).memberships.backToExplorer({})
  await untilQuiet(app)
  expect(await mine(ben)).toMatchObject({ pause: { isResting: true }, currentPeriodEnd: goesOn, renews: false })
  expect(await told(ben, 'memberships.ending')).toMatchObject([{ endsOn: 'Thu 18 Feb 2027', isResting: true }])
  await expect(app.as(ben).memberships.resume({})).rejects.toMatchObject({ code: 'ALREADY_CANCELLED' })
  await app.as(ben).memberships.keep()
  expect(await resume(ben)).toMatchObject({ pause: null, renews: true, paymentStatus: 'paid' })
})

test('who cannot pause reads why: no plan, too many months, no pauses, a month that has renewed meanwhile', async () => {
  const seenFrom = paidUntil.toISOString()
  const refused = (months: number) =>
    app
      .as(ada)
      .memberships.pause({ months, seenFrom })
      .then(
        () => 'paused',
        error => error.code,
      )
  expect(await refused(1)).toBe('NO_SUBSCRIPTION')
  await join(ada, 'builder')
  expect(await refused(4)).toBe('INVALID_INPUT')
  const boss = await admin(app)
  await app.as(boss).venue.changeSettings({ pauseMonthsAtMost: 0 })
  expect(await refused(1)).toBe('NO_PAUSES')
  await app.as(boss).venue.changeSettings({ pauseMonthsAtMost: 3 })
  // The provider has renewed it, and nothing has told us so yet.
  await control(app, { hold: true })
  await control(app, { advanceSubscription: await at.subscriptionOf(ada) })
  expect(await refused(3)).toBe('CHANGED_MEANWHILE')
  await control(app, { hold: false })
  await untilQuiet(app)
  expect(await mine(ada)).toMatchObject({ pause: null, paymentStatus: 'paid' })
  expect(await ledgerOf(ada)).toEqual([4_000, 4_000])
})

test('no free time is given into a pause; the office sees when it rests', async () => {
  await join(ada, 'builder')
  await pause(ada, 2)
  const boss = await admin(app)
  const { standing: seen } = await app.as(boss).memberships.giftsOf({ userId: ada.id })
  const nothing = { tierId: '', isComplimentary: false, complimentaryUntil: '', customPence: null, notes: '' }
  const seenUntil = seen!.periodEnd!.toISOString()
  await expect(
    app.as(boss).memberships.give({ ...nothing, giftMonths: 1, userId: ada.id, seenUntil }),
  ).rejects.toMatchObject({ code: 'PAUSED' })
  const { rows } = await app.as(boss).memberships.dues({ q: ada.email })
  expect(rows).toMatchObject([
    { shown: { paymentStatus: 'paid', freeUntil: null, pause: { from: paidUntil, until: goesOn } } },
  ])
})

test('two tabs that pause differently at once pause once', async () => {
  await join(ada, 'builder')
  const { from } = await app.as(ada).memberships.pauseTerms()
  const seenFrom = from!.toISOString()
  const results = await Promise.allSettled([1, 3].map(months => app.as(ada).memberships.pause({ months, seenFrom })))
  await untilQuiet(app)
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await told(ada, 'memberships.rests')).toHaveLength(1)
  expect(
    await app.sql('select count(*)::int as count from membership_pauses where user_id = $1 and ended_at is null', [
      ada.id,
    ]),
  ).toEqual([{ count: 1 }])
})

test('pauses end on the same day of the month at the same hour, also over the change of the clocks', () => {
  expect(pauseEnd(new Date('2027-01-31T10:00:00Z'), 1)).toEqual(new Date('2027-02-28T10:00:00Z'))
  expect(pauseEnd(new Date('2027-03-18T10:00:00Z'), 1)).toEqual(new Date('2027-04-18T09:00:00Z'))
  const twice = { pauseMonthsAtMost: 2, pausesPerYear: 2 }
  expect(whyNotPauseAgain(twice, [new Date('2027-01-01T10:00:00Z')], 2)).toBeNull()
  expect(
    whyNotPauseAgain(twice, [new Date('2027-01-01T10:00:00Z'), new Date('2027-05-01T09:00:00Z')], 1)?.message,
  ).toContain('1 Jan 2028')
})
