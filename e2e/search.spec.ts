import type { Page } from '@playwright/test'
import { communityPosts } from '#features/community/posts/table.ts'
import { event } from '#seed/factories/events.ts'
import { facility } from '#seed/factories/facilities.ts'
import { paidMember, goodPassword as password } from '#seed/factories/people.ts'
import { call, expect, expectAccessible, expectNoSidewaysScroll, settled, signIn, test } from './fixtures.ts'
import type { Venue } from './venue.ts'

// The search over members' pages; what is found and for whom, its own tests say (home/search).

const field = (page: Page) => page.getByRole('combobox', { name: 'Search events, posts and members' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search events, posts and members' })
const group = (page: Page, name: string) => dialog(page).getByRole('group', { name, exact: true })
const chosen = (page: Page) => dialog(page).getByRole('option', { selected: true })

async function openByKeys(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}

/** A word that nothing else in the house has, in an event, a post, a member's name and a space. */
async function furnish(venue: Venue, its: string) {
  return venue.make(async target => {
    const one = await event(target, { name: `${its} evening`, description: 'Bring clay.' })
    const author = await paidMember(target, { firstName: 'Zoë', lastName: its, password })
    const [post] = await target.db
      .insert(communityPosts)
      .values({ title: `About ${its}`, content: 'Kilns.', userId: author.id })
      .returning()
    const space = await facility(target, { slug: `found_${its}`, name: `${its} room` })
    return { event: one, post: post!, author, space }
  })
}

test('what is typed right after the shortcut is in the field, and Escape closes the search alone', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/members')
  await settled(page)
  const list = page.getByRole('row')
  await expect(list.nth(1)).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('jack sauna')
  const search = page.locator('input[role="combobox"]')
  await expect(search).toHaveValue('jack sauna')
  await page.keyboard.press('Escape')
  await expect(search).toHaveCount(0)

  const { people } = venue
  const { rows } = await call<{ rows: { userId: string }[] }>(page, 'members/find', { q: people[0]!.email })
  await page.goto(`/admin?object=person:${rows[0]!.userId}`)
  const panel = page.getByRole('dialog')
  await expect(panel).toHaveCount(1)
  await settled(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('sauna')
  await expect(search).toHaveValue('sauna')
  await page.keyboard.press('Escape')
  await expect(search).toHaveCount(0)
  await expect(panel).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
})

test('the floating button opens a dialog that searches events, posts, members and spaces, by keyboard to the result [NAV-20]', async ({
  page,
  venue,
}) => {
  const its = 'qvillumque'
  const { event: found, post, space } = await furnish(venue, its)
  await signIn(page, venue.person('member'))
  await page.goto('/home')
  await settled(page)
  const button = page.getByRole('button', { name: 'Search', exact: true })
  await button.click()
  await expect(field(page)).toBeFocused()
  await expect(group(page, 'Pages').getByRole('option', { name: 'Dashboard' })).toBeVisible()
  await expect(group(page, 'Actions').getByRole('option', { name: 'Buy tokens' })).toBeVisible()
  await page.keyboard.type(its.toUpperCase())
  await expect(group(page, 'Events').getByRole('option')).toHaveText([/evening/])
  await expect(group(page, 'Events').locator('mark')).toHaveText(its)
  await expect(group(page, 'Posts').getByRole('option')).toHaveText([/^About .*Kilns/])
  await expect(group(page, 'Members').getByRole('option')).toHaveText([`Zoë ${its}`])
  await expect(group(page, 'Spaces').getByRole('option')).toHaveText([/room/])
  await expect(dialog(page).getByRole('status')).toHaveText(/^\d+ results$/)
  await expectAccessible(page)
  // What one can go to stands above what was written. Up to the post and on to the event; the name of a member leads nowhere.
  await expect(chosen(page)).toHaveText(/room/)
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await chosen(page).getAttribute('id'))!)
  await page.keyboard.press('ArrowUp')
  await expect(chosen(page)).toHaveText(/^About/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(chosen(page)).toHaveText(/evening/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/event/${found.id}$`))
  await expect(dialog(page)).toHaveCount(0)

  await openByKeys(page)
  await page.keyboard.type(`about ${its}`)
  await expect(chosen(page)).toHaveText(/^About/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/community/${post.id}$`))

  // From anywhere by its keys, and what was looked for last is offered again.
  await openByKeys(page)
  await expect(group(page, 'Recent searches').getByRole('option')).toHaveText([
    `about ${its}`,
    its.toUpperCase(),
    'Clear recent searches',
  ])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue(its.toUpperCase())
  await group(page, 'Spaces').getByRole('option').click()
  await expect(page).toHaveURL(new RegExp(`/facility-booking\\?id=${space.id}`))
  await openByKeys(page)
  await page.keyboard.type('buy tok')
  await expect(chosen(page)).toHaveText('Buy tokens')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/token-purchase/)
  await openByKeys(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
})

