import type { Page } from '@playwright/test'
import { call, expect, expectNoSidewaysScroll, settled, signIn, test } from './fixtures.ts'

// What colours say is said by a shape as well. These look at computed facts, not at pictures, which drift.

const screens = {
  visitor: ['/', '/market-tickets', '/auth'],
  member: ['/home', '/bookings', '/members', '/membership', '/market-tickets', '/account'],
  admin: [
    '/admin',
    '/admin/members',
    '/admin/payments',
    '/admin/bookings',
    '/admin/settings',
    '/admin/market-checkins',
  ],
} as const
type Who = keyof typeof screens

async function visitAs(
  page: Page,
  who: Who,
  venue: { person(name: 'member' | 'admin'): { email: string; password: string } },
) {
  if (who !== 'visitor') await signIn(page, venue.person(who))
}

for (const who of Object.keys(screens) as Who[]) {
  test(`on paper a ${who}’s screens are ink on white, without what cannot be pressed there`, async ({
    page,
    venue,
  }) => {
    await visitAs(page, who, venue)
    for (const path of screens[who]) {
      await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
      await page.goto(path)
      await settled(page)
      await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'dark'))
      await page.emulateMedia({ media: 'print' })
      const seen = await page.evaluate(() => {
        const shown = (element: Element) => element.getClientRects().length > 0
        const heading = document.querySelector('main h1')
        return {
          paper: getComputedStyle(document.body).backgroundColor,
          ink: heading && getComputedStyle(heading).color,
          buttons: [
            ...document.querySelectorAll('button:not([data-opens], thead button), .skip-link, .mantine-Button-root'),
          ].filter(shown).length,
          bars: [...document.querySelectorAll('nav')].filter(
            nav => shown(nav) && ['fixed', 'sticky'].includes(getComputedStyle(nav).position),
          ).length,
        }
      })
      expect(seen, path).toEqual({ paper: 'rgb(255, 255, 255)', ink: 'rgb(0, 0, 0)', buttons: 0, bars: 0 })
    }
  })

  test(`at 400 % a ${who}’s screens keep their room, and nothing scrolls sideways`, async ({ page, venue }) => {
    await page.setViewportSize({ width: 320, height: 215 })
    await visitAs(page, who, venue)
    for (const path of screens[who]) {
      await page.goto(path)
      await settled(page)
      await expectNoSidewaysScroll(page)
      // Bars that stay would leave nothing to read in.
      const covered = await page.evaluate(() => {
        const bars = [...document.querySelectorAll('nav, header, thead th')].filter(element =>
          ['fixed', 'sticky'].includes(getComputedStyle(element).position),
        )
        return bars.reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0)
      })
      expect(covered, path).toBe(0)
    }
  })
}

test('by keyboard on a phone, the focus is never under the bar', async ({ page, venue }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await signIn(page, venue.person('member'))
  for (const path of ['/home', '/bookings', '/membership', '/market-tickets', '/account', '/account?tab=security']) {
    await page.goto(path)
    await settled(page)
    const bar = page
      .locator('nav')
      .filter({ has: page.locator('a') })
      .last()
    const top = (await bar.boundingBox())!.y
    const hidden: string[] = []
    for (let press = 0; press < 60; press++) {
      await page.keyboard.press('Tab')
      const under = await page.evaluate(edge => {
        const at = document.activeElement
        if (!at || at === document.body || at.closest('nav') || !at.closest('main')) return null
        const { top, bottom } = at.getBoundingClientRect()
        return bottom > edge && top > 60 ? at.textContent : null
      }, top)
      if (under !== null) hidden.push(under)
    }
    expect(hidden, path).toEqual([])
  }
})

