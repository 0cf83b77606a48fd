import { expect, test } from 'vitest'
import { decide, findRoute } from '#access.ts'
import { activeMembers } from '#features/admissions/waitlist/model.ts'
import { formatDate } from '#platform/words.ts'
import { tier } from '#seed/factories/memberships.ts'
import { admin, committee, doorStaff, member, person } from '#seed/factories/people.ts'
import { application, inStanding } from '#seed/factories/standings.ts'
import { sharedTestApp } from '#test/app.ts'
import { endedDays, type StandingKind, standings, unpaidDays } from './rules.ts'

const app = sharedTestApp()

/** Where each standing leads, and whether every page says it. */
const expected: Record<StandingKind, { title: string; next: { label: string; to: string }; isNotice: boolean }> = {
  account: {
    title: 'You have not applied yet.',
    next: { label: 'Apply for membership', to: '/join' },
    isNotice: true,
  },
  applying: {
    title: 'Your application is under review.',
    next: { label: 'See your application', to: '/join' },
    isNotice: true,
  },
  asked: {
    title: 'The committee has a question for you.',
    next: { label: 'Answer it', to: '/join' },
    isNotice: true,
  },
  inLine: {
    title: 'You are approved, and in line for a place.',
    next: { label: 'See your application', to: '/join' },
    isNotice: true,
  },
  unpaid: {
    title: 'Your Creator membership starts with its first payment.',
    next: { label: 'Start Creator', to: '/members' },
    isNotice: true,
  },
  arranged: {
    title: expect.stringMatching(/^Your Creator membership begins on \d+ \w{3} \d{4}\.$/),
    next: { label: 'Open your membership', to: '/members' },
    isNotice: false,
  },
  free: { title: 'You are on Explorer.', next: { label: 'Choose a plan', to: '/members' }, isNotice: false },
  paid: { title: 'You are on Creator.', next: { label: 'Book a space', to: '/bookings' }, isNotice: false },
  paused: {
    title: 'Nothing is charged for your Creator membership at present.',
    next: { label: 'Open your membership', to: '/members' },
    isNotice: true,
  },
  overdue: {
    title: 'Your last payment did not go through.',
    next: { label: 'Pay now', to: '/members' },
    isNotice: true,
  },
  ended: {
    title: 'Your Creator membership has ended.',
    next: { label: 'Choose a plan', to: '/members' },
    isNotice: false,
  },
  rejected: {
    title: 'Membership Not Approved',
    next: { label: 'See the reason', to: '/join' },
    isNotice: true,
  },
  blocked: { title: 'Account blocked', next: { label: 'Contact us', to: '/contact' }, isNotice: true },
  suspended: { title: 'Account suspended', next: { label: 'Contact us', to: '/contact' }, isNotice: true },
}

test.each(standings)('%s: one true answer of the server, with a next step that is open to them', async kind => {
  const me = (await app.as(await inStanding(app, kind)).members.me())!
  expect(me.standing).toMatchObject({ kind, ...expected[kind] })
  expect(decide(findRoute(me.standing.next.to)!, me)).toBe('open')
})

const standingOf = async (someone: { id: string }) => (await app.as(someone).members.me())!.standing

test('nobody is told that they have applied until they have, and who has is told so', async () => {
  const someone = await person(app)
  expect(JSON.stringify(await standingOf(someone))).not.toMatch(/under review|your application/i)
  await application(app, someone)
  expect(await standingOf(someone)).toMatchObject({ kind: 'applying' })
})

test('who is in line reads their place, and is a member once there is room', async () => {
  app.clock.advance(1_000)
  const first = await inStanding(app, 'inLine')
  app.clock.advance(1_000)
  const second = await inStanding(app, 'inLine')
  const place = async (someone: { id: string }) =>
    Number(/You are number (\d+) in line/.exec((await standingOf(someone)).words)?.[1])
  expect((await place(second)) - (await place(first))).toBe(1)
})

test('who was given an account while the house is full is in line too, without an application', async () => {
  const boss = await admin(app)
  await app.as(boss).venue.changeSettings({ maxActiveMembers: await activeMembers(app.runtime.db) })
  const email = `line.${crypto.randomUUID()}@people.example`
  const given = { firstName: 'Ida', lastName: 'Bell', email, isApproved: true }
  const { userId, isWaiting } = await app.as(boss).members.createAccount(given)
  expect(isWaiting).toBe(true)
  expect(await standingOf({ id: userId })).toMatchObject({ kind: 'inLine', next: { to: '/account' } })
  await app.as(boss).venue.changeSettings({ maxActiveMembers: 200 })
})

