import type { Page } from '@playwright/test'
import { expect, expectNoSidewaysScroll, settled, signIn, test } from './fixtures.ts'

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
          buttons: [...document.querySelectorAll('button:not([data-opens]), .skip-link, .mantine-Button-root')].filter(
            shown,
          ).length,
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
  for (const path of ['/home', '/account/security']) {
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

test('in forced colours the current page, the chosen tab and the switch that is on differ by more than colour', async ({
  page,
  venue,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signIn(page, venue.person('admin'))
  const look = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate(element => {
        const { outlineStyle, borderInlineStartColor } = getComputedStyle(element)
        return { outline: outlineStyle, border: borderInlineStartColor }
      })
  await page.goto('/admin/members')
  await settled(page)
  expect((await look('nav a[aria-current="page"]')).outline).toBe('solid')
  expect((await look('nav a:not([aria-current])')).outline).toBe('none')
  // Elsewhere its border is see-through; here it must not be drawn.
  const canvas = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('div'))
    probe.style.background = 'Canvas'
    return getComputedStyle(probe).backgroundColor
  })
  expect((await look('nav a:not([aria-current])')).border).toBe(canvas)
  await page.goto('/home')
  await page.goto('/bookings')
  await settled(page)
  const chosen = page.locator('.mantine-SegmentedControl-label[data-active]').first()
  if (await chosen.isVisible())
    expect(await look('.mantine-SegmentedControl-label[data-active]')).toMatchObject({ outline: 'solid' })
})

test('an error has an edge of its own beside the colour, and a field of parts one ring around all of them', async ({
  page,
}) => {
  await page.goto('/auth')
  const field = page.getByLabel('Password', { exact: true }).first()
  await field.focus()
  await page.keyboard.press('a')
  const ring = await field.evaluate(input => {
    const whole = input.closest('.mantine-Input-input') ?? input
    return getComputedStyle(whole).outlineStyle
  })
  expect(ring).toBe('solid')
})
