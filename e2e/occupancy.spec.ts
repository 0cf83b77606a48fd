import type { Page } from '@playwright/test'
import { dayRow } from '#features/market/days/model.ts'
import { marketDays } from '#features/market/days/table.ts'
import { addDays } from '#platform/dates.ts'
import { formatDate } from '#platform/words.ts'
import { begins, event } from '#seed/factories/events.ts'
import { call, expect, expectAccessible, expectNoSidewaysScroll, signIn, test, tryAgain } from './fixtures.ts'
import { nextSaturday } from './venue.ts'

const checkIn = (page: Page, who: { userId?: string; guestName?: string }) =>
  call<{ id: string }>(page, 'door/checkIn', { id: crypto.randomUUID(), ...who })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const counter = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('strong')

/** Notes what a page asks of the figures of the house from its next load on, and when by its own clock, in ms. */
async function readsOf(page: Page) {
  await page.addInitScript(() => {
    const reads: { path: string; at: number; isDone: boolean }[] = []
    const real = window.fetch
    Object.assign(window, { reads })
    window.fetch = (input, init) => {
      const answer = real(input, init)
      const path = new URL(input instanceof Request ? input.url : input, location.href).pathname
      if (path.includes('/rpc/occupancy/')) {
        const read = { path, at: Date.now(), isDone: false }
        reads.push(read)
        answer.catch(() => {}).then(() => Object.assign(read, { isDone: true }))
      }
      return answer
    }
  })
  return () =>
    page.evaluate(() => (window as unknown as { reads: { path: string; at: number; isDone: boolean }[] }).reads)
}

test('the office sees at once whom the door lets in, checks them out, and takes it back [OCC-01, OCC-02, OCC-03]', async ({
  page,
  visit,
  venue,
}) => {
  const door = await visit()
  await signIn(door, venue.person('door'))
  await checkIn(door, { guestName: 'Gwen Before' })
  await venue.make(({ db }) =>
    db.execute(`insert into check_ins (guest_name, check_in_time, entry_method) values ('Nora Nothing', now(), null)`),
  )
  await signIn(page, venue.person('admin'))
  await page.goto('/admin')
  await page.getByRole('link', { name: /(person is|people are) in the building/ }).click()
  await expect(page.getByRole('heading', { name: 'Building Occupancy' })).toBeVisible()
  for (const label of ['Currently In Building', 'Today’s Visits', 'This Week', 'Daily Average'])
    await expect(counter(page, label)).toHaveText(/^[\d.]+$/)
  await expect(row(page, 'Gwen Before')).toContainText('Manual')
  await expect(row(page, 'Nora Nothing')).toContainText('Manual')
  const counted = ['Currently In Building', 'Today’s Visits', 'This Week']
  const before = await Promise.all(counted.map(async label => Number(await counter(page, label).textContent())))
  await checkIn(door, { guestName: 'Gil News' })
  for (const [n, label] of counted.entries()) await expect(counter(page, label)).toHaveText(String(before[n]! + 1))
  const { today, week, dailyAverage } = await call<Record<string, number>>(page, 'occupancy/figures')
  await expect(counter(page, 'Today’s Visits')).toHaveText(String(today))
  await expect(counter(page, 'This Week')).toHaveText(String(week))
  expect(Number(await counter(page, 'Daily Average').textContent())).toBeCloseTo(dailyAverage!, 1)
  await expect(row(page, 'Gil News')).toBeVisible()
  await page.getByRole('button', { name: 'Check out Gil News' }).click()
  await expect(row(page, 'Gil News')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Gil News')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
})

test('Enter opens whoever is inside and checks nobody out; after a check-out no button has the focus', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  for (const guestName of ['Quinn Second', 'Quinn First']) await checkIn(page, { guestName })
  await page.goto('/admin/occupancy?q=Quinn')
  await expect(row(page, 'Quinn First')).toBeVisible()
  await page.keyboard.press('j')
  await expect(row(page, 'Quinn First')).toBeFocused()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: 'Quinn First' })
  await expect(panel.getByRole('button', { name: 'Check out', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/open=/)
  await expect(row(page, 'Quinn First')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  const out = page.getByRole('button', { name: 'Check out Quinn First' })
  await out.focus()
  await out.press('Enter')
  await expect(row(page, 'Quinn First')).toHaveCount(0)
  await expect(row(page, 'Quinn Second')).toBeFocused()
  // A second Enter opens; nobody else leaves.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: 'Quinn Second' })).toBeVisible()
})

test('Building Occupancy is read again every 30 s without a reload, and is for admins alone [OCC-01, OCC-04]', async ({
  page,
  visit,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  await page.clock.install()
  const reads = await readsOf(page)
  await page.goto('/admin/occupancy')
  await expect(counter(page, 'Currently In Building')).toBeVisible()
  const apart = (times: number[]) => times.slice(1).map((time, index) => time - times[index]!)
  // The page's clock is moved by a few seconds at a time, and stands until what was asked for is there.
  for (let seconds = 0; seconds < 75; seconds += 3) {
    await page.clock.runFor(3_000)
    await expect.poll(async () => (await reads()).every(({ isDone }) => isDone)).toBe(true)
  }
  for (const what of ['figures', 'inside']) {
    const times = (await reads()).filter(({ path }) => path.endsWith(`/occupancy/${what}`)).map(({ at }) => at)
    expect(times.length).toBeGreaterThanOrEqual(3)
    // News may make one come sooner; none comes late.
    expect(Math.max(...apart(times))).toBeGreaterThan(25_000)
    expect(Math.max(...apart(times))).toBeLessThan(45_000)
  }
  const other = await visit()
  for (const role of ['committee', 'member', 'door']) {
    await signIn(other, venue.person(role))
    await other.goto('/admin/occupancy')
    await expect(other.getByText('Access Denied')).toBeVisible()
  }
})

test('whoever was left in on an earlier day is flagged, so that the figure can be trusted [OCC-05]', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  const soon = { timeout: 5_000 }
  // The work of each minute ends such visits: an attempt into which it falls begins anew, with a visit of its own.
  let attempts = 0
  await expect(async () => {
    const name = `Olga Earlier ${++attempts}`
    await venue.make(({ db }) =>
      db.execute(`insert into check_ins (guest_name, check_in_time) values ('${name}', now() - interval '30 hours')`),
    )
    await page.goto('/admin/occupancy')
    await expect(row(page, name)).toContainText('Left open', soon)
    await expect(page.getByText(/1 left open from earlier days/)).toBeVisible(soon)
    await page.goto('/admin/occupancy?dialog=inside')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('row').filter({ hasText: name })).toContainText('Since', soon)
    await dialog.getByRole('button', { name: `Check out ${name}` }).click(soon)
    await expect(dialog.getByText(name)).toHaveCount(0, soon)
  }).toPass()
})

