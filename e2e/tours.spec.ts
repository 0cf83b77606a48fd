import type { Page } from '@playwright/test'
import { addDays, type Weekday, weekdayOf } from '#platform/dates.ts'
import { call, expect, expectAccessible, expectNoSidewaysScroll, signIn, test, tryAgain } from './fixtures.ts'

// Pages are made to fail here, which the browser notes.
test.use({ mayFail: true })

/** The next such weekday, two days ahead at least: the demonstration's own tours are on others. */
async function next(page: Page, weekday: Weekday): Promise<string> {
  const { today } = await call<{ today: string }>(page, 'tours/offer', { partySize: 1 })
  for (let ahead = 2; ; ahead++) if (weekdayOf(addDays(today, ahead)) === weekday) return addDays(today, ahead)
}

async function chooseDay(page: Page, on: string): Promise<void> {
  const days = page.getByRole('group', { name: 'Day' })
  await expect(days).toBeVisible()
  const day = days.locator(`input[value="${on}"]`)
  if (!(await day.isVisible())) await page.getByRole('button', { name: 'Later days' }).click()
  await day.check({ force: true })
}

test('a visitor chooses how many, a day and a time, and books a tour; moves it and calls it off from the mail [TOUR-01, TOUR-07, TRA-09]', async ({
  page,
  visit,
  venue,
}) => {
  const boss = await visit()
  await signIn(boss, venue.person('admin'))
  const on = await next(boss, 'monday')
  const added = await call<{ ids: string[] }>(boss, 'tours/addSlots', {
    ...{ tourDate: on, startTime: '11:00', endTime: '12:00', capacity: 4 },
  })
  await call(boss, 'tours/addSlots', { tourDate: on, startTime: '15:00', endTime: '16:00', capacity: 2 })

  await page.goto('/tour-booking')
  // The next day with a tour is chosen already.
  const days = page.getByRole('group', { name: 'Day' })
  await expect(days.getByRole('radio', { checked: true })).toHaveAccessibleName(/places? free$/)
  await chooseDay(page, on)
  await expect(days.getByRole('radio', { checked: true })).toHaveAccessibleName(/6 places free$/)
  // In the month, days that are over and days without one cannot be chosen.
  await page.getByText('Another date').click()
  const month = page.getByRole('group', { name: 'Month' })
  await expect(month.locator('[data-selected]')).toBeVisible()
  for (const day of await month.getByRole('button', { name: /no tour$/ }).all()) await expect(day).toBeDisabled()
  await page.getByText('Another date').click()
  const times = page.getByRole('group', { name: /Tours on/ })
  await expect(times.getByRole('radio')).toHaveCount(2)
  await expect(times.getByText('Limited').first()).toBeVisible()
  await expectAccessible(page)
  // Three do not fit into the smaller one.
  await page.getByLabel('How many of you?').fill('3')
  await expect(times.getByRole('radio')).toHaveCount(1)
  // What is chosen, what it costs and until when it can be cancelled stand beside the button.
  await expect(page.getByText('Tour for 3 people')).toBeVisible()
  await expect(page.getByText(/It costs you nothing, and you can until .*, 11:00\.$/)).toBeVisible()
  await page.getByLabel('Name').fill('Tess Moor')
  await page.getByLabel('Email').fill('tess@tours.example')
  await page.getByRole('button', { name: 'Book tour' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We look forward to seeing you')
  await expect(page.getByText('Tess Moor, 3 people')).toBeVisible()
  await expect(page.locator('#content')).toBeFocused()
  await expectAccessible(page)

  const mail = await venue.mail('tess@tours.example', 'Your tour of the house')
  const guest = await visit()
  await guest.setViewportSize({ width: 360, height: 740 })
  await guest.goto(mail.links.find(link => link.includes('booking='))!)
  await guest.getByRole('button', { name: 'Change' }).click()
  await guest.getByLabel('How many of you?').fill('2')
  await guest.getByRole('radio', { name: /15:00/ }).check()
  await expectNoSidewaysScroll(guest)
  await guest.getByRole('button', { name: 'Change tour' }).click()
  await expect(guest.getByText('15:00–16:00')).toBeVisible()
  await expect(guest.getByText('Tess Moor, 2 people')).toBeVisible()

  // The smaller one is full now; who asks for one place is not offered it.
  const other = await visit()
  await other.goto('/tour-booking')
  await chooseDay(other, on)
  await expect(other.getByRole('radio', { name: /11:00/ })).toBeVisible()
  await expect(other.getByRole('radio', { name: /15:00/ })).toHaveCount(0)

  await guest.getByRole('button', { name: 'Cancel tour' }).click()
  await guest.getByRole('dialog').getByRole('button', { name: 'Cancel tour' }).click()
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('This tour was cancelled')
  for (const id of added.ids) await call(boss, 'tours/removeSlot', { id, seenParties: 0 })
})

test('a tour that the page lists is chosen by a press on it, also before the page has come to life', async ({
  page,
  visit,
  venue,
}) => {
  const boss = await visit()
  await signIn(boss, venue.person('admin'))
  const on = await next(boss, 'wednesday')
  const { ids } = await call<{ ids: string[] }>(boss, 'tours/addSlots', {
    ...{ tourDate: on, startTime: '09:10', endTime: '10:00', capacity: 4 },
  })
  const after = await call<{ ids: string[] }>(boss, 'tours/addSlots', {
    ...{ tourDate: addDays(on, 1), startTime: '18:10', endTime: '19:00', capacity: 4 },
  })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/tour-booking')
  await page.locator(`a[href="#tour-${ids[0]}"]`).click()
  await expect(page.getByRole('radio', { name: /09:10/ })).toBeChecked()
  // The bar at the lower edge says what is chosen, and books it.
  await expect(page.getByRole('button', { name: 'Book tour' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByText(/, 09:10–10:00$/)).toBeInViewport()
  await expect(page.getByText(/^You can cancel until .*, 09:10$/)).toBeInViewport()
  // A day without a tour says so, and leads to the next one.
  const without = page.getByRole('group', { name: 'Day' }).getByRole('radio', { name: /no tour$/ })
  await without.first().check({ force: true })
  await page.getByRole('button', { name: /^Take / }).click()
  await expect(page.getByRole('group', { name: /Tours on/ }).getByRole('radio', { checked: true })).toBeVisible()
  await chooseDay(page, addDays(on, 1))
  await expect(page.getByRole('radio', { name: /18:10/ })).toBeChecked()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  for (const id of [ids[0], after.ids[0]]) await call(boss, 'tours/removeSlot', { id, seenParties: 0 })
})

test('tours that cannot be loaded, and a booking that the server refuses, say so [TOUR-05, TOUR-06]', async ({
  page,
  visit,
  venue,
}) => {
  await page.route('**/rpc/tours/offer*', route => route.fulfill({ status: 500, body: '{}' }))
  await page.goto('/tour-booking')
  await expect(page.getByText('Failed to load available tour slots')).toBeVisible()
  const boss = await visit()
  await signIn(boss, venue.person('admin'))
  const on = await next(boss, 'tuesday')
  const { ids } = await call<{ ids: string[] }>(boss, 'tours/addSlots', {
    ...{ tourDate: on, startTime: '00:05', endTime: '01:00', capacity: 1 },
  })
  await call(boss, 'tours/addSlots', { tourDate: on, startTime: '02:05', endTime: '03:00', capacity: 1 })
  await tryAgain(page, '**/rpc/tours/offer*')
  await chooseDay(page, on)
  await page.getByRole('radio', { name: /00:05/ }).check()
  await page.getByLabel('Name').fill('Ivo Lind')
  await page.getByLabel('Email').fill('ivo@tours.example')
  // Somebody else is quicker, and the page has not heard of it.
  await page.route('**/rpc/tours/book', async route => {
    const party = { slotId: ids[0], partySize: 1, guestName: 'Ada', guestEmail: 'ada@tours.example' }
    await call(boss, 'tours/book', party)
    await route.continue()
  })
  await page.getByRole('button', { name: 'Book tour' }).click()
  await expect(page.getByText('Booking failed')).toBeVisible()
  await expect(page.getByText('This tour is full now. Choose another time.').first()).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Ivo Lind')
})

test('an admin adds tours, sees who comes and what it comes to, and deletes one with its bookings [TRA-01, TRA-02, TRA-15]', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  const on = await next(page, 'thursday')
  await page.goto('/admin/tours')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tour Booking Management')
  await page.getByRole('button', { name: 'Add Tour Slot' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Tour Slot' })
  await dialog.getByRole('button', { name: 'Add tour' }).click()
  await expect(page.getByText('Invalid Input')).toBeVisible()
  await expect(page.getByText('Please fill in all required fields').first()).toBeVisible()
  await expect(dialog.getByLabel('Day')).toHaveAttribute('min', /^\d{4}-/)
  await dialog.getByLabel('Day').fill(on)
  await dialog.getByLabel('Starts').fill('17:15')
  await dialog.getByLabel('Ends').fill('18:00')
  await expect(dialog.getByLabel('Capacity')).toHaveValue('10')
  await expectAccessible(page)
  await page.route('**/rpc/tours/addSlots', route => route.fulfill({ status: 500, body: '{}' }))
  await dialog.getByRole('button', { name: 'Add tour' }).click()
  await expect(page.getByText('Failed to create tour slot').first()).toBeVisible()
  await page.unroute('**/rpc/tours/addSlots')
  await dialog.getByRole('button', { name: 'Add tour' }).click()
  await expect(dialog).toBeHidden()
  const { slots } = await call<{ slots: { id: string; tourDate: string; startTime: string }[] }>(page, 'tours/offer', {
    partySize: 1,
  })
  const slotId = slots.find(slot => slot.tourDate === on && slot.startTime === '17:15')!.id
  const party = { slotId, partySize: 3, guestName: 'Nia Brook', guestEmail: 'nia@tours.example' }
  await call(page, 'tours/book', party)

  const row = page.getByRole('row').filter({ hasText: '17:15–18:00' })
  await expect(row.getByText('3 of 10')).toBeVisible()
  await expect(page.getByText(/\d+ tours? for \d+ people: \d+ booked, \d+ places? left/)).toBeVisible()
  await page.getByLabel('Search guest or email').fill('nia@tours')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(row).toContainText('Nia Brook')
  await row.getByRole('rowheader').getByRole('button').click()
  await expect(page.getByRole('heading', { name: 'Nia Brook' })).toBeVisible()
  await expect(page.getByText('nia@tours.example')).toBeVisible()
  await expectAccessible(page)
  await page.route('**/rpc/tours/removeSlot', route => route.fulfill({ status: 500, body: '{}' }))
  const remove = async () => {
    await page.getByRole('button', { name: /Delete the tour/ }).click()
    await expect(page.getByText('1 booking with 3 people is cancelled with it, and told by email.')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete tour' }).click()
  }
  await remove()
  await expect(page.getByText('Failed to delete tour slot').first()).toBeVisible()
  await page.unroute('**/rpc/tours/removeSlot')
  await remove()
  await expect(row).toHaveCount(0)
  await venue.mail('nia@tours.example', 'Your tour cannot take place')
  await page.route('**/rpc/tours/slots*', route => route.fulfill({ status: 500, body: '{}' }))
  await page.reload()
  await expect(page.getByText('Failed to load tour slots').first()).toBeVisible()
})
