import type { Page } from '@playwright/test'
import { instantOf } from '#platform/time.ts'
import { goodPassword, paidMember } from '#seed/factories/people.ts'
import { call, expect, expectAccessible, expectNoSidewaysScroll, settled, signIn, test } from './fixtures.ts'
import { dayAhead, placeIn, tuesday } from './places.ts'
import type { Venue } from './venue.ts'

const password = goodPassword

async function facilityNamed(page: Page, name: string): Promise<{ id: string }> {
  const { rows } = await call<{ rows: { id: string; name: string }[] }>(page, 'bookings/facilities')
  return rows.find(row => row.name === name)!
}

/** A member of a paid plan who has tokens, signed in. */
async function withTokens(page: Page, venue: Venue) {
  const someone = await venue.make(target => paidMember(target, { password }))
  await signIn(page, venue.person('admin'))
  await call(page, 'tokens/give', { userId: someone.id, amount: 100, reason: 'For the journey' })
  await signIn(page, { ...someone, password })
  return someone
}

test('what somebody has booked stands by its days, to come before past, and is cancelled from its row by keyboard', async ({
  page,
  venue,
}) => {
  const someone = await withTokens(page, venue)
  const [sauna, bath] = [await facilityNamed(page, 'Sauna'), await facilityNamed(page, 'Ice Bath')]
  for (const wish of [
    placeIn(sauna, 33, '14:00', 'tokens'),
    placeIn(bath, 33, '10:00', 'tokens'),
    placeIn(sauna, 34, '14:00', 'tokens'),
  ])
    await call(page, 'bookings/place', { ...wish, termsAccepted: true })
  await call(page, 'studio/book', {
    ...{ bookingDate: tuesday(23), startTime: '10:00', endTime: '14:00', clientName: 'Ada Lens' },
    ...{ email: someone.email, projectType: 'fashion', paidWith: 'card' },
  })
  await page.goto('/bookings?view=mine')
  const coming = page.getByRole('region', { name: 'Upcoming bookings' })
  const days = coming.getByRole('list', { name: 'Bookings' }).locator('> li')
  await expect(days).toHaveCount(3)
  // In the order of the clock within a day, whatever the order in which they were booked.
  await expect(days.first().getByRole('link')).toHaveText(['Ice Bath', 'Sauna'])
  await expect(days.first()).toContainText('10:00–10:30')
  await expect(coming.getByRole('link', { name: 'Photography Studio' })).toBeVisible()
  await expect(coming.getByText('To pay', { exact: true })).toBeVisible()
  // Nothing that destroys stands open, and what is as usual says no state.
  await expect(page.getByRole('button', { name: /Cancel/ })).toHaveCount(0)
  await expect(coming.getByText('Confirmed')).toHaveCount(0)
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 780 })
    await settled(page)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
  const more = page.getByRole('button', { name: /^More for Sauna, .*14:00/ }).first()
  await more.focus()
  await page.keyboard.press('Enter')
  const cancel = page.getByRole('menuitem', { name: /^Cancel booking/ })
  await expect(cancel).toContainText(/You get \d+ tokens back until/)
  // Half of it, on its way, is no menu yet.
  await settled(page)
  await expectAccessible(page)
  await cancel.focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: /^Cancel Sauna on/ })
  await question.getByRole('button', { name: 'Cancel booking' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Booking cancelled', { exact: true })).toBeVisible()
  await expect(days.first().getByRole('link')).toHaveText(['Ice Bath'])
  // Where the row was there is something else to go on with.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  const past = page.getByRole('region', { name: 'Past and cancelled' })
  await expect(past.getByRole('link', { name: 'Sauna' })).toBeVisible()
  await expect(past.getByText('Cancelled', { exact: true })).toBeVisible()
  // The list may also come long after the question has gone.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/rpc/bookings/mine*', async route => {
    await released
    await route.continue()
  })
  await page.getByRole('button', { name: /^More for Ice Bath/ }).press('Enter')
  await cancel.press('Enter')
  const another = page.getByRole('dialog', { name: /^Cancel Ice Bath on/ })
  await another.getByRole('button', { name: 'Cancel booking' }).press('Enter')
  await expect(another).toBeHidden()
  release()
  await expect(coming.getByRole('link', { name: 'Ice Bath' })).toHaveCount(0)
  await expect(coming.locator(':focus')).toHaveAccessibleName('Sauna')
  await page.unrouteAll({ behavior: 'wait' })
  const [above, below] = [await coming.boundingBox(), await past.boundingBox()]
  expect(above!.y).toBeLessThan(below!.y)
  await page.goto('/bookings?view=mine&when=past')
  await expect(past.getByRole('link', { name: 'Sauna' })).toBeVisible()
  await past.getByRole('link', { name: 'Upcoming bookings' }).click()
  await expect(coming.getByRole('link', { name: 'Sauna' })).toBeVisible()
})

