import type { Locator, Page } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import { user } from '#platform/db/tables.ts'
import { formatDateTime } from '#platform/words.ts'
import { incident } from '#seed/factories/incidents.ts'
import { member } from '#seed/factories/people.ts'
import { agree, call, expect, expectAccessible, expectNoSidewaysScroll, fact, signIn, test } from './fixtures.ts'
import type { Venue } from './venue.ts'

// Pages are made to fail here, which the browser notes.
test.use({ mayFail: true })

const subject = 'About an incident in the house'
const unique = (word: string) => `${word} ${Date.now().toString(36)}${Math.floor(Math.random() * 1e6)}`

/** The office with an incident of its own, laid open beside the list. */
async function openIncident(page: Page, venue: Venue, more: object = {}) {
  const location = unique('Loft')
  const { id } = await venue.make(target => incident(target, { location, ...more }))
  await signIn(page, venue.person('admin'))
  await page.goto(`/admin/incident-reports?open=${id}`)
  const panel = page.getByRole('complementary').filter({ hasText: location })
  await expect(panel.getByText('A roller of the press is cracked.')).toBeVisible()
  return { id, location, panel }
}

/** A report of an incident that somebody got, and the link in it. */
async function reported(office: Page, venue: Venue, more: object = {}) {
  const location = unique('Kiln')
  const email = `${unique('to').replace(' ', '-')}@people.example`
  const { id } = await venue.make(target => incident(target, { location, ...more }))
  await signIn(office, venue.person('admin'))
  await call(office, 'incidents/send', { id, email, seenCount: 0 })
  const { links } = await venue.mail(email, subject)
  return { id, location, email, link: links.find(each => each.includes('/incident-response'))! }
}

const statusOf = (within: Page | Locator, location: string) =>
  within.getByRole('combobox', { name: new RegExp(`^Status of .*${location}`) })

