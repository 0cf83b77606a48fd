import type { Page } from '@playwright/test'
import { facility } from '#seed/factories/facilities.ts'
import { paidMember, person } from '#seed/factories/people.ts'
import { application } from '#seed/factories/standings.ts'
import { isLong } from '#test/long.ts'
import { officeActions } from '#web/layouts/office-actions.ts'
import { officeMenu } from '#web/layouts/office-menu.ts'
import { call, expect, expectAccessible, expectNoSidewaysScroll, settled, signIn, test } from './fixtures.ts'
import { password } from './newcomer.ts'
import { dayAhead, placeIn } from './places.ts'

// The lists of the back office as tools: many rows, few hands, keys, a phone.

const rows = (page: Page) => page.locator('tbody tr')

// Enough people for lists that go on.
test.beforeAll(({ venue }) =>
  venue.make(async target => {
    for (let index = 0; index < 40; index++) await person(target, { lastName: `Listed${index}`, approval: 'approved' })
  }),
)

test('a screen of the office holds twenty rows at 1280 by 860, under a head that stays', async ({ page, venue }) => {
  await page.setViewportSize({ width: 1280, height: 860 })
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/members')
  await expect(rows(page)).toHaveCount(25)
  const inSight = await rows(page).evaluateAll(
    found => found.filter(row => row.getBoundingClientRect().bottom <= innerHeight).length,
  )
  expect(inSight).toBeGreaterThanOrEqual(20)
  await expect(page.getByRole('columnheader', { name: 'Email' })).toBeVisible()
  await rows(page).last().scrollIntoViewIfNeeded()
  await expect(page.getByRole('columnheader', { name: 'Name' })).toBeInViewport()
  await expectAccessible(page)
  // Lists under tabs, counts and notes as well: as many are in sight, whatever stands above them.
  for (const [path, heading] of tabbedLists) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const head = page.locator('main thead').first()
    const top = (await head.or(page.locator('main [data-kind="empty"]')).first().boundingBox())!
    // What is left for rows of 33 px below the head of the table.
    if (await head.isVisible()) expect((860 - top.y - top.height) / 33, path).toBeGreaterThanOrEqual(20)
    // What happened is a sentence, which may take a second line.
    const most = path === '/admin/security' ? 50 : 33
    for (const row of await rows(page).all()) expect((await row.boundingBox())!.height, path).toBeLessThanOrEqual(most)
  }
})

const tabbedLists = [
  ['/admin/payments', 'Payments and gifts'],
  ['/admin/payments?tab=ledger', 'Payments and gifts'],
  ['/admin/markets', 'Market Stall Bookings'],
  ['/admin/member-approvals', 'Launch Registrations'],
  ['/admin/waitlist', 'Waiting List'],
  ['/admin/occupancy', 'Building Occupancy'],
  ['/admin/security', 'Security & Compliance'],
  ['/admin/tokens', 'Bonus Tokens'],
  ['/admin/community', 'Community Posts'],
  ['/admin/registrations', 'Event Registrations'],
] as const

test('the keys of a list: j and k move, Enter opens, Escape closes, / searches, and typing is typing', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/members')
  await expect(rows(page)).toHaveCount(25)
  await page.keyboard.press('j')
  await expect(rows(page).nth(0)).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(rows(page).nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary').filter({ has: page.getByRole('heading', { level: 2 }) })
  await expect(panel).toBeVisible()
  // Columns make room for the panel; what names the row and where it stands stay.
  await expect(page.getByRole('columnheader', { name: 'Roles' })).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'Standing' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(rows(page).nth(1).getByRole('button')).toBeFocused()
  await page.keyboard.press('/')
  const search = page.getByLabel('Search by name or email')
  await expect(search).toBeFocused()
  await page.keyboard.type('jk/x')
  await expect(search).toHaveValue('jk/x')
  await expect(page.getByText('No accounts match “jk/x”.')).toBeVisible()
  // Escape empties it, and leaves it once it is empty; Enter and Arrow Down go to what was found.
  await page.keyboard.press('Escape')
  await expect(search).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(search).not.toBeFocused()
  await expect(rows(page)).toHaveCount(25)
  for (const key of ['Enter', 'ArrowDown']) {
    await page.keyboard.press('/')
    await page.keyboard.press(key)
    await expect(rows(page).nth(0)).toBeFocused()
    await page.keyboard.press('j')
    await expect(rows(page).nth(1)).toBeFocused()
  }
  // Where the line below the last row is out of sight, a key says the keys, and the row keeps its place.
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keys of this list' })
  await expect(help).toContainText('/searches')
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await expect(rows(page).nth(1)).toBeFocused()
})

