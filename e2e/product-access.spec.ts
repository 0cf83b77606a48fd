import { expect, expectAccessible, expectNoSidewaysScroll, settled, showIn, signIn, test } from './fixtures.ts'

// Some calls are made to fail here, which the browser notes.
test.use({ mayFail: true })

test('[PRD-14] [PRD-16] [PRD-18] an admin sets required points per shop product at /admin/product-access, changes them, and takes a rule away, each with Undo', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/product-access')
  await expect(page.getByRole('heading', { level: 1, name: 'Product access' })).toBeVisible()
  await expect(page.getByText('Every product is open to all')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Add a rule' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add a rule' })
  await dialog.getByRole('button', { name: 'Save rule' }).click()
  await expect(dialog.getByText('Choose a product')).not.toHaveCount(0)
  await dialog.getByLabel('Product').selectOption('Studio mug')
  for (const wrong of ['-1', '1.5', 'many']) {
    await dialog.getByLabel('Required points').fill(wrong)
    await dialog.getByRole('button', { name: 'Save rule' }).click()
    await expect(dialog.getByText('Enter a whole number')).toBeVisible()
  }
  await dialog.getByLabel('Required points').fill('40')
  await dialog.getByLabel('Exclusive').check()
  await expectAccessible(page)
  const fail = '**/rpc/products/saveAccess'
  await page.route(fail, route => route.abort())
  await dialog.getByRole('button', { name: 'Save rule' }).click()
  await expect(page.getByText('Failed to save access requirement').first()).toBeVisible()
  await page.unroute(fail)
  await dialog.getByRole('button', { name: 'Save rule' }).click()
  await expect(page.getByText('Access requirement saved')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Studio mug' })
  await expect(row).toContainText('40')
  await expect(row).toContainText('Exclusive')

  // A new rule is taken back, made again, and changed.
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Add a rule' }).first().click()
  await dialog.getByLabel('Product').selectOption('Studio mug')
  await dialog.getByLabel('Required points').fill('40')
  await dialog.getByRole('button', { name: 'Save rule' }).click()
  await expect(row).toContainText('By points')
  await row.getByRole('button', { name: 'Studio mug' }).click()
  const panel = page.getByRole('form', { name: 'Studio mug' })
  await panel.getByLabel('Required points').fill('0')
  await panel.getByRole('button', { name: 'Save rule' }).click()
  await expect(row.getByRole('cell', { name: '0', exact: true })).toBeVisible()
  await settled(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('40')
  await expect(panel.getByLabel('Required points')).toHaveValue('40')
  await panel.getByRole('button', { name: 'Remove rule' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('40')

  for (const scheme of ['light', 'dark'] as const) {
    await showIn(page, scheme)
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await page.getByRole('tab', { name: 'Purchases' }).click()
  await expect(page.getByText('No purchase yet')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
