import { room } from '#seed/factories/facilities.ts'
import { member } from '#seed/factories/people.ts'
import { call, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'
import { password } from './newcomer.ts'
import { dayAhead } from './places.ts'

// Pages are made to fail here, which the browser notes.
test.use({ mayFail: true })

test('an admin finds a member, adds a studio rental and sends its link; paid, it is activated; then it is ended [STA-08, STA-09, STA-10, STA-12, STA-13]', async ({
  page,
  visit,
  venue,
}) => {
  const lastName = `Quince${Date.now()}`
  const people = await Promise.all(
    ['Opal', 'Orla'].map(firstName => venue.make(target => member(target, { firstName, lastName }))),
  )
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/studio-rentals')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Studio Rental Members')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add Studio Rental' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Studio Rental' })
  const add = dialog.getByRole('button', { name: 'Add', exact: true })
  // Without a member there is nothing to add.
  await expect(add).toBeDisabled()

  const search = dialog.getByLabel('Find a member')
  const asked: string[] = []
  page.on('request', request => {
    if (request.url().includes('rentals/findMembers')) asked.push(request.url())
  })
  await search.fill('Qu')
  await page.waitForTimeout(600)
  expect(asked).toEqual([])
  await search.fill(lastName)
  await expect(dialog.getByRole('radio')).toHaveCount(2)
  for (const { email } of people) await expect(dialog.getByText(email)).toBeVisible()
  await dialog.getByRole('radio', { name: `Opal ${lastName}` }).check()
  await expect(add).toBeEnabled()

  await add.click()
  await expect(page.getByText('Missing Information')).toBeVisible()
  await expect(page.getByText('Please provide studio name').first()).toBeVisible()
  // What is typed anew forgets whom was chosen.
  await search.fill(`Orla ${lastName}`)
  await expect(add).toBeDisabled()
  await dialog.getByRole('radio', { name: `Orla ${lastName}` }).check()
  const rent = dialog.getByLabel('Monthly rent')
  await expect(rent.getByRole('option')).toHaveText(['£500', '£550', '£600', '£1,450', '£2,300'])
  await expect(rent).toHaveValue('50000')
  await expect(dialog.getByLabel('Deposit')).toHaveValue('0.00')
  await rent.selectOption('£550')
  await dialog.getByLabel('Deposit').fill('120')
  await dialog.getByLabel('Studio name').fill('Studio 9')
  await add.click()
  await expect(dialog.getByText('A deposit is £0 or more, in steps of £50')).toBeVisible()
  await dialog.getByLabel('Deposit').fill('100')
  await expectAccessible(page)
  await add.click()
  await expect(dialog).toBeHidden()

  const row = page.getByRole('row').filter({ hasText: lastName })
  await expect(row.getByText('Pending')).toBeVisible()
  await row.getByRole('button', { name: `Generate link for Orla ${lastName}` }).click()
  const question = page.getByRole('dialog', { name: `Send Orla ${lastName} a payment link?` })
  await expect(question.getByText('£650: the first month and a deposit of £100')).toBeVisible()
  await question.getByRole('button', { name: 'Generate link' }).click()
  await expect(row.getByText('Link sent')).toBeVisible()
  await expect(row.getByRole('button', { name: 'Copy link' })).toBeVisible()

  const mail = await venue.mail(people[1]!.email, 'Your studio: Studio 9')
  const payer = await visit()
  await payer.goto(mail.links.find(link => link.includes('/link/'))!)
  await payer.getByRole('button', { name: 'Continue to payment' }).click()
  await payer.getByLabel('Email').fill(people[1]!.email)
  await payer.getByLabel('Card number').fill('4242 4242 4242 4242')
  await payer.getByRole('button', { name: 'Subscribe' }).click()
  await venue.mail(people[1]!.email, 'Studio 9 is yours')
  await expect(row.getByText('Activated')).toBeVisible({ timeout: 20_000 })

  await row.getByRole('rowheader').getByRole('button').click()
  await expect(page.getByText('£650: the first month and a deposit of £100')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'End rental' }).click()
  const end = page.getByRole('dialog', { name: 'End the rental of Studio 9?' })
  await end.getByRole('button', { name: 'End rental' }).click()
  await expect(end.getByText('Say why it ends')).toBeVisible()
  await end.getByLabel('Reason').fill('They moved to Leeds')
  await end.getByRole('button', { name: 'End rental' }).click()
  await expect(end).toBeHidden()
  await venue.mail(people[1]!.email, 'Your rental of Studio 9 has ended')
  await page.goto('/admin/studio-rentals?status=ended')
  await expect(row.getByText('Ended')).toBeVisible()

  await page.route('**/rpc/rentals/list*', route => route.fulfill({ status: 500, body: '{}' }))
  await page.reload()
  await expect(page.getByText('Failed to load studio rental members').first()).toBeVisible()
  // A member has no business here.
  const other = await visit()
  await signIn(other, venue.person('member'))
  const refused = await other.request.post('/rpc/rentals/list', {
    data: { json: {} },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(refused.status()).toBe(403)
})

