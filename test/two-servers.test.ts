import { expect, test } from 'vitest'
import { climb } from '#features/membership/dues/jobs.ts'
import { grantWeekly } from '#features/membership/memberships/jobs.ts'
import { reconcile } from '#features/money/reconciliation/model.ts'
import { magicLinkMail } from '#features/people/members/mail.tsx'
import { takePoint } from '#platform/rpc/limits.ts'
import { admin, goodPassword, member } from '#seed/factories/people.ts'
import { sharedTestApp } from './app.ts'
import { sessionCookie } from './browser.ts'
import { expectInvariants } from './invariants.ts'
import { openLiveStream } from './live-stream.ts'
import { subscribing } from './memberships.ts'
import { control, pressPay } from './payments.ts'

// Two server processes on one database behave as one.
const first = sharedTestApp()
const second = sharedTestApp({ beside: first })

test('jobs run once, whichever server works on them', async () => {
  await first.write(async tx => {
    for (let i = 0; i < 40; i++)
      await tx.mail(
        magicLinkMail,
        { address: `reader${i}@people.example` },
        { firstName: 'Ada', url: 'https://exchange.example/x' },
      )
  })
  const done = await Promise.all([first.runJobs(), second.runJobs()])
  expect(done[0] + done[1]).toBe(40)
  const caught = (await (await first.fetch('/dev/mail/messages.json')).json()) as { to: string }[]
  expect(caught).toHaveLength(40)
  expect(new Set(caught.map(mail => String(mail.to))).size).toBe(40)
})

test('a limit is counted across servers', async () => {
  const limit = { points: 3, seconds: 60 }
  await takePoint(first.db, 'shared', limit)
  await takePoint(second.db, 'shared', limit)
  await takePoint(first.db, 'shared', limit)
  await expect(takePoint(second.db, 'shared', limit)).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    status: 429,
  })
})

test('a live event made in one server reaches a browser on the other, and only those it is for', async () => {
  const ada = await member(first, { password: goodPassword })
  const bea = await member(first, { password: goodPassword })
  const forAda = await openLiveStream(second, await sessionCookie(second, ada.email))
  const forBea = await openLiveStream(second, await sessionCookie(second, bea.email))
  await first.write(async tx => {
    await tx.announce({ to: { userId: ada.id }, kind: 'test.private' })
    await tx.announce({ to: 'everyone', topic: 'venue', kind: 'test.public' })
  })
  expect((await forAda.next()).kind).toBe('test.private')
  expect((await forAda.next()).kind).toBe('test.public')
  expect((await forBea.next()).kind).toBe('test.public')
  await forAda.close()
  await forBea.close()
})

test('a browser that was away resumes after the last event it saw', async () => {
  const ada = await member(first, { password: goodPassword })
  const cookie = await sessionCookie(first, ada.email)
  const before = await openLiveStream(first, cookie)
  await first.write(tx => tx.announce({ to: { userId: ada.id }, kind: 'test.one' }))
  const seen = await before.next()
  await before.close()
  await first.write(tx => tx.announce({ to: { userId: ada.id }, kind: 'test.two' }))
  const after = await openLiveStream(second, cookie, seen.id)
  expect((await after.next()).kind).toBe('test.two')
  await after.close()
})

