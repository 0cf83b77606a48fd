import type { Page } from '@playwright/test'
import { person } from '#seed/factories/people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

// The lists of the back office as tools: many rows, few hands, keys, a phone.

const rows = (page: Page) => page.locator('tbody tr')

// Enough people for lists that go on.
test.beforeAll(({ venue }) =>
  venue.make(async target => {
    for (let index = 0; index < 40; index++) await person(target, { lastName: `Listed${index}` })
  }),
)

test('a screen of the office holds twenty rows at 1280 by 860, under a head that stays', async ({ page, venue }) => {
  await page.setViewportSize({ width: 1280, height: 860 })
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/members')
  await expect(rows(page)).toHaveCount(25)
  const inSight = await rows(page).evaluateAll(
    found => found.filter(row => row.getBoundingClientRect().bottom <= innerHeight).length,
  )
  expect(inSight).toBeGreaterThanOrEqual(20)
  await rows(page).last().scrollIntoViewIfNeeded()
  await expect(page.getByRole('columnheader', { name: 'Name' })).toBeInViewport()
  await expectAccessible(page)
})

test('the keys of a list: j and k move, Enter opens, Escape closes, / searches, and typing is typing', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/members')
  await expect(rows(page)).toHaveCount(25)
  await page.keyboard.press('j')
  await expect(rows(page).nth(0)).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(rows(page).nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary').filter({ has: page.getByRole('heading', { level: 2 }) })
  await expect(panel).toBeVisible()
  // Columns make room for the panel; what names the row and where it stands stay.
  await expect(page.getByRole('columnheader', { name: 'Roles' })).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'Standing' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(rows(page).nth(1).getByRole('button')).toBeFocused()
  await page.keyboard.press('/')
  const search = page.getByLabel('Search by name or email')
  await expect(search).toBeFocused()
  await page.keyboard.type('jk/x')
  await expect(search).toHaveValue('jk/x')
  await expect(page.getByText('Nothing matches.')).toBeVisible()
})

test('on a phone a row is one line, and opens over the list', async ({ page, venue }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/members')
  const lines = page.getByRole('list', { name: 'Members' }).getByRole('listitem')
  await expect(lines).toHaveCount(25)
  const heights = await lines.evaluateAll(found => found.map(line => line.getBoundingClientRect().height))
  expect(Math.max(...heights)).toBeLessThan(60)
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await lines.first().getByRole('button').click()
  await expect(page.getByRole('dialog').getByText('Account made')).toBeVisible()
})

test('Ctrl+K finds people by keyboard alone and opens their panel over the page; Back and Escape close it', async ({
  page,
  venue,
}) => {
  const { email } = venue.person('freeMember')
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/bookings')
  const panel = page.getByRole('dialog', { name: 'Person' })
  const find = async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('textbox', { name: /^Find people/ })).toBeFocused()
    await page.keyboard.type(email)
    await expect(page.getByRole('dialog').getByText(email)).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(panel.getByText(email)).toBeVisible()
  }
  await expect(page.getByRole('button', { name: /^Find people/ })).toBeVisible()
  await find()
  await expect(panel.getByRole('list', { name: 'What happened, the latest first' })).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await expect(panel).toHaveCount(0)
  await expect(page).toHaveURL(/bookings$/)
  await find()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
})