test('a mention opened by keyboard gives the focus back to its row, and the keys below the list say that Enter opens', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  const { userId } = await call<{ userId: string }>(page, 'members/me')
  const row = {
    ...{
      id: '1',
      name: 'Grace Holloway',
      userId,
      tier: 'Creator',
      reason: null,
      words: 'Moving away',
      takenBackAt: null,
      state: 'left',
    },
    ...{ createdAt: '2024-05-21T09:30:00Z', endsAt: '2024-06-01T09:30:00Z' },
  }
  await page.route('**/rpc/memberships/leaving*', route =>
    route.fulfill({ json: { json: { rows: [row], total: 1, hasMore: false } } }),
  )
  await page.goto('/admin/payments?tab=leaving')
  await expect(rows(page).first()).toContainText('Grace Holloway')
  await expect(page.getByText('Enter opens')).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(rows(page).nth(0)).toBeFocused()
})

test('a dispute opens beside its list with what is said, until when the house is heard, and the payment', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  const { userId } = await call<{ userId: string }>(page, 'members/me')
  const row = {
    ...{ id: 'dp_1', person: 'Grace Holloway', userId, description: 'Sauna', orderId: null, amountPence: 900 },
    ...{ status: 'to_answer', reason: 'product_not_received', dueAt: inDays(9.5), createdAt: inDays(-1) },
    closedAt: null,
  }
  await page.route('**/rpc/payments/disputes*', route =>
    route.fulfill({
      json: {
        json: { rows: [row], total: 1, hasMore: false },
        // What of it is a date, as the wire says it.
        meta: ['dueAt', 'createdAt'].map(each => [1, 'rows', 0, each]),
      },
    }),
  )
  await page.goto('/admin/payments?tab=disputes')
  await expect(rows(page).first()).toContainText('Grace Holloway')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: '£9 of Grace Holloway' })
  await expect(panel).toContainText('Answer it')
  await expect(panel).toContainText('Product not received')
  await expect(panel).toContainText('9 days left')
  // Nobody is sent to a provider that is not there.
  await expect(panel).toContainText('In a demonstration nobody answers')
  await expect(panel.getByRole('link', { name: /Stripe/ })).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(rows(page).nth(0).getByRole('button').first()).toBeFocused()
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('whatever stands in the head of a desk is in one line with it and as high as its neighbours', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  for (const path of [
    '/admin/market-days',
    '/admin/images',
    '/admin/studio',
    '/admin/payments',
    '/admin/house-calendar',
  ]) {
    await page.goto(path)
    const head = page.locator('[data-page-head]')
    await expect(head.getByRole('heading', { level: 1 })).toBeVisible()
    if (path !== '/admin/house-calendar') await expect(head.getByRole('link', { name: 'Export CSV' })).toBeVisible()
    const middles = await head.locator('h1, .desk-slot :is(a, button), .page-actions :is(a, button)').evaluateAll(all =>
      all
        .map(each => each.getBoundingClientRect())
        .filter(({ height }) => height > 0)
        .map(({ top, height }) => ({ middle: top + height / 2, height })),
    )
    const [title] = middles
    for (const { middle, height } of middles) {
      expect(Math.abs(middle - title!.middle), path).toBeLessThanOrEqual(1)
      expect(height, path).toBeLessThanOrEqual(31)
    }
  }
})

