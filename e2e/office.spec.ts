import { goodPassword, person } from '#seed/factories/people.ts'
import { inStanding } from '#seed/factories/standings.ts'
import { call, expect, expectAccessible, signIn, test } from './fixtures.ts'

// What tables of the back office say in words, and what changing a role asks and tells.

test('a role is given after asking and told, and stands in words; the file is named by what it lists', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  const { email } = venue.person('freeMember')
  const { rows } = await call<{ rows: { userId: string }[] }>(page, 'members/find', { q: email })
  await page.goto(`/admin/members?q=${encodeURIComponent(email)}&open=${rows[0]!.userId}`)
  const door = page.getByRole('checkbox', { name: /^Door/ })
  await door.click()
  const question = page.getByRole('dialog', { name: /^Give .* the role Door\?$/ })
  await question.getByRole('button', { name: 'Keep it as it is' }).click()
  await expect(door).not.toBeChecked()
  await door.click()
  await question.getByRole('button', { name: 'Give the role' }).click()
  await expect(page.getByText('Role given')).toBeVisible()
  await expect(door).toBeChecked()
  // Beside an open row the list keeps its most important columns; the others come back with the room.
  await page.getByRole('complementary').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('row').getByText('Door', { exact: true })).toBeVisible()
  await page.getByRole('rowheader').getByRole('button').click()
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  expect((await file).suggestedFilename()).toBe('members.csv')
  await door.click()
  await page
    .getByRole('dialog', { name: /the role Door/ })
    .getByRole('button', { name: 'Take it away' })
    .click()
  await expect(page.getByText('Role taken away')).toBeVisible()
  await expect(door).not.toBeChecked()
})

test('a filter is as wide as its longest choice, and states of payments are words', async ({ page, venue }) => {
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/waitlist')
  const status = page.getByLabel('Status', { exact: true })
  await expect(status).toHaveValue('pending')
  const room = await status.evaluate(select => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select)
    const pen = document.createElement('canvas').getContext('2d')!
    pen.font = font
    const words = [...(select as HTMLSelectElement).options].map(option => pen.measureText(option.text).width)
    return select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - Math.max(...words)
  })
  expect(room).toBeGreaterThanOrEqual(-1)
  await page.goto('/admin/payments?tab=orders')
  await expect(page.getByLabel('Status', { exact: true }).getByRole('option')).toHaveText([
    'Status: all',
    'Pending',
    'Arranged',
    'Paid',
    'Failed',
    'Expired',
    'Refunded',
  ])
})

test('Members begins with members, says how each pays, and finds anybody by name', async ({ page, venue }) => {
  const lastName = `Unheard${Date.now()}`
  await venue.make(target => person(target, { firstName: 'Ida', lastName, password: goodPassword }))
  await venue.make(target => inStanding(target, 'overdue', { password: goodPassword }))
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/members?size=100')
  const table = page.getByRole('table', { name: 'Members' })
  await expect(page.getByLabel('Approval', { exact: true })).toHaveValue('approved')
  await expect(page.getByText(/^\d+ members$/)).toBeVisible()
  await expect(table.getByText('Paid', { exact: true }).first()).toBeVisible()
  await expect(table.getByText('Pending', { exact: true })).toHaveCount(0)
  await page.getByLabel('Payment', { exact: true }).selectOption('overdue')
  await expect(page).toHaveURL(/payment=overdue/)
  const standings = table.getByText('Payment overdue')
  await expect(standings.first()).toBeVisible()
  const others = async () => (await table.locator('tbody tr').count()) - (await standings.count())
  await expect.poll(others).toBe(0)
  await page.goto('/admin/members?approval=all&sort=-createdAt')
  await expect(page.getByText(/^\d+ accounts$/)).toBeVisible()
  await expect(table.getByText('Pending', { exact: true }).first()).toBeVisible()
  // Whoever is looked for by name is found, member or not.
  await page.goto(`/admin/members?q=${lastName}`)
  await expect(table.getByRole('row').filter({ hasText: lastName })).toContainText('Pending')
})

test('emails that failed are chosen and sent again together, and what was not is named', async ({ page, venue }) => {
  await signIn(page, venue.person('admin'))
  const mail = (n: number, status: string) => ({
    ...{ id: crypto.randomUUID(), toAddress: `ada${n}@people.example`, userId: null, subject: `Letter ${n}` },
    ...{ template: 'x', status, attempts: 3, lastError: 'connect ECONNREFUSED', relatesTo: null },
    ...{ createdAt: '2026-11-20T10:00:00Z', sentAt: null, can: { resend: status === 'failed' } },
  })
  const rows = [mail(1, 'failed'), mail(2, 'failed'), mail(3, 'sent')]
  await page.route('**/rpc/mailings/list*', route =>
    route.fulfill({ json: { json: { rows, total: 3, hasMore: false, failed: 2 } } }),
  )
  const { id, subject, toAddress } = rows[1]!
  await page.route('**/rpc/mailings/resendMany*', route =>
    route.fulfill({ json: { json: { queued: 1, refused: [{ id, subject, toAddress }] } } }),
  )
  await page.goto('/admin/mails')
  await expect(page.getByRole('link', { name: '2 could not be sent' })).toBeVisible()
  // Why is what one came for: read whole, on two lines where it needs them.
  const why = page.getByRole('row', { name: /Letter 1/ }).locator('[data-lines="2"]')
  expect(await why.evaluate(cell => cell.scrollWidth <= cell.clientWidth)).toBe(true)
  await expect(why).toHaveCSS('white-space', 'normal')
  // What has not failed cannot be chosen.
  await expect(page.getByRole('checkbox', { name: /Letter 3/ })).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check({ force: true })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send 2 emails again' }).click()
  await expect(page.getByText('1 email queued')).toBeVisible()
  await expect(page.getByText(/Not sent again, .*“Letter 2” to ada2@people.example/)).toBeVisible()
})