test('the first payment is waited for thirty days; who stays on Explorer then has chosen it', async () => {
  const someone = await inStanding(app, 'unpaid')
  const reviewed = (
    await app.sql<{ at: Date }>('select reviewed_at at from membership_applications where user_id = $1', [someone.id])
  )[0]!.at
  const end = reviewed.getTime() + unpaidDays * 86_400_000
  app.clock.advance(end - 1 - app.clock.now().getTime())
  expect((await standingOf(someone)).kind).toBe('unpaid')
  app.clock.advance(1)
  expect((await standingOf(someone)).kind).toBe('free')
})

test('who was approved for a plan that the house offers no more is led to those there are', async () => {
  const someone = await inStanding(app, 'unpaid')
  await app.sql(`update membership_tiers set is_active = false where slug = 'creator'`)
  const standing = await standingOf(someone)
  expect(standing).toMatchObject({
    kind: 'unpaid',
    title: 'The Creator plan is no longer offered.',
    next: { label: 'Choose a plan', to: '/members' },
  })
  await app.sql(`update membership_tiers set is_active = true where slug = 'creator'`)
  expect(await standingOf(someone)).toMatchObject({ kind: 'unpaid', next: { label: 'Start Creator' } })
})

test('the end of a paid membership is said for sixty days; then they are a former member who may come back', async () => {
  const someone = await inStanding(app, 'ended')
  await app.sql(`update user_memberships set paid_since_on = started_on where user_id = $1 and status = 'cancelled'`, [
    someone.id,
  ])
  const ended = formatDate(app.clock.now(), { year: true })
  app.clock.advance(endedDays * 86_400_000 - 1)
  expect(await standingOf(someone)).toMatchObject({ kind: 'ended' })
  app.clock.advance(1)
  expect(await standingOf(someone)).toMatchObject({
    kind: 'free',
    title: 'You are on Explorer.',
    words: `You were on Creator until ${ended}, and can come back to a plan at any time.`,
  })
})

test('who was rejected reads from when they can apply again, and that they can once the time has come', async () => {
  const someone = await inStanding(app, 'rejected')
  expect((await standingOf(someone)).words).toMatch(/You can apply again from \w{3} \d+ \w{3} \d{4}\.$/)
  app.clock.advance(90 * 86_400_000)
  expect(await standingOf(someone)).toMatchObject({
    words: expect.stringContaining('You can apply again now.'),
    next: { label: 'Apply again', to: '/join' },
  })
  expect((await app.as(someone).applications.mine()).can.apply).toBe(true)
})

test('a membership that ends says until when it lasts', async () => {
  const someone = await inStanding(app, 'paid')
  await app.sql(
    `update user_memberships set cancels_at_period_end = true, current_period_end = '2027-03-01T12:00:00Z' where user_id = $1`,
    [someone.id],
  )
  expect(await standingOf(someone)).toMatchObject({
    kind: 'paid',
    title: 'Your Creator membership ends on 1 Mar 2027.',
    next: { to: '/members' },
  })
})

test('who works in the house without a membership is led to their work, not to a form', async () => {
  const scanner = await doorStaff(app, { approval: 'pending' })
  expect(await standingOf(scanner)).toMatchObject({
    kind: 'account',
    isNotice: false,
    next: { to: '/admin/market-scanner' },
  })
  const reader = await committee(app, { approval: 'pending' })
  expect(await standingOf(reader)).toMatchObject({ isNotice: false, next: { to: '/admin' } })
  expect(await standingOf(await member(app))).toMatchObject({ kind: 'free' })
})

test('who came for a tier or with a code is led on to the form for it, until they have applied (decision 52)', async () => {
  const someone = await person(app)
  const came = async () => {
    const { standing, cameToApply } = (await app.as(someone).members.me())!
    return { label: standing.next.label, cameToApply }
  }
  const wants = (tier: string | null, code: string | null = null) =>
    app.sql('update "user" set wanted_tier = $2, referred_by_code = $3 where id = $1', [someone.id, tier, code])
  await tier(app, 'creator')
  expect(await came()).toEqual({ label: 'Apply for membership', cameToApply: false })
  await wants('creator')
  expect(await came()).toEqual({ label: 'Apply for Creator', cameToApply: true })
  await wants('nonesuch')
  expect(await came()).toEqual({ label: 'Apply for membership', cameToApply: false })
  await wants(null, 'AB12CD34')
  expect(await came()).toEqual({ label: 'Apply for membership', cameToApply: true })
  await wants(null)
  await app.sql('update "user" set came_to_apply = true where id = $1', [someone.id])
  expect(await came()).toEqual({ label: 'Apply for membership', cameToApply: true })
  await application(app, someone)
  expect(await came()).toEqual({ label: 'See your application', cameToApply: false })
})

test('where free members may book by card, that is their next step', async () => {
  await app.sql(`insert into settings (key, value, updated_at) values ('freeMembersFacilities', '"card"', now())`)
  await app.settled()
  expect(await standingOf(await inStanding(app, 'free'))).toMatchObject({
    next: { label: 'Book a space', to: '/bookings' },
  })
})
