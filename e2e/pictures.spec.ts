import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { call, expect, settled, showIn, signIn, test } from './fixtures.ts'
import { tuesday } from './places.ts'

// What a picture of the screen shows, in forced colours, on paper, at 400 % and at 360 px. No picture of another machine
// is kept to compare with: each is held against another one of the same run, or against what must be true of any.

/** A picture in greys, one byte for each point. */
interface Greys {
  width: number
  height: number
  points: Buffer
}

async function greysOf(picture: Buffer): Promise<Greys> {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, points: data }
}

/** How many points of two pictures are clearly lighter or darker in one of them; all of them where their sizes differ. */
function differing(one: Greys, other: Greys): number {
  if (one.width !== other.width || one.height !== other.height) return Math.max(one.points.length, other.points.length)
  return one.points.reduce((sum, grey, at) => sum + Number(Math.abs(grey - other.points[at]!) > 80), 0)
}

/** One control without what the pointer and the focus add to it. */
async function pictureOf(control: Locator): Promise<Greys> {
  const page = control.page()
  await page.mouse.move(0, 0)
  await control.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await control.scrollIntoViewIfNeeded()
  return greysOf(await control.screenshot({ animations: 'disabled', caret: 'hide' }))
}

/** The same, once it has come to rest: two pictures of it in a row are alike. */
async function restingPictureOf(control: Locator): Promise<Greys> {
  let last = await pictureOf(control)
  await expect
    .poll(async () => {
      const next = await pictureOf(control)
      const moved = differing(last, next)
      last = next
      return moved
    })
    .toBe(0)
  return last
}

/** `choose` leaves a mark on the control that greys show, and `other` takes it away again. */
async function expectMark(control: Locator, choose: () => Promise<void>, other: () => Promise<void>, what: string) {
  const before = await restingPictureOf(control)
  await choose()
  const chosen = await restingPictureOf(control)
  // A thin line along one edge of the smallest control.
  expect(differing(before, chosen), `${what}: chosen looks like not chosen`).toBeGreaterThan(24)
  await other()
  const after = await restingPictureOf(control)
  expect(differing(before, after), `${what}: the mark stays`).toBe(0)
}

for (const forced of [true, false]) {
  test(`${forced ? 'in forced colours' : 'without colours'} a picture tells what is chosen: day, time, way of paying, tab, switch, tick`, async ({
    page,
    venue,
  }) => {
    test.slow()
    await page.emulateMedia({ forcedColors: forced ? 'active' : 'none', reducedMotion: 'reduce' })
    await signIn(page, venue.person('member'))
    const { rows } = await call<{ rows: { id: string; name: string }[] }>(page, 'bookings/facilities')
    const { id } = rows.find(({ name }) => name === 'Photography Studio')!
    await page.goto(`/facility-booking?id=${id}&on=${tuesday(2)}&at=14:00`)
    // With a time chosen the ways of paying are there.
    await expect(page.getByRole('radio', { name: /^Card/ })).toBeAttached()
    await settled(page)
    for (const group of [/times free$/, /^\d\d:\d\d/, /^(Tokens|Card) /]) {
      const radio = (at: number) => page.getByRole('radio', { name: group, disabled: false }).nth(at)
      const label = (at: number) => radio(at).locator('xpath=(ancestor::label | following-sibling::label)[1]')
      const choose = async (at: number) => {
        await label(at).click()
        await expect(radio(at)).toBeChecked()
        await settled(page)
      }
      await choose(0)
      await expectMark(
        label(1),
        () => choose(1),
        () => choose(0),
        `radio buttons ${group}`,
      )
    }

    await page.goto('/account')
    await settled(page)
    const tabs = page.getByRole('tab')
    await expectMark(
      tabs.nth(1),
      () => tabs.nth(1).click(),
      () => tabs.nth(0).click(),
      'tabs',
    )

    await signIn(page, venue.person('admin'))
    await page.goto('/admin/market-scanner')
    const sound = page.getByRole('switch', { name: 'Sound' })
    const press = async () => {
      await sound.click({ force: true })
    }
    await expectMark(page.locator('.mantine-Switch-track').first(), press, press, 'switch')

    await page.goto('/admin/approvals')
    await settled(page)
    const row = page.locator('tbody tr').first()
    const tick = async () => {
      await row.getByRole('checkbox').click({ force: true })
    }
    await expectMark(row.locator('td').first(), tick, tick, 'a ticked row')
  })
}

