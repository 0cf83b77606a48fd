import type { Page } from '@playwright/test'
import { event } from '#seed/factories/events.ts'
import { call, expect, expectNoSidewaysScroll, settled, signIn, test } from './fixtures.ts'
import { dayAhead } from './places.ts'

// On a phone: what is pressed with a thumb is large enough, and everything a member can go to is in one place.

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

/** The heights of what stands in the page, by their names, where they are below `least`. */
const lower = (page: Page, which: string, least: number) =>
  page.evaluate(
    ([selector, height]) =>
      [...document.querySelectorAll(selector)]
        .filter(each => each.checkVisibility() && each.getBoundingClientRect().height < height)
        .map(each => `${location.pathname} ${each.textContent} ${each.getBoundingClientRect().height}`),
    [which, least] as const,
  )

test('tabs, lines of the account menu, titles in lists and the way back are as high as a thumb needs', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('member'))
  for (const path of [
    '/account',
    '/account?tab=membership',
    '/events',
    '/notifications',
    '/market-booking',
    '/bookings?view=mine',
  ]) {
    await page.goto(path)
    await settled(page)
    expect(await lower(page, '[role="tab"]', 44)).toEqual([])
    expect(await lower(page, '#content .mantine-Button-root', 44)).toEqual([])
    expect(await lower(page, '.page-kicker a', 40)).toEqual([])
    expect(await lower(page, '#content :is(h2, h3) > a', 24)).toEqual([])
  }
  await page.getByRole('button', { name: /Account menu/ }).click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  expect(await lower(page, '[role^="menuitem"]', 44)).toEqual([])
  await page.keyboard.press('Escape')
})

test('what shows a password is as large as a thumb needs', async ({ page }) => {
  await page.goto('/auth')
  await settled(page)
  const toggle = page.locator('.mantine-PasswordInput-visibilityToggle').first()
  await expect(toggle).toBeVisible()
  expect(await lower(page, '.mantine-PasswordInput-visibilityToggle', 44)).toEqual([])
  expect((await toggle.boundingBox())!.width).toBeGreaterThanOrEqual(44)
})

test('the bar of an event that one goes to leaves the edge of a phone, and the button says so in its place', async ({
  page,
  venue,
}) => {
  const { id } = await venue.make(target => event(target, { name: `Bar night ${Date.now()}` }))
  await signIn(page, venue.person('member'))
  await page.goto(`/event/${id}`)
  const foot = page.locator('div:has(> div > button):has(> p > strong)').last()
  await expect(page.getByRole('button', { name: 'Register Now' })).toBeInViewport({ ratio: 1 })
  await expect(foot).toHaveCSS('position', 'fixed')
  await page.getByRole('button', { name: 'Register Now' }).click()
  const already = page.getByRole('button', { name: 'Already Registered' })
  await expect(already).toBeDisabled()
  const done = page.locator('div:has(> div > button:disabled)').last()
  await expect(done).toHaveCSS('position', 'static')
  // What was paid and when it is stand above: nothing of a price is left beside a button that does nothing.
  await expect(done).toHaveText('Already Registered')
})

test('Add to Cart without a time leads to the times and what is wrong with them', async ({ page, venue }) => {
  await signIn(page, venue.person('committee3'))
  const { rows } = await call<{ rows: { id: string; name: string }[] }>(page, 'bookings/facilities')
  const { id } = rows.find(({ name }) => name === 'Music Studio')!
  // Nobody begins with another time than the one that they asked for.
  await page.goto(`/facility-booking?id=${id}&on=${dayAhead(16)}&at=23:45`)
  await settled(page)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  const times = page.locator('fieldset[data-path="startsAt"]')
  await expect(times.getByRole('alert')).toHaveText('Select a time')
  await expect(times.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await expect(times.locator('input:focus')).toHaveCount(1)
})

test('on a phone the times of a room are in sight with its days, which go by week, and booking takes the place of the shortcuts', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('committee3'))
  const { rows } = await call<{ rows: { id: string; name: string }[] }>(page, 'bookings/facilities')
  const { id } = rows.find(({ name }) => name === 'Music Studio')!
  await page.goto(`/facility-booking?id=${id}&on=${dayAhead(23)}`)
  await settled(page)
  const days = page.getByRole('group', { name: 'Date', exact: true }).getByRole('radio')
  const shown = () => days.evaluateAll(all => all.map(each => (each as HTMLInputElement).value))
  const weekFrom = (ahead: number) => Array.from({ length: 7 }, (_, day) => dayAhead(ahead + day))
  // The week of the chosen day, which is the second of its fortnight.
  await expect.poll(shown).toEqual(weekFrom(21))
  await expect(page.locator('fieldset[data-path="startsAt"] label').first()).toBeInViewport()
  const bar = page.locator('[data-deed="true"]')
  await expect(bar).toHaveCSS('position', 'fixed')
  expect(await bar.evaluate(each => window.innerHeight - each.getBoundingClientRect().bottom)).toBe(0)
  await expect(page.getByRole('navigation', { name: 'Shortcuts' })).toBeHidden()
  // On into the next fortnight, back over its edge and to the first one, by button and by key.
  await page.getByRole('button', { name: 'Later days' }).click()
  await expect.poll(shown).toEqual(weekFrom(28))
  for (const ahead of [21, 14, 7]) {
    await page.getByRole('button', { name: 'Earlier days' }).click()
    await expect.poll(shown).toEqual(weekFrom(ahead))
  }
  await days.last().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect.poll(shown).toEqual(weekFrom(14))
  await expect(days.first()).toBeFocused()
  await expect(days.first()).toBeChecked()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(shown).toEqual(weekFrom(7))
  await expect(days.last()).toBeFocused()
  await page.goto('/bookings')
  await expect(page.getByRole('navigation', { name: 'Shortcuts' })).toBeVisible()
})

