import type { Page } from '@playwright/test'
import { goodPassword, paidMember } from '#seed/factories/people.ts'
import { inStanding } from '#seed/factories/standings.ts'
import { call, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

// Some of these make a page fail on purpose.
test.use({ mayFail: true })

const withPassword = { password: goodPassword }
const fails = (page: Page, procedure: string) =>
  page.route(`**/rpc/${procedure}**`, route => route.fulfill({ status: 500, body: '{}' }))
const balanceOf = async (page: Page) => (await call<{ balance: number }>(page, 'tokens/history')).balance

test('everybody reads what the four plans, the studios and facilities cost, and what is in the house [MEM-03, MEM-04, MEM-15, TOK-14]', async ({
  page,
}) => {
  await page.goto('/membership-info')
  const { rows } = await call<{ rows: { name: string; tokenCost: number }[] }>(page, 'facilities/prices').then(
    answer => (Array.isArray(answer) ? { rows: answer } : answer),
  )
  const region = (name: string) => page.getByRole('region', { name })
  await expect(region('Plans').getByRole('heading', { level: 3 })).toHaveText([
    /^Explorer/,
    'Builder',
    'Creator',
    'Innovator',
  ])
  // Whoever is signed out, and whoever has an account and no plan, is on Explorer.
  const marked = (of: Page) => of.getByRole('region', { name: 'Plans' }).getByRole('listitem')
  const explorer = (of: Page) => marked(of).filter({ has: of.getByRole('heading', { level: 3, name: /^Explorer/ }) })
  await expect(explorer(page).getByText('Start here')).toBeVisible()
  await expect(page.getByText('Start here')).toHaveCount(1)
  const facilities = region('Studios and facilities')
  expect(rows.length).toBeGreaterThan(4)
  for (const { name, tokenCost } of rows)
    await expect(
      facilities
        .locator('dl > div')
        .filter({ has: page.getByText(name, { exact: true }) })
        .locator('dd')
        .first(),
    ).toContainText(tokenCost === 0 ? 'Without charge' : tokenCost === 1 ? '1 token' : `${tokenCost} tokens`)
  // As specified, of a day or an hour; the large rooms are arranged with the house.
  const costs = facilities.locator('dl > div')
  for (const [name, cost] of [
    ['Coworking Desk', /^10 tokens .* a day$/],
    ['Photography Studio', /^15 tokens .* an hour/],
    ['Podcast Studio', /^15 tokens .* an hour/],
    ['Music Studio', /^15 tokens .* an hour/],
    ['Meeting Room', /^8 tokens .* an hour/],
    ['Market hall', /^20–40 tokens a day$/],
    ['Event space', /^100–300 tokens a day$/],
  ] as const)
    await expect(costs.filter({ has: page.getByText(name, { exact: true }) }).locator('dd')).toHaveText(cost)
  const { amenities } = await call<{ amenities: string[] }>(page, 'venue/about')
  expect(amenities.length).toBeGreaterThan(0)
  for (const amenity of amenities)
    await expect(region('In the house').getByText(amenity, { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Book a Tour' }).first()).toHaveAttribute('href', '/tour-booking')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  // By the code to an account of one's own, as decision 52 has it.
  await page.getByRole('link', { name: 'Get Started' }).first().click()
  await expect(page).toHaveURL(/\/code-of-conduct\?return=/)
  await page.getByLabel('I have read and accept the Code of Conduct').check()
  await page.getByRole('button', { name: 'Accept and Continue' }).click()
  await expect(page).toHaveURL(/\/auth\?mode=signup&return=/)
})

test('the tiers are cards for admins alone, edited in place; no price id reads N/A, failures say so [TIER-01, TIER-02, TIER-04, TIER-07, TIER-11]', async ({
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
  await expect(card('Explorer').getByText('Price at the payment provider')).toHaveCount(0)
  await card('Explorer').getByRole('button', { name: 'Edit Explorer' }).click()
  const form = card('Explorer').getByRole('form', { name: 'Edit Explorer' })
  await expect(form.getByLabel('Price at the payment provider')).toHaveAttribute('placeholder', 'N/A')
  // The form comes into view where the person goes on, and leads back to its button.
  await expect(form.getByLabel('Name')).toBeFocused()
  await expect(form.getByLabel('Name')).toBeInViewport()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(card('Explorer').getByRole('button', { name: 'Edit Explorer' })).toBeFocused()
  await card('Explorer').getByRole('button', { name: 'Edit Explorer' }).click()
  // What is no whole number, or none that makes sense, is refused beside its field; that pence are not kept is said there.
  await expect(form.getByText('Whole pounds, without pence')).toHaveCount(1)
  for (const [label, words, wrong] of [
    ['Monthly price', 'Whole pounds, without pence', ['40.50', '-1', 'forty']],
    ['Weekly tokens', 'A whole number, 0 or more', ['1.5', '-1', 'ten']],
    ['Token discount, %', 'A whole number from 0 to 90', ['101', '-1', 'ten']],
  ] as const) {
    const field = form.getByLabel(label)
    const right = await field.inputValue()
    for (const value of wrong) {
      await field.fill(value)
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(field).toHaveAccessibleDescription(new RegExp(words))
      await expect(field).toHaveAttribute('aria-invalid', 'true')
    }
    await field.fill(right)
  }
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

test('a subscriber’s dashboard and account tab show the membership and lead to other plans, the provider’s page, tokens and the house [MEM-21, MEM-22, MEM-23]', async ({
  page,
  venue,
}) => {
  await page.goto('/members')
  await expect(page).toHaveURL(/\/auth\?return=/)
  const { email } = await venue.make(target => inStanding(target, 'free', withPassword))
  await signIn(page, { email, password: goodPassword })
  await page.goto('/members')
  const status = (on: Page) => on.getByRole('region', { name: 'Membership status' })
  await expect(status(page)).toContainText('Explorer, free')
  await page.getByRole('link', { name: 'Start Creator' }).click()
  const chosen = page.getByRole('region', { name: 'Start Creator' })
  await expect(page).toHaveURL(/\/members\?plan=/)
  await expect(chosen).toBeFocused()
  await expect(chosen).toContainText(/To pay now\s*£90/)
  await expect(chosen).toContainText(/Then\s*£90 a month/)
  const opened = page.context().waitForEvent('page')
  await chosen.getByRole('button', { name: 'Start Creator, pay £90' }).click()
  const member = await opened
  // Meanwhile the page that was left says what it waits for, and leads there again.
  await expect(page.getByText('Waiting for your payment.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open the payment' })).toBeVisible()
  await member.getByLabel('Card number').fill('4242 4242 4242 4242')
  await member.getByRole('button', { name: 'Subscribe' }).click()
  await expect(status(member)).toContainText('Creator, £90 a month')
  const done = page.getByRole('status').filter({ hasText: 'Payment successful.' })
  await expect(done.getByRole('link', { name: 'Book a space' })).toHaveAttribute('href', '/bookings')
  await expect(status(page)).toContainText('Creator, £90 a month')
  await expect(chosen).toHaveCount(0)

  const cards = member.getByRole('region', { name: 'Plans' }).getByRole('listitem')
  await expect(cards.getByRole('heading', { level: 3 })).toHaveCount(4)
  const innovator = cards.filter({ has: member.getByRole('heading', { name: 'Innovator' }) })
  await expect(innovator).toContainText(/£175 a month\s*250 tokens a week.*New over Creator.*20% off.*As with Creator/s)
  // What one wants to know comes first, and of all that can be done one thing stands out.
  await expect(status(member).locator('dl > div').first()).toHaveText(/^Renews\s*\d+ \w+ \d{4}, £90$/)
  await expect(status(member).locator('[data-variant="filled"]')).toHaveText(['Top up tokens'])
  await expect(status(member).locator('[data-variant="subtle"]')).toHaveText([
    'Manage Subscription',
    'Refresh Status',
    'Pause membership',
    'Cancel membership',
  ])
  await member.getByRole('button', { name: 'Refresh Status' }).click()
  await expect(member.getByText('Status checked')).toBeVisible()
  const quick = member.getByRole('region', { name: 'Go on' }).getByRole('link')
  await expect(quick).toHaveText([/^Workshops/, /^Book Spaces/, /^Events/, /^Markets/])
  for (const [index, path] of ['/events', '/bookings', '/events', '/market-booking'].entries())
    await expect(quick.nth(index)).toHaveAttribute('href', path)
  const plans = member.getByRole('dialog', { name: 'Choose your plan' })
  for (const path of ['/members', '/account?tab=membership']) {
    await member.goto(path)
    await expect(member.locator('dl').first()).toContainText('Creator, £90 a month')
    await expect(member.locator('dl').first()).toContainText('150 tokens a week')
    await member.getByRole('button', { name: 'Change plan' }).click()
    await expect(plans.getByRole('heading', { level: 3 })).toHaveCount(4)
    await expect(plans.getByRole('button', { name: 'Switch to Innovator' })).toBeVisible()
    // A line each: what the plans bring stands on the cards of the page.
    await expect(plans.getByText('30% off market tables')).toHaveCount(0)
    await member.keyboard.press('Escape')
    await expect(plans).toBeHidden()
    await expect(member.getByRole('button', { name: /cancel/i })).toHaveCount(1)
    const portal = member.context().waitForEvent('page')
    await member.getByRole('button', { name: 'Manage Subscription' }).click()
    await (await portal).close()
  }
  await member.getByRole('link', { name: 'Top up tokens' }).click()
  await expect(member).toHaveURL(/\/token-purchase/)
})

test('who left the payment page and opens it again is waited for, and told that it was paid, also where the address no longer names it', async ({
  page,
  venue,
}) => {
  const { email } = await venue.make(target => inStanding(target, 'free', withPassword))
  await signIn(page, { email, password: goodPassword })
  await page.goto('/members')
  const open = async (on: Page) => {
    await on.getByRole('link', { name: 'Start Creator' }).click()
    const opened = on.context().waitForEvent('page')
    await on.getByRole('button', { name: 'Start Creator, pay £90' }).click()
    return opened
  }
  const left = await open(page)
  await left.getByRole('link', { name: 'Back' }).click()
  await expect(left.getByText('You left the payment page')).toBeVisible()
  const payment = await open(left)
  await expect(left.getByText('Waiting for your payment.')).toBeVisible()
  await expect(left.getByText('You left the payment page')).toHaveCount(0)
  await page.goto('/members')
  await expect(page.getByText('Waiting for your payment.')).toBeVisible()
  await payment.getByLabel('Card number').fill('4242 4242 4242 4242')
  await payment.getByRole('button', { name: 'Subscribe' }).click()
  for (const each of [left, page]) await expect(each.getByText('Payment successful.')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Payment successful.')).toHaveCount(0)
})

test('whose session has ended is told that a plan asks for a sign-in [MEM-28]', async ({ page, venue }) => {
  const { email } = await venue.make(target => inStanding(target, 'free', withPassword))
  await signIn(page, { email, password: goodPassword })
  await page.goto('/members')
  await page.getByRole('link', { name: 'Start Creator' }).click()
  const pay = page.getByRole('button', { name: 'Start Creator, pay £90' })
  await expect(pay).toBeVisible()
  await page.context().clearCookies()
  await pay.click()
  await page
    .getByRole('dialog', { name: 'Sign in again' })
    .getByRole('button', { name: 'Leave this page' })
    .last()
    .click()
  await expect(page.getByText('Authentication Required')).toBeVisible()
})