test('an admin records an incident, which needs type, severity, day, time and place, and finds it [INCA-01, INCA-02]', async ({
  page,
  visit,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  await page.goto('/admin')
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Incident Reports' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Incident reports')
  await page.getByRole('button', { name: 'Record incident' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record an incident' })
  const submit = dialog.getByRole('button', { name: 'Record incident' })
  await dialog.getByLabel('Day').fill('')
  await dialog.getByLabel('Time').fill('')
  await submit.click()
  for (const words of ['Choose a type', 'Choose a severity', 'Enter the day', 'Say where it was'])
    await expect(dialog.locator('[id$="-error"]').getByText(words, { exact: true })).toBeVisible()
  await expectAccessible(page)
  const location = unique('Loft')
  await dialog.getByLabel('Type').selectOption('Theft')
  await dialog.getByLabel('Severity').selectOption('Critical')
  await dialog.getByLabel('Day').fill('2026-01-05')
  await dialog.getByLabel('Time').fill('18:30')
  await dialog.getByLabel('Where').fill(location)
  await dialog.getByRole('button', { name: 'Add person' }).click()
  // A member is offered by name while it is typed, and brings the address.
  const known = await venue.make(target => member(target, { firstName: 'Ottoline', lastName: unique('Vale') }))
  const name = `${known.firstName} ${known.lastName}`
  await dialog.getByLabel('Person 1').fill(known.lastName)
  await expect(dialog.locator(`datalist option[value="${name}"]`)).toBeAttached()
  await dialog.getByLabel('Person 1').fill(name)
  await expect(dialog.getByLabel('Email').first()).toHaveValue(known.email)
  await dialog.getByLabel('Person 1').fill('Ada Quill')
  await dialog.getByLabel('Email').first().fill('ada.quill@people.example')
  await dialog.getByRole('button', { name: 'Add witness' }).click()
  await dialog.getByLabel('Witness 1').fill('Bo Marsh')
  await page.route('**/rpc/incidents/create', route => route.fulfill({ status: 500, body: '{}' }))
  await submit.click()
  await expect(page.getByText('Failed to create incident report').first()).toBeVisible()
  await page.unroute('**/rpc/incidents/create')
  await submit.click()
  await expect(dialog).toBeHidden()
  // What was recorded lies open, and has just been.
  const open = page.getByRole('complementary').filter({ hasText: location })
  await expect(open.getByText(/, (just now|\d minutes? ago)/)).toBeVisible()
  await page.goto('/admin/incident-reports')
  await page.getByRole('searchbox').first().fill(location)
  const row = page.getByRole('row').filter({ hasText: location })
  await expect(row).toContainText('Critical')
  await expect(row).toContainText(/just now|\d minute/)
  await expect(row).toContainText('Open')
  await expectAccessible(page)

  // Ctrl+K finds it by who was there, and opens the same panel over whatever page one is on.
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const search = page.locator('input[role="combobox"]')
  await expect(search).toBeFocused()
  await search.fill(location)
  await page.getByRole('option', { name: new RegExp(location) }).click()
  const panel = page.getByRole('dialog', { name: `Theft, ${location}` })
  await expect(panel.getByText('Bo Marsh')).toBeVisible()
  await expect(panel.getByText('Ada Quill')).toBeVisible()

  await page.route('**/rpc/incidents/list*', route => route.fulfill({ status: 500, body: '{}' }))
  await page.goto('/admin/incident-reports')
  await expect(page.getByText('Failed to fetch incident reports').first()).toBeVisible()
  const other = await visit()
  await signIn(other, venue.person('committee'))
  await other.goto('/admin/incident-reports')
  await expect(other.getByRole('heading', { name: 'Incident reports' })).toHaveCount(0)
})

test('what fails says so, each in its own words: recording, status, deleting, sending, deciding [INCA-18]', async ({
  page,
  venue,
}) => {
  const { location, panel } = await openIncident(page, venue)
  const failed = async (call: string, words: string, press: () => Promise<unknown>) => {
    await page.route(`**/rpc/incidents/${call}`, route => route.fulfill({ status: 500, body: '{}' }))
    await press()
    await expect(page.locator('.mantine-Notifications-root').getByText(words).first()).toBeVisible()
  }
  await failed('setStatus', 'Failed to update status', () => statusOf(panel, location).selectOption('Closed'))
  await failed('decide', 'Failed to submit final response', async () => {
    await panel.getByRole('textbox', { name: 'What was decided' }).fill('The house pays.')
    await panel.getByRole('button', { name: 'Submit final decision' }).click()
    await agree(page, 'Save the final decision?', 'Save decision')
  })
  await failed('remove', 'Failed to delete incident report', async () => {
    await panel.getByRole('button', { name: 'Delete' }).click()
    await agree(page, /^Delete the incident/, 'Delete incident')
  })
  await failed('send', 'Failed to send report', async () => {
    await panel.getByRole('button', { name: 'Send report' }).click()
    const dialog = page.getByRole('dialog', { name: /^Send the report of/ })
    await dialog.getByLabel('Email address').fill('typed@people.example')
    await dialog.getByRole('button', { name: 'Send report' }).click()
  })
  await failed('create', 'Failed to create incident report', async () => {
    await page.goto('/admin/incident-reports')
    await page.getByRole('button', { name: 'Record incident' }).click()
    const dialog = page.getByRole('dialog', { name: 'Record an incident' })
    await dialog.getByLabel('Type').selectOption('Theft')
    await dialog.getByLabel('Severity').selectOption('Critical')
    await dialog.getByLabel('Day').fill('2026-01-05')
    await dialog.getByLabel('Time').fill('18:30')
    await dialog.getByLabel('Where').fill(unique('Loft'))
    await dialog.getByRole('button', { name: 'Record incident' }).click()
  })
})

test('lists that cannot be loaded say so over the page and in its place [INCA-10, INCA-17]', async ({
  page,
  venue,
}) => {
  const { panel } = await openIncident(page, venue)
  await page.route('**/rpc/members/find*', route => route.fulfill({ status: 500, body: '{}' }))
  await panel.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Failed to load members')).toHaveCount(2)
  await page.route('**/rpc/incidents/list*', route => route.fulfill({ status: 500, body: '{}' }))
  await page.goto('/admin/incident-reports')
  await expect(page.getByText('Failed to fetch incident reports')).toHaveCount(2)
})

test('the status is set by the dropdown, freely and at once, and taken back [INCA-07]', async ({ page, venue }) => {
  const { location, panel } = await openIncident(page, venue)
  const select = statusOf(panel, location)
  await expect(select).toHaveValue('open')
  await expect(select.getByRole('option')).toHaveText(['Open', 'Investigating', 'Resolved', 'Closed'])
  for (const status of ['Closed', 'Investigating', 'Resolved', 'Open', 'Closed']) {
    await select.selectOption(status)
    await expect(page.getByText(`Status: ${status}`)).toBeVisible()
    await expect(select).toHaveValue(status.toLowerCase())
  }
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(select).toHaveValue('open')
  // Taken back before it was read again: what is stored is shown, and not what was wished for meanwhile.
  let letGo = () => {}
  const held = new Promise<void>(done => {
    letGo = done
  })
  await page.route('**/rpc/incidents/one*', async route => {
    await held
    // A reading that a later one replaced is there no more.
    await route.continue().catch(() => {})
  })
  await select.selectOption('Resolved')
  await expect(page.getByText('Status: Resolved')).toBeVisible()
  await expect(select).toHaveValue('resolved')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByText('Undone', { exact: true }).last()).toBeVisible()
  letGo()
  await expect(select).toHaveValue('open')
  await page.unroute('**/rpc/incidents/one*')
  await page.reload()
  await expect(select).toHaveValue('open')
  await page.route('**/rpc/incidents/setStatus', route => route.fulfill({ status: 500, body: '{}' }))
  await select.selectOption('Resolved')
  await expect(page.getByText('Failed to update status').first()).toBeVisible()
  await expect(select).toHaveValue('open')
})

test('the report goes to chosen members and to an address, and the list says who has it [INCA-11, INCA-12]', async ({
  page,
  venue,
}) => {
  const lastName = `Quince${Date.now()}`
  const [ada, bo] = await Promise.all(
    ['Ada', 'Bo'].map(firstName => venue.make(target => member(target, { firstName, lastName }))),
  )
  const { panel } = await openIncident(page, venue)
  await panel.getByRole('button', { name: 'Send report' }).click()
  const dialog = page.getByRole('dialog', { name: /^Send the report of/ })
  const send = dialog.getByRole('button', { name: 'Send report' })
  await send.click()
  // Said once, and above what stays at the dialog's lower edge.
  const nobody = page.getByText('Please select at least one member or enter an email address')
  await expect(nobody).toHaveCount(1)
  await expect(nobody).toBeVisible()
  await expect
    .poll(async () => {
      const [words, button] = [(await nobody.boundingBox())!, (await send.boundingBox())!]
      return words.y + words.height <= button.y
    })
    .toBe(true)
  for (const [first, email] of [
    ['Ada', ada!.email],
    ['Bo', bo!.email],
  ]) {
    await dialog.getByLabel('Find a member').fill(`${first} ${lastName}`)
    await expect(dialog.getByText(email!)).toBeVisible()
    await dialog.getByRole('checkbox', { name: `${first} ${lastName}` }).check()
  }
  // Whoever was chosen before stays in sight.
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(2)
  const typed = `typed-${Date.now()}@people.example`
  await dialog.getByLabel('Email address').fill(typed)
  await expectAccessible(page)
  await page.route('**/rpc/incidents/send', route => route.fulfill({ status: 500, body: '{}' }))
  await send.click()
  await expect(page.getByText('Failed to send report').first()).toBeVisible()
  await page.unroute('**/rpc/incidents/send')
  await send.click()
  await expect(dialog).toBeHidden()
  for (const email of [ada!.email, bo!.email, typed]) {
    await expect(panel.getByRole('list', { name: 'Sent to' })).toContainText(email)
    await venue.mail(email, subject)
  }
})

test('whom a report is about is chosen already, and a press on the words below a name takes it back', async ({
  page,
  venue,
}) => {
  const tag = unique('Rook').replace(' ', '')
  const ada = await venue.make(target => member(target, { firstName: 'Ada', lastName: tag }))
  const bo = await venue.make(target => member(target, { firstName: 'Bo', lastName: tag }))
  await signIn(page, venue.person('admin'))
  const { id } = (await call(page, 'incidents/create', {
    ...{ incidentType: 'damage', severity: 'low', incidentOn: '2026-01-05', incidentTime: '18:30', location: tag },
    peopleInvolved: [
      { name: `Ada ${tag}`, email: ada.email, role: '' },
      { name: `Bo ${tag}`, email: '', role: '' },
    ],
    witnesses: [{ name: 'Wil Sole', email: 'wil.sole@people.example', phone: '' }],
  })) as { id: string }
  await page.goto(`/admin/incident-reports?open=${id}`)
  const panel = page.getByRole('complementary').filter({ hasText: tag })
  await panel.getByRole('button', { name: 'Send report' }).click()
  const dialog = page.getByRole('dialog', { name: /^Send the report of/ })
  const boxOf = (name: string) => dialog.getByRole('checkbox', { name })
  await expect(dialog.getByRole('checkbox')).toHaveCount(3)
  await expect(boxOf(`Ada ${tag}`)).toBeChecked()
  await expect(boxOf(`Bo ${tag}`)).toBeChecked()
  await expect(boxOf('Wil Sole')).not.toBeChecked()
  const words = (await dialog.getByText(`Involved, ${bo.email}`).boundingBox())!
  await page.mouse.click(words.x + words.width / 2, words.y + words.height / 2)
  await expect(boxOf(`Bo ${tag}`)).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog).toBeHidden()
  await expect(panel.getByRole('list', { name: 'Sent to' }).getByRole('listitem')).toHaveCount(1)
  await expect(panel.getByRole('list', { name: 'Sent to' })).toContainText(ada.email)
})

