import type { Page } from '@playwright/test'
import { call, expect, expectNoSidewaysScroll, settled, signIn, test } from './fixtures.ts'
import { tuesday } from './places.ts'

// 1,280 px at 400 % is a window of 320 × 215: most of it is what one reads, and whatever gets the focus is in sight.

const frames = {
  visitor: ['/', '/membership-info', '/auth', '/join'],
  member: ['/home', '/bookings', '/facility-booking', '/events', '/account', '/cart'],
  admin: ['/admin', '/admin/members', '/admin/bookings', '/admin/settings', '/admin/pricing', '/admin/homepage'],
} as const

/** How much of the window's height is covered by what stays while the page scrolls. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const rows = new Set<number>()
    for (const each of document.querySelectorAll<HTMLElement>('body *')) {
      if (!/fixed|sticky/.test(getComputedStyle(each).position) || !each.checkVisibility({ visibilityProperty: true }))
        continue
      const { top, bottom, width, height } = each.getBoundingClientRect()
      // A button that floats beside the words covers no line of them.
      if (width < innerWidth / 2 || height === 0) continue
      for (let y = Math.max(0, Math.floor(top)); y < Math.min(innerHeight, Math.ceil(bottom)); y++) rows.add(y)
    }
    return rows.size / innerHeight
  })

/** What has the focus and is not seen where it is. */
const hidden = (page: Page) =>
  page.evaluate(async () => {
    const at = document.activeElement as (HTMLElement & { labels?: NodeListOf<HTMLElement> }) | null
    if (!at || at.matches('body, #content')) return null
    const frame = () => new Promise(drawn => requestAnimationFrame(drawn))
    let lost = ''
    for (let moment = 0; moment < 30; moment++) {
      const marks = [at, ...(at.labels ?? []), at.parentElement!]
      const isSeen = marks.some(mark => {
        const { left, right, top, bottom } = mark.getBoundingClientRect()
        const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2
        const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
        const hit = document.elementFromPoint(x, y)
        lost = `${location.pathname}: ${at.tagName} “${(at.getAttribute('aria-label') ?? at.textContent)?.slice(0, 50)}” under ${hit?.tagName} “${hit?.textContent?.slice(0, 50)}”`
        return (
          hit !== null &&
          (mark.contains(hit) || (hit !== document.body && hit.contains(mark) && hit.matches('label, a, button')))
        )
      })
      if (isSeen) return null
      await frame()
    }
    return lost
  })

for (const [width, height] of [
  [320, 215],
  [320, 640],
] as const)
  for (const [who, paths] of Object.entries(frames))
    test(`at ${width} × ${height} half of a ${who}’s window is what is read, and no focus is under a bar`, async ({
      page,
      venue,
    }) => {
      test.setTimeout(180_000)
      await page.setViewportSize({ width, height })
      if (who !== 'visitor') await signIn(page, venue.person(who))
      const room = async () => (await call<{ rows: { id: string }[] }>(page, 'bookings/facilities')).rows[0]!.id
      const lost: string[] = []
      for (const path of paths) {
        await page.goto(path === '/facility-booking' ? `${path}?id=${await room()}&on=${tuesday(2)}&at=12:00` : path)
        await settled(page)
        await expectNoSidewaysScroll(page)
        for (const part of [0, 0.5, 1]) {
          await page.evaluate(at => window.scrollTo(0, at * (document.body.scrollHeight - innerHeight)), part)
          expect(await covered(page), `${path} at ${part}`).toBeLessThanOrEqual(0.5)
        }
        await page.evaluate(() => window.scrollTo(0, 0))
        for (let press = 0; press < 40; press++) {
          await page.keyboard.press('Tab')
          const found = await hidden(page)
          if (found) lost.push(found)
        }
      }
      expect(lost).toEqual([])
    })