const pages = {
  visitor: ['/membership-info', '/market-tickets'],
  member: ['/members', '/bookings', '/token-purchase', '/account'],
  admin: ['/admin/members', '/admin/bookings', '/admin/payments', '/admin/security', '/admin/settings'],
} as const
type Who = keyof typeof pages

/** Opens a page, which must be one. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settled(page)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/404|not found/i)
}

for (const who of Object.keys(pages) as Who[]) {
  const whose = who === 'admin' ? 'an admin' : `a ${who}`
  test(`a picture of what ${whose} prints is ink on white, also from a dark screen`, async ({ page, venue }) => {
    if (who !== 'visitor') await signIn(page, venue.person(who))
    for (const path of pages[who]) {
      await page.emulateMedia({ media: 'screen' })
      await open(page, path)
      await showIn(page, 'dark')
      await page.emulateMedia({ media: 'print' })
      const shot = await page.screenshot({ fullPage: true, animations: 'disabled' })
      const { points } = await greysOf(shot)
      const white = points.filter(grey => grey > 250).length / points.length
      const ink = points.filter(grey => grey < 110).length / points.length
      expect(white, `${path}: the paper is white`).toBeGreaterThan(0.7)
      expect(ink, `${path}: something is printed`).toBeGreaterThan(0.002)
      expect(ink, `${path}: nothing is a black field`).toBeLessThan(0.12)
    }
  })

  test(`pictures of ${whose}’s screens at 400 %: whatever is scrolled goes, and nothing stays over it`, async ({
    page,
    venue,
  }) => {
    await page.setViewportSize({ width: 320, height: 215 })
    if (who !== 'visitor') await signIn(page, venue.person(who))
    for (const path of pages[who]) {
      await open(page, path)
      const at = async (scrollTop: number) => {
        await page.evaluate(top => window.scrollTo({ top, behavior: 'instant' }), scrollTop)
        return greysOf(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
      }
      const [one, ...others] = [await at(230), await at(297), await at(341), await at(382)]
      // A line of points that is no empty paper and is the same in all of them has not been scrolled.
      const stays = Array.from({ length: one!.height }, (_, y) => {
        const line = (greys: Greys) => greys.points.subarray(y * greys.width, (y + 1) * greys.width)
        const isEmpty = line(one!).every(grey => Math.abs(grey - line(one!)[0]!) < 8)
        return !isEmpty && others.every(other => line(one!).equals(line(other)))
      }).filter(Boolean).length
      expect(stays, `${path}: lines that stay`).toBeLessThanOrEqual(8)
    }
  })

  test(`in pictures of ${whose}’s screens at 360 px no letter is cut off at the edge`, async ({ page, venue }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    if (who !== 'visitor') await signIn(page, venue.person(who))
    for (const path of pages[who]) {
      await open(page, path)
      await hideWhatScrollsSideways(page)
      const { width, height, points } = await greysOf(await page.screenshot({ fullPage: true, animations: 'disabled' }))
      // Rules and fields run to the edge evenly; a letter there differs from what stands beside it.
      const cut = Array.from({ length: height }, (_, y) => {
        const beside = (x: number) => points[y * width + x]!
        return Math.max(...[1, 2, 3].map(x => Math.abs(beside(width - x) - beside(width - x - 3)))) > 90
      }).filter(Boolean).length
      expect(cut, `${path}: lines with something at the edge`).toBeLessThanOrEqual(2)
    }
  })
}

/** Pictures may reach the edge, and strips that are scrolled sideways go on behind it. */
async function hideWhatScrollsSideways(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const strip = element.scrollWidth > element.clientWidth && getComputedStyle(element).overflowX !== 'visible'
      if (strip || element.matches('img, svg, canvas, picture')) element.style.visibility = 'hidden'
    }
  })
}
