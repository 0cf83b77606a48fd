import { and, eq } from 'drizzle-orm'
import { userMemberships } from '#features/membership/memberships/table.ts'
import { member as freeMember } from '#seed/factories/people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'
import { password, startBuilder } from './newcomer.ts'

test('a member pauses for two months, takes it back, pauses instead of cancelling, reads what rests, and goes on', async ({
  page,
  venue,
}) => {
  const ida = await venue.make(target =>
    freeMember(target, { firstName: `Ida${Date.now()}`, lastName: 'Reed', password }),
  )
  await signIn(page, { email: ida.email, password })
  await page.goto('/members')
  await startBuilder(page)
  await page.goto('/account?tab=membership')
  await page.getByRole('button', { name: 'Pause membership' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pause your Builder membership?' })
  await dialog.getByRole('radio', { name: /^2 months, until/ }).check()
  await expect(
    dialog.getByText(/Until .* everything is as before: you have paid for it\. Then nothing is charged/),
  ).toBeVisible()
  await expect(
    dialog.getByText(
      /it goes on by itself, for £40 a month\. You can go on earlier, and pause once in twelve months\./,
    ),
  ).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 860 })
  await dialog.getByRole('button', { name: 'Pause for 2 months' }).click()
  await expect(page.getByText('Membership paused', { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
  await venue.mail(ida.email, 'Your Builder membership is paused from')
  await expect(page.getByText(/^Paid, paused from/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pause membership' })).toHaveCount(0)

  // What has not begun is taken back with one press, and the way there from a cancellation is a press as well.
  await page.getByRole('button', { name: 'Take the pause back' }).click()
  await expect(page.getByText('Pause taken back')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel membership' }).click()
  await page.getByRole('button', { name: 'Pause it instead' }).click()
  await dialog.getByRole('button', { name: 'Pause for 1 month' }).click()
  await expect(page.getByText(/^Paid, paused from/)).toBeVisible()

  // The paid month is over. What the provider tells of the pause, or is asked, would put the day back: it is heard before,
  // and asked no more.
  await page.route('**/rpc/memberships/refresh', route => route.fulfill({ json: { json: null } }))
  await expect(async () => {
    const { rows } = await venue.make(({ db }) =>
      db.execute(
        `select from pgboss.job where name like 'payments.event%' and state in ('created', 'retry', 'active')`,
      ),
    )
    expect(rows).toHaveLength(0)
    await venue.make(({ db }) =>
      db
        .update(userMemberships)
        .set({ pausedFrom: new Date(Date.now() - 86_400_000) })
        .where(and(eq(userMemberships.userId, ida.id), eq(userMemberships.status, 'active'))),
    )
    await page.goto('/bookings')
    await expect(page.getByText(/^Your Builder membership is paused until/)).toBeVisible({ timeout: 2_000 })
    await page.goto('/account?tab=membership')
    await expect(page.getByText(/^Paused until/)).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await page.getByRole('button', { name: 'Go on now' }).click()
  const question = page.getByRole('dialog', { name: 'Go on with Builder now?' })
  await expectAccessible(page)
  await expect(question.getByText(/^£40 is charged now/)).toBeVisible()
  await question.getByRole('button', { name: 'Go on now' }).click()
  await expect(page.getByText('Membership goes on', { exact: true })).toBeVisible()
  await expect(page.getByRole('definition').getByText('Paid', { exact: true })).toBeVisible()
})