test('the final decision is asked for, saved once and read from then on, also by who looks on [INCA-15, INCA-16, INCA-19]', async ({
  page,
  visit,
  venue,
}) => {
  const { id, panel } = await openIncident(page, venue)
  const other = await visit()
  await signIn(other, venue.person('admin'))
  await other.goto(`/admin/incident-reports?open=${id}`)
  await expect(other.getByRole('textbox', { name: 'What was decided' })).toBeVisible()
  const submit = panel.getByRole('button', { name: 'Submit final decision' })
  await submit.click()
  await expect(panel.getByText('Please enter a final response')).toBeVisible()
  await panel.getByRole('textbox', { name: 'What was decided' }).fill('The house pays for the roller.')
  await page.route('**/rpc/incidents/decide', route => route.fulfill({ status: 500, body: '{}' }))
  await submit.click()
  await agree(page, 'Save the final decision?', 'Save decision')
  await expect(page.getByText('Failed to submit final response').first()).toBeVisible()
  await page.unroute('**/rpc/incidents/decide')
  await submit.click()
  await agree(page, 'Save the final decision?', 'Save decision')
  await expect(page.getByText('Incident decision saved')).toBeVisible()
  for (const each of [page, other]) {
    await expect(each.getByText('The house pays for the roller.')).toBeVisible()
    await expect(each.getByRole('textbox', { name: 'What was decided' })).toHaveCount(0)
    await expect(each.getByRole('button', { name: 'Submit final decision' })).toHaveCount(0)
  }
  // What was saved, when and by whom; it stands beside the words.
  interface Decided {
    adminFinalResponse: string
    adminFinalResponseAt: string
    adminFinalResponseBy: string
    adminFinalResponseByName: string
  }
  const saved = await call<Decided>(page, 'incidents/one', { id })
  const [boss] = await venue.make(({ db }) =>
    db
      .select({ id: user.id })
      .from(user)
      .where(eq(user.email, venue.person('admin').email)),
  )
  expect(saved).toMatchObject({ adminFinalResponse: 'The house pays for the roller.', adminFinalResponseBy: boss!.id })
  expect(Math.abs(Date.now() - new Date(saved.adminFinalResponseAt).getTime())).toBeLessThan(60_000)
  const written = `${formatDateTime(new Date(saved.adminFinalResponseAt))} by ${saved.adminFinalResponseByName}`
  for (const each of [page, other]) {
    await each.reload()
    await expect(each.getByText('The house pays for the roller.')).toBeVisible()
    await expect(each.getByText(written)).toBeVisible()
    await expect(each.getByRole('textbox', { name: 'What was decided' })).toHaveCount(0)
  }
  await expectAccessible(page)
})