test('a role taken away ends what the open stream tells', async () => {
  const boss = await admin(first)
  const helper = await admin(first, { password: goodPassword })
  const stream = await openLiveStream(second, await sessionCookie(second, helper.email))
  await first.write(tx => tx.announce({ to: { role: 'admin' }, kind: 'test.before' }))
  expect((await stream.next()).kind).toBe('test.before')
  await first.sql(`delete from user_roles where user_id = $1`, [helper.id])
  await first.write(async tx => {
    await tx.announce({ to: { role: 'admin' }, kind: 'test.secret' })
    await tx.announce({ to: 'everyone', topic: 'venue', kind: 'test.open' })
  })
  expect((await stream.next()).kind).toBe('test.open')
  await expect(second.as(helper).venue.settings()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(second.as(boss).venue.settings()).resolves.toBeTruthy()
  await stream.close()
})

test('a membership on two servers: what comes twice, or through both at once, happens once', async () => {
  first.clock.set('2026-11-18T10:00:00Z')
  const at = subscribing(first)
  const both = [first, second] as const
  const ada = await member(first)
  await at.tier('builder')
  const { stripe } = first.runtime
  const quiet = async () => {
    for (;;) {
      // Asked first: a message that arrives later still leaves a job to be run.
      const { pendingDeliveries } = await control(first, {})
      const done = await Promise.all(both.map(app => app.runJobs()))
      if (done.every(count => count === 0) && pendingDeliveries === 0) return
    }
  }
  const run = async (job: typeof climb | typeof grantWeekly | typeof reconcile) => {
    // Each server's own timetable asks for it.
    await Promise.all(both.map(app => app.write(tx => tx.enqueue(job, {}))))
    await quiet()
  }
  const told = async (template: string) => (await at.told(ada, template)).length
  const agree = async () => {
    expect(await at.ledgerSum(ada)).toBe(await at.heldOf(ada))
    expect((await at.subscriptionsOf(ada)).filter(({ status }) => status !== 'canceled')).toHaveLength(1)
  }

  const { id: tierId } = await at.tier('builder')
  const begun = await Promise.allSettled(both.map(app => app.as(ada).memberships.subscribe({ tierId })))
  const urls = begun.flatMap(each => (each.status === 'fulfilled' ? [each.value.url] : []))
  for (const url of new Set(urls)) await pressPay(url)
  await quiet()
  await agree()
  expect(await at.ledgerOf(ada)).toEqual([4_000])
  expect(await told('memberships.started')).toBe(1)

  await run(grantWeekly)
  expect((await first.as(ada).tokens.history({})).balance).toBe(50)

  const { id: creator } = await at.tier('creator')
  const { nowPence, at: asked } = await first.as(ada).memberships.changeQuote({ tierId: creator })
  const change = { tierId: creator, quote: { nowPence, at: asked } }
  await Promise.allSettled(both.map(app => app.as(ada).memberships.change(change)))
  await quiet()
  await agree()
  expect(await at.ledgerOf(ada)).toEqual([4_000, nowPence].sort((a, b) => a - b))
  expect((await second.as(ada).memberships.mine()).tier?.slug).toBe('creator')

  // The next month is refused; both servers look at the ladder, and every message comes twice.
  const mine = () => second.as(ada).memberships.mine()
  const { currentPeriodEnd: refusedAt } = await mine()
  first.clock.set(refusedAt!)
  await control(first, { declineNext: true })
  await control(first, { advanceSubscription: await at.subscriptionOf(ada) })
  await control(first, { declineNext: false })
  await quiet()
  expect((await mine()).paymentStatus).toBe('overdue')
  first.clock.set(new Date(refusedAt!.getTime() + 25 * 3_600_000))
  await run(climb)
  expect(await told('memberships.payment-reminder')).toBe(1)
  for (const { id } of (await stripe.events.list({ limit: 100 })).data) await control(first, { repeatEvent: id })
  await quiet()
  expect(await told('memberships.payment-failed')).toBe(1)
  expect(await told('memberships.started')).toBe(1)
  await agree()
  first.clock.set(new Date(refusedAt!.getTime() + 8 * 86_400_000))
  await run(climb)
  expect((await second.as(ada).members.me())?.standing.title).toBe('Bookings and tokens rest until you have paid.')
  const [open] = (await stripe.invoices.list({ subscription: await at.subscriptionOf(ada), status: 'open' })).data
  await stripe.invoices.pay(open!.id!)
  await quiet()
  expect(await mine()).toMatchObject({ paymentStatus: 'paid' })
  await agree()

  const { from } = await first.as(ada).memberships.pauseTerms()
  const pauses = both.map(app => app.as(ada).memberships.pause({ months: 2, seenFrom: from!.toISOString() }))
  await Promise.allSettled(pauses)
  await quiet()
  expect((await mine()).pause).toMatchObject({ from, isResting: false })
  expect(await told('memberships.rests')).toBe(1)
  await Promise.allSettled(both.map(app => app.as(ada).memberships.backToExplorer({})))
  await quiet()
  expect(await mine()).toMatchObject({ pause: null, renews: false, currentPeriodEnd: from })
  expect(await told('memberships.ending')).toBe(1)
  await control(first, { advanceSubscription: await at.subscriptionOf(ada) })
  first.clock.set(new Date(from!.getTime() + 3_600_000))
  await quiet()
  expect((await mine()).tier?.slug).toBe('explorer')
  expect(await at.ledgerSum(ada)).toBe(await at.heldOf(ada))
  await run(reconcile)
  await expectInvariants(first)
})
