import { desc, eq } from 'drizzle-orm'
import { userMemberships } from '#features/membership/memberships/table.ts'
import { member as freeMember, paidMember } from '#seed/factories/people.ts'
import { call, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'
import { password, startBuilder } from './newcomer.ts'

// One of these makes a page fail on purpose.
test.use({ mayFail: true })

test('the office sees memberships by payment status, gives months and agrees a price; nobody else comes there [PAY-01, PAY-02, PAY-10]', async ({
  page,
  visit,
  venue,
}) => {
  const stamp = Date.now()
  const names = { paid: `Dora${stamp}`, free: `Fay${stamp}` }
  const dora = await venue.make(target => paidMember(target, { firstName: names.paid, lastName: 'Hall', password }))
  await venue.make(target => freeMember(target, { firstName: names.free, lastName: 'Hall', password }))
  // Nobody but an admin comes to it, the committee neither.
  for (const who of [{ email: dora.email, password }, venue.person('committee')]) {
    const own = await visit()
    await signIn(own, who)
    await own.goto('/admin/payments')
    await expect(own).not.toHaveURL(/\/admin\/payments/)
    await own.close()
  }

  await signIn(page, venue.person('admin'))
  await page.goto('/admin/payments')
  await expect(page.getByRole('heading', { level: 1, name: 'Payments and gifts' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Memberships' })).toHaveAttribute('aria-selected', 'true')
  for (const status of ['Paid', 'Payment under way', 'Payment overdue', 'Nothing to pay'])
    await expect(page.getByRole('term').filter({ hasText: new RegExp(`^${status}$`) })).toBeVisible()
  await page.getByRole('searchbox').fill(String(stamp))
  const row = page.getByRole('row').filter({ hasText: names.paid })
  await expect(row.getByText('Paid', { exact: true })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: names.free })).toHaveCount(0)
  await expectAccessible(page)

  // Explorers come when they are asked for; one of them gets a plan for nothing.
  await page.getByLabel('Plans', { exact: true }).selectOption('')
  await page.getByRole('button', { name: `${names.free} Hall` }).click()
  await page.getByRole('button', { name: 'Gift or custom price' }).click()
  const gift = page.getByRole('dialog', { name: 'Gift or custom price' })
  await gift.getByLabel('Plan', { exact: true }).selectOption({ label: 'Builder, £40 a month' })
  await gift.getByLabel('Complimentary', { exact: true }).check()
  await gift.getByRole('button', { name: 'Save' }).click()
  await expect(gift.getByText('Choose an end date')).toBeVisible()
  await gift.getByLabel('Complimentary', { exact: true }).uncheck()
  await gift.getByRole('textbox', { name: 'Gift months' }).fill('2')
  await expectAccessible(page)
  await page.route('**/rpc/memberships/give**', route => route.fulfill({ status: 500, body: '{}' }))
  await gift.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('dialog', { name: `Save this for ${names.free} Hall?` })
  await expect(question.getByText(/2 free months: they have Builder for nothing until/)).toBeVisible()
  await question.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Failed to update membership')).toBeVisible()
  await page.unroute('**/rpc/memberships/give**')
  await gift.getByRole('button', { name: 'Save' }).click()
  await question.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Membership updated')).toBeVisible()
  await expect(gift).toBeHidden()
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: names.free })
      .getByText(/^Free until/),
  ).toBeVisible()

  // At 360 px each membership is one line, and the dialogs fit.
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(page)
})

