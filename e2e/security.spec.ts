import { readFile } from 'node:fs/promises'
import { call, expect, signIn, test } from './fixtures.ts'

test('Security & Compliance has its three tabs, and the audit log shows who did what from where [OPS-14, OPS-15, OPS-16, OPS-17]', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/settings')
  const settings = page.getByRole('form', { name: 'Settings' })
  await settings.getByLabel('A ticket’s code is good for').fill('20')
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()

  await page.goto('/admin/security')
  for (const name of ['Audit Logs', 'Security Settings', 'GDPR Export'])
    await expect(page.getByRole('tab', { name })).toBeVisible()
  for (const name of ['Timestamp', 'Action', 'Table', 'User ID', 'IP'])
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible()
  const search = page.getByLabel('Search by person, table or user ID')
  await search.fill('settings')
  const row = page.getByRole('row').filter({ hasText: 'Setting' }).first()
  await expect(row).toContainText('Created')
  // What was done is a sentence; beside it eight characters of who did it. The house's own deeds come from nobody and nowhere.
  await expect(row.getByRole('rowheader')).toContainText(/Grace Holloway changed “A ticket’s code is good for” to 20/)
  const { userId } = await call<{ userId: string }>(page, 'members/me')
  await expect(row.getByRole('cell', { name: userId.slice(0, 8) })).toBeVisible()
  await expect(row.getByRole('cell', { name: /^10\.\d+\.\d+\.\d+$/ })).toBeVisible()
  // However long it is, it is read without being opened.
  await row
    .getByRole('rowheader')
    .locator('button')
    .evaluate(button => {
      button.textContent = 'Finn Murray changed the status, the check in count and the first entry of a market ticket'
    })
  const isWhole = (node: Element) => node.scrollHeight <= node.clientHeight + 1 && node.scrollWidth <= node.clientWidth
  // Its letters may still be on their way.
  await expect.poll(() => row.getByRole('rowheader').locator('button').evaluate(isWhole)).toBe(true)
  await search.fill('Membership tier')
  // Other journeys change prices as an admin: the newest entry need not be the house's own.
  const ofHouse = page
    .getByRole('row')
    .filter({ hasText: 'Membership tier' })
    .filter({ has: page.getByRole('cell', { name: 'System', exact: true }) })
    .first()
  await expect(ofHouse.getByRole('cell', { name: 'N/A', exact: true })).toBeVisible()
  await page.getByLabel('Action').selectOption('login')
  await search.fill('')
  await expect(page).toHaveURL(/action=login/)
  await expect(page.getByRole('row').filter({ hasText: 'session' }).first()).toBeVisible()
})

test('Security Settings informs and changes nothing; limits and open pages are listed [OPS-21]', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/security?tab=settings')
  await expect(page.getByRole('row').filter({ hasText: 'Contact form' })).toContainText('10 per hour per IP')
  await expect(page.getByText('/market-tickets')).toBeVisible()
  // The demonstration's admin has a password only.
  const warning = page.getByRole('alert').filter({ hasText: 'Some admins sign in with a password alone' })
  await expect(warning).toContainText(/^.*\d+ admins? of \d+ without two-factor sign-in\.$/)
  await expect(page.getByText('Authenticator app with recovery codes')).toBeVisible()
  const panel = page.getByRole('tabpanel')
  await expect(panel.getByRole('button')).toHaveCount(0)
  await expect(panel.getByRole('textbox')).toHaveCount(0)
})

test('an admin exports by user id and their own data, as a file [OPS-23, OPS-24, OPS-25]', async ({ page, venue }) => {
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/security?tab=export')
  await page.getByRole('button', { name: 'Export data' }).click()
  await expect(page.getByText('User ID Required')).toBeVisible()
  await page.getByLabel('Name, email or user ID').fill('00000000-0000-4000-8000-000000000000')
  await page.getByRole('button', { name: 'Export data' }).click()
  await expect(page.getByText('Export Failed')).toBeVisible()
  const { email } = venue.person('freeMember')
  await page.getByLabel('Name, email or user ID').fill(email)
  const people = page.getByRole('radiogroup', { name: 'Person' })
  await expect(people).toContainText(email)
  await people.getByRole('radio').check()
  const [theirs] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export data' }).click(),
  ])
  expect(JSON.parse(await readFile(await theirs.path(), 'utf8')).data.user.rows[0].email).toBe(email)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export my data' }).click(),
  ])
  const found = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(found.data.user.rows[0].email).toBe(venue.person('admin').email)
})

test.describe('what fails on purpose', () => {
  test.use({ mayFail: true })
  test('an export that fails says whose and why, and without a session that there is none [OPS-28]', async ({
    page,
    venue,
  }) => {
    await signIn(page, venue.person('admin'))
    await page.goto('/admin/security?tab=export')
    await page.getByLabel('Name, email or user ID').fill('3f1de1f4-6cf7-4ae3-a4ae-0e4b6e1f0a11')
    const failed = page.getByRole('alert').filter({ hasText: 'Export Failed' })
    const answer = async (code: string, status: number, message: string) => {
      await page.unrouteAll()
      const failure = { defined: false, code, status, message, data: {} }
      await page.route(/rpc\/privacy\/export/, route => route.fulfill({ status, json: { json: failure } }))
    }
    for (const [button, words] of [
      ['Export data', 'Failed to export user data'],
      ['Export my data', 'Failed to export your data'],
    ] as const) {
      await answer('NOT_FOUND', 404, 'What the server says')
      await page.getByRole('button', { name: button }).click()
      await expect(failed.filter({ hasText: 'What the server says' })).toBeVisible()
      await answer('INTERNAL_SERVER_ERROR', 500, 'Something went wrong. Please try again.')
      await page.getByRole('button', { name: button }).click()
      await expect(failed.filter({ hasText: words })).toBeVisible()
      await answer('UNAUTHORIZED', 401, 'You must be logged in')
      await page.getByRole('button', { name: button }).click()
      await page.getByLabel('Password', { exact: true }).waitFor()
      await page.keyboard.press('Escape')
      await expect(failed.filter({ hasText: 'Not authenticated' })).toBeVisible()
    }
  })
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
