import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { decide, findRoute, routeAccess } from '#access.ts'
import { call, expect, expectAccessible, settled, signIn, test } from './fixtures.ts'
import { account } from './newcomer.ts'
import { dayAhead } from './places.ts'

// The frame around every page: menus, back office, sessions that end, crashes, and what strangers may try.

const officeNav = (page: Page) => page.getByRole('navigation', { name: 'Back office' })
async function labels(page: Page, menu: string): Promise<string[]> {
  const links = page.getByRole('navigation', { name: menu }).getByRole('link')
  await expect(links.first()).toBeVisible()
  return links.allTextContents()
}

test.describe('when the server cannot say who is there', () => {
  test.use({ mayFail: true })

  test('whoever was signed in is not asked to sign in, and goes on with the next attempt', async ({ page, venue }) => {
    await signIn(page, venue.person('admin'))
    await page.goto('/admin')
    await expect(officeNav(page)).toBeVisible()
    await page.route('**/rpc/members/me*', route => route.fulfill({ status: 503, body: '' }))
    await page.goto('/admin/bookings')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(page.getByRole('link', { name: /Sign In|Members Area/ })).toHaveCount(0)
    await page.unroute('**/rpc/members/me*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible()
  })
})

test('visitors see Sign In and Members Area; the theme is light until somebody chooses [NAV-05, NAV-18]', async ({
  page,
}) => {
  const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  expect(await labels(page, 'Main')).toEqual(['Sign In', 'Members Area'])
  expect(await scheme()).toBe('light')
  await page.getByLabel('Dark').check()
  await expect.poll(scheme).toBe('dark')
  await page.reload()
  expect(await scheme()).toBe('dark')
  await page.getByLabel('System').check()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(scheme).toBe('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(scheme).toBe('dark')
  await page.getByLabel('Light').check()
  await expect.poll(scheme).toBe('light')
})

/** Where the mark is seen: in the middle of its box, however high that is. */
async function markIn(frame: Locator) {
  const { x, y, width, height } = (await frame.locator('.brand svg').boundingBox())!
  return { x, width, middle: y + height / 2 }
}

test.describe('without a service worker, which would bring the scripts itself', () => {
  test.use({ serviceWorkers: 'block' })
  test('before the first script has come a page shows its frame, which nothing moves when the page takes its place', async ({
    page,
    venue,
  }) => {
    await signIn(page, venue.person('admin'))
    for (const [path, width] of [
      ['/home', 1280],
      ['/home', 360],
      ['/admin/members', 1280],
      ['/admin/members', 360],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      const scripts = Promise.withResolvers<void>()
      await page.route('**/assets/*.js', async route => {
        await scripts.promise
        await route.continue()
      })
      await page.goto(path, { waitUntil: 'commit' })
      const bones = page.locator('.bones')
      await expect(bones).toBeVisible()
      await expect(bones.getByRole('status', { name: 'Loading' })).toBeVisible()
      const brand = await markIn(bones)
      const bar = await bones.locator('.bones-bar').boundingBox()
      scripts.resolve()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(bones, 'nothing of them stays').toHaveCount(0)
      await expect(page.locator('.bones-page')).toHaveCount(0)
      const header = page.locator('header:has(a.brand)')
      expect((await header.boundingBox())?.y, path).toBe(bar?.y)
      expect((await header.boundingBox())?.height, path).toBe(bar?.height)
      if (path === '/home') expect(await markIn(header)).toEqual(brand)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
  })

  test('on a device that remembers nobody, a page that opens for a session asks nobody to sign in while it waits', async ({
    page,
    venue,
  }) => {
    await signIn(page, venue.person('member'))
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/rpc/members/me*', async route => {
      await answered
      await route.continue()
    })
    await page.addInitScript(() => localStorage.clear())
    for (const path of ['/home', '/contact']) {
      await page.goto(path)
      await expect(page.getByRole('status', { name: 'Loading' }).first()).toBeVisible()
      await page.waitForFunction(() => document.querySelector('.skip-link'))
      await expect(page.getByRole('link', { name: 'Sign In' })).toHaveCount(0)
    }
    answer()
    await expect(page.getByRole('button', { name: /Account menu/ })).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test.describe('a script that never comes', () => {
    test.use({ mayFail: true })
    test('a page that stays grey offers to load it again, at its own address', async ({ page, venue }) => {
      await signIn(page, venue.person('member'))
      await page.route('**/assets/*.js', route => route.abort())
      await page.goto('/bookings?view=mine')
      const way = page.getByRole('link', { name: 'Load the page again' })
      await expect(way).toBeHidden()
      await page.evaluate(() => {
        for (const animation of document.getAnimations())
          if (animation instanceof CSSAnimation && animation.animationName === 'bones-slow') animation.finish()
      })
      await expect(way).toBeVisible()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await way.click()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page).toHaveURL(/\/bookings\?view=mine$/)
    })
  })
})

const topMenu = ['Dashboard', 'Events', 'Store', 'Book a Space', 'Market Booking', 'Market Check-In']
/** Whatever it is for them. */
const nextStep = /^[A-Z]/
const bottomBar = ['Home', 'Bookings', 'Market', 'Community', 'Account']

test('members see the menus exactly, in their order; Admin Panel is for admins [NAV-15, NAV-16, NAV-17]', async ({
  page,
  visit,
  venue,
}) => {
  await signIn(page, venue.person('member'))
  await page.goto('/home')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  expect(await labels(page, 'Main')).toEqual(topMenu)
  await page.getByRole('button', { name: /Account menu/ }).click()
  // Above the entries: where they stand, and their next step (decision 54).
  await expect(page.getByRole('menu')).toContainText('You are on Creator.')
  await expect(page.getByRole('menuitem')).toHaveText([
    'Book a space',
    'Account Settings',
    'Notifications',
    'Change Password',
    'Invite Guest',
    'Your Events',
    'Logout',
  ])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Shortcuts' })).toBeVisible()
  expect(await labels(page, 'Shortcuts')).toEqual(bottomBar)
  expect(await labels(page, 'Footer')).toEqual(['Contact', 'Code of conduct', 'Terms'])
  // Scrolled to its end, the page shows its footer above the bar at the thumb.
  const terms = page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Terms' })
  const bar = await page.getByRole('navigation', { name: 'Shortcuts' }).boundingBox()
  // What is fetched on the way there makes the page longer.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    const foot = await terms.boundingBox()
    expect(foot!.y + foot!.height).toBeLessThanOrEqual(bar!.y)
  }).toPass()

  const boss = await visit()
  await signIn(boss, venue.person('admin'))
  await boss.goto('/home')
  await boss.getByRole('button', { name: /Account menu/ }).click()
  await expect(boss.getByRole('menuitem')).toHaveText([
    nextStep,
    'Account Settings',
    'Notifications',
    'Admin Panel',
    'Change Password',
    'Invite Guest',
    'Your Events',
    'Logout',
  ])
  await boss.getByRole('menuitem', { name: 'Admin Panel' }).click()
  await expect(boss).toHaveURL(`${venue.url}/admin`)
  for (const [role, own] of [
    ['committee', 'Committee Home'],
    ['door', 'Market Scanner'],
  ] as const) {
    const staff = await visit()
    await signIn(staff, venue.person(role))
    await staff.goto('/home')
    await staff.getByRole('button', { name: /Account menu/ }).click()
    await expect(staff.getByRole('menuitem')).toHaveText([
      nextStep,
      'Account Settings',
      'Notifications',
      own,
      'Change Password',
      'Invite Guest',
      'Your Events',
      'Logout',
    ])
  }
})

test('the former path leads on without a trace in the history [NAV-14]', async ({ page, venue }) => {
  await page.goto('/terms')
  await page.goto('/membership-plans')
  await expect(page).toHaveURL(`${venue.url}/membership-info`)
  await page.goBack()
  await expect(page).toHaveURL(`${venue.url}/terms`)
})

test('paths that are not there are 404 pages with a way home, for everybody [ADM-18, NAV-12]', async ({
  page,
  venue,
}) => {
  for (const who of [null, 'admin', 'door'] as const) {
    await page.context().clearCookies()
    if (who) await signIn(page, venue.person(who))
    for (const path of ['/nowhere', '/admin/nowhere', '/terms/1']) {
      const answer = await page.goto(path)
      expect(answer?.status(), path).toBe(404)
      await expect(page.getByRole('heading', { name: '404' })).toBeVisible()
      await expect(page.getByText('Page not found')).toBeVisible()
      await expect(page.locator('#content').getByRole('link', { name: /home/i })).toHaveAttribute('href', '/')
      await expect(page.getByRole('link', { name: 'Go to the scanner' })).toHaveCount(who === 'door' ? 1 : 0)
    }
  }
})

test.describe('a screen that crashes', () => {
  test.use({ mayFail: true })
  test('shows a way to load it again [ADM-19, NAV-13]', async ({ page, venue }) => {
    await signIn(page, venue.person('admin'))
    for (const [path, procedure] of [
      ['/bookings', 'bookings/facilities'],
      ['/admin/bookings', 'bookings/list'],
    ] as const) {
      await page.route(`**/rpc/${procedure}`, route => route.fulfill({ json: { json: { rows: 1 } } }))
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
      await page.unroute(`**/rpc/${procedure}`)
      await page.getByRole('button', { name: 'Reload' }).click()
      await expect(page.getByRole('heading', { name: 'Something went wrong' })).toHaveCount(0)
      await expect(page.locator('h1')).toBeVisible()
    }
  })
})

// What is built, as the build says, and somebody who is in good standing.
const built = Object.keys((JSON.parse(readFileSync('dist/web/paths.json', 'utf8')) as { pages: object }).pages)
const standing = { roles: [], accountStatus: 'active', mustChangePassword: false, mustSetUpTwoFactor: false } as const

test('a rejected person sees that, on every protected page in its place, and can log out [NAV-30]', async ({
  page,
  visit,
  venue,
}) => {
  // Each of some eighty pages is opened.
  test.slow()
  const person = await account(page, venue)
  await signIn(page, person)
  const { email } = person
  await call(page, 'applications/submit', {
    tierSlug: 'explorer',
    fullName: 'Ida Neumann',
    email,
    phoneNumber: '+447700900123',
    termsAccepted: true,
  })
  const boss = await visit()
  await signIn(boss, venue.person('admin'))
  const { rows } = await call<{ rows: { id: string; ofAdmin: { email: string } }[] }>(boss, 'applications/list', {
    status: 'pending',
    pageSize: 100,
  })
  const [reason] = await call<{ id: string }[]>(boss, 'applications/reasons')
  const { id } = rows.find(row => row.ofAdmin.email === email)!
  await call(boss, 'applications/reject', { id, reasonId: reason!.id, notes: '' })
  const rejected = { ...standing, approvalStatus: 'rejected' } as const
  const closed = built.filter(path => decide(findRoute(path)!, rejected) === 'notApproved')
  // Every page that asks for a session, whatever else it asks for.
  const open = built.filter(path => !closed.includes(path)).map(path => findRoute(path)!)
  expect(open.filter(({ audience, isOpenInPart }) => audience !== 'visitor' && !isOpenInPart)).toEqual([])
  expect(closed.length).toBeGreaterThan(60)
  for (const path of closed) {
    await page.goto(path.replaceAll(/\$\w+/g, '00000000-0000-4000-8000-000000000000'))
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('Membership Not Approved')
    await expect(page.getByRole('button', { name: 'Log Out' }), path).toBeVisible()
  }
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL(`${venue.url}/auth`)
})

test('one message at a time: a new one takes the place of the one before [NAV-31]', async ({ page, venue }) => {
  await signIn(page, venue.person('member'))
  const { rows } = await call<{ rows: { id: string }[] }>(page, 'bookings/facilities')
  await page.route('**/rpc/bookings/days', () => {})
  await page.goto(`/facility-booking?id=${rows[0]!.id}`)
  const messages = page.locator('.mantine-Notification-root')
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(messages).toHaveText(/Select a date/)
  const day = dayAhead(30)
  // A time that is not offered: without any, the first that is free would be chosen.
  await page.evaluate(
    to => window.history.pushState({}, '', to),
    `/facility-booking?id=${rows[1]!.id}&on=${day}&at=23:45`,
  )
  await page.getByRole('radio').first().waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  // Exactly one; the former has been taken away.
  await expect(messages).toHaveText([/Select a time/])
})

test('the offer to install comes after 10 seconds, not when installed, not within 7 days of a no [NAV-32, NAV-33, NAV-34]', async ({
  page,
}) => {
  const bar = page.getByRole('region', { name: 'Install Exchange' })
  const offer = () => page.evaluate(() => window.dispatchEvent(new Event('beforeinstallprompt')))
  await page.clock.install()
  await page.goto('/terms')
  await settled(page)
  await offer()
  await page.clock.runFor(9_500)
  await expect(bar).toHaveCount(0)
  await page.clock.runFor(600)
  await expect(bar).toBeVisible()
  await bar.getByRole('button', { name: 'Not now' }).click()
  await expect(bar).toHaveCount(0)
  await page.clock.fastForward(160 * 3_600_000)
  await offer()
  await page.clock.runFor(11_000)
  await expect(bar).toHaveCount(0)
  await page.clock.fastForward(9 * 3_600_000)
  await offer()
  await page.clock.runFor(11_000)
  await expect(bar).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')))
  await expect(bar).toHaveCount(0)
  // A no to the browser's own question is a no.
  await page.evaluate(() => {
    const offered = Object.assign(new Event('beforeinstallprompt'), {
      prompt: () => Promise.resolve(),
      userChoice: Promise.resolve({ outcome: 'dismissed' }),
    })
    window.dispatchEvent(offered)
  })
  await page.clock.runFor(11_000)
  await bar.getByRole('button', { name: 'Install' }).click()
  await expect(bar).toHaveCount(0)
  await offer()
  await page.clock.runFor(11_000)
  await expect(bar).toHaveCount(0)
  await page.clock.fastForward(169 * 3_600_000)
  await offer()
  await page.clock.runFor(11_000)
  await expect(bar).toBeVisible()
  await page.addInitScript(() => {
    const real = window.matchMedia.bind(window)
    window.matchMedia = query => (query.includes('standalone') ? ({ matches: true } as MediaQueryList) : real(query))
  })
  await page.reload()
  await settled(page)
  await offer()
  await page.clock.runFor(11_000)
  await expect(bar).toHaveCount(0)
})

test('a lost connection is said, and that it is back', async ({ page, venue }) => {
  await signIn(page, venue.person('member'))
  await page.goto('/home')
  await settled(page)
  await page.context().setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('You are offline.')).toHaveCount(0)
})