test('the head of a list is one line at 1920, and in a narrower window two where that is not enough; rows are higher in a high window', async ({
  page,
  venue,
}) => {
  await page.setViewportSize({ width: 1920, height: 1000 })
  await signIn(page, venue.person('admin'))
  const head = page.locator('[data-page-head]')
  const isOneLine = async (path: string) => {
    await page.goto(path)
    await expect(head.getByRole('searchbox')).toBeVisible()
    await page.waitForLoadState('networkidle')
    const [title, search] = [
      await head.getByRole('heading').boundingBox(),
      await head.getByRole('searchbox').boundingBox(),
    ]
    // Nothing on the line covers anything else.
    const covered = await head.locator('input, select, a, button').evaluateAll(all => {
      const boxes = all.map(each => each.getBoundingClientRect()).filter(({ width }) => width > 0)
      return boxes.some(a =>
        boxes.some(
          b => a !== b && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom && b.top < a.bottom,
        ),
      )
    })
    expect(covered, path).toBe(false)
    return Math.abs(title!.y + title!.height / 2 - search!.y - search!.height / 2) < 3
  }
  for (const path of officeTables.filter(path => !['/admin/tours', '/admin/market-days'].includes(path)))
    expect(await isOneLine(path), path).toBe(true)
  await page.goto('/admin/members')
  await expect(rows(page)).toHaveCount(25)
  for (const row of await rows(page).all()) expect((await row.boundingBox())!.height).toBe(36)
  await page.setViewportSize({ width: 1280, height: 860 })
  expect(await isOneLine('/admin/mails')).toBe(true)
  expect(await isOneLine('/admin/bookings')).toBe(false)
})

test('a list shows how it stands sorted, also as it usually does, and a head that is pressed goes through the orders and back', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/members')
  const head = (name: string) => page.getByRole('columnheader', { name })
  await expect(head('Since')).toHaveAttribute('aria-sort', 'descending')
  await head('Name').getByRole('button').click()
  await expect(head('Name')).toHaveAttribute('aria-sort', 'ascending')
  await expect(head('Since')).not.toHaveAttribute('aria-sort')
  await expect(page).toHaveURL(/sort=name$/)
  await head('Name').getByRole('button').click()
  await expect(head('Name')).toHaveAttribute('aria-sort', 'descending')
  await head('Name').getByRole('button').click()
  await expect(head('Since')).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/members$/)
  await head('Since').getByRole('button').click()
  await expect(head('Since')).toHaveAttribute('aria-sort', 'ascending')
  await head('Since').getByRole('button').click()
  await expect(page).toHaveURL(/members$/)
})

test('a search that finds nothing says for what and with which filters, and takes either away alone', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  const { email } = venue.person('freeMember')
  await page.goto(`/admin/members?q=${encodeURIComponent(email)}&role=admin`)
  await expect(page.getByText(`No accounts match “${email}” with Role: Admin.`)).toBeVisible()
  await expect(page.getByLabel('Search by name or email')).toHaveValue(email)
  await page.getByRole('button', { name: 'Search without filters' }).click()
  await expect(rows(page)).toHaveCount(1)
  await page.goBack()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page.getByLabel('Role', { exact: true })).toHaveValue('admin')
  await expect(rows(page).first()).toBeVisible()
  await page.goto('/admin/members?page=99')
  await page.getByRole('button', { name: 'First page' }).click()
  await expect(rows(page)).toHaveCount(25)
  // What is in effect without anybody having asked hides nothing without a word, and is lifted from there.
  await page.route('**/rpc/stalls/list*', route =>
    decodeURIComponent(route.request().url() + route.request().postData()).includes('"next"')
      ? route.fulfill({
          json: { json: { rows: [], total: 0, hasMore: false, totals: { bookings: 0, pence: 0, on: '2027-03-14' } } },
        })
      : route.continue(),
  )
  await page.goto('/admin/markets')
  await expect(page.getByText('No stall is booked for Sun 14 Mar')).toBeVisible()
  await expect(page.getByText('£0 for Sun 14 Mar')).toBeVisible()
  await expect(page.getByLabel('Market', { exact: true }).locator('option:checked')).toHaveText('Market: Next')
  await page.getByRole('button', { name: 'Show all bookings' }).click()
  await expect(page).toHaveURL(/when=all$/)
  await expect(page.getByText(/£[\d,.]+ in all/)).toBeVisible()
})

