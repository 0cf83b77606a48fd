import type { Page } from '@playwright/test'
import { and, eq } from 'drizzle-orm'
import { userMemberships } from '#features/membership/memberships/table.ts'
import { referrals } from '#features/membership/referrals/table.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { member as freeMember } from '#seed/factories/people.ts'
import { call, expect, fact, signIn, test } from './fixtures.ts'
import { password, startBuilder } from './newcomer.ts'
import { tuesday } from './places.ts'

/** How often this page has asked for something; what the server pushes asks as well, so nothing else may happen meanwhile. */
function asked(page: Page, path: string): () => number {
  let count = 0
  page.on('request', request => {
    if (new URL(request.url()).pathname === `/rpc/${path}`) count++
  })
  return () => count
}

test('who is signed in is looked at on sign-in and every minute, until they sign out; what has changed is seen [MEM-16]', async ({
  page,
  venue,
}) => {
  const { id, email } = await venue.make(target => freeMember(target, { password }))
  const looks = asked(page, 'members/me')
  await page.clock.install()
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  const before = looks()
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).not.toHaveURL(/\/auth/)
  expect(looks()).toBeGreaterThan(before)
  await page.goto('/members')
  await expect(fact(page, 'Balance')).toHaveText('0 tokens')
  // Nothing tells the page of this: only the next look finds it.
  await venue.make(async ({ db }) => {
    const [builder] = await db.select().from(membershipTiers).where(eq(membershipTiers.slug, 'builder'))
    await db
      .update(userMemberships)
      .set({ tierId: builder!.id, paymentStatus: 'paid' })
      .where(and(eq(userMemberships.userId, id), eq(userMemberships.status, 'active')))
  })
  for (let minute = 1; minute <= 3; minute++) {
    const next = page.waitForResponse(answer => answer.url().includes('/rpc/members/me'))
    await page.clock.runFor(60_000)
    expect(((await (await next).json()) as { json: { tier: { slug: string } } }).json.tier.slug).toBe('builder')
    await expect(fact(page, 'Plan')).toContainText('Builder')
  }
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  // Time passes here in steps, or nothing would be drawn.
  await expect(async () => {
    await page.clock.runFor(20)
    expect(page.url()).not.toMatch(/members/)
  }).toPass({ intervals: [50] })
  const last = looks()
  await page.clock.runFor(180_000)
  expect(looks()).toBe(last)
})

test('what has changed at the provider, of which no message has come, is found every minute and by "Refresh Status" at once [MEM-25]', async ({
  page,
  venue,
}) => {
  const { id, email } = await venue.make(target => freeMember(target, { password }))
  await signIn(page, { email, password })
  await page.clock.install()
  await page.goto('/members')
  await page.clock.resume()
  await startBuilder(page)
  await page.reload()
  await expect(fact(page, 'Payment')).toHaveText('Paid')
  const [own] = await venue.make(({ db }) =>
    db
      .select()
      .from(userMemberships)
      .where(and(eq(userMemberships.userId, id), eq(userMemberships.status, 'active'))),
  )
  await venue.payments({ hold: true })
  try {
    await venue.payments({ declineNext: true })
    await venue.payments({ advanceSubscription: own!.stripeSubscriptionId })
    await expect(fact(page, 'Payment')).toHaveText('Paid')
    await page.getByRole('button', { name: 'Refresh Status' }).click()
    await expect(fact(page, 'Payment')).toContainText('Payment overdue')
  } finally {
    await venue.payments({ hold: false })
  }
})

