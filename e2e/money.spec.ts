import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

// Some of these make a page fail on purpose.
test.use({ mayFail: true })

/** Answers one procedure as if the server had failed. */
const fails = (page: Page, procedure: string) =>
  page.route(`**/rpc/${procedure}**`, route => route.fulfill({ status: 500, body: '{}' }))

test('the price list of tokens: presets with their names and unit price, a number of one’s own, and the sum that is charged [TOK-02]', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('member'))
  await page.goto('/token-purchase')
  const presets = page.getByRole('group', { name: 'How many' })
  await expect(presets.getByRole('button')).toHaveCount(4)
  const price = (await (await page.request.get('/rpc/tokens/price')).json()) as {
    json: { unitPence: number; presets: { quantity: number; unitPence: number; label: string }[] }
  }
  const inPounds = (pence: number) => `£${(pence / 100).toFixed(2).replace('.00', '')}`
  const shown = async (label: string, quantity: number, unitPence = price.json.unitPence) =>
    expect(presets.getByRole('button', { name: new RegExp(`^${label}\\s*${quantity}\\b`) })).toContainText(
      `${inPounds(unitPence)} a token`,
    )
  for (const [label, quantity] of [
    ['Starter', 10],
    ['Popular', 25],
    ['Value', 50],
    // No better a deal than the others while a token costs the same in each (decision 55).
    ['Stock up', 100],
  ] as const)
    await shown(label, quantity)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  const cheaper = structuredClone(price)
  Object.assign(cheaper.json.presets[3]!, { label: 'Best Deal', unitPence: 800 })
  await page.route('**/rpc/tokens/price*', route => route.fulfill({ json: cheaper }))
  await page.reload()
  await shown('Best Deal', 100, 800)
  await page.unrouteAll()
  await page.reload()
  await page.getByLabel('Custom quantity').fill('7')
  const sum = inPounds(7 * price.json.unitPence)
  await page.getByRole('button', { name: `Pay ${sum}`, exact: true }).click()
  await expect(page.getByText(sum).first()).toBeVisible()
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByText('Purchase complete', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/account\?tab=membership/)
  await page.goto('/token-purchase?purchase=cancelled')
  await expect(page.getByText('Purchase cancelled')).toBeVisible()
})

test('a purchase that cannot start says so [TOK-12]', async ({ page, venue }) => {
  await signIn(page, venue.person('member'))
  await page.goto('/token-purchase')
  await venue.payments({ down: true })
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expect(page.getByText('Purchase failed')).toBeVisible()
  await venue.payments({ down: false })
  await fails(page, 'payments/order')
  await page.goto('/token-purchase?purchase=success&order=00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('Confirmation failed')).toBeVisible()
})

test('coming back from a payment is told, and tells nothing that only the server knows [MEM-24]', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('member'))
  const plan = async () =>
    ((await (await page.request.get('/rpc/memberships/mine')).json()) as { json: { tier: { slug: string } } }).json.tier
      .slug
  const before = await plan()
  await page.goto('/members?success=true')
  await expect(page.getByText('Back from payment')).toBeVisible()
  await page.goto('/members?canceled=true')
  await expect(page.getByText('Payment cancelled')).toBeVisible()
  expect(await plan()).toBe(before)
})

test('plans that cannot be loaded say so, with a retry [MEM-30]', async ({ page, venue }) => {
  await signIn(page, venue.person('member'))
  await fails(page, 'memberships/tiers')
  await page.goto('/members')
  await expect(page.getByText('Failed to load membership tiers').first()).toBeVisible()
  await page.unroute('**/rpc/memberships/tiers**')
  await page
    .getByRole('button', { name: /try again/i })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Creator' }).first()).toBeVisible()
  await fails(page, 'memberships/tiers')
  await page.goto('/membership-info')
  await expect(page.getByText('Failed to load membership tiers').first()).toBeVisible()
})

test('a person without approval sees the plans and is offered no payment', async ({ page, venue }) => {
  await signIn(page, venue.person('applicant'))
  await page.goto('/members')
  await expect(page.getByRole('heading', { name: 'Creator' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
})