test('the list for a fire officer prints alone', async ({ page, venue }) => {
  await signIn(page, venue.person('admin'))
  for (const guestName of ['Fiona Fire', 'Maximiliana Featherstonehaugh-Cholmondeley', 'Zed Aardvark'])
    await checkIn(page, { guestName })
  await page.goto('/admin/occupancy')
  await page.getByRole('button', { name: 'Roll call' }).click()
  const sheet = page.getByRole('dialog', { name: 'Who is in the building' })
  await expect(sheet.getByRole('rowheader', { name: /Fiona Fire/ })).toBeVisible()
  await expectAccessible(page)
  // By surname, or as one likes.
  const names = async () => {
    const all = await sheet.getByRole('rowheader').allTextContents()
    return all.flatMap(text => /Fiona Fire|Zed Aardvark/.exec(text) ?? [])
  }
  await expect.poll(names).toEqual(['Zed Aardvark', 'Fiona Fire'])
  await sheet.getByLabel('Order').selectOption('First name')
  await expect.poll(names).toEqual(['Fiona Fire', 'Zed Aardvark'])
  // On a phone the whole button is there.
  await page.setViewportSize({ width: 360, height: 740 })
  const out = sheet.getByRole('button', { name: 'Check out Fiona Fire' })
  await out.scrollIntoViewIfNeeded()
  await expect(out).toBeInViewport({ ratio: 1 })
  // Apart from the one below or above it, and no name is cut.
  const heights = await sheet.getByRole('row').evaluateAll(rows =>
    rows.flatMap(row => {
      const button = row.querySelector('button')?.getBoundingClientRect()
      const name = row.querySelector('th[scope="row"]')
      return button && name
        ? [{ top: button.top, bottom: button.bottom, isCut: name.scrollWidth > name.clientWidth }]
        : []
    }),
  )
  expect(heights.length).toBeGreaterThan(1)
  for (const [n, { top, bottom, isCut }] of heights.entries()) {
    expect(bottom - top).toBeGreaterThanOrEqual(44)
    expect(isCut).toBe(false)
    if (n > 0) expect(top - heights[n - 1]!.bottom).toBeGreaterThanOrEqual(8)
  }
  await expectAccessible(page)
  // Nothing that is told covers the way out of a dialog that takes the whole window.
  await sheet.getByLabel('Name').fill('Gil Toast')
  await sheet.getByRole('button', { name: 'Check in Gil Toast as a guest' }).click()
  const told = page.locator('.mantine-Notification-root')
  await expect(told).toBeVisible()
  const close = (await page.getByRole('dialog').locator('.mantine-Modal-close').boundingBox())!
  expect((await told.boundingBox())!.y).toBeGreaterThan(close.y + close.height)
  await page.setViewportSize({ width: 1280, height: 860 })
  await page.emulateMedia({ media: 'print' })
  const box = sheet.getByRole('row').filter({ hasText: 'Fiona Fire' }).locator('td').first()
  await expect(box).toBeVisible()
  await expect(sheet.getByRole('rowheader', { name: /Fiona Fire/ })).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Check out Fiona Fire' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Building Occupancy' })).toBeHidden()
})