test('from an open panel the keys go on in the list, Escape closes it from there, and a search without its row does too', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/members')
  await expect(rows(page)).toHaveCount(25)
  for (let press = 0; press < 4; press++) await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary').filter({ has: page.getByRole('heading', { level: 2 }) })
  const title = panel.getByRole('heading', { level: 2 }).first()
  await expect(title).toBeFocused()
  // What lies open follows the rows, and Enter goes into it.
  const nameIn = (index: number) => rows(page).nth(index).getByRole('button').first().innerText()
  await page.keyboard.press('j')
  await expect(rows(page).nth(4)).toBeFocused()
  await expect(title).toHaveText(await nameIn(4))
  await expect(rows(page).nth(4)).toHaveAttribute('data-open', 'true')
  await expect(page.getByText('Enter goes into the panel')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(title).toBeFocused()
  await page.keyboard.press('k')
  await expect(rows(page).nth(3)).toBeFocused()
  await expect(title).toHaveText(await nameIn(3))
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(rows(page).nth(3)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel).toBeVisible()
  const search = page.getByLabel('Search by name or email')
  await search.fill('nobody is called like this')
  await expect(page.getByText('No accounts match “nobody is called like this”.')).toBeVisible()
  await expect(panel).toHaveCount(0)
  // A list without panels says what Enter does there.
  const mark = `keys${Date.now()}`
  await call(page, 'waitlist/join', { firstName: 'Key', lastName: mark, email: `${mark}@people.example` })
  await page.goto('/admin/waitlist')
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting List' })).toBeVisible()
  await expect(page.getByText('presses its button')).toBeVisible()
})