test('the plan is looked at again 2 seconds after a checkout was opened, and 2 seconds after it came back [MEM-17]', async ({
  page,
  venue,
}) => {
  const { email } = await venue.make(target => freeMember(target, { password }))
  await signIn(page, { email, password })
  await page.clock.install()
  await page.goto('/members')
  await page.getByRole('link', { name: 'Start Builder' }).click()
  const start = page.getByRole('button', { name: 'Start Builder, pay £40' })
  await expect(start).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  const rechecks = asked(page, 'memberships/refresh')
  const opened = page.context().waitForEvent('page')
  await start.click()
  const tab = await opened
  await tab.getByLabel('Card number').waitFor()
  await page.clock.runFor(1_900)
  expect(rechecks()).toBe(0)
  await page.clock.runFor(200)
  await expect.poll(rechecks).toBe(1)

  // The tab that comes back looks for itself; time passes here in steps, or nothing would be drawn.
  const comeBack = async (how: string) => {
    await page.goto(`/members?${how}=true`)
    await expect(async () => {
      await page.clock.runFor(20)
      expect(page.url()).toMatch(/\/members$/)
    }).toPass({ intervals: [50] })
  }
  await comeBack('success')
  await page.clock.runFor(1_500)
  expect(rechecks()).toBe(1)
  await page.clock.runFor(500)
  await expect.poll(rechecks).toBe(2)
  // Coming back without having paid looks at nothing.
  await comeBack('canceled')
  await page.clock.runFor(5_000)
  expect(rechecks()).toBe(2)
})

test('a friend pays 10% less for the first month; the referrer gets 5 tokens and 10% off the next, for every friend [MEM-37]', async ({
  page,
  visit,
  venue,
}) => {
  const rita = await venue.make(target => freeMember(target, { password }))
  await signIn(page, { email: rita.email, password })
  await page.goto('/members')
  await startBuilder(page)
  await page.goto('/account?tab=referrals')
  await expect(page.getByText('As many friends as you like.')).toBeVisible()
  await expect(fact(page, 'You get')).toHaveText('10% off next month and 5 bonus tokens, once your friend has paid')
  await expect(fact(page, 'Your friend gets')).toHaveText('10% off the first month')
  for (const bonus of [5, 10, 15]) {
    const friend = await venue.make(target => freeMember(target, { password }))
    await venue.make(({ db }) =>
      db.insert(referrals).values({ referrerUserId: rita.id, referredUserId: friend.id, referredEmail: friend.email }),
    )
    const own = await visit()
    await signIn(own, { email: friend.email, password })
    await own.goto('/members')
    await startBuilder(own, '£36')
    await own.close()
    await page.goto('/account?tab=referrals')
    await expect(page.getByRole('listitem').filter({ hasText: friend.email })).toContainText('Completed')
    await page.goto('/account?tab=membership')
    await expect(fact(page, 'Balance')).toHaveText(`${50 + bonus} tokens`)
  }
  const [own] = await venue.make(({ db }) =>
    db
      .select()
      .from(userMemberships)
      .where(and(eq(userMemberships.userId, rita.id), eq(userMemberships.status, 'active'))),
  )
  await venue.payments({ advanceSubscription: own!.stripeSubscriptionId })
  await expect(async () => {
    await page.goto('/account?tab=membership')
    await expect(page.getByRole('cell', { name: '£36', exact: true })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(page.getByRole('cell', { name: '£40', exact: true })).toHaveCount(1)
})

test('whose plan is free reads why tokens do not pay, where rooms are open to them by card [TOK-13]', async ({
  page,
  visit,
  venue,
}) => {
  const { email } = await venue.make(target => freeMember(target, { password }))
  const boss = await visit()
  await signIn(boss, venue.person('admin'))
  await call(boss, 'venue/changeSettings', { freeMembersFacilities: 'card' })
  try {
    await signIn(page, { email, password })
    await page.goto('/bookings')
    await page.getByRole('link', { name: /^Meeting Room/ }).click()
    await expect(page).toHaveURL(/facility-booking/)
    await page.goto(`${page.url()}&on=${tuesday()}`)
    const form = page.getByRole('form', { name: 'Book Meeting Room' })
    await form.getByRole('radio', { name: '18:00', exact: true }).check()
    await expect(page.getByText('Tokens not available on Free plan. You can pay by card.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Book Now, pay £25' })).toBeVisible()
  } finally {
    await call(boss, 'venue/changeSettings', { freeMembersFacilities: 'blocked' })
  }
})
