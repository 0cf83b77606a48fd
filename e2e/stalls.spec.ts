import { member } from '#seed/factories/people.ts'
import { agree, call, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'
import { password } from './newcomer.ts'

// Answers are made to fail here, which the browser notes.
test.use({ mayFail: true })

const letter = { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 letter') }

/** The second of the demonstration's market days to come. */
const dayOf = async (page: import('@playwright/test').Page) =>
  (await call<{ days: { on: string; setUpFrom: string }[] }>(page, 'stalls/page')).days[1]!.on

test('a member of the free plan books a stall on a real market day, hands in a proof, pays, and finds it all on its page [MKT-01, MKT-02, MKT-08, MKT-09, MKT-14]', async ({
  page,
  venue,
}) => {
  const someone = await venue.make(target => member(target, { password, lastName: `Stand${Date.now()}` }))
  await signIn(page, { ...someone, password })
  await page.goto('/market-booking')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Market stall booking')
  await expect(page.getByText(/^The next market is on .*10:00–17:00, set-up from 08:00\.$/)).toBeVisible()
  await expectAccessible(page)
  const day = page.getByRole('combobox', { name: 'Day' })
  const on = await dayOf(page)
  // Weekend days that are market days, and no others; a past one is not among them.
  const offered = await day
    .getByRole('option')
    .evaluateAll(options => options.map(option => (option as HTMLOptionElement).value))
  for (const each of offered.filter(Boolean)) expect([0, 6]).toContain(new Date(`${each}T12:00:00Z`).getUTCDay())
  expect(offered).not.toContain('2025-11-22')
  await day.selectOption('')
  await page.getByRole('textbox', { name: 'Business name' }).fill('Ada Prints')
  await page.getByRole('combobox', { name: 'What you sell' }).selectOption('art')
  await page.getByRole('button', { name: 'Book and pay £30' }).click()
  await expect(page.getByText('Date required').first()).toBeVisible()
  await expect(page.getByText('Invalid input')).toBeVisible()
  await day.selectOption(on)
  // The price and its parts follow every choice.
  await page.getByRole('radio', { name: /^Double stall/ }).check()
  await page.getByRole('checkbox', { name: /^Electricity/ }).check()
  await expect(page.getByRole('button', { name: 'Book and pay £60' })).toBeVisible()
  await page.getByRole('checkbox', { name: /^I live in Westminster/ }).check()
  await page.getByRole('button', { name: 'Book and pay £60' }).click()
  await expect(page.getByText('Proof required').first()).toBeVisible()
  await page.route('**/files/stall-document', route => route.fulfill({ status: 500, body: '{}' }))
  await page.getByLabel('Choose a file: Proof of residence').setInputFiles(letter)
  await expect(page.getByText(/^Upload failed/)).toBeVisible()
  await page.unroute('**/files/stall-document')
  await page.getByLabel('Choose a file: Proof of residence').setInputFiles(letter)
  await expect(page.getByText('letter.pdf', { exact: true }).first()).toBeVisible()
  await expect(
    page.getByText('You pay £60 now, and £18 goes back to your card when we accept your proof.'),
  ).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.route('**/rpc/stalls/book*', route => route.fulfill({ status: 500, body: '{}' }))
  await page.getByRole('button', { name: 'Book and pay £60' }).click()
  await expect(page.getByText('Booking failed').first()).toBeVisible()
  await page.unroute('**/rpc/stalls/book*')
  await page.getByRole('button', { name: 'Book and pay £60' }).click()
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expect(page.getByText('Stall booked').first()).toBeVisible()
  await page
    .getByRole('link', { name: /^Market stall/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stall: Ada Prints')
  await expect(page.getByText('From 08:00')).toBeVisible()
  await expect(page.getByText(/^Confirmed/)).toBeVisible()
  await expectAccessible(page)
  expect((await venue.mail(someone.email, 'Your stall at the market')).text).toContain('08:00')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Cancel stall' }).click()
  await expect(page.getByRole('dialog').getByText(/^You get £60 back/)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel stall' }).click()
  await expect(page.getByText('Stall cancelled', { exact: true })).toBeVisible()
})

test('the office sees stalls with totals, is led to the booking page, deletes with what goes back said first, and draws the plan by keyboard [MKA-01, MKA-02, MKA-03, MKA-06]', async ({
  page,
  visit,
  venue,
}) => {
  const name = `Kiln${Date.now()}`
  const someone = await venue.make(target => member(target, { password, lastName: name }))
  const theirs = await visit()
  await signIn(theirs, { ...someone, password })
  const booked = await call<{ id: string; url: string }>(theirs, 'stalls/book', {
    ...{ marketDate: await dayOf(theirs), businessName: name, contactName: name, email: someone.email },
    ...{ stallType: 'craft', stallSize: 'single', carParkAccess: true },
  })
  await theirs.goto(booked.url)
  await theirs.getByLabel('Card number').fill('4242 4242 4242 4242')
  await theirs.getByRole('button', { name: /^Pay £/ }).click()
  await expect(theirs.getByText('Stall booked').first()).toBeVisible()

  await signIn(page, venue.person('admin'))
  await page.goto('/admin/markets?tab=plan&edit=plan')
  await page.getByRole('button', { name: 'Begin with six rows of ten' }).click()
  await page.getByRole('button', { name: 'Pitch A1, single, change it' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Pitch A2, single, change it' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Name' }).fill('Z9')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save the plan' }).click()
  await expect(page.getByText('The plan is saved')).toBeVisible()
  const { days } = await call<{ days: { on: string }[] }>(theirs, 'stalls/page')
  await page.goto(`/admin/markets?tab=plan&on=${days[1]!.on}`)
  await page.getByRole('combobox', { name: 'Stall', exact: true }).selectOption(booked.id)
  await page.getByRole('button', { name: new RegExp(`^Pitch Z9, single, free: put ${name} here`) }).click()
  await expect(page.getByRole('button', { name: new RegExp(`^Pitch Z9, single, ${name}`) })).toBeVisible()
  await expect(page.getByRole('list', { name: 'What the marks mean' }).getByText('Craft and ceramics')).toBeVisible()
  await expectAccessible(page)
  // Ten pitches are wider than a phone: their frame scrolls, the page does not.
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 900 })

  // Moved from its own panel, which says who is told.
  await page.goto(`/admin/markets?id=${booked.id}&open=${booked.id}`)
  await expect(page.getByText('is told by email. The price stays as it was.')).toBeVisible()
  await page.getByRole('combobox', { name: /^Pitch on/ }).selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Move to this pitch' }).click()
  await page.getByRole('button', { name: 'Move it' }).click()
  await expect(page.getByText('The stall is moved')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Another market day' })).toBeVisible()

  await page.goto(`/admin/markets?q=${name}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Market Stall Bookings')
  await expect(page.getByText('1 booking', { exact: true })).toBeVisible()
  await expect(page.getByText('£45 in all')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add Booking' }).click()
  await expect(page.getByRole('dialog').getByRole('link')).toHaveAttribute('href', '/market-booking')
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('button', { name: new RegExp(`^Delete ${name}`) }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/£45 goes back to/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The hall is full.')
  await page.route('**/rpc/stalls/remove*', route => route.fulfill({ status: 500, body: '{}' }))
  await dialog.getByRole('button', { name: 'Delete booking' }).click()
  await expect(page.getByText('Failed to delete booking')).toBeVisible()
  await page.unroute('**/rpc/stalls/remove*')
  await dialog.getByRole('button', { name: 'Delete booking' }).click()
  await expect(page.getByText('Booking deleted')).toBeVisible()
  await expect(page.getByText('£0 in all')).toBeVisible()
  expect((await venue.mail(someone.email, 'is cancelled')).text).toContain('The hall is full.')
  await page.route('**/rpc/stalls/list*', route => route.fulfill({ status: 500, body: '{}' }))
  await page.reload()
  await expect(page.getByText('Failed to load market bookings').first()).toBeVisible()
  const refused = await theirs.request.post('/rpc/stalls/list', { data: { json: {} } })
  expect(refused.status()).toBe(403)
  await theirs.goto('/admin/markets')
  await expect(theirs.getByText('Access Denied')).toBeVisible()
})

test('a resident’s document is accepted in the office; their stall then costs 30% less of the whole, shown in its parts, or what the office sets [MKT-11]', async ({
  page,
  visit,
  venue,
}) => {
  const name = `Baker${Date.now()}`
  const someone = await venue.make(target => member(target, { password, firstName: 'Bo', lastName: name }))
  const theirs = await visit()
  await signIn(theirs, { ...someone, password })
  await theirs.goto('/market-booking?view=documents')
  await theirs.getByRole('combobox', { name: 'Document' }).selectOption('residence')
  await theirs.getByLabel('Choose a file: File').setInputFiles(letter)
  await expect(theirs.getByText('letter.pdf', { exact: true }).first()).toBeVisible()
  await theirs.getByRole('button', { name: 'Hand in' }).click()
  await expect(theirs.getByText('Being looked at')).toBeVisible()
  await expectAccessible(theirs)
  await signIn(page, venue.person('admin'))
  await page.goto(`/admin/markets?tab=documents&q=${name}`)
  await page.getByRole('row').filter({ hasText: name }).getByRole('rowheader').getByRole('button').click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await agree(page, /^Accept the proof of residence/, 'Accept')
  await expect(page.getByText('Document accepted')).toBeVisible()
  await expect(theirs.getByText('Accepted', { exact: true })).toBeVisible()
  expect((await venue.mail(someone.email, 'accepted')).text).toContain('Good until')
  // Base price, discount and final price, on the stall with its extras.
  await theirs.goto('/market-booking')
  await theirs.getByRole('checkbox', { name: /^Electricity/ }).check()
  await expect(theirs.getByRole('button', { name: 'Book and pay £40' })).toBeVisible()
  await theirs.getByRole('checkbox', { name: /^I live in Westminster/ }).check()
  await expect(theirs.getByText('Westminster resident, 30% off')).toBeVisible()
  await expect(theirs.getByText('−£12', { exact: true })).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Book and pay £28' })).toBeVisible()
  const set = (westminsterPercent: number) => call(page, 'venue/changeSettings', { westminsterPercent })
  await set(20)
  await theirs.reload()
  await theirs.getByRole('checkbox', { name: /^I live in Westminster/ }).check()
  await expect(theirs.getByText('Westminster resident, 20% off')).toBeVisible()
  await set(30)
})
