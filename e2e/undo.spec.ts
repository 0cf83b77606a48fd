import { paidMember } from '#seed/factories/people.ts'
import { call, expect, expectAccessible, settled, signIn, test } from './fixtures.ts'
import { password } from './newcomer.ts'
import { placeIn } from './places.ts'

// What is offered to be taken back is taken back by key as well, wherever one is by then.

test('Ctrl+Z takes back what was just done, but in a field, also over a dialog and on the next page', async ({
  page,
  venue,
}) => {
  await signIn(page, { ...(await venue.make(target => paidMember(target, { password }))), password })
  const { rows } = await call<{ rows: { id: string; name: string }[] }>(page, 'bookings/facilities')
  const sauna = rows.find(({ name }) => name === 'Sauna')!
  for (const time of ['12:00', '14:00', '16:00'])
    await call(page, 'bookings/addToCart', placeIn(sauna, 12, time, 'card'))
  await page.goto('/cart')
  await settled(page)
  const removes = page.getByRole('button', { name: /^Remove / })
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(removes).toHaveCount(3)

  // Of two that are taken out one after the other one message is left, and the focus is where the next one stands.
  for (const left of [2, 1]) {
    await removes.first().focus()
    await page.keyboard.press('Enter')
    await expect(removes).toHaveCount(left)
    await expect(undo).toHaveCount(1)
    const next = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^Remove / }) })
      .first()
    await expect.poll(() => next.evaluate(each => each.contains(document.activeElement))).toBe(true)
  }
  await expect(page.getByText('Ctrl Z', { exact: true })).toBeVisible()
  await expect(undo).toHaveAttribute('aria-keyshortcuts', 'Control+Z Meta+Z')
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  await expect(removes).toHaveCount(2)

  // In a field the same keys take back what was typed; from the last control of the dialog Tab leads to the message over it.
  await removes.first().press('Enter')
  await expect(removes).toHaveCount(1)
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('combobox')
  await expect(field).toBeFocused()
  await field.press('a')
  await page.keyboard.press('Control+z')
  await expect(field).toHaveValue('')
  await expect(removes).toHaveCount(1)
  await expect(undo).toBeVisible()
  for (let press = 0; press < 60 && !(await undo.evaluate(each => each === document.activeElement)); press++)
    await page.keyboard.press('Tab')
  await expect(undo).toBeFocused()
  const isOnTop = await undo.evaluate(each => {
    const { left, top, width, height } = each.getBoundingClientRect()
    return each.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  expect(isOnTop).toBe(true)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  await expect(dialog).toBeVisible()
  expect(await dialog.evaluate(each => each.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(removes).toHaveCount(2)

  // Who has gone on meanwhile takes it back from there.
  await removes.first().press('Enter')
  await expect(removes).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' }).click()
  await expect(page).toHaveURL(/\/events/)
  await expect(undo).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  expect(await call(page, 'bookings/cart')).toMatchObject({ items: [expect.anything(), expect.anything()] })
})
