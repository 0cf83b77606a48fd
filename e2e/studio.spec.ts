import type { Page } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import { studioBookings } from '#features/spaces/studio/table.ts'
import { facility } from '#seed/factories/facilities.ts'
import { paidMember, person } from '#seed/factories/people.ts'
import { agree, call, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'
import { password } from './newcomer.ts'
import { tuesday } from './places.ts'

// Answers are made to fail here, which the browser notes.
test.use({ mayFail: true })

/** By the month, since the strip shows the days at hand. */
async function chooseDay(page: Page, on: string) {
  await page.getByText('Another date', { exact: true }).click()
  const name = new Date(on).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const day = page.getByRole('button', { name: new RegExp(`\\b${name}`) })
  await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible()
  while (!(await day.isVisible())) await page.getByRole('button', { name: 'Next month' }).click()
  await day.click()
}

test('what a place costs stands once and is read everywhere: the studio by the hour of its page, each facility on its own, in the list and on the membership page [STU-15]', async ({
  page,
  visit,
  venue,
}) => {
  const office = await visit()
  await signIn(office, venue.person('admin'))
  const someone = await venue.make(target => paidMember(target, { password }))
  await signIn(page, { ...someone, password })
  const name = `Tintype Room ${Date.now()}`
  const room = await venue.make(target => facility(target, { slug: `tintype_${Date.now()}`, name, tokenCost: 15 }))
  const reads = async ({ studio, facility: tokens }: { studio: string; facility: string }) => {
    await page.goto('/studio')
    const way = page.locator('dl[aria-label="What it costs"] > div').filter({ hasText: 'Tokens, on Tuesdays' })
    await expect(way.getByText(`${studio} an hour`)).toBeVisible()
    await page.getByRole('radio', { name: /^With tokens/ }).check()
    await expect(page.getByRole('button', { name: `Book for ${studio}` })).toBeVisible()
    await page.goto(`/facility-booking?id=${room.id}`)
    await expect(page.getByText(`${tokens} or £`).first()).toBeVisible()
    await page.goto('/bookings')
    await expect(page.getByRole('link', { name: new RegExp(name) })).toContainText(tokens)
    await page.goto('/membership-info')
    await expect(page.getByText(name).locator('..')).toContainText(tokens)
  }
  await reads({ studio: '2 tokens', facility: '15 tokens' })
  await call(office, 'venue/changeSettings', { studioHourTokens: 3 })
  await call(office, 'facilities/change', { id: room.id, tokenCost: 17 })
  try {
    await reads({ studio: '3 tokens', facility: '17 tokens' })
  } finally {
    await call(office, 'venue/changeSettings', { studioHourTokens: 2 })
  }
})

test('a member reads what the studio costs, books half a day whose price the button says, and cancels it [STU-01, STU-19, STU-20, STU-23, STU-24]', async ({
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
  await expect(page.getByRole('combobox', { name: 'Duration' })).toHaveValue('4')
  await expectAccessible(page)
  await chooseDay(page, tuesday(20))
  const start = (at: string) => page.getByRole('group', { name: /^Start on/ }).getByRole('radio', { name: at })
  await expect(start('09:00')).toBeChecked()
  await expect(page.getByRole('button', { name: 'Book for £700' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Duration' }).selectOption('8')
  await expect(page.getByRole('button', { name: 'Book for £1,200' })).toBeVisible()
  await page.getByRole('radio', { name: /^With tokens/ }).check()
  await expect(page.getByRole('combobox', { name: 'Duration' })).toHaveValue('1')
  await expect(page.getByRole('button', { name: 'Book for 2 tokens' })).toBeVisible()
  await page.getByRole('button', { name: 'Book for 2 tokens' }).click()
  await expect(page.getByText('Insufficient tokens')).toBeVisible()
  await expect(page.getByText('You need 2 tokens but only have 0').first()).toBeVisible()
  await page.getByRole('radio', { name: /^By card/ }).check()
  // What the server does not answer is said, and nothing of the form is lost.
  await page.route('**/rpc/studio/book*', route => route.fulfill({ status: 500, body: '{}' }))
  await page.getByRole('button', { name: 'Book for £700' }).click()
  await expect(page.getByText('Booking failed').first()).toBeVisible()
  await page.unroute('**/rpc/studio/book*')
  await expect(start('09:00')).toBeChecked()
  await page.getByRole('button', { name: 'Book for £700' }).click()
  await expect(page.getByText('Studio booked')).toBeVisible()
  await expect(page).toHaveURL(/:\d+\/$/)
  const mail = await venue.mail(someone.email, 'Studio booked')
  expect(mail.text).toContain('09:00–13:00')
  await page.goto('/studio')
  await expect(page.getByText('£700 to pay')).toBeVisible()
  // Whoever looks at that day sees what is taken.
  await chooseDay(page, tuesday(20))
  await expect(start('12:30')).toBeDisabled()
  // A time that is taken is never chosen: the first that fits is.
  await expect(start('13:00')).toBeChecked()
  await page.getByRole('combobox', { name: 'Duration' }).selectOption('7')
  await expect(page.getByRole('option', { name: '10 hours' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Book for £700' })).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel booking' }).click()
  await expect(page.getByText('Booking cancelled', { exact: true })).toBeVisible()
  await expect(page.getByText('£700 to pay')).toHaveCount(0)
})

test('an applicant reads what the studio costs and how to join, and fills in nothing', async ({ page, venue }) => {
  const someone = await venue.make(target => person(target, { password }))
  await signIn(page, { ...someone, password })
  await page.goto('/studio')
  await expect(page.getByRole('heading', { name: 'Booking is for approved members' })).toBeVisible()
  await expect(page.getByRole('form', { name: 'Book the studio' })).toHaveCount(0)
  await expectAccessible(page)
})

test('the office sees sessions with their totals, completes one and cancels it with a reason that is mailed [STA-01, STA-02, STA-03, STA-04, STA-05, STA-06, STA-07]', async ({
  page,
  visit,
  venue,
}) => {
  const lastName = `Shutter${Date.now()}`
  const someone = await venue.make(target => paidMember(target, { password, firstName: 'Ivo', lastName }))
  const theirs = await visit()
  await signIn(theirs, { ...someone, password })
  await call(theirs, 'studio/book', {
    ...{ bookingDate: tuesday(21), startTime: '10:00', endTime: '18:00', clientName: `Ivo ${lastName}` },
    ...{ email: someone.email, projectType: 'fashion', paidWith: 'card' },
  })
  await signIn(page, venue.person('admin'))
  await page.goto(`/admin/studio?q=${lastName}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Photography Studio Bookings')
  await expect(
    page.getByText('1 booking, 8 hours: £0 paid, £1,200 still to pay and 0 tokens, cancelled ones left out.'),
  ).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: lastName })
  for (const words of ['10:00–18:00', 'Fashion', '£1,200', 'Confirmed, to pay']) await expect(row).toContainText(words)
  await expectAccessible(page)
  await row.getByRole('rowheader').getByRole('button').click()
  const panel = page.getByRole('complementary', { name: new RegExp(`${lastName}$`) })
  await expect(panel.getByText(someone.email)).toBeVisible()
  // What has not begun is not complete.
  await expect(panel.getByRole('button', { name: 'Paid at the desk' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Complete' })).toHaveCount(0)
  await venue.make(({ db }) =>
    db
      .update(studioBookings)
      .set({ startsAt: sql`starts_at - interval '2 years'`, endsAt: sql`ends_at - interval '2 years'` })
      .where(eq(studioBookings.userId, someone.id)),
  )
  // What is over stands behind its filter.
  await page.goto(`/admin/studio?q=${lastName}&when=past`)
  await row.getByRole('rowheader').getByRole('button').click()
  await page.route('**/rpc/studio/complete*', route => route.fulfill({ status: 500, body: '{}' }))
  await panel.getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByText('Failed to update booking status').first()).toBeVisible()
  await page.unroute('**/rpc/studio/complete*')
  await panel.getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByText('Booking completed')).toBeVisible()
  await expect(row).toContainText('Completed')
  await expect(panel.getByRole('button', { name: 'Complete' })).toHaveCount(0)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await panel.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(panel.getByText('Say why: the person reads it')).toBeVisible()
  await panel.getByRole('textbox', { name: 'Reason' }).fill('The cove is painted.')
  await panel.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(row).toContainText('Cancelled')
  await expect(panel.getByRole('button', { name: 'Cancel', exact: true })).toHaveCount(0)
  await expect(
    page.getByText('0 bookings, 0 hours: £0 paid, £0 still to pay and 0 tokens, cancelled ones left out.'),
  ).toBeVisible()
  const mail = await venue.mail(someone.email, 'Studio booking cancelled')
  expect(mail.text).toContain('The cove is painted.')

  await page.route('**/rpc/studio/list*', route => route.fulfill({ status: 500, body: '{}' }))
  await page.reload()
  await expect(page.getByText('Failed to load studio bookings').first()).toBeVisible()
  const refused = await theirs.request.post('/rpc/studio/list', {
    data: { json: {} },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(refused.status()).toBe(403)
})

test('what the desk took has a receipt; entered by mistake it is taken back after a fresh sign-in, and nobody reads that money went back', async ({
  page,
  visit,
  venue,
}) => {
  const lastName = `Till${Date.now()}`
  const someone = await venue.make(target => paidMember(target, { password, firstName: 'Ines', lastName }))
  const theirs = await visit()
  await signIn(theirs, { ...someone, password })
  await call(theirs, 'studio/book', {
    ...{ bookingDate: tuesday(23), startTime: '10:00', endTime: '18:00', clientName: `Ines ${lastName}` },
    ...{ email: someone.email, projectType: 'fashion', paidWith: 'card' },
  })
  const boss = venue.person('admin')
  await signIn(page, boss)
  await page.goto(`/admin/studio?q=${lastName}`)
  await page.getByRole('row').filter({ hasText: lastName }).getByRole('rowheader').getByRole('button').click()
  const panel = page.getByRole('complementary', { name: new RegExp(`${lastName}$`) })
  await panel.getByRole('button', { name: 'Paid at the desk' }).click()
  await agree(page, 'Paid £1,200 at the desk?', 'It was paid')
  await expect(page.getByText('Marked as paid')).toBeVisible()

  await theirs.goto('/studio')
  await theirs.getByRole('link', { name: 'Receipt' }).click()
  await expect(theirs.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible()
  await expect(theirs.getByText('Paid at the desk').first()).toBeVisible()

  // Money is taken back by whoever has just shown that it is them.
  await venue.make(({ db }) =>
    db.execute(sql`update session set created_at = now() - interval '2 hours'
      where user_id = (select id from "user" where email = ${boss.email})`),
  )
  await panel.getByRole('button', { name: 'It was not paid' }).click()
  await agree(page, 'Take back £1,200 paid at the desk?', 'It was not paid')
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await again.getByLabel('Password', { exact: true }).fill(boss.password)
  await again.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Taken back', { exact: true })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Paid at the desk' })).toBeVisible()

  await theirs.reload()
  await expect(theirs.getByText('It was entered by mistake; nothing was taken.')).toBeVisible()
  await expect(theirs.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible()
  await expect(theirs.getByText('There was no payment.')).toBeVisible()
  await expect(theirs.getByText('Entered as paid at the desk')).toBeVisible()
  await expect(theirs.getByRole('heading', { name: 'Given back' })).toHaveCount(0)
  await expectAccessible(theirs)
})

test('what somebody has in the house is read by their own calendar program, at an address that can be taken away', async ({
  page,
  visit,
  venue,
}) => {
  const someone = await venue.make(target => paidMember(target, { password }))
  await signIn(page, { ...someone, password })
  await call(page, 'studio/book', {
    ...{ bookingDate: tuesday(22), startTime: '10:00', endTime: '14:00', clientName: 'Ada Lens' },
    ...{ email: someone.email, projectType: 'fashion', paidWith: 'card' },
  })
  await page.goto('/bookings?view=mine')
  const part = page.getByRole('region', { name: 'In your own calendar' })
  await part.getByRole('button', { name: 'Make an address' }).click()
  const link = part.getByRole('link', { name: 'Add to your calendar' })
  await expect(link).toHaveAttribute('href', /^webcal:/)
  await expectAccessible(page)
  const url = (await link.getAttribute('href'))!.replace('webcal:', 'http:')
  // A program has no session.
  const program = await visit()
  const text = async () => (await program.request.get(url)).text()
  expect(await text()).toContain('SUMMARY:Photography Studio')
  await part.getByRole('button', { name: 'Make another' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make another' }).click()
  await expect(page.getByText('You have a new address')).toBeVisible()
  expect(await text()).not.toContain('SUMMARY')
  await part.getByRole('button', { name: 'Take it away' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take it away' }).click()
  await expect(part.getByRole('button', { name: 'Make an address' })).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
})
