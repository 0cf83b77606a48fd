import { goodPassword } from '#seed/factories/people.ts'
import { inStanding } from '#seed/factories/standings.ts'
import { call, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

test('/membership says on each of its four what it costs and where it leads, and marks what comes with somebody’s plan by that plan’s name', async ({
  page,
  venue,
}) => {
  const cardOf = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
  await signIn(page, venue.person('member'))
  const { tier } = await call<{ tier: { name: string } }>(page, 'members/me')
  await page.goto('/membership')
  await expect(page.getByText('Each says what it costs')).toBeVisible()
  for (const name of ['Community', 'Hot Desk']) await expect(cardOf(name)).toContainText(`Comes with ${tier.name}`)
  await expect(page.getByText(`You are on ${tier.name}, £90 a month.`)).toBeVisible()
  await expect(page.getByText('Your plan', { exact: true })).toHaveCount(0)
  // Their plan has a price of its own.
  for (const name of ['Community', 'Hot Desk'])
    await expect(cardOf(name)).toContainText(`Included in your plan, ${tier.name}`)
  for (const name of ['Dedicated Desk', 'Private Studio'])
    await expect(cardOf(name)).toContainText('On request as agreed with the house')
  const ways = await page.getByRole('region', { name: 'Ways to be here' }).getByRole('listitem').getByRole('link').all()
  expect(await Promise.all(ways.map(way => way.getAttribute('href')))).toEqual([
    '/community',
    '/bookings',
    '/contact',
    '/contact',
  ])
  await signIn(page, venue.person('freeMember'))
  await page.goto('/membership')
  await expect(cardOf('Hot Desk')).toContainText(/From £\d+ a month, with any paid plan/)
  await expect(cardOf('Hot Desk')).not.toContainText('Comes with')
})

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
  // One of them is where to begin, and looks like it.
  await expect(plans.getByRole('listitem').filter({ hasText: 'Start here' }).getByRole('heading')).toHaveText(
    'Community',
  )
  await expect(plans.locator('[data-variant="filled"]')).toHaveText(['Apply for Community'])
  const tour = page.locator('main').getByRole('link', { name: 'Book a Tour' })
  await expect(tour).toHaveAttribute('href', '/tour-booking')
  await page.getByRole('link', { name: 'Apply', exact: true }).click()
  await expect(page).toHaveURL('/join')
  // Whoever has applied is led to their application instead.
  await signIn(page, venue.person('applicant'))
  await page.goto('/membership')
  await expect(page.getByText('Start here')).toHaveCount(0)
  await page.locator('main').getByRole('link', { name: 'See your application', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your application is under review' })).toBeVisible()
})
