import { mkdirSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { call, expect, settled, showIn, signIn, saturdayTest as test } from './fixtures.ts'

// Pictures of the main screens for the README: npm run screenshots. Not part of the tests.

const folder = 'docs/screenshots'
const largestBytes = 120_000
const desk = { width: 1280, height: 860 }
const phone = { width: 390, height: 800 }

test.describe('@screenshots', () => {
  test.describe.configure({ mode: 'serial' })
  test.beforeAll(() => mkdirSync(folder, { recursive: true }))

  test('visitors', async ({ page }) => {
    await page.goto('/')
    await take(page, 'landing', desk)
    await page.goto('/auth')
    await take(page, 'sign-in', desk, 'dark')
  })

  test('members', async ({ page, venue }) => {
    await signIn(page, venue.person('member'))
    await page.goto('/home')
    await take(page, 'home', desk)
    await page.goto('/bookings')
    await take(page, 'book-a-space', desk, 'dark')

    const { rows } = await call<{ rows: { id: string; name: string }[] }>(page, 'bookings/facilities')
    const idOf = (name: string) => rows.find(row => row.name === name)!.id
    const on = new Date(Date.now() + 12 * 86_400_000).toISOString().slice(0, 10)
    await page.goto(`/facility-booking?id=${idOf('Photography Studio')}&on=${on}`)
    await page.getByRole('radio', { name: /^14:00/ }).check({ force: true })
    await expect(page.getByText('What this costs')).toBeVisible()
    await page.locator('form').scrollIntoViewIfNeeded()
    await take(page, 'facility-booking', { width: 1280, height: 1180 })

    for (const [name, payWith] of [
      ['Sauna', 'tokens'],
      ['Music Studio', 'card'],
    ] as const)
      await call(page, 'bookings/addToCart', { facilityId: idOf(name), on, startsAt: '16:00', payWith })
    await page.goto('/cart')
    await take(page, 'cart', desk)
  })

  test('the market', async ({ page, visit, venue }) => {
    await signIn(page, venue.person('member'))
    await page.setViewportSize(phone)
    await page.goto('/market-tickets')
    await take(page, 'market-ticket', phone)

    const door = await visit()
    await signIn(door, venue.person('door'))
    await door.setViewportSize(phone)
    await door.goto('/admin/market-scanner')
    await settled(door)
    const { code } = await call<{ code: string }>(page, 'market/ticket')
    await door.getByLabel('Ticket code').fill(code)
    await door.getByRole('button', { name: 'Check', exact: true }).click()
    await expect(door.getByText('Ada Okafor').first()).toBeVisible()
    await take(door, 'door-scanner', phone, 'dark')
  })

  test('the house', async ({ page, visit, venue }) => {
    await signIn(page, venue.person('committee'))
    await page.goto('/admin/committee-applications')
    await page
      .getByRole('button', { name: /Review/ })
      .first()
      .click()
    await settled(page)
    await take(page, 'committee-voting', desk)

    const boss = await visit()
    await signIn(boss, venue.person('admin'))
    await boss.goto('/admin/bookings')
    await take(boss, 'back-office', desk, 'dark')
  })
})

type Size = { width: number; height: number }

/** One picture as WebP, as good as its size allows. */
async function take(page: Page, name: string, size: Size, scheme: 'light' | 'dark' = 'light'): Promise<void> {
  await page.setViewportSize(size)
  await showIn(page, scheme)
  await settled(page)
  await page.evaluate(async () => {
    const quiet = new CSSStyleSheet()
    quiet.replaceSync('aside[aria-label="Notices"] > p, .mantine-Notifications-root { display: none }')
    document.adoptedStyleSheets.push(quiet)
    await document.fonts.ready
    await Promise.all([...document.images].map(image => image.decode().catch(() => {})))
  })
  const shot = await page.screenshot({ animations: 'disabled' })
  for (const quality of [88, 80, 70, 60, 50]) {
    const picture = await sharp(shot).webp({ quality, effort: 6 }).toBuffer()
    if (picture.byteLength > largestBytes && quality > 50) continue
    expect(picture.byteLength, `${name} is too large`).toBeLessThanOrEqual(largestBytes)
    writeFileSync(`${folder}/${name}.webp`, picture)
    return
  }
}
