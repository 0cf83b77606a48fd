import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

test('/membership asks for a sign-in, then shows its four plans and how to apply [MEM-01, MEM-02]', async ({
  page,
  venue,
}) => {
  await page.goto('/membership')
  await expect(page).toHaveURL(/\/auth\?return=/)
  await signIn(page, venue.person('applicant'))
  await page.goto('/membership')
  const plans = page.getByRole('region', { name: 'Ways to be here' })
  await expect(plans.getByRole('heading', { level: 3 })).toHaveText([
    'Community',
    'Hot Desk',
    'Dedicated Desk',
    'Private Studio',
  ])
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Apply', exact: true }).click()
  await expect(page).toHaveURL('/join')
})