test('a room that somebody has is told by its name and day, and nothing is added', async ({ page, venue }) => {
  const lastName = `Pomelo${Date.now()}`
  await venue.make(target => member(target, { firstName: 'Ida', lastName }))
  const first = await venue.make(target => member(target, { firstName: 'Uma' }))
  const taken = await venue.make(target => room(target, { slug: lastName.toLowerCase(), name: `Loft ${lastName}` }))
  await signIn(page, venue.person('admin'))
  const { id: rentalMemberId } = await call<{ id: string }>(page, 'rentals/add', {
    ...{ userId: first.id, studioName: 'Loft', spaceId: taken.id, rentalStartDate: '2024-01-01' },
  })
  await page.goto('/admin/studio-rentals?dialog=new-rental')
  const dialog = page.getByRole('dialog', { name: 'Add Studio Rental' })
  await dialog.getByLabel('Find a member').fill(lastName)
  await dialog.getByRole('radio', { name: `Ida ${lastName}` }).check()
  await dialog.getByLabel('Room').selectOption(taken.name)
  await expect(dialog.getByLabel('Studio name')).toHaveValue(taken.name)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText(new RegExp(`^${taken.name} is taken on`))).toBeVisible()
  await expect(page.getByText('Failed to add studio rental member').first()).toBeVisible()
  // Once that rental has ended, the room is theirs.
  await call(page, 'rentals/end', { rentalMemberId, reason: 'They moved away' })
  await dialog.getByLabel('Room').selectOption('None of the calendar')
  await dialog.getByLabel('Room').selectOption(taken.name)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toBeHidden()
})

test('whoever rents a studio has a page with its rent and what is to pay; the account and the bookings lead there', async ({
  page,
  visit,
  venue,
}) => {
  const office = await visit()
  await signIn(office, venue.person('admin'))
  const renter = await venue.make(target => member(target, { password }))
  await signIn(page, { ...renter, password })
  await page.goto('/your-studio')
  await expect(page.getByText('You rent no studio')).toBeVisible()
  const { id: rentalMemberId } = await call<{ id: string }>(office, 'rentals/add', {
    ...{ userId: renter.id, studioName: 'Studio 12', rentalStartDate: dayAhead(10), monthlyRentAmount: 55_000 },
  })
  await page.reload()
  await expect(page.getByText('Being prepared')).toBeVisible()
  const { url } = await call<{ url: string }>(office, 'rentals/createPayment', { rentalMemberId })
  for (const path of ['/account?tab=membership', '/bookings?view=mine']) {
    await page.goto(path)
    await expect(page.getByText('First payment to make')).toBeVisible()
    await page.getByRole('link', { name: 'Studio 12' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your studio')
  }
  await expect(page.getByRole('link', { name: 'Pay £550' })).toHaveAttribute('href', url)
  await expect(page.getByText('£550 a month')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
})
