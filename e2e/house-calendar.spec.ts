import { formatDate } from '#platform/words.ts'
import { facility } from '#seed/factories/facilities.ts'
import { paidMember } from '#seed/factories/people.ts'
import { agree, call, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'
import { password } from './newcomer.ts'
import { dayAhead, placeIn } from './places.ts'

test('the office moves a booking, closes its room with what that cancels said first, and opens it again', async ({
  page,
  visit,
  venue,
}) => {
  const name = `Calendar Room ${Date.now()}`
  const room = await venue.make(target =>
    facility(target, { slug: `calendar_${Date.now()}`, name, cashPricePence: 0, tokenCost: 0 }),
  )
  const someone = await venue.make(target => paidMember(target, { password, lastName: 'Scheduled' }))
  const member = await visit()
  await signIn(member, { ...someone, password })
  await call(member, 'bookings/place', { ...placeIn(room, 4, '14:00', 'card'), termsAccepted: true })
  await signIn(page, venue.person('admin'))
  await page.goto(`/admin/house-calendar?on=${dayAhead(4)}`)
  const ofRoom = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
  await ofRoom.getByRole('link', { name: /Scheduled.*14:00/ }).click()
  const panel = page.getByRole('dialog', { name: 'Booking' })
  await panel.getByRole('button', { name: 'Move', exact: true }).click()
  const moving = page.getByRole('dialog', { name: `Move ${name}` })
  await expect(moving.getByText(/\d+ free/)).toBeVisible()
  await expectAccessible(page)
  await moving.getByRole('combobox', { name: 'New time' }).selectOption('16:30')
  await moving.getByRole('button', { name: 'Move booking' }).click()
  await expect(page.getByText('Booking moved', { exact: true })).toBeVisible()
  await page.goto(`/admin/house-calendar?on=${dayAhead(4)}`)
  await expect(ofRoom.getByRole('link', { name: /Scheduled.*16:30/ })).toBeVisible()

  await page.getByRole('button', { name: 'Close a room' }).click()
  const closing = page.getByRole('dialog', { name: 'Close a room' })
  await closing.getByRole('combobox', { name: 'Room' }).selectOption({ label: name })
  await expect(closing.getByText('1 booking will be cancelled')).toBeVisible()
  await closing.getByRole('textbox', { name: 'Reason' }).fill('The heating has failed.')
  await expectAccessible(page)
  await closing.getByRole('button', { name: 'Close, and cancel 1 booking' }).click()
  await agree(page, 'Close the room, and cancel 1 booking?', 'Close and cancel')
  await expect(page.getByText('Room closed')).toBeVisible()
  await expect(ofRoom.getByText('Closed: The heating has failed.')).toBeVisible()
  await expectAccessible(page)
  // All hours of the house fit beside each other on a laptop.
  await page.setViewportSize({ width: 1280, height: 800 })
  const grid = page.getByRole('region', { name: /^Rooms on/ })
  expect(await grid.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
  await member.goto('/bookings?view=mine&when=past')
  await expect(member.getByText(name)).toBeVisible()

  await page.getByText('Week', { exact: true }).click()
  await expect(page).toHaveURL(/view=week/)
  await expect(ofRoom.getByText('Closed: The heating has failed.')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  const agenda = page.getByRole('region', { name: 'What is on' })
  await expect(agenda.getByText('Closed: The heating has failed.')).toBeVisible()
  await agenda.getByText('By room', { exact: true }).click()
  await expect(agenda.getByRole('heading', { name })).toBeVisible()
  await expectAccessible(page)
  await page
    .getByRole('listitem')
    .filter({ hasText: `${name}: The heating has failed.` })
    .getByRole('button', { name: 'Open again' })
    .click()
  await page.getByRole('button', { name: 'Open the room' }).click()
  await expect(page.getByText('The room is open again')).toBeVisible()
  await expect(agenda.getByText('Closed: The heating has failed.')).toHaveCount(0)
})

test('the week names all that is booked, gives no row to a room with nothing in it, and on a phone opens the day that was asked for', async ({
  page,
  venue,
}) => {
  const stamp = Date.now()
  const room = await venue.make(target => facility(target, { slug: `busy_${stamp}`, name: `Busy Room ${stamp}` }))
  await venue.make(target => facility(target, { slug: `idle_${stamp}`, name: `Idle Room ${stamp}` }))
  const on = dayAhead(9)
  await signIn(page, venue.person('admin'))
  const people = ['Featherstonehaugh', 'Northcott-Pemberton', 'Whitcombe', 'Zielinski', 'Okonkwo']
  for (const [index, lastName] of people.entries()) {
    const { id: userId } = await venue.make(target => paidMember(target, { lastName }))
    const place = { userId, facilityId: room.id, on, startsAt: `${10 + index}:00` }
    await call(page, 'bookings/bookFor', { ...place, payer: 'nobody', reason: 'They teach.' })
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/admin/house-calendar?view=week&on=${on}`)
  const ofRoom = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: `Busy Room ${stamp}` }) })
  for (const [index, lastName] of people.entries()) {
    const entry = ofRoom.getByRole('link', { name: `${10 + index}:00 Ada ${lastName}` })
    await expect(entry).toBeVisible()
    // Nothing of the name is cut off.
    expect(await entry.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
  }
  await expect(page.getByText('Nothing booked in this week:').locator('..')).toContainText(`Idle Room ${stamp}`)
  await expect(page.getByRole('rowheader', { name: `Idle Room ${stamp}` })).toHaveCount(0)
  await expectAccessible(page)

  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  const heading = formatDate(on)
  // The days of the week are a line each with how much is on; one of them is open.
  const days = page.getByRole('region', { name: 'What is on' }).locator('details:has(> summary h3)')
  await expect(days).toHaveCount(7)
  await expect(page.getByRole('region', { name: 'What is on' }).locator('details[open]:has(> summary h3)')).toHaveCount(
    1,
  )
  const day = days.filter({ has: page.getByRole('heading', { name: heading }) })
  await expect(day.locator('> summary')).toContainText(/\d+ on$/)
  await expect(day).toHaveAttribute('open', '')
  const line = page.getByRole('region', { name: 'What is on' }).getByRole('listitem').filter({ hasText: people[0]! })
  const [time, one] = await Promise.all([line.getByText('10:00–11:00').first(), line].map(each => each.boundingBox()))
  // The time stands in one line, however narrow the screen.
  expect(time!.height).toBeLessThan(32)
  expect(one!.height).toBeGreaterThan(time!.height)
  await expectAccessible(page)
})

test('a member moves an own booking from its page', async ({ page, venue }) => {
  const name = `Moving Room ${Date.now()}`
  const room = await venue.make(target =>
    facility(target, { slug: `moving_${Date.now()}`, name, cashPricePence: 0, tokenCost: 0 }),
  )
  const someone = await venue.make(target => paidMember(target, { password, lastName: 'Mover' }))
  await signIn(page, { ...someone, password })
  const { bookingId } = await call<{ bookingId: string }>(page, 'bookings/place', {
    ...placeIn(room, 3, '10:00', 'card'),
    termsAccepted: true,
  })
  await page.goto(`/bookings/${bookingId}`)
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  const moving = page.getByRole('dialog', { name: `Move ${name}` })
  await moving.getByRole('button', { name: 'Move booking' }).click()
  await expect(moving.getByText('Select a time').first()).toBeVisible()
  await moving.getByRole('combobox', { name: 'New time' }).selectOption('12:00')
  await moving.getByRole('button', { name: 'Move booking' }).click()
  await expect(page.getByText('Booking moved', { exact: true })).toBeVisible()
  await expect(page.getByText(/12:00–13:00/).first()).toBeVisible()
})

test('staff book for a member without charge: the member reads it at once, and staff read why', async ({
  page,
  visit,
  venue,
}) => {
  const name = `Darkroom ${Date.now()}`
  const lastName = `Booked${Date.now()}`
  const room = await venue.make(target => facility(target, { slug: `darkroom_${Date.now()}`, name }))
  const guest = await venue.make(target => paidMember(target, { password, lastName }))
  const other = await visit()
  await signIn(other, { email: guest.email, password })
  await other.goto('/bookings?view=mine')
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/house-calendar')
  await page.getByRole('button', { name: 'Book for somebody' }).click()
  const dialog = page.getByRole('dialog', { name: 'Book for somebody' })
  await expect(dialog.getByRole('button', { name: 'Book', exact: true })).toBeDisabled()
  await dialog.getByLabel(/^Find a member/).fill(lastName)
  await dialog.getByRole('radio', { name: new RegExp(lastName) }).check()
  await dialog.getByLabel('Facility').selectOption(room.id)
  await dialog.getByLabel('Day').fill(dayAhead(3))
  await dialog.getByLabel('Starts').selectOption('14:00')
  await expect(dialog.getByText(/You need 5 tokens but only have|5 tokens of the/)).toBeVisible()
  await dialog.getByRole('radio', { name: /Nobody/ }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(dialog.getByText('Say why it costs nothing')).toBeVisible()
  await dialog.getByLabel('Why it costs nothing').fill('They teach the free class.')
  await dialog.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('They have an email with everything they need.')).toBeVisible()
  await expect(other.getByText(name).first()).toBeVisible()
  await venue.mail(guest.email, `Booking confirmed: ${name}`)
  await page.goto(`/admin/house-calendar?on=${dayAhead(3)}`)
  await page.getByRole('link', { name: new RegExp(`${lastName}.*14:00`) }).click()
  await expect(page.getByRole('dialog', { name: 'Booking' }).getByText('They teach the free class.')).toBeVisible()
})

test('the office takes a booking to another time with the pointer and with a key: what is in the way is said first', async ({
  page,
  venue,
}) => {
  const name = `Dragging Room ${Date.now()}`
  const room = await venue.make(target => facility(target, { slug: `dragging_${Date.now()}`, name }))
  const day = 6
  await signIn(page, venue.person('admin'))
  for (const [lastName, startsAt] of [
    ['Staying', '13:00'],
    ['Confirmed', '16:00'],
  ] as const) {
    const { id: userId } = await venue.make(target => paidMember(target, { lastName }))
    const place = { userId, facilityId: room.id, on: dayAhead(day), startsAt }
    await call(page, 'bookings/bookFor', { ...place, payer: 'nobody', reason: 'They teach.' })
  }
  await page.goto(`/admin/house-calendar?on=${dayAhead(day)}`)
  const ofRoom = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
  const entry = ofRoom.getByRole('link', { name: /Confirmed.*16:00/ })
  await entry.scrollIntoViewIfNeeded()
  const box = (await entry.boundingBox())!
  const block = (await entry.locator('xpath=ancestor::td').boundingBox())!
  const hour = block.width
  // A name that is longer than its block ends there.
  const words = (await entry.locator('[class*=words]').boundingBox())!
  expect(words.x).toBeGreaterThanOrEqual(block.x)
  expect(words.x + words.width).toBeLessThanOrEqual(block.x + hour)
  // Three hours back, onto what somebody else has.
  await page.mouse.move(box.x + 10, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x - hour, box.y + 12, { steps: 4 })
  await page.mouse.move(box.x + 10 - 3 * hour, box.y + 12, { steps: 4 })
  await expect(ofRoom.getByText('13:00', { exact: true })).toBeVisible()
  await page.mouse.up()
  const moving = page.getByRole('dialog', { name: /^Move Ada Confirmed/ })
  await expect(moving.getByText('It is taken then.')).toBeVisible()
  await expect(moving.getByRole('listitem')).toContainText(/13:00–14:00: .*Staying/)
  await expect(moving.getByRole('button', { name: 'Move', exact: true })).toBeDisabled()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  // Nothing was moved by it.
  await expect(entry).toBeVisible()
  await entry.focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(moving.getByLabel('From')).toHaveValue('16:30')
  await expect(moving.getByText('Nothing is in the way then.')).toBeVisible()
  await moving.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(ofRoom.getByRole('link', { name: /Confirmed.*16:30/ })).toBeVisible()
  // A press opens it as before.
  await ofRoom.getByRole('link', { name: /Confirmed.*16:30/ }).click()
  await expect(page.getByRole('dialog', { name: 'Booking' })).toBeVisible()
})

test('studio sessions and closures open on the calendar and are moved or ended there; the day is printed as a list', async ({
  page,
  visit,
  venue,
}) => {
  const lastName = `Studio${Date.now()}`
  const someone = await venue.make(target => paidMember(target, { password, lastName }))
  const theirs = await visit()
  await signIn(theirs, { ...someone, password })
  const on = dayAhead(40)
  await call(theirs, 'studio/book', {
    ...{ bookingDate: on, startTime: '09:00', endTime: '13:00', paidWith: 'card' },
    ...{ clientName: 'Ada', email: 'ada@client.example', projectType: 'other' },
  })
  await signIn(page, venue.person('admin'))
  await page.goto(`/admin/house-calendar?on=${on}`)
  await page.getByRole('link', { name: new RegExp(`Studio session: Ada ${lastName}`) }).click()
  const session = page.getByRole('dialog', { name: 'Studio session' })
  await expect(session.getByText('Confirmed, to pay')).toBeVisible()
  await expectAccessible(page)
  await session.getByRole('button', { name: 'Move', exact: true }).click()
  const moving = page.getByRole('dialog', { name: `Move Ada ${lastName}` })
  await moving.getByLabel('From').fill('15:00')
  await expect(moving.getByText('15:00–19:00', { exact: false })).toBeVisible()
  await moving.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.getByRole('link', { name: new RegExp(`${lastName}.*15:00–19:00`) })).toBeVisible()
  await venue.mail(someone.email, 'Studio booking moved')

  await page.emulateMedia({ media: 'print' })
  const line = page.getByRole('row').filter({ hasText: `Ada ${lastName}` })
  await expect(line.getByText('15:00–19:00')).toBeVisible()
  await expect(line).toContainText('Photography Studio')
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('link', { name: new RegExp(lastName) }).click()
  await session.getByRole('textbox', { name: 'Reason' }).fill('The cove is painted.')
  await session.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByText('Booking cancelled', { exact: true })).toBeVisible()
  await venue.mail(someone.email, 'Studio booking cancelled')
})
