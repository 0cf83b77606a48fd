import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'
import { linkTo, openVenue } from './venue.ts'

const line = /enquir(y is|ies are) open/

test('Today says what needs somebody, follows what happens, and leads to where it is settled (decision 57)', async ({
  page,
  visit,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Back office' })
  await expect(menu.getByRole('link', { name: 'Today' })).toHaveAttribute('aria-current', 'page')
  const needs = page.getByRole('list', { name: 'Needs somebody' })
  await expect(needs).toBeVisible()
  const enquiries = needs.getByRole('link', { name: line })
  const countOf = async () =>
    (await enquiries.count()) === 0 ? 0 : Number.parseInt((await enquiries.textContent()) ?? '', 10)
  const before = await countOf()
  const visitor = await visit()
  await visitor.goto('/contact')
  const sent = await visitor.request.post('/rpc/contact/send', {
    data: { json: { name: 'Ada Noonan', email: 'ada@today.example', message: 'When do you open?' } },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(sent.ok(), await sent.text()).toBe(true)
  await expect.poll(countOf).toBe(before + 1)
  await expect(page.getByRole('list', { name: 'In the house today' })).toContainText(/bookings? today/)
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await enquiries.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/enquiries/)
  await expect(page.getByText('Ada Noonan').first()).toBeVisible()
})

test('each line of Today opens a page that lists as many as it says', async ({ page, venue }) => {
  await signIn(page, venue.person('admin'))
  await page.goto('/admin')
  const lines = page.getByRole('list', { name: /^(Needs somebody|In the house today)$/ }).locator(':scope > li > a')
  await lines.first().waitFor()
  const paths = await lines.evaluateAll(links =>
    links.map(link => [link.getAttribute('href') ?? '', link.querySelector('strong')?.textContent ?? '']),
  )
  for (const [path, count] of paths) {
    await page.goto(path!)
    await expect(page.locator('h1')).toBeVisible()
    // Warnings are mails to the admins; that page has the events that they were about.
    if (/security|market-checkins/.test(path!) || count === '0') continue
    const range = page.getByRole('navigation', { name: 'Pages' }).getByRole('status')
    await expect(range, `${path} lists ${count}`).toHaveText(new RegExp(`\\b${count}$`))
  }
})

test('a new house tells its first admin what to do before it opens, on Today', async ({ browser }) => {
  test.setTimeout(180_000)
  const house = await openVenue({ SEED: 'off', FIRST_ADMIN: 'grace@house.example' })
  const page = await browser.newPage({ baseURL: house.url, locale: 'en-GB', timezoneId: 'Europe/London' })
  try {
    await page.goto(linkTo(await house.mail('grace@house.example', ''), '/invite'))
    await page.getByLabel('New password', { exact: true }).fill('Kiln-Orchard-Seven7')
    await page.getByLabel(/^Confirm/).fill('Kiln-Orchard-Seven7')
    await page.locator('form').getByRole('button').last().click()
    await expect(page).toHaveURL(/\/home$/)
    await page.goto('/admin')
    const list = page.getByRole('list', { name: 'Before you open' })
    await expect(list.getByRole('listitem')).toHaveCount(7)
    await expect(page.getByText('Nothing waits for anybody.')).toBeVisible()
    // What nothing is of stands in one line.
    const quiet = page.getByRole('list', { name: 'In the house today' }).getByRole('listitem')
    await expect(quiet).toHaveCount(1)
    await expect(quiet.getByRole('link', { name: 'Nobody in the building' })).toBeVisible()
    await expect(quiet.getByRole('link', { name: 'No bookings today' })).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page)
    await expect(page.getByText('Pending events')).toBeHidden()
    await page.getByRole('heading', { name: 'The committee' }).click()
    await expect(page.getByText('Pending events')).toBeVisible()
    await list.getByRole('link', { name: 'Address and how to reach you' }).click()
    await expect(page).toHaveURL(/\/admin\/contact/)
  } finally {
    await page.close()
    await house.stop()
  }
})