test('what has been long ago is folded below what was in the last week, with how much it is', async ({
  page,
  venue,
}) => {
  await withTokens(page, venue)
  const [sauna, bath] = [await facilityNamed(page, 'Sauna'), await facilityNamed(page, 'Ice Bath')]
  for (const wish of [placeIn(sauna, 30, '16:00', 'tokens'), placeIn(bath, 36, '16:00', 'tokens')]) {
    const { bookingId } = await call<{ bookingId: string }>(page, 'bookings/place', { ...wish, termsAccepted: true })
    await call(page, 'bookings/cancel', { id: bookingId })
  }
  await page.clock.setFixedTime(instantOf(dayAhead(38), '12:00'))
  await page.goto('/bookings?view=mine')
  const past = page.getByRole('region', { name: 'Past and cancelled' })
  await expect(past.getByRole('link', { name: 'Ice Bath' })).toBeVisible()
  await expect(past.getByRole('link', { name: 'Sauna' })).toBeHidden()
  await past.getByText('Earlier (1)').click()
  await expect(past.getByRole('link', { name: 'Sauna' })).toBeVisible()
  await expectAccessible(page)
})

test('the page of a booking says beside the button what cancelling gives back, also where that is nothing', async ({
  page,
  venue,
}) => {
  await withTokens(page, venue)
  const sauna = await facilityNamed(page, 'Sauna')
  const book = (on: string) =>
    call<{ bookingId: string }>(page, 'bookings/place', {
      ...{ ...placeIn(sauna, 0, '18:00', 'tokens'), on },
      termsAccepted: true,
    })
  const { bookingId } = await book(tuesday(6))
  const cancel = page.getByRole('button', { name: 'Cancel booking' })
  await page.goto(`/bookings/${bookingId}`)
  await expect(cancel).toHaveAccessibleDescription(/^You get \d+ tokens back until /)
  const ahead = (instantOf(tuesday(6), '18:00').getTime() - Date.now()) / 60_000 - 120
  await venue.later(ahead)
  try {
    // A session of weeks ago is over.
    await signIn(page, { ...(await withTokens(page, venue)), password })
    const { bookingId: near } = await book(tuesday(6))
    await page.goto(`/bookings/${near}`)
    await expect(cancel).toHaveAccessibleDescription('Nothing comes back')
    await expect(page.getByText('Nothing comes back', { exact: true })).toBeVisible()
  } finally {
    await venue.later(-ahead)
  }
})

