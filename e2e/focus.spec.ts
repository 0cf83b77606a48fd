import type { Locator, Page } from '@playwright/test'
import { freeForm } from '#seed/factories/applications.ts'
import { paidMember } from '#seed/factories/people.ts'
import { agree, call, expect, signIn, test } from './fixtures.ts'
import { account, password } from './newcomer.ts'
import { placeIn } from './places.ts'

// The focus is never lost: after a dialog it is where it was, after a deed where one goes on.

const isSomewhere = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.matches('body, #content') ?? true)).toBe(false)

test('who cancels a booking on its page goes on there, and who keeps it is back at the button', async ({
  page,
  venue,
}) => {
  const someone = await venue.make(target => paidMember(target, { password }))
  await signIn(page, venue.person('admin'))
  await call(page, 'tokens/give', { userId: someone.id, amount: 100, reason: 'For the journey' })
  await signIn(page, { ...someone, password })
  const { rows } = await call<{ rows: { id: string; name: string }[] }>(page, 'bookings/facilities')
  const room = rows.find(({ name }) => name === 'Sauna')!
  const wish = { ...placeIn(room, 19, '10:00', 'tokens'), termsAccepted: true }
  const { bookingId } = await call<{ bookingId: string }>(page, 'bookings/place', wish)
  await page.goto(`/bookings/${bookingId}`)
  const cancel = page.locator('#content').getByRole('button', { name: 'Cancel booking' })
  await cancel.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cancel).toBeFocused()
  await cancel.press('Enter')
  await dialog.getByRole('button', { name: /^Cancel/ }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(cancel).toHaveCount(0)
  await isSomewhere(page)
})

test('whoever closes a question or a dialog before it has taken the focus is back where they were', async ({
  page,
  venue,
}) => {
  const reader = await venue.make(target => paidMember(target, { password }))
  await signIn(page, venue.person('admin'))
  const pressAndCloseAtOnce = async (button: Locator) => {
    await button.focus()
    await page.evaluate(() => {
      const watcher = new MutationObserver(() => {
        const dialog = document.querySelector('[role="dialog"][aria-modal="true"]')
        if (!dialog) return
        watcher.disconnect()
        dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
        document.body.dataset.closed = 'true'
      })
      watcher.observe(document.body, { childList: true, subtree: true })
    })
    await button.press('Enter')
    await expect(page.locator('body')).toHaveAttribute('data-closed', 'true')
    await expect(page.locator('[role="dialog"][aria-modal="true"]')).toHaveCount(0)
    await expect(button).toBeFocused()
  }
  await page.goto('/admin/members')
  await pressAndCloseAtOnce(page.getByRole('button', { name: 'New account' }))
  await page.goto(`/admin/members?open=${reader.id}`)
  await pressAndCloseAtOnce(page.getByRole('button', { name: 'Sign out everywhere' }))
})

test('closing a review leads back to its row, and voting on to the next one or to the list', async ({
  page,
  visit,
  venue,
}) => {
  const applying = await visit()
  const names = { firstName: 'Ida', lastName: `Focused${process.pid}` }
  const person = await account(applying, venue, names)
  await signIn(applying, person)
  await call(applying, 'applications/submit', freeForm({ ...names, email: person.email }))
  await signIn(page, venue.person('committee'))
  await page.goto('/admin/committee-applications?size=100')
  const row = page.getByRole('row').filter({ hasText: `Ida ${names.lastName}` })
  const dialog = page.getByRole('dialog')
  await row.focus()
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Back to the list' }).press('Enter'),
  ]) {
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Vote to Approve' })).toBeVisible()
    await close()
    await expect(dialog).toHaveCount(0)
    await expect.poll(() => row.evaluate(each => each.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Vote to Approve' }).press('Enter')
  await agree(page, /^Vote to approve /, 'Approve')
  await expect(page.getByText('You voted to approve this application.')).toBeVisible()
  // Whose it was is said, where it covers neither the head nor the buttons of the next one.
  const told = page.getByRole('status').filter({ hasText: `Your vote on Ida ${names.lastName} is recorded.` })
  await expect(told).toBeVisible()
  await isSomewhere(page)
  if (await dialog.count()) {
    await expect.poll(() => dialog.evaluate(each => each.contains(document.activeElement))).toBe(true)
    const message = (await told.boundingBox())!
    for (const piece of [
      dialog.locator('header'),
      dialog.getByRole('button', { name: 'Vote to Approve' }),
      dialog.getByRole('button', { name: 'Vote to Reject' }),
    ]) {
      const box = (await piece.boundingBox())!
      const isApart =
        box.x + box.width <= message.x || box.y + box.height <= message.y || message.y + message.height <= box.y
      expect(isApart).toBe(true)
    }
    // The next one came by itself: the way back is to its own row.
    const opened = new URL(page.url()).searchParams.get('open')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[data-row]')?.getAttribute('data-row')))
      .toBe(opened)
  }
})

test('signing in again leads back to the button that asked for it', async ({ page, venue }) => {
  await signIn(page, await account(page, venue))
  await page.goto('/account')
  await page.getByLabel('City').fill('Leeds')
  await page.context().clearCookies()
  const save = page.getByRole('button', { name: 'Save changes' })
  await save.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  const field = dialog.getByLabel('Password', { exact: true })
  await expect(field).toBeFocused()
  await field.fill(password)
  await field.press('Enter')
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(save).toBeFocused()
})