test('nothing is asked for with fewer than two letters; no match and a failure are said in the specified words [NAV-21, NAV-27, NAV-28]', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('member'))
  await page.goto('/home')
  await settled(page)
  let asked = 0
  await page.route('**/rpc/search/find*', async route => {
    asked++
    await route.continue()
  })
  await openByKeys(page)
  await page.keyboard.type('z')
  await expect(dialog(page).getByText('Type two letters or more').first()).toBeVisible()
  await page.waitForTimeout(600)
  expect(asked).toBe(0)
  await field(page).fill('  z  ')
  await page.waitForTimeout(600)
  expect(asked).toBe(0)
  await field(page).fill('zx')
  await expect.poll(() => asked).toBe(1)
  await field(page).fill('zxqvwkj')
  await expect(dialog(page).getByText('No results found').first()).toBeVisible()
  await expect(dialog(page).getByRole('status')).toHaveText('No results found')
  await expect(dialog(page).getByText(/^You can look for pages, .*members.* and posts\.$/)).toBeVisible()
  // It goes on from there, by a choice and not by accident.
  const ways = group(page, 'Where else to look')
  await expect(ways.getByRole('option')).toContainText(['All spaces', 'All events'])
  await expect(chosen(page)).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/home$/)
  await page.keyboard.press('ArrowUp')
  await expect(chosen(page)).toHaveText('Write to the house')

  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route('**/rpc/search/find*', route => route.abort())
  await field(page).fill('clay')
  await expect(dialog(page).getByRole('alert')).toContainText('Unable to perform search')
  await expect(dialog(page).getByText('No results found')).toHaveCount(0)
  // What was not searched is not counted, also not for whoever hears the page.
  await expect(dialog(page).getByRole('status')).toHaveText('')
  await expectAccessible(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveCount(0)
})

test('each place one can go to is listed once, and what is past comes last', async ({ page, venue }) => {
  const its = 'plombrivask'
  await venue.make(async target => {
    await event(target, { name: `${its} again` })
    await event(target, { name: `${its} long ago`, eventDate: '2026-01-10' })
    await facility(target, { slug: `kiln_${its}`, name: `${its} kiln` })
  })
  await signIn(page, venue.person('member'))
  await page.goto('/home')
  await settled(page)
  await openByKeys(page)
  const options = dialog(page).getByRole('option')
  await expect(options.first()).toBeVisible()
  const names = (await options.allTextContents()).map(name => name.toLowerCase())
  expect(names).toEqual([...new Set(names)])
  for (const name of ['Home', 'Account', 'Bookings'])
    await expect(options.getByText(name, { exact: true })).toHaveCount(0)
  await field(page).fill('home')
  await expect(chosen(page)).toHaveText('DashboardHome')
  await field(page).fill(its)
  await expect(options).toHaveText([/kiln/, /again/, /long ago/])
  await expect(group(page, 'Past events').getByRole('option')).toHaveCount(1)
})

test('without a connection it says so, still leads to pages, and searches as soon as there is one', async ({
  page,
  venue,
}) => {
  const its = 'wqorblinth'
  await furnish(venue, its)
  await signIn(page, venue.person('member'))
  await page.goto('/home')
  await settled(page)
  await openByKeys(page)
  await page.context().setOffline(true)
  await field(page).fill(its)
  await expect(dialog(page).getByText('You’re offline. The house is searched')).toBeVisible()
  await expect(dialog(page).getByText('No results found')).toHaveCount(0)
  await expectAccessible(page)
  await field(page).fill('dashb')
  await expect(chosen(page)).toHaveText('Dashboard')
  await field(page).fill(its)
  await page.context().setOffline(false)
  await expect(group(page, 'Events').getByRole('option')).toHaveText([/evening/])
  await expect(dialog(page).getByText('You’re offline')).toHaveCount(0)
})

test('very long words stay within the dialog, at any width', async ({ page, venue }) => {
  const its = `${'wörkshop'.repeat(11)}zq`
  await venue.make(async target => {
    await event(target, { name: its.slice(0, 80), description: its.repeat(3) })
  })
  await signIn(page, venue.person('member'))
  await page.goto('/home')
  await settled(page)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    await openByKeys(page)
    await field(page).fill(its.slice(0, 60))
    await expect(group(page, 'Events').getByRole('option')).toHaveCount(1)
    const list = dialog(page).getByRole('listbox')
    expect(await list.evaluate(each => each.scrollWidth - each.clientWidth)).toBe(0)
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('Escape')
  }
})

test('on a phone the button stands in the head of the page, and the dialog fills the window', async ({
  page,
  venue,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, venue.person('member'))
  await page.goto('/home')
  await settled(page)
  const button = page.getByRole('button', { name: 'Search', exact: true })
  const [box, head] = [await button.boundingBox(), await page.locator('header:has(a.brand)').boundingBox()]
  expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(44)
  expect(box!.y + box!.height).toBeLessThanOrEqual(head!.y + head!.height)
  await expectNoSidewaysScroll(page)
  await button.click()
  await field(page).fill('studio')
  await expect(group(page, 'Spaces').getByRole('option').first()).toBeVisible()
  await expectNoSidewaysScroll(page)
  const shown = await dialog(page).boundingBox()
  expect([shown!.x, shown!.width]).toEqual([0, 360])
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(button).toBeFocused()
})

test('what somebody searched for goes with their session', async ({ page, venue }) => {
  await signIn(page, venue.person('member'))
  await page.goto('/home')
  await settled(page)
  await openByKeys(page)
  await field(page).fill('studio')
  await group(page, 'Spaces').getByRole('option').first().click()
  await openByKeys(page)
  await expect(group(page, 'Recent searches').getByRole('option').first()).toHaveText('studio')
  await group(page, 'Recent searches').getByRole('option', { name: 'Clear recent searches' }).click()
  await expect(group(page, 'Recent searches')).toHaveCount(0)
  await field(page).fill('studio')
  await group(page, 'Spaces').getByRole('option').first().click()
  await openByKeys(page)
  await field(page).fill('sign out')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/auth/)
  expect(await page.evaluate(() => Object.values(localStorage).join())).not.toContain('studio')
})

test('an admin finds bookings and payments from a member’s page as well, and they open in the office', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  await page.goto('/home')
  await settled(page)
  await openByKeys(page)
  await field(page).fill(venue.person('member').email)
  await expect(group(page, 'People').getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\?object=person/)
  await expect(page.getByRole('dialog')).toContainText(venue.person('member').email)
})