test('on a phone a row is one line, and opens over the list', async ({ page, venue }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/members')
  const lines = page.getByRole('list', { name: 'Members' }).getByRole('listitem')
  await expect(lines).toHaveCount(25)
  const heights = await lines.evaluateAll(found => found.map(line => line.getBoundingClientRect().height))
  expect(Math.max(...heights)).toBeLessThan(60)
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
  // What the page is for comes soon: everything else is behind the menu and behind one button.
  expect((await lines.first().boundingBox())!.y).toBeLessThanOrEqual(260)
  const filters = page.getByRole('button', { name: /^Filters/ })
  await expect(page.getByLabel('Sort by')).toBeHidden()
  await filters.click()
  await page.getByLabel('Role', { exact: true }).selectOption({ index: 1 })
  await expect(filters).toHaveText('Filters (1)')
  await expect(page.getByRole('link', { name: 'Export CSV' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByLabel('Role', { exact: true }).selectOption('')
  await filters.click()
  await expect(page.getByLabel('Sort by')).toBeHidden()
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  const menu = page.getByRole('dialog', { name: 'Back office' })
  await expect(menu.getByRole('link', { name: 'View Site' })).toBeVisible()
  await expect(menu.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await lines.first().getByRole('button').click()
  await expect(page.getByRole('dialog').getByRole('term').filter({ hasText: 'Account made' })).toBeVisible()
})

test('on a phone no list drops what it is about: who acted, the deadline, the time of arrival; no status is cut off', async ({
  page,
  visit,
  venue,
}) => {
  test.slow()
  await page.setViewportSize({ width: 360, height: 740 })
  const late = await venue.make(async target => {
    const { id, firstName, lastName, email } = await person(target, { firstName: 'Lotte', lastName: 'Late' })
    await application(target, { id, firstName, lastName, email }, { sentAgo: 30 })
    return `${firstName} ${lastName}`
  })
  await signIn(page, venue.person('admin'))
  const cut: string[] = []
  for (const path of ['/admin/members', '/admin/admin-applications', '/admin/pricing', '/admin/security?view=audit']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const found = await page.locator('li[data-row] [data-tone]').evaluateAll(statuses =>
      statuses.flatMap(status => {
        const { right } = status.getBoundingClientRect()
        const hides = status.closest('li')!.getBoundingClientRect().right
        return right > hides || status.scrollWidth > status.clientWidth ? [status.textContent] : []
      }),
    )
    cut.push(...found.map(words => `${path}: ${words}`))
    await expectNoSidewaysScroll(page)
  }
  expect(cut).toEqual([])
  await page.goto('/admin/members')
  const lines = page.getByRole('list', { name: 'Members' }).getByRole('listitem')
  const [title, detail] = [lines.first().locator('[class*=title]'), lines.first().locator('[class*=detail]')]
  await expect(detail).toContainText('@')
  expect((await detail.boundingBox())!.x).toBe((await title.boundingBox())!.x)

  const voter = await visit()
  await voter.setViewportSize({ width: 360, height: 740 })
  await signIn(voter, venue.person('committee'))
  await voter.goto('/admin/committee-applications')
  const line = voter.getByRole('listitem').filter({ hasText: late })
  // What the line says before it is opened.
  const said = line.getByRole('button')
  await expect(said.locator('[data-tone="bad"]')).toHaveText('Overdue')
  await expect(said.locator('[data-tone="bad"]')).toBeVisible()
  await expect(said.getByText(/\d\d:\d\d/).first()).toBeVisible()
  await said.click()
  const approve = voter.getByRole('button', { name: 'Vote to Approve' })
  await expect(approve).toBeInViewport({ ratio: 1 })
  const label = approve.locator('[class*=Button-label]')
  expect(await label.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true)
  const bar = (await approve.locator('..').boundingBox())!
  expect(bar.height).toBeLessThan(70)
  await expectNoSidewaysScroll(voter)
})

test('what is done with a selection is one row on a phone', async ({ page, venue }) => {
  await venue.make(async target => {
    for (const lastName of ['Row', 'Line']) {
      const { id, firstName, email } = await person(target, { lastName })
      await application(target, { id, firstName, lastName, email }, { sentAgo: 1 })
    }
  })
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/approvals')
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ })
  await boxes.nth(0).check({ force: true })
  await boxes.nth(1).check({ force: true })
  const bar = page.getByRole('region', { name: 'Selection' })
  await expect(bar.getByRole('button', { name: 'Approve 2 applications' })).toBeInViewport({ ratio: 1 })
  expect((await bar.boundingBox())!.height).toBeLessThan(70)
  await bar.getByRole('button', { name: 'More for the selection' }).click()
  await expect(page.getByRole('menuitem', { name: 'Reject 2 applications' })).toBeVisible()
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: 'Clear selection' }).click()
  await expect(bar).toHaveCount(0)
  // All of the page at once.
  const all = page.getByRole('checkbox', { name: 'Select all on this page' })
  await all.check({ force: true })
  for (const box of await boxes.all()) await expect(box).toBeChecked()
  await all.uncheck({ force: true })
  await expect(bar).toHaveCount(0)
})

test('“all that match” is what of it can be chosen, and says how many that is', async ({ page, venue }) => {
  await signIn(page, venue.person('admin'))
  const row = (n: number, status: string) => ({
    ...{
      id: String(n),
      status,
      firstName: 'Ada',
      lastName: `Choice${n}`,
      email: `ada${n}@people.example`,
      city: 'London',
    },
    ...{
      phoneNumber: '020 7946 0000',
      createdAt: '2026-01-02T10:00:00Z',
      approvalMail: null,
      can: { decide: status === 'pending' },
    },
  })
  const rows = [row(1, 'pending'), row(2, 'approved'), row(3, 'pending'), row(4, 'pending'), row(5, 'rejected')]
  await page.route('**/rpc/registrations/list*', route => {
    const isFirst = /pageSize%22%3A3\b|"pageSize":3\b/.test(route.request().url() + route.request().postData())
    return route.fulfill({
      json: { json: { rows: isFirst ? rows.slice(0, 3) : rows, total: 5, hasMore: false, pending: 3 } },
    })
  })
  await page.goto('/admin/member-approvals?status=all&size=3')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check({ force: true })
  const bar = page.getByRole('region', { name: 'Selection' })
  await expect(bar).toContainText('2 selected')
  await bar.getByRole('button', { name: 'Select all that can be, of 5 that match' }).click()
  await expect(bar).toContainText('3 selected of 5 that match')
  await expect(bar.getByRole('button', { name: 'Approve 3 registrations' })).toBeVisible()
  await expect(bar.getByRole('button', { name: /that match/ })).toHaveCount(0)
})