test('whoever answers while the decision is being written is told it as well, unless the office says otherwise', async ({
  page,
  visit,
  venue,
}) => {
  const office = page
  const [kept, broken] = [await reported(office, venue), await reported(office, venue)]
  const guest = await visit()
  const open = async ({ id }: { id: string }) => {
    await office.goto(`/admin/incident-reports?open=${id}`)
    await office.getByRole('textbox', { name: 'What was decided' }).fill('The house pays for the roller.')
    await expect(office.getByText('Nobody has answered yet.')).toBeVisible()
  }
  const save = office.getByRole('button', { name: 'Submit final decision' })
  const question = office.getByRole('dialog', { name: 'Save the final decision?' })
  await open(kept)
  await answer(guest, kept.link)
  await expect(office.getByRole('list', { name: 'Answers' })).toContainText('I saw it lie on the floor.')
  await save.click()
  await expect(question).toContainText('It goes by email to 1 person who answered')
  await agree(office, 'Save the final decision?', 'Save decision')
  await expect(office.getByText('1 person told by email.')).toBeVisible()
  expect((await venue.mail(kept.email, 'Our decision about the incident')).text).toContain('The house pays')
  await guest.reload()
  await expect(guest.getByText(new RegExp(`made its decision on .* and wrote to you at ${kept.email}`))).toBeVisible()
  await expect(guest.getByText(/decides within 48 hours/)).toHaveCount(0)
  await open(broken)
  await answer(guest, broken.link)
  await office.getByRole('checkbox', { name: 'Do not email it to those who answered' }).check()
  await expectAccessible(office)
  await save.click()
  await expect(question).toContainText('1 person answered and was promised to be told by email.')
  await expect(question).toContainText('that promise is broken')
  await agree(office, 'Save the final decision?', 'Save decision')
  await expect(office.getByText('Incident decision saved')).toBeVisible()
  await guest.reload()
  await expect(guest.getByText('You were not told by email, as we had promised')).toBeVisible()
  await expect(guest.getByText(/decides within 48 hours/)).toHaveCount(0)
  await expectAccessible(guest)
})

