import type { Page } from '@playwright/test'
import { addDays } from '#platform/dates.ts'
import { formatDate } from '#platform/words.ts'
import { facility } from '#seed/factories/facilities.ts'
import { paidMember } from '#seed/factories/people.ts'
import { call, expect, expectAccessible, expectNoSidewaysScroll, showIn, signIn, test } from './fixtures.ts'
import { password } from './newcomer.ts'
import { dayAhead, placeIn } from './places.ts'

const days = (count: number, from = dayAhead(9)) => Array.from({ length: count }, (_, week) => addDays(from, 7 * week))
const timeOn = (page: Page, on: string) => page.getByRole('combobox', { name: `Time on ${formatDate(on)}` })

test('a member repeats a booking: what is taken is moved or skipped, all of it has one price, and it is cancelled from one on', async ({
  page,
  visit,
  venue,
}) => {
  const name = `Weekly Room ${Date.now()}`
  const room = await venue.make(target => facility(target, { slug: `weekly_${Date.now()}`, name }))
  const [someone, other] = await Promise.all(
    ['Weekly', 'Before'].map(lastName => venue.make(target => paidMember(target, { password, lastName }))),
  )
  const staff = await visit()
  await signIn(staff, venue.person('admin'))
  await call(staff, 'tokens/give', { userId: someone!.id, amount: 100, reason: 'For the journey' })
  const [first, second, third, , fifth] = days(5) as [string, string, string, string, string]
  const before = await visit()
  await signIn(before, { ...other!, password })
  for (const on of [second, third])
    await call(before, 'bookings/place', {
      ...placeIn(room, 0, '10:30', 'card'),
      ...{ on, termsAccepted: true },
    })

  await signIn(page, { ...someone!, password })
  await page.goto(`/facility-booking?id=${room.id}&on=${first}&at=23:45`)
  await page.getByRole('combobox', { name: 'Repeat' }).selectOption({ label: 'Every week' })
  await expect(page.getByText('Choose a time to see what is free on these days.')).toBeVisible()
  await page.getByRole('radio', { name: /^10:00/ }).check()
  const list = page.getByRole('list', { name: 'Days of the series' })
  await expect(list.getByRole('listitem')).toHaveCount(5)
  await expect(page.getByLabel('Until')).toHaveValue(fifth)
  await expect(list.getByText('This slot was just taken.')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Book 3 times for 15 tokens' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toHaveCount(0)
  await timeOn(page, second).selectOption('11:30')
  await expect(page.getByRole('button', { name: 'Book 4 times for 20 tokens' })).toBeVisible()
  await timeOn(page, fifth).selectOption('Skip')
  await expect(page.getByRole('button', { name: 'Book 3 times for 15 tokens' })).toBeVisible()
  await timeOn(page, fifth).selectOption('10:00')
  await expect(page.getByRole('button', { name: 'Book 4 times for 20 tokens' })).toBeVisible()
  await expectAccessible(page)
  await showIn(page, 'dark')
  await expectAccessible(page)
  await showIn(page, 'light')

  // A last day before the second time is refused where it is typed.
  await page.getByLabel('Until').fill(addDays(first, 3))
  await expect(page.getByText('Choose a day on which it comes round at least once more.')).toBeVisible()
  await page.getByLabel('Until').fill(fifth)
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(timeOn(page, second)).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  // Somebody takes one of them meanwhile: it is named, and nothing is booked.
  await call(before, 'bookings/place', { ...placeIn(room, 0, '09:30', 'card'), ...{ on: fifth, termsAccepted: true } })
  await page.getByRole('checkbox', { name: 'I accept the booking terms' }).check()
  const book = page.getByRole('button', { name: /^Book \d times/ })
  await book.click()
  await expect(page.getByText(`${formatDate(fifth)}, 10:00: This slot was just taken.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Book 3 times for 15 tokens' })).toBeVisible()
  await book.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Booking Confirmed').first()).toBeVisible()
  await expect(page).toHaveURL(/\/bookings\/[0-9a-f-]{36}$/)
  await expect(page.getByText('Part of a series of 3, every week.')).toBeVisible()
  const mail = await venue.mail(someone!.email, `3 bookings confirmed: ${name}`)
  expect(mail.text).toContain('15 tokens')
  const series = page.getByRole('list', { name: 'Bookings of the series' })
  await expect(series.getByRole('link')).toHaveCount(2)
  await expectAccessible(page)
  await series.getByRole('link').first().click()
  await expect(page.getByText('11:30–12:30').first()).toBeVisible()

  await page.getByRole('button', { name: 'Cancel booking' }).click()
  const dialog = page.getByRole('dialog', { name: `Cancel ${name}?` })
  await expect(dialog.getByText('You get 5 tokens back. Somebody else may take the time.')).toBeVisible()
  await dialog.getByRole('radio', { name: /This and the one after it/ }).check()
  await expect(dialog.getByText('You get 10 tokens back.')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'Cancel 2 bookings' }).click()
  await expect(page.getByText('2 bookings cancelled', { exact: true })).toBeVisible()
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible()
  await venue.mail(someone!.email, `2 bookings cancelled: ${name}`)
  await page.goto('/bookings?view=mine')
  const coming = page.getByRole('list', { name: 'Bookings', exact: true })
  await expect(coming.getByRole('link', { name })).toHaveCount(1)
  await expect(coming.getByText('Series', { exact: true })).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test('a series that the card pays is one payment, and all of it is confirmed with it', async ({ page, venue }) => {
  const name = `Fortnight Room ${Date.now()}`
  const room = await venue.make(target => facility(target, { slug: `fortnight_${Date.now()}`, name }))
  const someone = await venue.make(target => paidMember(target, { password, lastName: 'Fortnight' }))
  await signIn(page, { ...someone, password })
  await page.goto(`/facility-booking?id=${room.id}&on=${dayAhead(9)}`)
  await page.getByRole('radio', { name: /^14:00/ }).check()
  await page.getByRole('combobox', { name: 'Repeat' }).selectOption({ label: 'Every two weeks' })
  await page.getByRole('checkbox', { name: 'I accept the booking terms' }).check()
  await page.getByRole('button', { name: 'Book 3 times, pay £90' }).click()
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByRole('button', { name: /^Pay £90/ }).click()
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
  await expect(page.getByRole('link', { name: new RegExp(`^${name}`) })).toHaveCount(3)
  // Several have no page of their own: here they come first, each as it looks there.
  const first = page.getByRole('region', { name: 'What it is for' })
  await expect(first.locator('li .picture')).toHaveCount(3)
  expect((await first.boundingBox())!.y).toBeLessThan(
    (await page.getByRole('region', { name: 'The bill' }).boundingBox())!.y,
  )
  await venue.mail(someone.email, `3 bookings confirmed: ${name}`)
  await page
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .first()
    .click()
  await expect(page.getByText('Part of a series of 3, every two weeks.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel booking' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Cancel ${name}?` })
  await dialog.getByRole('radio', { name: 'This one' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByText('You get £90 back.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel 3 bookings' }).click()
  await expect(page.getByText(/^Cancelled by you\. You got £30 back\./)).toBeVisible()
})
