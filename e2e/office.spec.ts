import { call, expect, signIn, test } from './fixtures.ts'

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