test('an incident is deleted after a question that says what goes with it [INCA-08]', async ({
  page,
  visit,
  venue,
}) => {
  const { id, link, location } = await reported(page, venue)
  const guest = await visit()
  await answer(guest, link)
  await venue.make(({ db }) =>
    db.execute(sql`with people as (insert into incident_people (incident_id, part, name) values (${id}, 'involved', 'Ada'), (${id}, 'witness', 'Bo')),
        views as (insert into incident_link_views (id, incident_id, email, viewed_at, ip_address)
          select gen_random_uuid(), ${id}, 'a@people.example', now() - interval '1 day', '198.51.100.1' from generate_series(1, 100))
      update incident_reports set actions_taken = 'Locked it', follow_up_notes = 'Ask the insurer' where id = ${id}`),
  )
  await page.goto(`/admin/incident-reports?q=${encodeURIComponent(location)}&open=${id}`)
  const panel = page.getByRole('complementary').filter({ hasText: 'Sent to' })
  await expect(panel.getByRole('list', { name: 'Answers' })).toContainText('I saw it lie on the floor.')
  await expect(panel.getByRole('list', { name: 'Link opened' }).getByRole('listitem')).toHaveCount(100)
  await expect(panel.getByText('These are the last of 101.')).toBeVisible()
  const remove = panel.getByRole('button', { name: 'Delete' })
  await remove.click()
  const question = page.getByRole('dialog', { name: /^Delete the incident/ })
  await expect(question).toContainText(
    'what is noted of 2 people, 1 answer, 101 opened links, the note of 1 report sent, the actions taken and the notes on follow-up',
  )
  await question.getByRole('button', { name: 'Keep it as it is' }).click()
  await expect(panel).toBeVisible()
  await page.route('**/rpc/incidents/remove', route => route.fulfill({ status: 500, body: '{}' }))
  await remove.click()
  await agree(page, /^Delete the incident/, 'Delete incident')
  await expect(page.getByText('Failed to delete incident report').first()).toBeVisible()
  await page.unroute('**/rpc/incidents/remove')
  await remove.click()
  await agree(page, /^Delete the incident/, 'Delete incident')
  await expect(page.getByText('Incident report deleted')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: location })).toHaveCount(0)
  await guest.goto(link)
  await expect(guest.getByText('We couldn’t load the incident details')).toBeVisible()
})

