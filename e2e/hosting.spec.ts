import { addDays, addMonths } from '#platform/dates.ts'
import { member } from '#seed/factories/people.ts'
import { agree, call, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'
import { password } from './newcomer.ts'

// Answers are made to fail here, which the browser notes.
test.use({ mayFail: true })

test('a member writes an application, comes back to the draft and submits it; the committee asks, and approves it [EVT-38, EVA-01, EVA-02, EVA-04, EVA-11, TOUR-09]', async ({
  page,
  visit,
  venue,
}) => {
  const member = venue.person('member')
  // Whoever is not signed in is sent to sign in.
  await page.goto('/event-space')
  await page.getByRole('button', { name: 'Host a Workshop or Event' }).click()
  await expect(page.getByText('Sign In Required')).toBeVisible()
  await expect(page).toHaveURL(/\/auth/)

  await signIn(page, member)
  const { today } = await call<{ today: string }>(page, 'hosting/terms')
  await page.goto('/event-space')
  await page.getByRole('button', { name: 'Host a Workshop or Event' }).click()
  const dialog = page.getByRole('dialog', { name: 'Host a Workshop or Event' })
  await dialog.getByLabel('Name of the event').fill('Bookbinding by hand')
  await expect(dialog.getByText('Draft saved')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Finish later' }).click()
  await expect(dialog).toHaveCount(0)

  // What was typed is there again, also on another device.
  const phone = await visit()
  await phone.setViewportSize({ width: 360, height: 740 })
  await signIn(phone, member)
  await phone.goto('/host')
  await phone.getByRole('link', { name: 'Bookbinding by hand' }).click()
  await expect(phone.getByLabel('Name of the event')).toHaveValue('Bookbinding by hand')
  await expectNoSidewaysScroll(phone)
  await phone.getByRole('button', { name: 'Submit application' }).click()
  await expect(phone.getByText('Describe it in at least 20 characters')).toBeVisible()
  await phone.getByLabel('Description').fill('We fold, sew and bind a small book each, and take it home.')
  await phone.getByLabel('Day', { exact: true }).fill(addDays(addMonths(today, 1), 12))
  await phone.getByRole('radio', { name: /Studio B/ }).check()
  await expect(phone.getByText(/you need it 17:30–20:30/)).toBeVisible()
  await phone.getByLabel('Expected attendance').fill('9')
  await phone
    .getByLabel('Notes to your application')
    .fill('I bind books for a living and bring thread, boards and glue for nine people.')
  await phone.getByRole('button', { name: 'Submit application' }).click()
  await expect(phone.getByText('Application submitted')).toBeVisible()
  await expect(phone.getByText('You hear from us within 48 hours.')).toBeVisible()
  await expect(phone.getByText(/You hear from us by/)).toBeVisible()
  await venue.mail(member.email, 'We have your application: Bookbinding by hand')

  const office = await visit()
  await signIn(office, venue.person('committee'))
  await office.goto('/admin')
  await expect(office.getByText('Pending events')).toBeVisible()
  await office.goto('/admin/events')
  const card = office.getByRole('button', { name: /Bookbinding by hand/ })
  await expect(card).toContainText('Decide by')
  await card.click()
  const review = office.getByRole('dialog', { name: 'Bookbinding by hand' })
  await expect(review.getByLabel('Reason for rejection')).toBeVisible()
  await expectAccessible(office)
  await review.getByRole('textbox', { name: 'Message to the host' }).fill('Is the glue free of solvents?')
  await review.getByRole('button', { name: 'Send message' }).click()
  await expect(review.getByText('Is the glue free of solvents?')).toBeVisible()

  // It shows on the host's page without loading it again.
  await expect(phone.getByText('Is the glue free of solvents?')).toBeVisible()
  await phone.getByRole('textbox', { name: 'Message to the committee' }).fill('Yes, it is starch.')
  await phone.getByRole('button', { name: 'Send message' }).click()
  await expect(review.getByText('Yes, it is starch.')).toBeVisible()

  // What the host asks for, not what the house usually has room for.
  await expect(review.getByLabel('People who may come')).toHaveValue('9')
  await expect(review.getByText(/The host expects 9 people/)).toBeVisible()
  await review.getByLabel('People who may come').fill('12')
  await review.getByRole('button', { name: 'Approve' }).click()
  // It is told to all: the question names the event, and nothing is sent before the answer.
  const question = office.getByRole('dialog', { name: 'Approve Bookbinding by hand?' })
  await question.getByRole('button', { name: 'Not yet' }).click()
  await expect(question).toHaveCount(0)
  await review.getByRole('button', { name: 'Approve' }).click()
  await question.getByRole('button', { name: 'Approve and publish' }).click()
  await expect(office.getByText('Event approved')).toBeVisible()
  await expect(card).toHaveCount(0)
  await expect(phone.getByText('Approved', { exact: true })).toBeVisible()
  await expect(phone.getByText('0 people of 12')).toBeVisible()
  await venue.mail(member.email, 'Approved: Bookbinding by hand')
})

test('a reviewer who gives no reason is told so and nothing changes; drafts stand apart [EVA-03, EVA-09, EVA-11]', async ({
  page,
  visit,
  venue,
}) => {
  const host = await visit()
  await signIn(host, venue.person('member'))
  const { firstDay } = await call<{ firstDay: string }>(host, 'hosting/terms')
  await call(host, 'hosting/submit', {
    ...{ id: crypto.randomUUID(), name: 'Fire eating for beginners', eventDate: addDays(firstDay, 21) },
    ...{ description: 'We begin with bread and go on to candles.', startTime: '11:00', endTime: '12:00' },
    ...{ spacePreference: 'Outdoor Area', expectedAttendance: 6, applicationNotes: 'x'.repeat(60) },
  })
  await call(host, 'hosting/save', { id: crypto.randomUUID(), name: 'Half an idea' })
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/events')
  await page.getByRole('button', { name: /Fire eating/ }).click()
  const review = page.getByRole('dialog', { name: 'Fire eating for beginners' })
  await review.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('Rejection Reason Required')).toBeVisible()
  await expect(page.getByText('Please provide a reason for rejection').first()).toBeVisible()
  // A blank reason is none, and nothing has changed.
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('Rejection Reason Required')).toHaveCount(0)
  await review.getByLabel('Reason for rejection').fill('  \n ')
  await review.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('Rejection Reason Required')).toBeVisible()
  const { rows } = await call<{ rows: object[] }>(page, 'hosting/applications', { q: 'Fire eating' })
  expect(rows).toMatchObject([{ applicationStatus: 'pending', can: { decide: true } }])
  await review.getByLabel('Reason for rejection').fill('No fire in the yard, we are sorry.')
  await review.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('Event rejected')).toBeVisible()
  await expect(page.getByRole('button', { name: /Fire eating/ })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Drafts' }).click()
  await page.getByRole('button', { name: /Half an idea/ }).click()
  await expect(page.getByRole('dialog').getByText('Draft, unfinished')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Approve' })).toHaveCount(0)

  await host.goto('/host?when=past')
  await host.getByRole('link', { name: 'Fire eating for beginners' }).click()
  await expect(host.getByText('No fire in the yard, we are sorry.')).toBeVisible()
  await host.getByRole('button', { name: 'Use it again' }).click()
  await expect(host.getByLabel('Name of the event')).toHaveValue('Fire eating for beginners')
  await host.getByRole('button', { name: 'Delete draft' }).click()
  await agree(host, /Delete the draft of/, 'Delete draft')
  await expect(host.getByRole('heading', { name: 'Your events' })).toBeVisible()
})

