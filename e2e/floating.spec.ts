import type { Locator, Page } from '@playwright/test'
import { event } from '#seed/factories/events.ts'
import { notification } from '#seed/factories/notifications.ts'
import { paidMember } from '#seed/factories/people.ts'
import { call, expect, expectAccessible, expectNoSidewaysScroll, settled, signIn, test } from './fixtures.ts'
import { password } from './newcomer.ts'
import { dayAhead, placeIn, tuesday } from './places.ts'
import type { Venue } from './venue.ts'

// What floats over a page, search and messages, never lies on what somebody pays with or reads for an answer.

async function newcomer(page: Page, venue: Venue) {
  const someone = await venue.make(target => paidMember(target, { password }))
  await signIn(page, { ...someone, password })
}

async function facilityNamed(page: Page, name: string) {
  const { rows } = await call<{ rows: { id: string; name: string }[] }>(page, 'bookings/facilities')
  return rows.find(row => row.name === name)!
}

for (const [width, height] of [
  [360, 740],
  [1280, 860],
] as const)
  test(`the search button lies on no price and on nothing that is pressed: room, studio, event, stall and cart at ${width} px`, async ({
    page,
    venue,
  }) => {
    test.setTimeout(150_000)
    await page.setViewportSize({ width, height })
    await newcomer(page, venue)
    const [room, sauna] = [await facilityNamed(page, 'Meeting Room'), await facilityNamed(page, 'Sauna')]
    await call(page, 'bookings/addToCart', placeIn(sauna, 12, '12:00', 'card'))
    const { id } = await venue.make(target => event(target, { eventDate: dayAhead(9), tokensCost: 2 }))
    for (const [path, ...names] of [
      [`/facility-booking?id=${room.id}&on=${tuesday(1)}&at=12:00`, /^Book Now/, 'Add to Cart'],
      ['/studio', /^Book/],
      // Who has too few tokens is led to some in its place.
      [`/event/${id}`, /^(Register Now|Buy tokens|See the plans)/],
      ['/market-booking', /^Book/],
      ['/cart', 'Checkout'],
    ] as const) {
      await page.goto(path)
      await settled(page)
      for (const name of names) {
        const content = page.locator('#content')
        await expectPressable(
          page,
          content.getByRole('button', { name }).or(content.locator('[class*=foot]').getByRole('link', { name })).last(),
        )
      }
      expect(await coveredByFloat(page), path).toEqual([])
    }
  })

/** Every point of the button's middle line is the button's own, wherever the page is scrolled to while the button is in sight. */
async function expectPressable(page: Page, button: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded()
  for (const part of [0, 0.5, 1]) {
    await page.evaluate(at => window.scrollTo(0, at * (document.body.scrollHeight - window.innerHeight)), part)
    const lost = await button.evaluate(element => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const goesWithPage = (node: Element | null): boolean =>
        !node || (!/fixed|sticky/.test(getComputedStyle(node).position) && goesWithPage(node.parentElement))
      if (goesWithPage(element)) element.scrollIntoView({ block: 'center' })
      else if (top < 0 || bottom > window.innerHeight) return []
      const y = element.getBoundingClientRect().top + (bottom - top) / 2
      const points = []
      for (let x = left + 3; x < right - 2; x += 4)
        if (!element.contains(document.elementFromPoint(x, y))) points.push(Math.round(x))
      return points
    })
    expect(lost, `${page.url()} ${await button.textContent()} at ${part} of the page`).toEqual([])
  }
}

/** The words and the things to press that the search button lies on, while the page moves and when it has come to rest. */
const coveredByFloat = (page: Page) =>
  page.evaluate(async () => {
    const float = document.querySelector<HTMLElement>('button[aria-keyshortcuts]')!
    const covered = new Set<string>()
    const isUnder = (box: DOMRect) => {
      const own = float.getBoundingClientRect()
      return box.left < own.right && box.right > own.left && box.top < own.bottom && box.bottom > own.top
    }
    const look = (at: number) => {
      // Where it stands in the head it floats over nothing.
      if (getComputedStyle(float).position !== 'fixed') return
      const walker = document.createTreeWalker(document.getElementById('root')!, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      while (walker.nextNode()) {
        const { parentElement: parent, textContent: words } = walker.currentNode
        if (!words?.trim() || !parent?.checkVisibility() || parent.closest('.visually-hidden, .skip-link')) continue
        range.selectNode(walker.currentNode)
        if ([...range.getClientRects()].some(isUnder)) covered.add(`“${words.slice(0, 40)}” at ${at}`)
      }
      // Line by line: a link that goes over two has paper beside its second.
      for (const each of document.querySelectorAll('#root :is(a, button, input:not([class*=hidden]), img, summary)'))
        if (!float.contains(each) && each.checkVisibility() && [...each.getClientRects()].some(isUnder))
          covered.add(`${each.tagName} ${each.textContent?.slice(0, 40)} at ${at}`)
    }
    const end = document.body.scrollHeight - window.innerHeight
    for (let at = 0; at < end + 170; at += 170) {
      window.scrollTo(0, Math.min(at, end))
      await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      look(at)
      await new Promise(rested => setTimeout(rested, 220))
      look(at)
    }
    return [...covered]
  })

for (const [width, height] of [
  [360, 740],
  [1280, 860],
] as const)
  test(`the search button lies on no word of any page at ${width} px, moves nothing, and is there by key and in sight at the top`, async ({
    page,
    venue,
  }) => {
    test.setTimeout(240_000)
    await page.setViewportSize({ width, height })
    await signIn(page, venue.person('member'))
    const button = page.getByRole('button', { name: 'Search', exact: true })
    const floats = () => button.evaluate(each => getComputedStyle(each).position === 'fixed')
    for (const path of [
      '/home',
      '/bookings',
      '/bookings?view=mine',
      '/events?view=month',
      '/members',
      '/account',
      '/account?tab=notifications',
      '/community',
      '/token-purchase',
    ]) {
      await page.goto(path)
      await settled(page)
      await expect(button, path).toBeInViewport({ ratio: 1 })
      expect(await floats(), path).toBe(width > 767)
      await page.evaluate(() => {
        const shifts: number[] = []
        new PerformanceObserver(list => {
          for (const { sources = [], value } of list.getEntries() as (PerformanceEntry & {
            value: number
            sources?: { node?: Node }[]
          })[])
            if (sources.some(({ node }) => node instanceof Element && node.matches('button[aria-keyshortcuts]')))
              shifts.push(value)
        }).observe({ type: 'layout-shift' })
        Object.assign(window, { shifts })
      })
      expect(await coveredByFloat(page), path).toEqual([])
      expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts), path).toEqual([])
    }
    if (width > 767) return
    // Below the last line there is paper: there it floats, and from it the search opens and gives the focus back.
    await page.goto('/home')
    await settled(page)
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      expect(await floats()).toBe(true)
    }).toPass()
    const bar = await page.getByRole('navigation', { name: 'Shortcuts' }).boundingBox()
    const box = await button.boundingBox()
    expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(44)
    expect(box!.y + box!.height).toBeLessThanOrEqual(bar!.y)
    const at = await page.evaluate(() => window.scrollY)
    await button.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(button).toBeFocused()
    expect(await page.evaluate(() => window.scrollY)).toBe(at)
  })