test('Ctrl+K finds people by keyboard alone and opens their panel over the page; Back and Escape close it', async ({
  page,
  venue,
}) => {
  const { email } = venue.person('freeMember')
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/bookings')
  // It has the person's own name.
  const panel = page.getByRole('dialog').filter({ has: page.getByRole('term').filter({ hasText: 'Account made' }) })
  const find = async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: /^Find people/ })).toBeFocused()
    await page.keyboard.type(email)
    await expect(page.getByRole('dialog').getByText(email)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(panel.getByText(email)).toBeVisible()
  }
  await expect(page.getByRole('button', { name: /^Find people/ })).toBeVisible()
  await find()
  await expect(panel.getByRole('list', { name: 'What happened, the latest first' })).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await expect(panel).toHaveCount(0)
  await expect(page).toHaveURL(/bookings$/)
  await find()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
})

/** A tab begins with its word in the address. */
const tabOf = (word: string) => new RegExp(`^${word}`, 'i')

test('Ctrl+K that finds nothing offers to search the lists of the office for what was typed', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/rooms')
  await expect(page.getByRole('button', { name: /^Find people/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: /^Find people/ })).toBeFocused()
  await page.keyboard.type('zxqvwkj')
  await page.getByRole('option', { name: 'Search members for “zxqvwkj”' }).click()
  await expect(page).toHaveURL(/\/admin\/members\?q=zxqvwkj$/)
  await expect(page.getByText('No accounts match “zxqvwkj”.')).toBeVisible()
})