/** Fills the public form in and sends it. */
async function answer(page: Page, link: string) {
  await page.goto(link)
  await page.getByLabel('Name').fill('Ada Quill')
  await page.getByLabel('Why were you there?').fill('I had the podcast studio')
  await page.getByLabel('What happened?').fill('I saw it lie on the floor.')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByRole('heading', { name: 'Your answer is with us' })).toBeVisible()
}

test('without a session the link shows the form, with the words for what is missing and a counter [INC-01, INCA-20, INCA-24, INCA-25, INCA-26, INCA-27, INCA-28, INCA-34]', async ({
  page,
  visit,
  venue,
}) => {
  const { link, location, email } = await reported(await visit(), venue, { severity: 'high' })
  const { pathname, searchParams } = new URL(link)
  expect([pathname, searchParams.get('email'), searchParams.get('uid')]).toEqual(['/incident-response', email, ''])
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tell us what happened')
  await expect(fact(page, 'What')).toHaveText('Damage')
  await expect(fact(page, 'Severity')).toHaveText('High')
  await expect(fact(page, 'Where')).toHaveText(location)
  await expect(
    page.getByText(
      /recorded that you opened this: the time, your internet address and your browser. We keep that for 12 months/,
    ),
  ).toBeVisible()
  // Nothing else of it.
  await expect(page.getByText('A roller of the press is cracked.')).toHaveCount(0)
  const field = (name: string) => page.getByLabel(name)
  await expect(field('Email')).toHaveValue(email)
  const send = page.getByRole('button', { name: 'Send answer' })
  const said = async (words: string) => {
    await send.click()
    await expect(page.getByText(words, { exact: true })).toBeVisible()
  }
  await field('Name').fill('A')
  await said('Please enter your name')
  await expect(field('Name')).toBeFocused()
  await expect(field('Name')).toHaveAttribute('maxlength', '100')
  await field('Name').fill('Ada Quill')
  await field('Email').fill('ada.example')
  await said('Please enter a valid email address')
  await expect(field('Email')).toHaveAttribute('maxlength', '255')
  await field('Email').fill('ada@people.example')
  await expect(field('Phone')).toHaveAttribute('maxlength', '20')
  await said('Please say why you were there')
  await expect(field('Why were you there?')).toHaveAttribute('maxlength', '200')
  await field('Why were you there?').fill('I had the podcast studio')
  await field('What happened?').fill('Nine char')
  await said('Response must be at least 10 characters')
  await expect(page.getByText('4,991 characters left')).toBeVisible()
  await field('What happened?').fill('x'.repeat(5_003))
  await expect(page.getByText('3 too many')).toBeVisible()
  await said('Responses have at most 5,000 characters')
  await expectAccessible(page)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 780 })
    await expectNoSidewaysScroll(page)
  }
  await field('What happened?').fill('Ten chars!')
  await send.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your answer is with us' })).toBeVisible()
})

