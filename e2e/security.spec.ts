import { readFile } from 'node:fs/promises'
import { expect, signIn, test } from './fixtures.ts'

test('Security & Compliance has its three tabs, and the audit log shows who did what from where [OPS-14, OPS-15, OPS-16, OPS-17]', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/settings')
  const market = page.getByRole('form', { name: 'Market and door' })
  await market.getByLabel('A ticket’s code is good for').fill('20')
  await market.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()

  await page.goto('/admin/security')
  for (const name of ['Audit Logs', 'Security Settings', 'GDPR Export'])
    await expect(page.getByRole('tab', { name })).toBeVisible()
  for (const name of ['Timestamp', 'Action', 'Table', 'User ID', 'IP'])
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible()
  await page.getByLabel('Search by table or user ID').fill('settings')
  const row = page.getByRole('row').filter({ hasText: 'settings' }).first()
  await expect(row).toContainText('create')
  await page.getByLabel('Action').selectOption('login')
  await page.getByLabel('Search by table or user ID').fill('')
  await expect(page).toHaveURL(/action=login/)
  await expect(page.getByRole('row').filter({ hasText: 'session' }).first()).toBeVisible()
})

test('Security Settings informs and changes nothing; limits and open pages are listed [OPS-21, OPS-22]', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/security?tab=settings')
  await expect(page.getByRole('row').filter({ hasText: 'Contact form' })).toContainText('10 per hour per IP')
  await expect(page.getByText('/market-tickets')).toBeVisible()
  const panel = page.getByRole('tabpanel')
  await expect(panel.getByRole('button')).toHaveCount(0)
  await expect(panel.getByRole('textbox')).toHaveCount(0)
})

test('an admin exports by user id and their own data, as a file [OPS-23, OPS-24, OPS-25, OPS-28]', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/security?tab=export')
  await page.getByRole('button', { name: 'Export data' }).click()
  await expect(page.getByText('User ID Required')).toBeVisible()
  await page.getByLabel('User ID').fill('nobody')
  await page.getByRole('button', { name: 'Export data' }).click()
  await expect(page.getByText('Export Failed')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export my data' }).click(),
  ])
  const found = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(found.data.user.rows[0].email).toBe(venue.person('admin').email)
})

test('Events tells the last day in plain words and finds each event by its kind', async ({ page, venue }) => {
  const wrong = await page.request.post('/auth-api/sign-in/email', {
    headers: { origin: venue.url },
    data: { email: venue.person('member').email, password: 'Not-The-Password1' },
  })
  expect(wrong.status()).toBe(401)
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/security')
  await page.getByRole('tab', { name: 'Events' }).click()
  await expect(page.getByText(/\d+ failed sign-ins?, for \d+ accounts?/)).toBeVisible({ timeout: 10_000 })
  await page.getByLabel('What', { exact: true }).selectOption('sign-in-failed')
  await expect(page).toHaveURL(/kind=sign-in-failed/)
  // Other journeys of this venue fail to sign in as well; nothing else is listed.
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(rows.filter({ hasText: '/sign-in/email' }).first()).toBeVisible()
  await expect(rows.filter({ hasNotText: 'Failed sign-in' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Export CSV' })).toBeVisible()
})