test('Ctrl+K offers what may be done, and each of it opens at once: a dialog, a view or a file; the committee is offered its own file alone', async ({
  page,
  visit,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/settings')
  const box = page.getByRole('combobox', { name: /^Find people/ })
  const dialog = page.getByRole('dialog', {
    name: /^(New account|Add Tour Slot|Add a market day|Give bonus tokens|Take tokens|Book for somebody|Close a room|Add a rule|Add Studio Rental|Add a booking|Who is in the building|Add an event|Record an incident)$/,
  })
  for (const action of officeActions) {
    await expect(page.getByRole('button', { name: /^Find people/ })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(box).toBeFocused()
    await box.fill(action.label)
    await expect(page.getByRole('dialog').getByRole('option', { name: action.label, exact: true })).toBeVisible()
    const file = 'exports' in action ? page.waitForEvent('download') : null
    await page.keyboard.press('Enter')
    await expect(box).toHaveCount(0)
    if (file) expect((await file).suggestedFilename()).toMatch(/\.csv$/)
    else if ('dialog' in action) {
      await expect(dialog).toBeVisible()
      await expect(page).toHaveURL(new RegExp(`${action.to}\\?dialog=`))
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(page).toHaveURL(new RegExp(`${action.to}$`))
      await expect(page.locator('main')).toBeFocused()
    } else {
      const shown = 'search' in action ? action.search : {}
      await expect(page).toHaveURL(new RegExp(`${action.to}\\?${new URLSearchParams(shown)}$`))
      const chosen =
        'view' in shown
          ? page.getByRole('radio', { name: 'Week', checked: true })
          : page.getByRole('tab', { name: tabOf('tab' in shown ? shown.tab : 'memberships'), selected: true })
      await expect(chosen).toBeAttached()
      await expect(page.locator('main')).toBeFocused()
    }
  }
  const committee = await visit()
  await signIn(committee, venue.person('committee'))
  await committee.goto('/admin')
  await committee.getByRole('button', { name: 'Go to a page' }).click()
  const offered = committee.getByRole('dialog')
  await expect(offered.getByRole('option', { name: 'Committee Voting' })).toBeVisible()
  await expect(offered.getByRole('option', { name: /^(Invite|Export|Add|Give|Book|Close|Record) / })).toHaveText([
    'Export event applications',
  ])
})

test('the office sees a day of all rooms as a table, today first, and opens a booking from it by keyboard', async ({
  page,
  visit,
  venue,
}) => {
  const name = `Grid Room ${Date.now()}`
  const room = await venue.make(target => facility(target, { slug: `grid_${Date.now()}`, name }))
  const someone = await venue.make(target => paidMember(target, { password, lastName: 'Gridded' }))
  const member = await visit()
  await signIn(member, { ...someone, password })
  await call(member, 'bookings/place', { ...placeIn(room, 1, '14:00', 'card'), termsAccepted: true })
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/bookings')
  await page.getByRole('link', { name: 'Day by room' }).click()
  const ofRoom = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
  await expect(ofRoom).toBeVisible()
  await expect(ofRoom.getByRole('link')).toHaveCount(0)
  await page.getByRole('button', { name: 'Next day' }).click()
  await expect(page).toHaveURL(new RegExp(`on=${dayAhead(1)}`))
  const booked = ofRoom.getByRole('link', { name: /Gridded.*14:00.*to pay/ })
  await expect(booked).toBeVisible()
  await expectAccessible(page)
  await booked.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Booking' })
  await expect(panel.getByRole('definition').filter({ hasText: name })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(page).not.toHaveURL(/on=/)
  await expect(ofRoom.getByRole('link')).toHaveCount(0)
})

// In the short form routes.spec.ts looks at nearly all of them.
;(isLong ? test : test.skip)('at 320 px no page of the office’s menu scrolls sideways', async ({ page, venue }) => {
  test.slow()
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, venue.person('admin'))
  const wide: string[] = []
  for (const { to } of officeMenu.flatMap(({ entries }) => entries.flatMap(entry => [entry, ...(entry.views ?? [])]))) {
    const answer = await page.goto(to)
    // What is not built yet stands in no menu.
    if (answer!.status() === 404) continue
    await settled(page)
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    if (over > 0) wide.push(`${to}: ${over} px`)
  }
  expect(wide).toEqual([])
})

test('no table of the office is wider than its place at 1280, and what found no room folds out', async ({
  page,
  venue,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, venue.person('admin'))
  const wide: string[] = []
  for (const path of officeTables) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    for (const table of await page.locator('section[aria-label$=", table"]').all())
      if (await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)) wide.push(path)
    // Badges, sums, days and buttons are whole.
    const cut = await page
      .locator(
        'tbody td:is([data-kind="status"], [data-kind="tags"], [data-kind="money"], [data-kind="date"]), thead th',
      )
      .evaluateAll(cells => cells.flatMap(cell => (cell.scrollWidth > cell.clientWidth ? [cell.textContent] : [])))
    wide.push(...cut.map(words => `${path}: ${words}`))
  }
  expect(wide).toEqual([])
  // In a narrow window the rows of what opens nowhere say the rest below themselves.
  await page.setViewportSize({ width: 800, height: 800 })
  await page.goto('/admin/members')
  await expect(page.getByRole('table', { name: 'Members' })).toBeVisible()
  await expectAccessible(page)
})

const officeTables = (
  '/admin/members /admin/admin-applications /admin/member-approvals /admin/waitlist /admin/waiting-list /admin/bookings /admin/studio ' +
  '/admin/studio-rentals /admin/tours /admin/market-days /admin/market-checkins /admin/rooms /admin/payments /admin/mails /admin/tokens'
).split(' ')
