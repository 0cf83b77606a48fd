import type { Page } from '@playwright/test'
import { goodPassword, paidMember } from '#seed/factories/people.ts'
import { call, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

// Some of these make a page fail on purpose.
test.use({ mayFail: true })

const withPassword = { password: goodPassword }
const fails = (page: Page, procedure: string) =>
  page.route(`**/rpc/${procedure}**`, route => route.fulfill({ status: 500, body: '{}' }))
const balanceOf = async (page: Page) => (await call<{ balance: number }>(page, 'tokens/history')).balance

test('everybody reads what the four plans, the studios and facilities cost, and what is in the house [MEM-03]', async ({
  page,
}) => {
  await page.goto('/membership-info')
  const { rows } = await call<{ rows: { name: string; tokenCost: number }[] }>(page, 'facilities/prices').then(
    answer => (Array.isArray(answer) ? { rows: answer } : answer),
  )
  const region = (name: string) => page.getByRole('region', { name })
  await expect(region('Plans').getByRole('heading', { level: 3 })).toHaveText([
    'Explorer',
    'Builder',
    'Creator',
    'Innovator',
  ])
  const facilities = region('Studios and facilities')
  expect(rows.length).toBeGreaterThan(4)
  for (const { name, tokenCost } of rows)
    await expect(
      facilities
        .locator('dl > div')
        .filter({ has: page.getByText(name, { exact: true }) })
        .locator('dd')
        .first(),
    ).toContainText(tokenCost === 1 ? '1 token' : `${tokenCost} tokens`)
  const { amenities } = await call<{ amenities: string[] }>(page, 'venue/about')
  expect(amenities.length).toBeGreaterThan(0)
  for (const amenity of amenities)
    await expect(region('In the house').getByText(amenity, { exact: true })).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('the tiers are cards for admins alone, edited in place; no price id reads N/A, failures say so [TIER-01, TIER-02, TIER-04, TIER-11]', async ({
  page,
  visit,
  venue,
}) => {
  const own = await visit()
  await signIn(own, venue.person('committee'))
  await own.goto('/admin/membership-tiers')
  await expect(own).not.toHaveURL(/membership-tiers/)

  await signIn(page, venue.person('admin'))
  await fails(page, 'memberships/allTiers')
  await page.goto('/admin/membership-tiers')
  await expect(page.getByText('Failed to load membership tiers').first()).toBeVisible()
  await page.unroute('**/rpc/memberships/allTiers**')
  await page
    .getByRole('button', { name: /try again/i })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Membership Tiers' })).toBeVisible()
  const card = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name: new RegExp(`^${name}`) }) })
  const priceId = card('Explorer')
    .locator('dl > div')
    .filter({ hasText: 'Price at the payment provider' })
    .locator('dd')
  await expect(priceId).toHaveText('N/A')
  await card('Explorer').getByRole('button', { name: 'Edit Explorer' }).click()
  const form = card('Explorer').getByRole('form', { name: 'Edit Explorer' })
  const before = await form.getByLabel('Description').inputValue()
  await form.getByLabel('Description').fill(`${before} Come in.`)
  await fails(page, 'memberships/updateTier')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Failed to update membership tier').first()).toBeVisible()
  await expect(form.getByLabel('Description'), 'nothing typed is lost').toHaveValue(`${before} Come in.`)
})

test('a purchase of tokens is there once, however often its return is opened; one that was left credits nothing [TOK-10, TOK-11]', async ({
  page,
  venue,
}) => {
  const { email } = await venue.make(target => paidMember(target, withPassword))
  await signIn(page, { email, password: goodPassword })
  await page.goto('/token-purchase?purchase=cancelled')
  await expect(page.getByRole('alert').filter({ hasText: 'Purchase cancelled' })).toBeVisible()
  expect(await balanceOf(page)).toBe(0)
  // Said once: not again when the page is loaded anew.
  await expect(page).toHaveURL(/\/token-purchase$/)
  await page.getByRole('button', { name: /^Starter/ }).click()
  const returned = page.waitForURL(/purchase=success&order=/)
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await returned
  const back = page.url()
  await expect(page).toHaveURL(/\/account\?tab=membership/)
  expect(await balanceOf(page)).toBe(10)
  for (let time = 0; time < 2; time++) {
    await page.goto(back)
    await expect(page.getByText('Purchase complete', { exact: true }).first()).toBeVisible()
    await expect(page).toHaveURL(/\/account\?tab=membership/)
  }
  expect(await balanceOf(page)).toBe(10)
})

test('the account tab of the membership shows it, and leads to another plan, the provider’s page and more tokens [MEM-21]', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('member'))
  await page.goto('/account?tab=membership')
  const facts = page.locator('dl').first()
  await expect(facts).toContainText('Creator, £90 a month')
  await expect(facts).toContainText('150 tokens a week')
  await page.getByRole('button', { name: 'Change plan' }).click()
  const plans = page.getByRole('dialog', { name: 'Choose your plan' })
  await expect(plans.getByRole('button', { name: 'Change to Innovator' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(plans).toBeHidden()
  const portal = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Manage Subscription' }).click()
  await (await portal).close()
  await page.getByRole('link', { name: 'Top up tokens' }).click()
  await expect(page).toHaveURL(/\/token-purchase/)
})

test('the members dashboard shows the membership, its state afresh, the plans as cards, a dialog of them, and the provider’s page [MEM-22]', async ({
  page,
  venue,
}) => {
  await page.goto('/members')
  await expect(page).toHaveURL(/\/auth\?return=/)
  await signIn(page, venue.person('member'))
  await page.goto('/members')
  await expect(page.getByRole('region', { name: 'Membership status' })).toContainText('Creator, £90 a month')
  await expect(page.getByRole('region', { name: 'Plans' }).getByRole('heading', { level: 3 })).toHaveCount(4)
  await page.getByRole('button', { name: 'Refresh Status' }).click()
  await expect(page.getByText('Status checked')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Manage Subscription' })).toBeVisible()
  await page.getByRole('button', { name: 'Change plan' }).click()
  await expect(page.getByRole('dialog', { name: 'Choose your plan' }).getByRole('heading', { level: 3 })).toHaveCount(4)
})

test('whoever’s session ended is asked to sign in before a plan is chosen [MEM-28]', async ({ page, venue }) => {
  const { email } = await venue.make(target => paidMember(target, { ...withPassword, tier: 'explorer' }))
  await signIn(page, { email, password: goodPassword })
  await page.goto('/members')
  await page.route('**/rpc/memberships/subscribe**', route =>
    route.fulfill({
      status: 401,
      json: { json: { defined: false, code: 'UNAUTHORIZED', status: 401, message: 'You must be logged in' } },
    }),
  )
  await page
    .getByRole('button', { name: /^Start Creator/ })
    .first()
    .click()
  await expect(
    page
      .getByText('Authentication Required')
      .or(page.getByRole('dialog', { name: 'Sign in again' }))
      .first(),
  ).toBeVisible()
})
