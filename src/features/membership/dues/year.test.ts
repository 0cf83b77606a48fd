import { expect, test } from 'vitest'
import { tellEnds } from '#features/membership/gifts/jobs.ts'
import { endPeriods, grantLoyalty, grantWeekly } from '#features/membership/memberships/jobs.ts'
import { reconcile } from '#features/money/reconciliation/model.ts'
import { admin, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { subscribing } from '#test/memberships.ts'
import { control, untilQuiet } from '#test/payments.ts'
import { climb } from './jobs.ts'

const app = sharedTestApp()
const at = subscribing(app)
const dayMs = 86_400_000

/** The invoice's own page, with a card that is good. */
async function payOpen(who: Person): Promise<void> {
  const { url } = await app.as(who).memberships.payDue({})
  const body = new URLSearchParams({ number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123', name: 'Ada' })
  await app.fetch(`${new URL(url).pathname}/pay`, { method: 'POST', body, redirect: 'manual' })
}

test('a year of one subscription, day by day: every way in which a month is paid late, a pause, a gift, a cancellation and another; each mail on its day', {
  timeout: 600_000,
}, async () => {
  app.clock.set('2026-11-18T10:00:00Z')
  const [boss, ada] = [await admin(app), await member(app)]
  await at.join(ada, 'builder')
  const own = () => app.as(ada).memberships
  const decline = (isDeclined: boolean) => control(app, { declineNext: isDeclined })
  const happens: Record<string, () => Promise<unknown>> = {
    // Refused once; the provider's own second try succeeds.
    '2026-12-17': () => decline(true),
    '2026-12-20': () => decline(false),
    // Refused for good: bookings rest until she pays with another card.
    '2027-01-27': () => decline(false).then(() => payOpen(ada)),
    // Her bank asks her to confirm.
    '2027-02-17': () => control(app, { confirmNext: true }),
    '2027-02-19': () => control(app, { confirmNext: false }).then(() => payOpen(ada)),
    '2027-03-20': async () => {
      const { from } = await own().pauseTerms()
      await own().pause({ months: 2, seenFrom: from!.toISOString() })
    },
    '2027-07-01': async () => {
      const { standing } = await app.as(boss).memberships.giftsOf({ userId: ada.id })
      await app.as(boss).memberships.give({
        ...{ userId: ada.id, tierId: '', giftMonths: 1, isComplimentary: false, complimentaryUntil: '' },
        ...{ customPence: null, notes: '', seenUntil: standing!.periodEnd!.toISOString() },
      })
    },
    '2027-08-20': () => own().backToExplorer({ reason: 'price', words: '' }),
    '2027-08-22': () => own().keep(),
    '2027-09-20': () => own().backToExplorer({}),
  }
  const isRefusedForGood = (date: string) => date >= '2027-01-17' && date < '2027-01-27'
  const told: string[] = []
  const rested: string[] = []
  for (let day = 0; day <= 365; day++) {
    const now = new Date(Date.parse('2026-11-18T12:00:00Z') + day * dayMs)
    app.clock.set(now)
    const date = now.toISOString().slice(0, 10)
    await control(app, { upkeep: true })
    if (happens[date]) {
      await untilQuiet(app)
      await happens[date]()
    }
    if (isRefusedForGood(date)) await decline(true)
    await app.write(async tx => {
      for (const job of [climb, tellEnds, grantWeekly, grantLoyalty, endPeriods]) await tx.enqueue(job, {})
    })
    await untilQuiet(app)
    const mails = await at.templatesTo(ada)
    for (const template of mails.slice(told.length)) told.push(`${date} ${template.replace('memberships.', '')}`)
    if (!(await app.as(ada).members.me())!.can.buyTokens) rested.push(date)
  }
  expect(told).toEqual([
    '2026-11-18 started',
    '2026-12-18 payment-failed',
    '2026-12-19 payment-reminder',
    '2026-12-21 charged',
    '2027-01-18 payment-failed',
    '2027-01-19 payment-reminder',
    '2027-01-21 payment-reminder',
    '2027-01-24 payment-reminder',
    '2027-01-25 access-rests',
    '2027-01-27 charged',
    '2027-02-18 confirm-payment',
    '2027-02-19 charged',
    '2027-03-18 charged',
    '2027-03-20 rests',
    '2027-06-11 pause-ending',
    '2027-06-18 charged',
    '2027-07-01 given',
    '2027-08-11 gift-ending',
    '2027-08-18 charged',
    '2027-08-20 ending',
    '2027-09-18 charged',
    '2027-09-20 ending',
  ])
  // Bookings and tokens rested while it was overdue for long, while it was paused, and after its end.
  const days = (from: string, until: string) => rested.filter(date => date >= from && date <= until).length
  expect([
    days('2027-01-25', '2027-01-26'),
    days('2027-04-18', '2027-06-17'),
    days('2027-10-18', '2027-11-18'),
  ]).toEqual([2, 61, 32])
  expect(rested).toHaveLength(2 + 61 + 32)
  expect(await at.ledgerOf(ada)).toEqual(Array.from({ length: 8 }, () => 4_000))
  expect(await at.ledgerSum(ada)).toBe(await at.heldOf(ada))
  const grants = await app.sql<{ type: string; count: number }>(
    'select type, count(*)::int as count from tokens where user_id = $1 group by type order by type',
    [ada.id],
  )
  // 48 weeks, less the nine in which it rested; nine months, of which the last was not over.
  expect(grants).toEqual([
    { type: 'loyalty', count: 2 },
    { type: 'weekly', count: 39 },
  ])
  await app.write(tx => tx.enqueue(reconcile, {}))
  await app.runJobs()
  await expectInvariants(app)
})