test('the cart says what cancelling gives back above the button that pays, and its bar covers nothing on a phone', async ({
  page,
  venue,
}) => {
  await withTokens(page, venue)
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/cart')
  await expect(page.getByText('Your booking cart is empty')).toBeVisible()
  await expect(page.getByText(/press Add to Cart/)).toBeVisible()
  const [sauna, music] = [await facilityNamed(page, 'Sauna'), await facilityNamed(page, 'Music Studio')]
  await call(page, 'bookings/addToCart', placeIn(sauna, 35, '12:00', 'tokens'))
  await call(page, 'bookings/addToCart', placeIn(music, 36, '12:00', 'card'))
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 780 })
    await page.goto('/cart')
    const bill = page.getByRole('table', { name: 'What this costs' })
    await expect(bill.getByRole('row', { name: /^With tokens/ })).toContainText('8 tokens')
    await expect(bill.getByRole('row', { name: /^By card/ })).toContainText('£40')
    await expect(bill.getByRole('row', { name: /^Total, 2 bookings/ })).toContainText('8 tokens and £40')
    const terms = page.getByText(/Until 24 hours before each begins you get back what it cost/)
    const checkout = page.getByRole('button', { name: 'Checkout' })
    const isBefore = await terms.evaluate(
      (node, button) => (node.compareDocumentPosition(button!) & Node.DOCUMENT_POSITION_FOLLOWING) > 0,
      await checkout.elementHandle(),
    )
    expect(isBefore).toBe(true)
    // The word ends where the price above it ends.
    const item = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Sauna' }) })
    const ends = (of: string) =>
      item.evaluate((node, words) => {
        const range = document.createRange()
        const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
        while (walker.nextNode()) if (walker.currentNode.textContent === words) range.selectNode(walker.currentNode)
        return range.getBoundingClientRect().right
      }, of)
    expect(Math.abs((await ends('8 tokens')) - (await ends('Remove')))).toBeLessThan(3)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
  await expectApart(page, 'Checkout')
})

test('a cart that tokens pay ends where it says what was booked: each with its reference and its calendar file', async ({
  page,
  venue,
}) => {
  await withTokens(page, venue)
  const [room, sauna] = [await facilityNamed(page, 'Meeting Room'), await facilityNamed(page, 'Sauna')]
  await call(page, 'bookings/addToCart', { ...placeIn(room, 0, '10:00', 'tokens'), on: tuesday(7) })
  await call(page, 'bookings/addToCart', { ...placeIn(sauna, 0, '12:00', 'tokens'), on: tuesday(7) })
  await page.goto('/cart')
  await page.getByRole('checkbox', { name: /terms/ }).check()
  await page.getByRole('button', { name: 'Checkout' }).click()
  const answer = page.getByRole('status').filter({ hasText: 'Booking Confirmed. 2 places for you' })
  await expect(answer.getByRole('listitem')).toHaveCount(2)
  await expect(answer.getByRole('listitem').first()).toContainText(/Meeting Room.+Reference [A-Z0-9-]+/)
  await expect(page.locator('.mantine-Notification-root')).toHaveCount(0)
  const file = page.waitForEvent('download')
  await answer.getByRole('link', { name: /^Add to calendar: Sauna/ }).click()
  expect((await file).suggestedFilename()).toMatch(/\.ics$/)
  await expectAccessible(page)
  await answer.getByRole('link', { name: 'Meeting Room', exact: true }).click()
  await expect(page).toHaveURL(/\/bookings\/[\w-]+$/)
})

test('on a phone the days to choose from are above the fold on the page of a room, beside its picture and price', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('member'))
  const { id } = await facilityNamed(page, 'Photography Studio')
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto(`/facility-booking?id=${id}`)
  const strip = page.getByRole('group', { name: 'Date' })
  await expect(strip.getByRole('radio').last()).toBeAttached()
  const foot = await page.getByRole('button', { name: /^Book Now/ }).boundingBox()
  const last = await strip.getByRole('radio').last().locator('..').boundingBox()
  expect(last!.y + last!.height).toBeLessThan(foot!.y)
  // What the room has is read below.
  await expect(page.getByText(/^Infinity cove/).last()).toBeVisible()
  await expectApart(page, 'Add to Cart')
  await expectAccessible(page)
  await page.goto('/studio')
  const prices = page.locator('dl[aria-label="What it costs"] > div')
  await expect(prices).toHaveText([
    'Half a day, 4 to 7 hours£700 in all',
    'A day, 8 to 12 hours£1,200 in all',
    'Tokens, on Tuesdays2 tokens an hour',
    /^By the hour£\d+ an hour or \d+ tokens$/,
  ])
  // One room at two prices: the reason stands beside them.
  await expect(
    page.getByText(/^A session is the studio set up for a shoot.+By the hour you have the room/),
  ).toBeVisible()
  // Each way and its price on one line.
  for (const price of await prices.all()) {
    const [way, sum] = [await price.locator('dt').boundingBox(), await price.locator('dd').boundingBox()]
    expect(Math.abs(way!.y - sum!.y)).toBeLessThan(8)
  }
})

