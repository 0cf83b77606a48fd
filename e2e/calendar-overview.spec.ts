import { addDays } from '#platform/dates.ts'
import { calendarDate } from '#platform/time.ts'
import { formatDate } from '#platform/words.ts'
import { call, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'
import { nextSaturday } from './venue.ts'

// A page is made to fail here.
test.use({ mayFail: true })

test('an admin picks a day, sees what is on it with a colour and a mark for each type, and exports it [OCC-08, OCC-09, OCC-12]', async ({
  page,
  visit,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  // Four weeks ahead nothing of the demonstration is in the way.
  const on = addDays(calendarDate(nextSaturday()), 21)
  await call(page, 'market/addDay', { on, opensAt: '10:00', closesAt: '16:00' }).catch(() => null)
  const { ids } = await call<{ ids: string[] }>(page, 'tours/addSlots', {
    ...{ tourDate: on, startTime: '11:00', endTime: '12:00', capacity: 4 },
  })
  await call(page, 'tours/book', {
    ...{ slotId: ids[0], partySize: 2, guestName: 'Tess Moor', guestEmail: 'tess@calendar.example', guestPhone: '' },
  })
  const colleague = await visit()
  await signIn(colleague, venue.person('committee'))
  await colleague.goto('/admin/calendar')
  await expect(colleague.getByText("You don't have permission to access this page.")).toBeVisible()

  await page.goto('/admin/calendar')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Calendar Overview')
  await expect(page.getByRole('heading', { name: formatDate(calendarDate(new Date()), { year: true }) })).toBeVisible()
  await page.getByLabel('Day', { exact: true }).fill(on)
  await expect(page.getByRole('heading', { name: formatDate(on, { year: true }) })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('on')).toBe(on)
  const items = page.getByRole('list', { name: /^Items of/ })
  await expect(items.getByRole('link', { name: 'Tour, Tess Moor and 1 more' })).toBeVisible()
  await expect(items.getByText('11:00–12:00')).toBeVisible()
  await expect(items.getByRole('link', { name: 'Market' })).toBeVisible()
  await expectAccessible(page)

  const downloaded = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export Calendar' }).click()
  const file = await downloaded
  expect(file.suggestedFilename()).toBe(`calendar-${on}.ics`)
  const chunks: Buffer[] = []
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  // The market and the party; stalls and other parties would be more of them than lines.
  expect(text).toContain('SUMMARY:Market')
  expect(text).toContain('SUMMARY:Tour')

  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  // The way to other days on one line, and the first of what is on without scrolling.
  const tops = await Promise.all(
    ['Previous day', 'Today', 'Next day'].map(
      async name => (await page.getByRole('button', { name }).boundingBox())!.y,
    ),
  )
  expect(new Set(tops).size).toBe(1)
  await expect(items.getByRole('listitem').first()).toBeInViewport({ ratio: 1 })
  await items.getByRole('link', { name: 'Tour, Tess Moor and 1 more' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tour Booking Management')
  await expect(page.getByRole('region', { name: 'Tess Moor' })).toBeVisible()
  await call(page, 'tours/removeSlot', { id: ids[0], seenParties: 1 })
})

test('each of the five types has a badge colour of its own, and the count of its items [OCC-10, OCC-11]', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  // Whatever the demonstration has on a Saturday, and a tour.
  const on = calendarDate(nextSaturday())
  const { ids } = await call<{ ids: string[] }>(page, 'tours/addSlots', {
    ...{ tourDate: on, startTime: '17:00', endTime: '18:00', capacity: 4 },
  })
  await call(page, 'tours/book', {
    ...{ slotId: ids[0], partySize: 1, guestName: 'Ivo Lind', guestEmail: 'ivo@calendar.example', guestPhone: '' },
  })
  await page.goto(`/admin/calendar?on=${on}`)
  const counts = page.getByLabel('How many of each')
  const items = page.getByRole('list', { name: /^Items of/ })
  await expect(items.getByRole('link', { name: 'Tour, Ivo Lind' })).toBeVisible()
  const colours: string[] = []
  for (const type of ['Event', 'Booking', 'Tour', 'Studio', 'Market']) {
    const tile = counts.locator('div').filter({ hasText: type })
    const badge = tile.locator('span')
    await expect(badge.locator('svg')).toBeVisible()
    colours.push(await badge.evaluate(element => getComputedStyle(element).backgroundColor))
    const lines = items.locator('[data-item]').filter({ has: page.locator(`[data-hue="${type.toLowerCase()}"]`) })
    // What is counted of a market are its stalls and of a tour its parties, which unfold below their line.
    const inside = await lines.locator('details li').count()
    const whole = await lines.filter({ has: page.locator('details') }).count()
    const bare = type === 'Market' ? 0 : (await lines.count()) - whole
    await expect(tile.locator('dd')).toHaveText(new RegExp(`^${inside + bare}$`))
  }
  expect(new Set(colours).size).toBe(5)
  await call(page, 'tours/removeSlot', { id: ids[0], seenParties: 1 })
})

test('a market is one line that unfolds its stalls, a tour one line of its parties, and now is a line between them', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  const on = addDays(calendarDate(new Date()), 33)
  const item = { startsAt: '10:00', endsAt: '16:00', place: '' }
  const stall = (name: string) => ({
    ...item,
    type: 'market',
    id: crypto.randomUUID(),
    of: 'day',
    title: `Stall, ${name}`,
  })
  const party = (name: string) => ({
    ...item,
    type: 'tour',
    id: crypto.randomUUID(),
    of: 'slot',
    title: `Tour, ${name}`,
  })
  const items = [
    ...[stall('Ada Prints'), stall('Bea Prints'), party('Tess Moor'), party('Ivo Lind')],
    { ...item, type: 'market', id: 'day', of: null, title: 'Market' },
  ]
  await page.route('**/rpc/overview/day**', route =>
    route.fulfill({ json: { json: { on, items, counts: [{ type: 'market', count: 2 }] } } }),
  )
  await page.goto(`/admin/calendar?on=${on}`)
  const lines = page.getByRole('list', { name: /^Items of/ }).locator('[data-item]')
  await expect(lines).toHaveCount(2)
  const market = lines.filter({ has: page.getByRole('link', { name: 'Market', exact: true }) })
  await expect(market.getByRole('link', { name: 'Stall, Ada Prints' })).toBeHidden()
  await market.getByText('2 stalls').click()
  await expect(market.getByRole('link', { name: 'Stall, Bea Prints' })).toBeVisible()
  await lines.filter({ hasText: 'Tour, 2 parties' }).getByText('Who comes').click()
  await expect(lines.getByRole('link', { name: 'Tour, Ivo Lind' })).toBeVisible()
  await expectAccessible(page)
  await expect(page.locator('[data-now]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(page.locator('[data-now]')).toBeVisible()
})

test('what cannot be loaded says so in place [OCC-15]', async ({ page, venue }) => {
  await signIn(page, venue.person('admin'))
  await page.route('**/rpc/overview/day**', route => route.fulfill({ status: 500, body: '{}' }))
  await page.goto('/admin/calendar')
  await expect(page.getByText('Failed to fetch calendar events')).toBeVisible()
})
