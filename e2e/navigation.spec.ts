import type { Page } from '@playwright/test'
import { communityPosts } from '#features/community/posts/table.ts'
import { event } from '#seed/factories/events.ts'
import { call, expect, expectAccessible, settled, signIn, test } from './fixtures.ts'
import { dayAhead, tuesday } from './places.ts'

// What each of the three audiences can reach, and what of the members' pages a house may open to visitors.

test('a visitor sees the landing page, what the market is, and the sign-in screen [NAV-02]', async ({
  page,
  venue,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Member Login' }).first()).toBeVisible()
  await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Market' }).click()
  await expect(page).toHaveURL(`${venue.url}/market-tickets`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('#content')).toContainText(/10:00/)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(`${venue.url}/auth`)
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
})

test('each entry of the account menu leads where it says', async ({ page, visit, venue }) => {
  await signIn(page, venue.person('admin'))
  const entries = [
    ['Account Settings', '/account'],
    ['Admin Panel', '/admin'],
    ['Change Password', '/first-login-password-change'],
    ['Invite Guest', '/account?tab=invite'],
  ] as const
  for (const [label, path] of entries) {
    await page.goto('/home')
    await page.getByRole('button', { name: /Account menu/ }).click()
    await page.getByRole('menuitem', { name: label, exact: true }).click()
    await expect(page).toHaveURL(venue.url + path)
  }
  await page.goto('/home')
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${venue.url}/auth`)
  const member = await visit()
  await signIn(member, venue.person('member'))
  await member.goto('/home')
  await member.getByRole('button', { name: /Account menu/ }).click()
  await expect(member.getByRole('menuitem', { name: 'Account Settings' })).toBeVisible()
  await expect(member.getByRole('menuitem', { name: 'Admin Panel' })).toHaveCount(0)
})

test('on a phone a bar at the bottom has Home, Bookings, Market, Community and Account, and each leads there [NAV-19]', async ({
  page,
  venue,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, venue.person('member'))
  await page.goto('/home')
  const bar = page.getByRole('navigation', { name: 'Shortcuts' })
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Bookings', 'Market', 'Community', 'Account'])
  for (const [label, path] of [
    ['Bookings', '/bookings'],
    ['Market', '/market-tickets'],
    ['Community', '/community'],
    ['Account', '/account'],
    ['Home', '/home'],
  ] as const) {
    await bar.getByRole('link', { name: label }).click()
    await expect(page).toHaveURL(venue.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(bar.getByRole('link', { name: label })).toHaveAttribute('aria-current', 'page')
    await expect(bar).toBeInViewport()
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(bar).toBeHidden()
})

test('/admin and the pages in it are there for whoever runs the house, and closed to everybody else [NAV-11]', async ({
  page,
  visit,
  venue,
}) => {
  for (const path of ['/admin', '/admin/members']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/auth/)
  }
  const member = await visit()
  await signIn(member, venue.person('member'))
  await member.goto('/admin/members')
  await expect(member.getByText("You don't have permission to access this page.")).toBeVisible()
  await signIn(page, venue.person('admin'))
  await page.goto('/admin')
  await expect(page.getByRole('navigation', { name: 'Back office' })).toBeVisible()
  await page.goto('/admin/members')
  await expect(page).toHaveURL(`${venue.url}/admin/members`)
  await expect(page.getByRole('navigation', { name: 'Back office' })).toBeVisible()
})

test('one setting opens events, bookings and community to visitors; then what they need an account for says so, and closed again they lead to sign in [NAV-08]', async ({
  page,
  visit,
  venue,
}) => {
  const title = `Open to all ${Date.now()}`
  const open = await venue.make(async target => {
    const [row] = await target.db.insert(communityPosts).values({ title, content: 'Kilns.' }).returning()
    return { post: row!, event: await event(target) }
  })
  const boss = await visit()
  await signIn(boss, venue.person('admin'))
  const { rows } = await call<{ rows: { id: string }[] }>(boss, 'bookings/facilities')
  const facility = `/facility-booking?id=${rows[0]!.id}&on=${dayAhead(20)}`
  const closing = [
    '/events',
    '/community',
    `/community/${open.post.id}`,
    `/event/${open.event.id}`,
    '/bookings',
    facility,
  ]

  await expectClosed(page, closing)
  await boss.goto('/admin/settings')
  await call(boss, 'venue/changeSettings', { pagesOpenToVisitors: ['/events', '/community', '/bookings'] })
  try {
    await page.goto('/events')
    await page.getByRole('button', { name: 'Host an Event' }).click()
    await expect(page.getByText('Sign In Required')).toBeVisible()
    await expect(page).toHaveURL(/\/auth/)
    await page.goto(facility)
    await expect(page.getByRole('button', { name: 'Sign In to Book' })).toBeVisible()
    await page.goto('/community')
    await page.getByRole('button', { name: new RegExp(`like.*${title}`) }).click()
    await expect(page.getByText('Please sign in to like posts')).toBeVisible()
    await expect(page).toHaveURL(`${venue.url}/community`)
    await expectAccessible(page)
  } finally {
    await call(boss, 'venue/changeSettings', { pagesOpenToVisitors: [] })
  }
  await expectClosed(page, closing)

  // Always open (decision 4): a tour, an enquiry about the event space, and the code, whose acceptance waits for the account.
  await call(boss, 'tours/addSlots', { tourDate: tuesday(1), startTime: '11:00', endTime: '12:00', capacity: 4 })
  await page.goto('/tour-booking')
  await expect(page.getByRole('button', { name: 'Book tour' })).toBeVisible()
  await page.goto('/event-space')
  await page.getByRole('button', { name: 'Host a Workshop or Event' }).click()
  await expect(page.getByText('Sign In Required')).toBeVisible()
  await page.goto('/event-space')
  await expect(page.getByLabel('Message')).toBeVisible()
  await page.goto('/code-of-conduct?return=/members')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Accept and Continue' }).click()
  await expect(page).toHaveURL(/\/auth\?.*members/)
  // What was accepted waits on this device and is recorded once somebody is signed in.
  const recorded = page.waitForResponse(answer => answer.url().includes('/rpc/conduct/accept') && answer.ok())
  await signIn(page, venue.person('member'))
  await page.goto('/members')
  await recorded
})

async function expectClosed(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await expect(page, path).toHaveURL(/\/auth/)
    await settled(page)
  }
}
