import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'

// A service worker fetches the whole application ahead.
test.use({ serviceWorkers: 'block' })

/** Compressed bytes of the scripts that the browser fetches for a page before anybody presses anything. */
async function scriptsOf(page: Page, path: string): Promise<number> {
  const sizes: Promise<number>[] = []
  page.on('response', response => {
    if (response.request().resourceType() !== 'script') return
    sizes.push(
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => responseBodySize),
    )
  })
  await page.goto(path, { waitUntil: 'load' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle').catch(() => {})
  await expect(page.locator('[aria-busy="true"], [role="status"][aria-label="Loading"]')).toHaveCount(0)
  expect(sizes.length).toBeGreaterThan(0)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

test.describe('before anybody has touched it', () => {
  test.use({ isStill: true })
  for (const path of [
    '/',
    '/membership-info',
    '/market-tickets',
    '/contact',
    '/terms',
    '/tour-booking',
    '/event-space',
    '/code-of-conduct',
    '/launch',
    '/incident-response?id=1',
  ])
    test(`${path} is read with 2 kB of scripts or less`, async ({ page }) => {
      expect(await scriptsOf(page, path)).toBeLessThanOrEqual(2_000)
    })
})

test('the first page is used with 127 kB of scripts or less', async ({ page }) => {
  expect(await scriptsOf(page, '/')).toBeLessThanOrEqual(127_000)
})

for (const path of ['/home', '/bookings'])
  test(`${path} comes with 150 kB of scripts or less; menus, questions and messages are fetched when they are wanted`, async ({
    page,
    venue,
  }) => {
    await signIn(page, venue.person('member'))
    expect(await scriptsOf(page, path)).toBeLessThanOrEqual(150_000)
  })

test('what is fetched by a press opens from it and gives the focus back, by mouse and by keyboard', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('member'))
  await page.goto('/home')
  const button = page.getByRole('button', { name: /^Account menu of/ })
  await button.press('Enter')
  const menu = page.getByRole('menu')
  await expect(menu).toBeVisible()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  // It opens before it takes the focus.
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(menu.locator(':focus')).toHaveCount(1, { timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()

  await page.setViewportSize({ width: 360, height: 740 })
  const burger = page.getByRole('button', { name: 'Menu', exact: true })
  await burger.click()
  const drawer = page.getByRole('dialog', { name: 'Exchange' })
  await expect(drawer.getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(burger).toBeFocused()
})