test('what was typed stays when it cannot be sent; then the confirmation stays, and more can be added [INC-04, INC-05, INCA-31, INCA-32, INCA-33]', async ({
  page,
  visit,
  venue,
}) => {
  const office = await visit()
  const { id, link, location, email } = await reported(office, venue)
  await office.goto(`/admin/incident-reports?q=${encodeURIComponent(location)}&open=${id}`)
  await expect(office.getByText('Nobody has answered yet.')).toBeVisible()
  await page.goto(link)
  await page.getByLabel('Name').fill('Ada Quill')
  await page.getByLabel('Why were you there?').fill('I had the podcast studio')
  await page.getByLabel('What happened?').fill('I saw it lie on the floor.')
  await page.route('**/rpc/incidents/answer', route => route.fulfill({ status: 500, body: '{}' }))
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('Submission failed')).toBeVisible()
  await expect(page.getByText('Failed to submit response').first()).toBeVisible()
  await expect(page.getByLabel('What happened?')).toHaveValue('I saw it lie on the floor.')
  await page.unroute('**/rpc/incidents/answer')
  await page.getByLabel('Phone').fill('07700 900123')
  const [sent] = await Promise.all([
    page.waitForRequest('**/rpc/incidents/answer'),
    page.getByRole('button', { name: 'Send answer' }).click(),
  ])
  const { searchParams } = new URL(link)
  const said = {
    ...{ respondentName: 'Ada Quill', respondentEmail: email, reasonForVisit: 'I had the podcast studio' },
    ...{ responseText: 'I saw it lie on the floor.', respondentPhone: '+447700900123' },
  }
  expect(sent.postDataJSON().json).toEqual({
    ...{ id, uid: searchParams.get('uid'), email, token: searchParams.get('token') },
    ...said,
  })
  const confirmed = page.getByRole('heading', { name: 'Your answer is with us' })
  await expect(confirmed).toBeFocused()
  await expect(page.getByText(/The committee decides within 48 hours/)).toBeVisible()
  await expectAccessible(page)
  // Longer than any page that would lead away.
  await page.waitForTimeout(2_500)
  await expect(confirmed).toBeVisible()
  await expect(office.getByText('I saw it lie on the floor.')).toBeVisible()
  const { responses } = await call<{ responses: object[] }>(office, 'incidents/one', { id })
  expect(responses).toMatchObject([{ ...said, incidentId: id }])
  // The office sees how old it is, and by when a decision was promised.
  await office.goto(`/admin/incident-reports?q=${encodeURIComponent(location)}`)
  const row = office.getByRole('row').filter({ hasText: location })
  await expect(row).toContainText(/just now|\d minute/)
  await expect(row).toContainText(/Due /)
  await office.goto(`/admin/incident-reports?q=${encodeURIComponent(location)}&open=${id}`)
  await page.reload()
  await expect(confirmed).toBeVisible()
  await page.getByRole('button', { name: 'Add something' }).click()
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.getByLabel('Name').fill('Ada Quill')
  await page.getByLabel('Why were you there?').fill('I had the podcast studio')
  await page.getByLabel('What happened?').fill('And the door was open.')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(office.getByText('And the door was open.')).toBeVisible()
  await expect(office.getByText('I saw it lie on the floor.')).toBeVisible()

  // Two days later it is late: for who answered, in the list, and on Today whatever its status is.
  await call(office, 'incidents/setStatus', { id, status: 'investigating' })
  await venue.make(({ db }) =>
    db.execute(
      sql`update incident_responses set submitted_at = submitted_at - interval '49 hours' where incident_id = ${id}`,
    ),
  )
  await page.reload()
  await expect(page.getByText('We promised a decision within 48 hours, and it is late.')).toBeVisible()
  await office.goto('/admin')
  const due = office
    .getByRole('list', { name: 'Needs somebody' })
    .getByRole('link', { name: /incidents? (is|are) open or wait/ })
  await expect(due).toContainText(/\d+ promised decisions? late/)
  await due.click()
  await expect(office).toHaveURL(/wants=office/)
  await office.getByRole('searchbox').first().fill(location)
  await expect(row).toContainText(/Late /)
  await call(office, 'incidents/decide', { id, finalResponse: 'The house pays.' })
  await expect(row).toHaveCount(0)
  await venue.mail(email, 'Our decision about the incident')
  await page.reload()
  await expect(page.getByText(/The committee made its decision on .* and wrote to you at /)).toBeVisible()
  await expect(page.getByText(/within 48 hours/)).toHaveCount(0)
})