test.describe('when the server fails', () => {
  test.use({ mayFail: true })
  test('the occupancy says in place that it cannot be loaded, and is tried again [OCC-07]', async ({ page, venue }) => {
    await signIn(page, venue.person('admin'))
    await page.route('**/rpc/occupancy/**', route => route.fulfill({ status: 400, body: '{}' }))
    await page.goto('/admin/occupancy')
    await expect(page.getByText('Error fetching data').first()).toBeVisible()
    await tryAgain(page, '**/rpc/occupancy/**')
    await expect(counter(page, 'Currently In Building')).toBeVisible()
  })
})

test('on a day without a market the door offers no guest to pay, and says when the next market is', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('door'))
  const { hasMarket, nextOn } = await call<{ hasMarket: boolean; nextOn: string | null }>(page, 'market/attendance')
  await page.goto('/admin/market-scanner?for=market')
  await expect(page.getByText('Connected, works offline too', { exact: true })).toBeAttached()
  const pays = page.getByRole('button', { name: 'Guest paid £1' })
  if (hasMarket) return expect(pays).toBeVisible()
  await expect(pays).toHaveCount(0)
  const next = nextOn === null ? 'None is planned yet.' : `The next one is on ${formatDate(nextOn)}, from `
  await expect(page.getByText(`There is no market today. ${next}`)).toBeVisible()
  // Said once, also where nobody is found.
  await page.getByLabel('Ticket code or name').fill('Nemo Nobodyson')
  await page.getByLabel('Ticket code or name').press('Enter')
  await expect(page.getByText('Nobody is let in here today.')).toBeVisible()
  await expect(page.getByText(`There is no market today`)).toHaveCount(1)
  await page.getByLabel('Ticket code or name').fill('{"type":"other"}')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  const verdict = page.locator('[data-outcome]')
  await expect(verdict.getByText('Invalid QR code format')).toBeVisible()
  await expect(verdict.getByText('pay as a guest')).toHaveCount(0)
  await expect(verdict.getByText(next)).toBeVisible()
})

test('the scanner opens for what there is today: without a market for the event that people come to', async ({
  page,
  visit,
  venue,
}) => {
  const { id } = await venue.make(target => event(target, { name: 'Scanned tonight' }))
  const who = await visit()
  await signIn(who, venue.person('member'))
  await call(who, 'events/register', { id })
  await venue.make(target => begins(target, id))
  await signIn(page, venue.person('door'))
  const { hasMarket } = await call<{ hasMarket: boolean }>(page, 'market/attendance')
  await page.goto('/admin/market-scanner')
  const name = hasMarket ? 'Market entry scanner' : 'Event entry scanner'
  await expect(page.getByRole('heading', { name })).toBeAttached()
  await page.getByRole('navigation', { name: 'Door' }).getByRole('link', { name: 'Market' }).click()
  await expect(page.getByRole('heading', { name: 'Market entry scanner' })).toBeAttached()
  // Over, so that it is not what others read of as the next event.
  await venue.make(target => begins(target, id, '00:01'))
})

test('on a day without a market the door reads how the last one went and when the next is, and what it scans instead', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('door'))
  const on = addDays(nextSaturday().toISOString().slice(0, 10), -14)
  await venue.make(({ db }) => db.insert(marketDays).values(dayRow({ on })).onConflictDoNothing())
  const { hasMarket, lastOn } = await call<{ hasMarket: boolean; lastOn: string | null }>(page, 'market/attendance')
  if (hasMarket) return
  await page.goto('/admin/market-checkins')
  await expect(page.getByText(`No market today. The last one, ${formatDate(lastOn!, { year: true })}`)).toBeVisible()
  await expect(page.getByText('Checked in', { exact: true })).toBeVisible()
  // Its names are for the office: those of today stand here, and whoever is looked for is let in and out.
  await expect(page.getByRole('table')).toHaveCount(1)
  await expect(page.getByRole('table', { name: 'People in the building' })).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Nobody of')
  await expect(page.getByRole('button', { name: 'Check in Nobody of as a guest' })).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('')
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(page)
  await page.goto('/admin/market-scanner')
  await expect(page.getByText(/^No market today: scanning (guest passes|event tickets)\.$/)).toBeVisible()
})

test('on a day without a market an admin sees who came to the last one, said as such', async ({ page, venue }) => {
  await signIn(page, venue.person('admin'))
  const on = addDays(nextSaturday().toISOString().slice(0, 10), -14)
  await venue.make(({ db }) => db.insert(marketDays).values(dayRow({ on })).onConflictDoNothing())
  const { hasMarket, lastOn } = await call<{ hasMarket: boolean; lastOn: string | null }>(page, 'market/attendance')
  if (hasMarket) return
  await page.goto('/admin/market-checkins')
  await expect(page.getByText(`No market today. The last one, ${formatDate(lastOn!, { year: true })}`)).toBeVisible()
  await expect(page.getByText('Checked in', { exact: true })).toBeVisible()
})