test('an arrow says that there are more tabs, until the last is in sight', async ({ page, venue }) => {
  await signIn(page, venue.person('member'))
  await page.goto('/account')
  await settled(page)
  const frame = page.locator('div:has(> [role="tablist"])')
  await expect(frame).toHaveAttribute('data-goes-on', '')
  await page.getByRole('tablist').evaluate(list => list.scrollTo({ left: list.scrollWidth }))
  await expect(frame).not.toHaveAttribute('data-goes-on', '')
  await expectNoSidewaysScroll(page)
})

test('the drawer holds everything a member can go to, and each line leads there', async ({ page, venue }) => {
  await signIn(page, venue.person('member'))
  await page.goto('/home')
  await settled(page)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const pages = page.getByRole('dialog', { name: 'Exchange' }).getByRole('navigation', { name: 'All pages' })
  await expect(pages.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  // Where they stand, and their next step, stand above all of it (decision 54).
  const menu = page.getByRole('dialog', { name: 'Exchange' })
  await expect(menu).toContainText('You are on Creator.')
  await expect(menu.getByRole('link', { name: 'Book a space', exact: true })).toHaveAttribute('href', '/bookings')
  for (const name of [
    'Community',
    'News',
    'Creative Directory',
    'Account Settings',
    'Notifications',
    'Invite Guest',
    'Booking cart',
  ])
    await expect(pages.getByRole('link', { name, exact: true })).toBeAttached()
  // Each place once, and large enough for a thumb.
  const links = await menu
    .getByRole('link')
    .evaluateAll(found =>
      found.map(link => ({ href: link.getAttribute('href'), height: link.getBoundingClientRect().height })),
    )
  expect(new Set(links.map(({ href }) => href)).size).toBe(links.length)
  for (const { height } of links) expect(height).toBeGreaterThanOrEqual(44)
  await pages.getByRole('link', { name: 'Creative Directory' }).click()
  await expect(page).toHaveURL(`${venue.url}/creatives`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Creative Directory')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await pages.getByRole('link', { name: 'News', exact: true }).click()
  await expect(page).toHaveURL(`${venue.url}/news`)
})

test('a month is searched like the list, and says which of the two is shown', async ({ page, venue }) => {
  const name = `Marbling ${Date.now()}`
  const eventDate = dayAhead(3)
  await venue.make(target => event(target, { name, eventDate }))
  await venue.make(target => event(target, { name: `Other than ${name.slice(-6)}`, eventDate }))
  await signIn(page, venue.person('member'))
  const { rows } = await call<{ rows: { name: string }[] }>(page, 'events/month', {
    month: eventDate.slice(0, 7),
    q: name,
  })
  expect(rows.map(row => row.name)).toEqual([name])
  await page.goto(`/events?view=month&month=${eventDate.slice(0, 7)}`)
  await settled(page)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Filters (1)', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: new RegExp(name) })).toBeVisible()
  await expect(page.getByRole('link', { name: /Other than/ })).toHaveCount(0)
  const [list, month] = ['List', 'Month'].map(label =>
    page.getByRole('navigation', { name: 'How to show them' }).getByRole('link', { name: label }),
  )
  const line = (of: typeof list) => of!.evaluate(each => Number.parseFloat(getComputedStyle(each).borderBottomWidth))
  await expect(month!).toHaveAttribute('aria-current', 'page')
  await expect(list!).not.toHaveAttribute('aria-current')
  expect([await line(list), await line(month)]).toEqual([0, 3])
})
