import { agree, expect, expectAccessible, expectNoSidewaysScroll, signIn, test, tryAgain } from './fixtures.ts'

test('a member invites a guest from the account menu; the guest shows the code, the door lets them in by its letters [GST-01, GST-07, GPS-01]', async ({
  page,
  visit,
  venue,
}) => {
  await signIn(page, venue.person('member'))
  await page.goto('/home')
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Invite Guest' }).click()
  await expect(page.getByRole('tab', { name: 'Guests', selected: true })).toBeVisible()
  await expect(page.getByText('4 of 4 guest passes left this month.')).toBeVisible()
  await page.getByLabel('Guest’s name').fill('Gus Holm')
  await page.getByLabel('Guest’s email').fill('gus@guests.example')

  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Gus Holm is invited')).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: 'Gus Holm' })
  await expect(row.getByText('Active')).toBeVisible()
  await expect(page.getByText('3 of 4 guest passes left this month.')).toBeVisible()

  await row.getByRole('button', { name: 'Show code' }).click()
  await expect(page.getByRole('img', { name: 'The code of the guest pass' })).toBeVisible()
  const letters = await page.getByRole('dialog').locator('strong').textContent()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(row.getByRole('button', { name: 'Show code' })).toBeFocused()

  const door = await visit()
  await signIn(door, venue.person('door'))
  await door.goto('/admin/guest-pass-scanner')
  await door
    .getByLabel(/code/i)
    .first()
    .fill(letters ?? '')
  await door.keyboard.press('Enter')
  await expect(door.getByText('Gus Holm').first()).toBeVisible()
  await expect(door.getByText(/Invited by Ada/).first()).toBeVisible()
  await expectAccessible(door)
  // What happens at the door shows without a reload.
  await expect(row.getByText('Used')).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
})

test('a guest opens the pass from the invitation, and is told when it was cancelled', async ({
  page,
  visit,
  venue,
}) => {
  await signIn(page, venue.person('member'))
  await page.goto('/account?tab=invite')
  await page.getByLabel('Guest’s name').fill('Ivo Lind')
  await page.getByLabel('Guest’s email').fill('ivo@guests.example')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Ivo Lind is invited')).toBeVisible()
  const mail = await venue.mail('ivo@guests.example', 'Your guest pass')
  const guest = await visit()
  await guest.setViewportSize({ width: 360, height: 740 })
  await guest.goto(mail.links.find(link => link.includes('/guest-pass/'))!)
  await expect(guest.getByRole('heading', { name: 'Welcome, Ivo Lind' })).toBeVisible()
  const code = guest.getByRole('img', { name: 'The code of the guest pass' })
  await expect(code).toBeInViewport({ ratio: 1 })
  const [box, letters, save] = await Promise.all(
    [
      code,
      guest.locator('strong').filter({ hasText: /^\w{4} \w+$/ }),
      guest.getByRole('button', { name: 'Download' }),
    ].map(async each => (await each.boundingBox())!),
  )
  expect(Math.abs(box!.x + box!.width / 2 - 180), 'in the middle').toBeLessThanOrEqual(2)
  expect(box!.width).toBeGreaterThanOrEqual(240)
  expect(letters!.y - box!.y - box!.height, 'the letters right below it').toBeLessThan(20)
  expect(save!.y).toBeGreaterThan(letters!.y)
  await expectAccessible(guest)
  await expectNoSidewaysScroll(guest)
  const row = page.getByRole('listitem').filter({ hasText: 'Ivo Lind' })
  await row.getByRole('button', { name: 'Cancel' }).click()
  await agree(page, /Cancel the pass of Ivo Lind/, 'Cancel the pass')
  await expect(row.getByText('Cancelled')).toBeVisible()
  await guest.reload()
  await expect(guest.getByText('This pass was cancelled')).toBeVisible()
})

test.describe('what fails on purpose', () => {
  test.use({ mayFail: true })

  test('an invitation that is not sent and a code that is not made are said, and nothing typed is lost [GST-05, GST-06]', async ({
    page,
    venue,
  }) => {
    await signIn(page, venue.person('member'))
    await page.goto('/account?tab=guests')
    await page.getByLabel('Guest’s name').fill('Una Falk')
    await page.getByLabel('Guest’s email').fill('una@guests.example')
    await page.route('**/rpc/guestPasses/invite', route => route.fulfill({ status: 500, body: '{}' }))
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByText('Failed to send invitation')).toBeVisible()
    await expect(page.getByLabel('Guest’s name')).toHaveValue('Una Falk')
    await page.unroute('**/rpc/guestPasses/invite')
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByText('Una Falk is invited')).toBeVisible()

    const row = page.getByRole('listitem').filter({ hasText: 'Una Falk' })
    await page.route('**/rpc/guestPasses/show*', route => route.fulfill({ status: 500, body: '{}' }))
    await row.getByRole('button', { name: 'Show code' }).click()
    await expect(page.getByText('Failed to generate QR code')).toBeVisible()
    await tryAgain(page, '**/rpc/guestPasses/show*', page.getByRole('dialog'))
    await expect(page.getByRole('img', { name: 'The code of the guest pass' })).toBeVisible()
  })
})