test('on paper a list has all of its headings and whole names, and neither tools nor what lies open', async ({
  page,
  venue,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/members')
  await page.getByRole('table').getByRole('rowheader').first().getByRole('button').click()
  await expect(page.getByRole('complementary').getByRole('heading', { level: 2 }).first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  for (const name of ['Name', 'Standing']) await expect(page.getByRole('columnheader', { name })).toContainText(name)
  const seen = await page.evaluate(() => {
    const shown = (selector: string) =>
      [...document.querySelectorAll(selector)].filter(element => element.getClientRects().length > 0)
    return {
      // The words of a heading that sorts stand in its button.
      headings: shown('thead th button').map(button => button.textContent),
      arrows: shown('thead svg').length,
      tools: shown('[data-page-head] :is(input, select, a, button)').length,
      panels: shown('[aria-labelledby="row-panel-title"], [role="dialog"]').length,
      cut: shown('tbody th').filter(cell => cell.scrollWidth > cell.clientWidth).length,
      colour: getComputedStyle(document.querySelector('thead th')!).color,
    }
  })
  expect(seen).toMatchObject({ arrows: 0, tools: 0, panels: 0, cut: 0 })
  expect(seen.headings).toContain('Name')
  expect(seen.colour).toBe('rgb(51, 51, 51)')
})

test('in forced colours ticks, badges and the row that is chosen or open keep a mark', async ({ page, venue }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/approvals')
  const row = page.locator('tbody tr').first()
  const styleOf = (selector: string, name: 'borderLeftWidth' | 'borderTopStyle' | 'outlineStyle' | 'backgroundColor') =>
    row
      .locator(selector)
      .first()
      .evaluate((element, key) => getComputedStyle(element)[key], name)
  await expect(row).toBeVisible()
  expect(await styleOf('td', 'borderLeftWidth')).toBe('0px')
  const box = row.getByRole('checkbox')
  const unticked = await box.evaluate(element => getComputedStyle(element).backgroundColor)
  await box.check({ force: true })
  await expect.poll(() => box.evaluate(element => getComputedStyle(element).backgroundColor)).not.toBe(unticked)
  await expect.poll(() => styleOf('td', 'borderLeftWidth')).toBe('4px')
  await row.getByRole('rowheader').getByRole('button').click()
  await expect.poll(() => row.evaluate(element => getComputedStyle(element).outlineStyle)).toBe('solid')
  await page.goto('/admin/admin-applications')
  await expect(row).toBeVisible()
  expect(await styleOf('.status', 'borderTopStyle')).toBe('solid')
})

test('in forced colours the current page is marked by a line, and no other entry is', async ({ page, venue }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signIn(page, venue.person('admin'))
  const outline = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate(element => getComputedStyle(element).outlineStyle)
  await page.goto('/admin/members')
  await settled(page)
  expect(await outline('nav a[aria-current="page"]')).toBe('solid')
  expect(await outline('nav a:not([aria-current])')).toBe('none')
  // Elsewhere its border is see-through; here it must not be drawn.
  const [border, canvas] = await page
    .locator('nav a:not([aria-current])')
    .first()
    .evaluate(element => {
      const probe = document.body.appendChild(document.createElement('div'))
      probe.style.background = 'Canvas'
      return [getComputedStyle(element).borderInlineStartColor, getComputedStyle(probe).backgroundColor]
    })
  expect(border).toBe(canvas)
})

test('in forced colours the chosen day is marked by a line, and no other day is', async ({ page, venue }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signIn(page, venue.person('member'))
  const { rows } = await call<{ rows: { id: string }[] }>(page, 'bookings/facilities')
  await page.goto(`/facility-booking?id=${rows[0]!.id}`)
  await page.locator('input[type="radio"]:checked').first().waitFor({ state: 'attached' })
  await settled(page)
  const day = (selector: string) =>
    page
      .locator(`label:has(> input[type="radio"]${selector})`)
      .first()
      .evaluate(label => getComputedStyle(label).outlineStyle)
  expect(await day(':checked')).toBe('solid')
  expect(await day(':not(:checked)')).toBe('none')
})

test('in forced colours the chosen tab is marked by a line, and a switch that is on by its filling', async ({
  page,
  venue,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signIn(page, venue.person('admin'))
  await page.goto('/account')
  await settled(page)
  const tab = (selector: string) =>
    page
      .locator(`[role="tab"]${selector}`)
      .first()
      .evaluate(element => getComputedStyle(element).outlineStyle)
  expect(await tab('[aria-selected="true"]')).toBe('solid')
  expect(await tab('[aria-selected="false"]')).toBe('none')
  await page.goto('/admin/market-scanner')
  const sound = page.getByRole('switch', { name: 'Sound' })
  const filling = () =>
    page
      .locator('.mantine-Switch-track')
      .first()
      .evaluate(track => getComputedStyle(track).backgroundColor)
  await expect(sound).not.toBeChecked()
  const off = await filling()
  await sound.click({ force: true })
  await expect(sound).toBeChecked()
  await expect.poll(filling).not.toBe(off)
})

test('an error has a heavier edge beside the colour, and a field of parts one ring around all of them', async ({
  page,
}) => {
  await page.goto('/auth')
  const field = page.getByLabel('Password', { exact: true }).first()
  await field.focus()
  await page.keyboard.press('a')
  const whole = field.locator('xpath=ancestor-or-self::*[contains(@class, "mantine-Input-input")][last()]')
  expect(await whole.evaluate(box => getComputedStyle(box).outlineStyle)).toBe('solid')
  const email = page.getByLabel('Email').first()
  const edge = () => email.evaluate(box => getComputedStyle(box).borderInlineStartWidth)
  const usual = Number.parseFloat(await edge())
  await email.fill('ada')
  await page.keyboard.press('Tab')
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  expect(Number.parseFloat(await edge())).toBeGreaterThan(usual)
})