test('a failing payment: the office reminds, the member reads until when to pay, and pays; a price is agreed with them [PAY-03, PAY-11]', async ({
  page,
  visit,
  venue,
}) => {
  const stamp = Date.now()
  const name = `Olga${stamp}`
  const olga = await venue.make(target => freeMember(target, { firstName: name, lastName: 'Reed', password }))
  const own = await visit()
  await signIn(own, { email: olga.email, password })
  await own.goto('/members')
  await startBuilder(own)
  const subscription = await venue.make(async ({ db }) => {
    const [row] = await db
      .select()
      .from(userMemberships)
      .where(eq(userMemberships.userId, olga.id))
      .orderBy(desc(userMemberships.createdAt))
      .limit(1)
    return row!.stripeSubscriptionId!
  })
  await venue.payments({ declineNext: true })
  await venue.payments({ advanceSubscription: subscription })

  await signIn(page, venue.person('admin'))
  const row = page.getByRole('row').filter({ hasText: name })
  // The provider's message is under way.
  await expect(async () => {
    await page.goto(`/admin/payments?status=overdue&q=${stamp}`)
    await expect(row.getByText('Payment overdue')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(row.getByText(/£40 open after 1 try, next try .*, reminder .*, no new bookings/)).toBeVisible()
  await row.getByRole('button', { name: `${name} Reed` }).click()
  await page.getByRole('button', { name: 'Send a reminder' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send a payment reminder' })
  await expect(dialog.getByText('Please pay for your Builder membership')).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'The email' })).toContainText('and nothing changes')
  await expectAccessible(page)
  await page.route('**/rpc/memberships/remind**', route => route.fulfill({ status: 500, body: '{}' }))
  await dialog.getByRole('button', { name: 'Send reminder' }).click()
  await expect(page.getByText('Failed to send reminder')).toBeVisible()
  await page.unroute('**/rpc/memberships/remind**')
  await dialog.getByRole('button', { name: 'Send reminder' }).click()
  await expect(page.getByText('Reminder sent', { exact: true })).toBeVisible()
  await venue.mail(olga.email, 'Please pay for your Builder membership')

  await own.goto('/members')
  await expect(own.getByText(/Pay before .*, or bookings and tokens rest then/)).toBeVisible()
  const [invoice] = await Promise.all([own.waitForEvent('popup'), own.getByRole('button', { name: 'Pay now' }).click()])
  await invoice.getByRole('button', { name: 'Pay £40.00' }).click()
  await expect(invoice.getByText(/paid/).first()).toBeVisible()
  await invoice.close()
  await expect(own.getByText('Payment overdue')).toHaveCount(0, { timeout: 20_000 })

  await page.goto(`/admin/payments?q=${stamp}`)
  await row.getByRole('button', { name: `${name} Reed` }).click()
  await page.getByRole('button', { name: 'Gift or custom price' }).click()
  const gift = page.getByRole('dialog', { name: 'Gift or custom price' })
  await expect(gift.getByLabel('Complimentary', { exact: true })).toBeVisible()
  await gift.getByLabel(/^Custom monthly price/).fill('25')
  await gift.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('dialog', { name: `Save this for ${name} Reed?` })
  await expect(question.getByText(/a month costs £25 instead of £40/)).toBeVisible()
  await question.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Membership updated')).toBeVisible()
})

test('a membership is cancelled in three presses with a reason, kept with one; the office reads why, and moves who pays a former price', async ({
  page,
  visit,
  venue,
}) => {
  const stamp = Date.now()
  const lena = await venue.make(target => freeMember(target, { firstName: `Lena${stamp}`, lastName: 'Reed', password }))
  const own = await visit()
  await signIn(own, { email: lena.email, password })
  await own.goto('/members')
  await startBuilder(own)
  await own.goto('/account?tab=membership')
  await own.getByRole('button', { name: 'Cancel membership' }).click()
  const dialog = own.getByRole('dialog', { name: 'Cancel your Builder membership?' })
  await expect(dialog.getByText(/It stays open until .* and is not charged again\./)).toBeVisible()
  await dialog.getByRole('radio', { name: 'I do not use it enough' }).check()
  await dialog.getByLabel('Tell us more').fill(`Only twice in ${stamp}`)
  await expectAccessible(own)
  await dialog.getByRole('button', { name: 'Cancel membership' }).click()
  await expect(own.getByText('Membership cancelled', { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()

  await signIn(page, venue.person('admin'))
  await page.goto(`/admin/payments?tab=leaving&q=${stamp}`)
  const row = page.getByRole('row').filter({ hasText: `Only twice in ${stamp}` })
  await expect(row.getByText('I do not use it enough')).toBeVisible()
  await expect(row.getByText('Leaving')).toBeVisible()
  await own.getByRole('button', { name: 'Keep my membership' }).click()
  await expect(own.getByText('Membership kept')).toBeVisible()
  await page.reload()
  await expect(row.getByText('Stayed')).toBeVisible()

  // The plan costs more: she keeps her price until she is moved, with a mail.
  await page.goto('/admin/membership-tiers')
  await page.getByRole('button', { name: 'Edit Builder' }).click()
  await page.getByRole('textbox', { name: 'Monthly price' }).fill('45')
  await expect(page.getByText(/Once this is saved you can move them/)).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Move subscribers to £45' }).click()
  const move = page.getByRole('dialog', { name: 'Move subscribers of Builder' })
  await expect(
    move.getByText(/will pay £45 a month, from their first charge that is at least 14 days ahead/),
  ).toBeVisible()
  await expect(move.getByText(`Lena${stamp} Reed`)).toBeVisible()
  await expectAccessible(page)
  await move.getByRole('button', { name: /^Move \d+ subscriber/ }).click()
  await expect(page.getByText('They are being moved')).toBeVisible()
  const mail = await venue.mail(lena.email, 'Builder costs £45 a month from')
  expect(mail.text).toContain('instead of £40')
  // As it was, for whoever comes after.
  const tiers = (await (await page.request.get('/rpc/memberships/allTiers')).json()) as {
    json: { id: string; slug: string }[]
  }
  const builder = tiers.json.find(({ slug }) => slug === 'builder')!
  await call(page, 'memberships/updateTier', { id: builder.id, priceMonthly: 40, was: { priceMonthly: 45 } })
})