test('an application that does not get through says so, and says so to whose session has ended; nothing typed is lost [EVT-26, EVT-39]', async ({
  page,
  venue,
}) => {
  const someone = await venue.make(target => member(target, { password, lastName: 'Patient' }))
  await signIn(page, { ...someone, password })
  const { firstDay } = await call<{ firstDay: string }>(page, 'hosting/terms')
  await page.goto('/event-space')
  await page.getByRole('button', { name: 'Host a Workshop or Event' }).click()
  const dialog = page.getByRole('dialog', { name: 'Host a Workshop or Event' })
  // Nothing reaches the house for now: what is typed stays in this browser, also after a reload.
  await page.route('**/rpc/hosting/save', route => route.fulfill({ status: 500, body: '{}' }))
  await dialog.getByLabel('Name of the event').fill('Marbling paper')
  await expect(dialog.getByText('Kept in this browser until we can save it')).toBeVisible()
  await page.reload()
  await expect(dialog.getByLabel('Name of the event')).toHaveValue('Marbling paper')
  await page.unroute('**/rpc/hosting/save')
  await dialog.getByLabel('Description').fill('Ink on water, combs, and paper that takes the pattern off.')
  await expect(dialog.getByText('Draft saved')).toBeVisible()
  await dialog.getByLabel('Day', { exact: true }).fill(addDays(firstDay, 40))
  await dialog.getByRole('radio', { name: /Studio A/ }).check()
  await dialog.getByLabel('Expected attendance').fill('8')
  await dialog
    .getByLabel('Notes to your application')
    .fill('I have done this with classes of eight, and bring trays, ink, combs and paper.')
  await page.route('**/rpc/hosting/submit', route => route.fulfill({ status: 500, body: '{}' }))
  await dialog.getByRole('button', { name: 'Submit application' }).click()
  await expect(page.getByText('Failed to submit application. Please try again.')).toBeVisible()
  await page.unroute('**/rpc/hosting/submit')
  await expect(dialog.getByText('Draft saved')).toBeVisible()
  await page.context().clearCookies()
  await dialog.getByRole('button', { name: 'Submit application' }).click()
  await page
    .getByRole('dialog', { name: 'Sign in again' })
    .getByRole('button', { name: 'Leave this page' })
    .last()
    .click()
  await expect(page.getByText('You must be logged in to host an event')).toBeVisible()
  await signIn(page, { ...someone, password })
  await page.goto('/host')
  await page.getByRole('link', { name: 'Marbling paper' }).click()
  await expect(page.getByLabel('Expected attendance')).toHaveValue('8')
})