test('a link that is not whole says so, and one whose incident cannot be loaded says that [INC-02, INC-03, INCA-29, INCA-30]', async ({
  page,
  visit,
  venue,
}) => {
  const { link } = await reported(await visit(), venue)
  const broken = new URL(link)
  broken.searchParams.set('email', 'other@people.example')
  for (const address of ['/incident-response', '/incident-response?id=1&email=a@b.c&uid=', broken.href]) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invalid Link')
    await expect(page.getByRole('main').getByRole('link', { name: 'hello@exchange.example' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send answer' })).toHaveCount(0)
  }
  await expectAccessible(page)
  await page.route('**/rpc/incidents/open', route => route.fulfill({ status: 500, body: '{}' }))
  await page.goto(link)
  await expect(page.getByText('Failed to load incident details')).toBeVisible()
  await expect(page.getByText('We couldn’t load the incident details')).toBeVisible()
  await page.unroute('**/rpc/incidents/open')
  await page.getByRole('button', { name: /^Try/ }).click()
  await expect(fact(page, 'What')).toHaveText('Damage')
})

test.describe('before anybody has touched it', () => {
  test.use({ isStill: true, serviceWorkers: 'block' })

  test('the page waits for a press, which opens the report; until then nothing is recorded', async ({
    page,
    visit,
    venue,
  }) => {
    const office = await visit()
    const { id, link } = await reported(office, venue)
    const views = async () => (await call<{ views: unknown[] }>(office, 'incidents/one', { id })).views.length
    await page.setViewportSize({ width: 360, height: 780 })
    await page.goto(link)
    const opener = page.locator('#root[data-drawn]').getByRole('link', { name: 'Open the report' })
    await expect(opener).toBeInViewport()
    await expectNoSidewaysScroll(page)
    expect(await views()).toBe(0)
    await opener.click()
    await expect(fact(page, 'What')).toHaveText('Damage')
    await expect.poll(views).toBe(1)
  })

  test('without the id it is an invalid link at once', async ({ page }) => {
    await page.goto('/incident-response')
    await expect(page.locator('#root[data-drawn]').getByRole('heading', { level: 1 })).toHaveText('Invalid Link')
    await expect(page).toHaveTitle('Invalid Link · Exchange')
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, isStill: true })

  test('the link says what it is for, and how to answer otherwise', async ({ page, visit, venue }) => {
    const { link } = await reported(await visit(), venue)
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(link)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tell us what happened')
      const main = page.getByRole('main')
      await expect(main.getByText(/Or write to/)).toBeVisible()
      await expect(main.getByRole('link', { name: 'hello@exchange.example' })).toBeVisible()
      await expect(page.getByText(/^Without JavaScript you can read/)).toBeVisible()
    }
  })
})