/** The round button of the search lies over no button of the bar. */
async function expectApart(page: Page, name: string): Promise<void> {
  const search = await page.getByRole('button', { name: 'Search', exact: true }).boundingBox()
  const button = await page.getByRole('button', { name }).boundingBox()
  expect(search!.y + search!.height).toBeLessThanOrEqual(button!.y)
}

test('the list of the office begins with what goes on and what is to come, and what is over gives nothing back unless that is chosen', async ({
  page,
  visit,
  venue,
}) => {
  const someone = await withTokens(page, venue)
  const [sauna, bath] = [await facilityNamed(page, 'Sauna'), await facilityNamed(page, 'Ice Bath')]
  for (const wish of [placeIn(sauna, 1, '16:00', 'tokens'), placeIn(bath, 9, '16:00', 'tokens')])
    await call(page, 'bookings/place', { ...wish, termsAccepted: true })
  const boss = await visit()
  // To the hour after the first of them, on the same day of the venue.
  const { rows } = await call<{ rows: { id: string; bookingOn: string; endsAt: string }[] }>(page, 'bookings/mine', {
    when: 'upcoming',
  })
  const ends = instantOf(rows[0]!.bookingOn, rows[0]!.endsAt)
  const ahead = (ends.getTime() - Date.now()) / 60_000 + 30
  await venue.later(ahead)
  try {
    await signIn(boss, venue.person('admin'))
    await boss.goto(`/admin/bookings?q=${encodeURIComponent(someone.email)}`)
    const row = boss.locator('tbody tr')
    await expect(row).toHaveCount(1)
    await expect(row).toContainText('Ice Bath')
    await row.getByRole('button').first().click()
    await boss.getByRole('button', { name: 'Cancel booking…' }).click()
    await expect(boss.getByRole('radio', { name: /^Everything: / })).toBeChecked()
    // What was typed and not sent is not lost by one key, beside the list or over another page.
    const reason = boss.getByRole('textbox', { name: 'Reason' })
    const question = boss.getByRole('dialog', { name: 'Leave without sending?' })
    await reason.fill('The bath leaks.')
    await boss.keyboard.press('Escape')
    await expect(question).toBeVisible()
    await boss.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(reason).toHaveValue('The bath leaks.')
    await boss.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Leave without sending' }).click()
    await expect(reason).toBeHidden()
    await boss.goto(`/admin?object=booking:${rows.at(-1)!.id}`)
    await boss.getByRole('button', { name: 'Cancel booking…' }).click()
    await reason.fill('The bath leaks.')
    await boss.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Stay here' }).click()
    await expect(reason).toHaveValue('The bath leaks.')
    await reason.fill('')
    await boss.keyboard.press('Escape')
    await expect(reason).toBeHidden()
    await boss.goto(`/admin/bookings?q=${encodeURIComponent(someone.email)}`)
    await boss.getByLabel('When', { exact: true }).selectOption('Over')
    await expect(row).toContainText('Sauna')
    await row.getByRole('button').first().click()
    await boss.getByRole('button', { name: 'Cancel booking…' }).click()
    await expect(boss.getByRole('radio', { name: /^Nothing of the / })).toBeChecked()
    await expect(boss.getByRole('button', { name: 'Cancel with a full refund' })).toHaveCount(0)
    await boss.getByRole('textbox', { name: 'Reason' }).fill('Nobody came.')
    await boss.getByRole('button', { name: 'Cancel booking', exact: true }).click()
    await expect(boss.getByText('Booking cancelled', { exact: true })).toBeVisible()
    await expect(boss.getByText('Given back').locator('xpath=following-sibling::*[1]')).not.toContainText(/[1-9]/)
  } finally {
    await venue.later(-ahead)
  }
})
