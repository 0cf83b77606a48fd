import { formatDate } from '#platform/words.ts'
import { event } from '#seed/factories/events.ts'
import { member } from '#seed/factories/people.ts'
import { call, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'
import { password } from './newcomer.ts'
import { dayAhead } from './places.ts'

// A room that is taken is asked for, which the browser notes.
test.use({ mayFail: true })

test('the office adds an event that repeats, leaves out a day on which its room is taken, changes the later dates and cancels one', async ({
  page,
  venue,
}) => {
  const name = `Life drawing ${Date.now()}`
  const days = [60, 67, 74].map(dayAhead)
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/registrations')
  await page.getByRole('button', { name: 'Add event' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an event' })
  await dialog.getByRole('button', { name: 'Add event' }).click()
  await expect(dialog.getByText('Give it a name of at least 5 characters')).toBeVisible()
  await dialog.getByLabel('Name of the event').fill(`${name}, once`)
  await dialog.getByLabel('Description').fill('A model, easels and paper. Bring what you draw with.')
  await dialog.getByLabel('Day', { exact: true }).fill(days[1]!)
  await dialog.getByRole('radio', { name: /Studio B/ }).check()
  await expect(dialog.getByText('Free', { exact: true }).first()).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add event' }).click()
  await expect(page.getByText('Event added')).toBeVisible()
  await expect(dialog).toHaveCount(0)

  // The same hours every week: the middle one is taken by what was just added.
  await page.getByRole('button', { name: 'Add event' }).click()
  await dialog.getByLabel('Name of the event').fill(name)
  await dialog.getByLabel('Description').fill('A model, easels and paper. Bring what you draw with.')
  await dialog.getByLabel('Day', { exact: true }).fill(days[0]!)
  await dialog.getByRole('radio', { name: /Studio B/ }).check()
  await dialog.getByLabel('Repeat').selectOption('weekly')
  await dialog.getByLabel('Last day').fill(days[2]!)
  const said = `2 dates: ${formatDate(days[0]!)} and ${formatDate(days[2]!)}. The room is taken on ${formatDate(days[1]!)}: left out.`
  await expect(dialog.getByText(said)).toBeVisible()
  await dialog.getByLabel('Tokens for coming').fill('0')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 860 })
  await dialog.getByRole('button', { name: 'Add 2 dates' }).click()
  await expect(page.getByText('2 dates added')).toBeVisible()
  await page
    .getByRole('link', { name: new RegExp(`${name}(?!,)`) })
    .first()
    .click()

  await page.getByRole('button', { name: 'Edit event' }).click()
  const edit = page.getByRole('dialog', { name: `Edit ${name}` })
  await edit.getByLabel('People who may come').fill('12')
  await edit.getByLabel('Change the 1 later date as well').check()
  await expectAccessible(page)
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('On 2 dates.')).toBeVisible()
  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Cancel event' }).click()
  const cancel = page.getByRole('dialog', { name: `Cancel ${name}?` })
  await cancel.getByLabel('Reason').fill('The heating has failed.')
  await cancel.getByRole('button', { name: 'Cancel event' }).click()
  await expect(page.getByText('Event cancelled')).toBeVisible()
  const { upcoming } = await call<{ upcoming: { name: string; capacity: number; eventDate: string }[] }>(
    page,
    'events/registrationEvents',
  )
  expect(upcoming.filter(each => each.name === name)).toMatchObject([{ capacity: 12, eventDate: days[2] }])
})

test('the office calls off one registration with a reason, which its person reads', async ({ page, visit, venue }) => {
  const { id, name } = await venue.make(target => event(target, { eventDate: dayAhead(8), capacity: 3 }))
  const someone = await venue.make(target => member(target, { password, lastName: `Gone${Date.now()}` }))
  const guest = await visit()
  await signIn(guest, { ...someone, password })
  await call(guest, 'events/register', { id })
  await guest.goto(`/event/${id}`)
  await expect(guest.getByText('You are going.')).toBeVisible()
  await signIn(page, venue.person('admin'))
  await page.goto(`/admin/registrations?event=${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  // The first row is in sight on a phone: what is done with the event stands in the head.
  await page.setViewportSize({ width: 360, height: 740 })
  const row = page.getByRole('list', { name: 'Registrations' }).getByRole('listitem').first()
  await expect(row).toBeVisible()
  expect((await row.boundingBox())!.y).toBeLessThan(420)
  await page.setViewportSize({ width: 1280, height: 860 })
  await page.getByRole('button', { name: `More for ${someone.firstName} ${someone.lastName}` }).click()
  await page.getByRole('menuitem', { name: 'Cancel registration' }).click()
  const dialog = page.getByRole('dialog', { name: /^Cancel the registration of/ })
  await dialog.getByRole('button', { name: 'Cancel registration' }).click()
  await expect(dialog.getByText('Say why: they read it in the email')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The kiln is broken.')
  await dialog.getByRole('button', { name: 'Cancel registration' }).click()
  await expect(page.getByText('Registration cancelled')).toBeVisible()
  await expect(guest.getByRole('button', { name: 'Register Now' })).toBeVisible()
  const mail = await venue.mail(someone.email, `We cancelled your registration: ${name}`)
  expect(mail.text).toContain('The kiln is broken.')
})

test('the office hides an event after reading what that means, takes it back, and hides it; members no longer find it', async ({
  page,
  visit,
  venue,
}) => {
  const { id, name } = await venue.make(target => event(target, { eventDate: dayAhead(8) }))
  const reader = await visit()
  await signIn(reader, venue.person('member'))
  await signIn(page, venue.person('admin'))
  await page.goto(`/admin/registrations?event=${id}`)
  const hide = async () => {
    await page.getByRole('button', { name: `More for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Hide from the programme' }).click()
    const question = page.getByRole('dialog', { name: `Hide ${name}?` })
    await expect(question).toContainText('nobody can register or is offered a place')
    await question.getByRole('button', { name: 'Hide event' }).click()
    await expect(page.getByText('The event is hidden')).toBeVisible()
  }
  await hide()
  await page.getByRole('button', { name: 'Undo' }).click()
  await hide()
  await expect(page.getByText('whoever is registered keeps their place')).toBeVisible()
  await reader.goto(`/event/${id}`)
  await expect(reader.getByText('Event not found')).toBeVisible()
  await page.goto('/admin/registrations')
  const hidden = page.getByRole('region', { name: 'Hidden from the programme' })
  await hidden.getByRole('link', { name: new RegExp(name) }).click()
  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Show in the programme' }).click()
  await expect(page.getByText('The event is in the programme again')).toBeVisible()
  await reader.goto(`/event/${id}`)
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(name)
})