test('the foot of a long dialog stands at its lower edge, and what it is about ends above it', async ({
  page,
  venue,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await newcomer(page, venue)
  await page.goto('/community?dialog=new-post')
  const dialog = page.getByRole('dialog', { name: 'Write a post' })
  const publish = dialog.getByRole('button', { name: 'Publish' })
  await expect(publish).toBeVisible()
  const places = () =>
    publish.evaluate(element => {
      const content = element.closest('[role="dialog"]')!
      const foot = [...content.querySelectorAll('form > div')].at(-1)!
      const last = foot.previousElementSibling!.getBoundingClientRect()
      return {
        gap: Math.round(content.getBoundingClientRect().bottom - foot.getBoundingClientRect().bottom),
        over: Math.round(last.bottom - foot.getBoundingClientRect().top),
      }
    })
  await expect.poll(async () => (await places()).gap).toBeLessThanOrEqual(2)
  await dialog.evaluate(element => {
    for (const each of [element, ...element.querySelectorAll('*')]) each.scrollTop = each.scrollHeight
  })
  const { gap, over } = await places()
  expect(gap).toBeLessThanOrEqual(2)
  expect(over, 'the last line is whole').toBeLessThanOrEqual(0)
  await expect(dialog.getByRole('link', { name: 'code of conduct' })).toBeInViewport()
  await expectAccessible(page)
})

test('what a page says itself no message says over it; elsewhere one stands over the head of the page on a phone', async ({
  page,
  visit,
  venue,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, venue.person('member'))
  const elsewhere = await visit()
  await elsewhere.setViewportSize({ width: 360, height: 740 })
  await signIn(elsewhere, venue.person('member'))
  const live = elsewhere.waitForRequest('**/live')
  await elsewhere.goto('/home')
  await live
  const room = await facilityNamed(page, 'Meeting Room')
  await page.goto(`/facility-booking?id=${room.id}&on=${tuesday(3)}&at=16:00`)
  await settled(page)
  const terms = page.getByRole('checkbox', { name: /terms/ })
  if (await terms.count()) await terms.check()
  await page.getByRole('button', { name: /^Book Now/ }).click()
  await expect(page).toHaveURL(/\/bookings\/[\w-]+$/)
  const answer = page.locator('#content').getByText(/^Booking Confirmed\. The place is yours/)
  await expect(answer).toBeVisible()
  await expect(page.locator('.mantine-Notification-root')).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'Booking Confirmed' }).first()).toBeVisible()

  const told = elsewhere.locator('.mantine-Notification-root')
  await expect(told).toContainText('Booking Confirmed')
  const [box, head] = [await told.boundingBox(), await elsewhere.locator('header:has(a.brand)').boundingBox()]
  expect(box!.y + box!.height).toBeLessThanOrEqual(head!.y + head!.height + 8)
})

test('with every tool in it the head of a phone is no wider than the window, and each tool has its size', async ({
  page,
  venue,
}) => {
  const someone = await venue.make(target => paidMember(target, { password }))
  await venue.make(target =>
    notification(target, {
      userId: someone.id,
      kind: 'booking',
      title: 'Moved',
      path: '/bookings',
      createdAt: new Date(),
    }),
  )
  await signIn(page, { ...someone, password })
  for (const width of [320, 360, 412]) {
    await page.setViewportSize({ width, height: 740 })
    await page.goto('/home')
    await settled(page)
    await expect(page.getByRole('button', { name: /unread/ })).toBeVisible()
    const boxes = await page.locator('header:has(a.brand)').evaluate(head =>
      [...head.querySelectorAll('a, button')]
        .filter(each => each.checkVisibility())
        .map(each => each.getBoundingClientRect())
        .map(({ left, right }) => ({ left, right })),
    )
    boxes.forEach(({ left, right }, index) => {
      expect(right, `${index} at ${width}`).toBeLessThanOrEqual(boxes[index + 1]?.left ?? width)
      expect(right - left).toBeGreaterThanOrEqual(30)
    })
    await expectNoSidewaysScroll(page)
  }
})