test('every office page stands in one shell with who is signed in, View Site and Sign Out [ADM-02, ADM-04, ADM-05, ADM-06, ADM-07]', async ({
  page,
  visit,
  venue,
}) => {
  const boss = venue.person('admin')
  await signIn(page, boss)
  await page.goto('/admin')
  const links = officeNav(page).getByRole('link')
  await expect(links.first()).toBeVisible()
  const shell = await officeNav(page).elementHandle()
  const paths = await links.evaluateAll(all => all.map(link => link.getAttribute('href')!))
  expect(paths.length).toBeGreaterThan(10)
  for (const path of paths) {
    await officeNav(page).locator(`a[href="${path}"]`).click()
    await expect(page).toHaveURL(venue.url + path)
    await expect(page.locator('#content h1')).toBeVisible()
    await expect(officeNav(page).locator('a[aria-current="page"]')).toHaveAttribute('href', path)
  }
  expect(await shell?.evaluate(nav => nav.isConnected)).toBe(true)
  await expect(page.getByRole('banner').getByText('Grace Holloway')).toBeVisible()
  await expect(page.getByRole('link', { name: 'View Site' })).toHaveAttribute('href', '/')

  const outside = await visit()
  await outside.goto('/admin/login')
  await expect(outside.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(officeNav(outside)).toHaveCount(0)

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(`${venue.url}/auth`)
  expect(await call(page, 'members/me')).toBeNull()
})

test('the sidebar folds by key, keeps its state for 7 days and has the specified widths [ADM-14, ADM-15, ADM-16, ADM-17]', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  await page.goto('/admin')
  const sidebar = officeNav(page).locator('..')
  const width = async () => (await sidebar.boundingBox())?.width
  await expect.poll(width).toBe(256)
  await page.keyboard.press('Control+b')
  await expect.poll(width).toBe(48)
  const kept = (await page.context().cookies(`${venue.url}/admin`)).find(({ name }) => name === 'sidebar_state')
  const days = ((kept?.expires ?? 0) - Date.now() / 1000) / 86_400
  expect(days).toBeGreaterThan(6.9)
  expect(days).toBeLessThanOrEqual(7)
  await page.reload()
  await expect.poll(width).toBe(48)
  await page.keyboard.press('Meta+b')
  await expect.poll(width).toBe(256)
  await page.reload()
  await expect.poll(width).toBe(256)

  await page.setViewportSize({ width: 768, height: 900 })
  await expect(officeNav(page)).toBeVisible()
  await page.setViewportSize({ width: 767, height: 900 })
  await expect(officeNav(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  const drawer = page.getByRole('dialog')
  await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(288)
  await expectAccessible(page)
  await officeNav(page).getByRole('link', { name: 'Applications', exact: true }).click()
  await expect(drawer).toHaveCount(0)
})

test('committee members are offered only what they may open [ADM-22]', async ({ page, venue }) => {
  await signIn(page, venue.person('committee'))
  await page.goto('/admin')
  await expect(officeNav(page)).toBeVisible()
  const offered = await officeNav(page)
    .getByRole('link')
    .evaluateAll(all => all.map(link => link.getAttribute('href')))
  const allowed = routeAccess.filter(({ audience }) => audience === 'staff').map(({ path }) => path)
  expect(allowed).toEqual(expect.arrayContaining(offered))
  await page.goto('/admin/members')
  await expect(page.getByText('Access Denied')).toBeVisible()
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible()
  await expect(page).toHaveURL(`${venue.url}/admin`)
})

test('signing out in one tab leaves protected pages in the others, as does a session that ran out [ADM-09, AUTH-46]', async ({
  page,
  venue,
}) => {
  await page.clock.install()
  await signIn(page, venue.person('admin'))
  await page.goto('/admin')
  await settled(page)
  const other = await page.context().newPage()
  await other.goto('/home')
  await other.getByRole('button', { name: /Account menu/ }).click()
  await other.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(other).toHaveURL(`${venue.url}/auth`)
  await expect(page).toHaveURL(/\/auth/)

  for (const path of ['/admin', '/home']) {
    await signIn(page, venue.person('admin'))
    await page.goto(path)
    await settled(page)
    await page.context().clearCookies()
    await page.clock.fastForward(61_000)
    await expect(page).toHaveURL(/\/auth/)
  }
})
