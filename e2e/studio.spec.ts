import { paidMember } from '#seed/factories/people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'
import { password } from './newcomer.ts'

/** The next Tuesday but so many. */
function tuesday(weeks: number): string {
  const day = new Date(Date.now() + 86_400_000)
  while (day.getUTCDay() !== 2) day.setUTCDate(day.getUTCDate() + 1)
  day.setUTCDate(day.getUTCDate() + 7 * weeks)
  return day.toISOString().slice(0, 10)
}

test('a member reads what the studio costs, books half a day whose price the button says, and cancels it [STU-19]', async ({
  page,
  venue,
}) => {
  const someone = await venue.make(target => paidMember(target, { password, lastName: 'Lens' }))
  await signIn(page, { ...someone, password })
  await page.goto('/studio')
  await expect(page.getByRole('heading', { name: 'Photography Studio', level: 1 })).toBeVisible()
  await expect(page.getByText('Infinity cove')).toBeVisible()
  await expect(page.getByText('£700').first()).toBeVisible()
  await expect(page.getByText('£1,200').first()).toBeVisible()
  // An hour by card cannot be had, so its price is nowhere.
  await expect(page.getByText('£200')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Your tokens' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Starts' })).toHaveValue('09:00')
  await expect(page.getByRole('combobox', { name: 'Duration' })).toHaveValue('4')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Book for £700' }).click()
  await expect(page.getByText('Please select a booking date').first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Duration' }).selectOption('8')
  await expect(page.getByRole('button', { name: 'Book for £1,200' })).toBeVisible()
  await page.getByRole('radio', { name: /^With tokens/ }).check()
  await expect(page.getByRole('combobox', { name: 'Duration' })).toHaveValue('1')
  await expect(page.getByRole('button', { name: 'Book for 2 tokens' })).toBeVisible()
  await page.getByLabel('Day').fill(tuesday(20))
  await page.getByRole('button', { name: 'Book for 2 tokens' }).click()
  await expect(page.getByText('Insufficient tokens')).toBeVisible()
  await expect(page.getByText('You need 2 tokens but only have 0').first()).toBeVisible()
  await page.getByRole('radio', { name: /^By card/ }).check()
  await page.getByRole('button', { name: 'Book for £700' }).click()
  await expect(page.getByText('Studio booked')).toBeVisible()
  await expect(page).toHaveURL(/\/home$/)
  await page.goto('/studio')
  await expect(page.getByText('£700 to pay')).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel booking' }).click()
  await expect(page.getByText('Booking cancelled', { exact: true })).toBeVisible()
  await expect(page.getByText('£700 to pay')).toHaveCount(0)
})
