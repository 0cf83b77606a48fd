import { goodPassword } from '#seed/factories/people.ts'
import { inStanding } from '#seed/factories/standings.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

test('/membership asks for a sign-in, then shows its four plans and how to apply [MEM-01, MEM-02]', async ({
  page,
  venue,
}) => {
  await page.goto('/membership')
  await expect(page).toHaveURL(/\/auth\?return=/)
  const { email } = await venue.make(target => inStanding(target, 'account', { password: goodPassword }))
  await signIn(page, { email, password: goodPassword })
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
  const tour = page.locator('main').getByRole('link', { name: 'Book a Tour' })
  await expect(tour).toHaveAttribute('href', '/tour-booking')
  await page.getByRole('link', { name: 'Apply', exact: true }).click()
  await expect(page).toHaveURL('/join')
  // Whoever has applied is led to their application instead.
  await signIn(page, venue.person('applicant'))
  await page.goto('/membership')
  await page.locator('main').getByRole('link', { name: 'See your application', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your application is under review' })).toBeVisible()
})
