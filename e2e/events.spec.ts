import type { Page } from '@playwright/test'
import { formatDate } from '#platform/words.ts'
import { begins, event } from '#seed/factories/events.ts'
import { member, person } from '#seed/factories/people.ts'
import {
  agree,
  call,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  fact,
  signIn,
  test,
  tryAgain,
} from './fixtures.ts'
import { password } from './newcomer.ts'
import { dayAhead } from './places.ts'
import type { Venue } from './venue.ts'

// Pages are made to fail here, which the browser notes.
test.use({ mayFail: true })

/** A member who is signed in on a page of their own. */
async function signedIn(venue: Venue, page: Page, lastName: string) {
  const someone = await venue.make(target => member(target, { password, lastName }))
  await signIn(page, { ...someone, password })
  return someone
}

/** The smallest picture there is. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const planned = (venue: Venue, more: Parameters<typeof event>[1] = {}) =>
  venue.make(target => event(target, { eventDate: dayAhead(9), location: 'The Lounge', ...more }))

test('events stand in the tabs Upcoming and Past, and a card leads to its page [EVT-01, EVT-02, EVT-13]', async ({
  page,
  venue,
}) => {
  const name = `Evening of ${Date.now()}`
  const { id } = await planned(venue, { name, capacity: 5, pointsReward: 3 })
  await planned(venue, { name: `${name}, large`, capacity: 6 })
  await planned(venue, { name: `${name}, before`, eventDate: dayAhead(-3) })
  const full = await planned(venue, { name: `${name}, full`, capacity: 1 })
  await signedIn(venue, page, 'Reader')
  await call(page, 'events/register', { id: full.id })
  await page.goto('/events')
  await expect(page.getByRole('tab', { name: 'Upcoming' })).toHaveAttribute('aria-selected', 'true')
  const card = page.getByRole('link', { name: new RegExp(`${name}(?!,)`) })
  await expect(card).toContainText('Only 5 spaces left')
  await expect(page.getByRole('link', { name: `${name}, large` })).not.toContainText('left')
  await expect(page.getByRole('link', { name: `${name}, before` })).toHaveCount(0)
  await expect(page.getByRole('link', { name: `${name}, full` })).toContainText('Fully Booked')
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Past' }).click()
  await expect(page.getByRole('link', { name: `${name}, before` })).toBeVisible()
  await page.getByRole('tab', { name: 'Upcoming' }).click()
  await card.click()
  await expect(page).toHaveURL(new RegExp(`/event/${id}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(fact(page, 'Host')).toHaveText('The house')
  await expect(fact(page, 'Where')).toHaveText('The Lounge')
  await expect(fact(page, 'Availability')).toContainText('Only 5 spaces left of 5')
  await expect(fact(page, 'Points')).toHaveText('3 points for being there')
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await expect(page.getByRole('button', { name: 'Register Now' })).toBeInViewport()
})

test('the page of an event is for who is signed in, and shows all that one decides by [EVT-10, EVT-11]', async ({
  page,
  visit,
  venue,
}) => {
  const host = await venue.make(target => member(target, { firstName: 'Hesper', lastName: 'Host' }))
  const { id } = await planned(venue, {
    ...{ eventType: 'talk', capacity: 4, pointsReward: 3, startTime: '18:30', endTime: '20:15', hostUserId: host.id },
  })
  await page.goto(`/event/${id}`)
  await expect(page).toHaveURL(new RegExp(`/auth\\?return=.*${id}`))
  await signedIn(venue, page, 'Reader')
  await page.goto(`/event/${id}`)
  const head = page.locator('[data-page-head]')
  await expect(head).toContainText('Talk')
  await expect(head).toContainText(formatDate(dayAhead(9), { year: true }))
  await expect(head).toContainText('18:30–20:15')
  await expect(head).toContainText('The Lounge')
  // Without a picture of its own it has a drawn one.
  await expect(head.locator('.picture svg')).toBeVisible()
  await expect(head.locator('.picture img')).toHaveCount(0)
  await expect(fact(page, 'Host')).toHaveText('Hesper Host')
  await expect(fact(page, 'Where')).toHaveText('The Lounge')
  await expect(fact(page, 'Availability')).toContainText('Only 4 spaces left')
  await expect(fact(page, 'Points')).toHaveText('3 points for being there')
  // The office gives it one.
  const boss = await visit()
  await signIn(boss, venue.person('admin'))
  await boss.goto(`/admin/registrations?event=${id}`)
  await boss.getByRole('button', { name: 'Edit event' }).click()
  const edit = boss.getByRole('dialog')
  await edit.getByRole('button', { name: 'Add a picture' }).click()
  await edit
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'press.png', mimeType: 'image/png', buffer: dot })
  await expect(edit.getByText('press.png')).toBeVisible()
  await edit.getByLabel('What is to be seen on it').fill('A press in the lounge')
  await expectAccessible(boss)
  await edit.getByRole('button', { name: 'Save picture' }).click()
  await expect(edit.getByRole('img', { name: 'A press in the lounge' })).toBeVisible()
  await page.reload()
  await expect(head.getByRole('img', { name: 'A press in the lounge' })).toBeVisible()
  await expect(head.locator('.picture svg')).toHaveCount(0)
})

test('who has too few tokens for an event reads how many, and where there are some', async ({ page, venue }) => {
  const { id } = await planned(venue, { tokensCost: 3 })
  await signedIn(venue, page, 'Short')
  await page.goto(`/event/${id}`)
  await expect(page.getByText('You need 3 tokens and have none.').first()).toBeVisible()
  // No button that can only fail: in its place the way on.
  await expect(page.getByRole('button', { name: 'Register Now' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/members')
  await page.getByRole('link', { name: 'Tokens come with a paid plan' }).click()
  await expect(page).toHaveURL(/\/members$/)
})

test('a month shows its events by day, and the plain page lists them without pictures [EVT-07]', async ({
  page,
  venue,
}) => {
  const name = `Plain ${Date.now()}`
  const on = dayAhead(9)
  await planned(venue, { name, eventDate: on })
  await signedIn(venue, page, 'Plain')
  await page.goto(`/events?view=month&month=${on.slice(0, 7)}`)
  await expect(page.getByRole('link', { name })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/events-plain')
  await expect(page.getByRole('link', { name })).toBeVisible()
  await expect(page.locator('main img, main svg, main button')).toHaveCount(0)
})

test('somebody registers, is told live where else they are, keeps it in a calendar, and cancels [EVT-14, EVT-22, EVT-24]', async ({
  page,
  visit,
  venue,
}) => {
  const { id, name } = await planned(venue, { plusOnesAllowed: 2 })
  const someone = await signedIn(venue, page, 'Guest')
  const elsewhere = await visit()
  await signIn(elsewhere, { ...someone, password })
  await elsewhere.goto('/bookings')
  await expect(elsewhere.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto(`/event/${id}`)
  await page.getByRole('button', { name: 'More, You and 1 more' }).click()
  await page.getByRole('button', { name: 'Register Now' }).click()
  const already = page.getByRole('button', { name: 'Already Registered' })
  await expect(already).toBeDisabled()
  await expect(elsewhere.getByText('Event Registration')).toBeVisible()
  await expect(page.getByText('You are going. You and 1 more.')).toBeVisible()
  await venue.mail(someone.email, 'You are registered')
  await page.getByRole('button', { name: 'Add to Calendar' }).click()
  await expect(page.getByRole('menuitem', { name: 'Google Calendar' })).toHaveAttribute(
    'href',
    new RegExp(`calendar\\.google\\.com.*text=${encodeURIComponent(name).replaceAll('%20', '\\+')}`),
  )
  const file = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download .ics file' }).click()
  expect((await file).suggestedFilename()).toMatch(/^event-.*\.ics$/)
  await page.getByRole('button', { name: 'Cancel registration' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel registration' }).click()
  await expect(page.getByRole('button', { name: 'Register Now' })).toBeEnabled()
})

for (const width of [360, 1280])
  test(`whoever registers by keyboard at ${width} px stands where it says that they are going, and cancelling is quiet beside it`, async ({
    page,
    venue,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const { id } = await planned(venue, { tokensCost: 0 })
    await signedIn(venue, page, 'Keys')
    await page.goto(`/event/${id}`)
    await page.getByRole('button', { name: 'Register Now' }).press('Enter')
    const answer = page.getByRole('status').filter({ hasText: 'You are going.' })
    await expect(answer).toBeFocused()
    await expect(answer).toContainText('Your ticket is here on the day')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Add to Calendar' })).toBeFocused()
    // Neither of the two messages stands over what the page says itself.
    await page.waitForTimeout(1_000)
    await expect(page.locator('.mantine-Notification-root')).toHaveCount(0)
    const [said, about, cancel] = await Promise.all(
      [
        answer,
        page.getByRole('heading', { name: 'Details' }),
        page.getByRole('button', { name: 'Cancel registration' }),
      ].map(each => each.boundingBox()),
    )
    expect(said!.y + said!.height).toBeLessThan(about!.y)
    expect(cancel!.y + cancel!.height).toBeLessThan(said!.y + said!.height)
    await expect(page.locator('[class*=foot]').getByRole('button', { name: /^Cancel/ })).toHaveCount(0)
    await expectAccessible(page)
  })

test('at a desk the button that registers is in sight with who comes, what it costs and what is left', async ({
  page,
  venue,
}) => {
  const { id } = await planned(venue, { tokensCost: 2, plusOnesAllowed: 2 })
  const someone = await signedIn(venue, page, 'Desk')
  await signIn(page, venue.person('admin'))
  await call(page, 'tokens/give', { userId: someone.id, amount: 10, reason: 'For the journey' })
  await signIn(page, { ...someone, password })
  await page.setViewportSize({ width: 1280, height: 860 })
  await page.goto(`/event/${id}`)
  const button = page.getByRole('button', { name: 'Register Now for 2 tokens' })
  await expect(button).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('rowheader', { name: 'You and 1 more, 2 tokens each' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Register Now for 4 tokens' })).toBeInViewport({ ratio: 1 })
  await page.getByText('Let other members see that I go').click()
  await expect(page.getByRole('switch', { name: 'Let other members see that I go' })).toBeChecked()
})

test('a full event has a waiting list, and a freed place is held for the first in line', async ({
  page,
  visit,
  venue,
}) => {
  const { id } = await planned(venue, { capacity: 1 })
  const holder = await visit()
  await signedIn(venue, holder, 'Holder')
  const { id: registration } = await call<{ id: string }>(holder, 'events/register', { id })
  await signedIn(venue, page, 'Waiting')
  await page.goto(`/event/${id}`)
  await expect(page.getByText('Fully Booked').first()).toBeVisible()
  await expect(page.getByText('Full: 1 of 1 place taken.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Register Now' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Join the waiting list' }).click()
  await expect(page.getByText('number 1').first()).toBeVisible()
  await expectAccessible(page)
  await call(holder, 'events/cancelRegistration', { id: registration, tokensBack: 0 })
  await expect(page.getByText('There is room for you:')).toBeVisible()
  await page.getByRole('button', { name: 'Register Now' }).click()
  await expect(page.getByRole('button', { name: 'Already Registered' })).toBeDisabled()
})

test('what goes wrong says so in the specified words [EVT-06, EVT-12, EVT-16, EVT-17, EVT-21, EVT-23]', async ({
  page,
  visit,
  venue,
}) => {
  const { id } = await planned(venue)
  await signedIn(venue, page, 'Unlucky')
  await page.route('**/rpc/events/list*', route => route.fulfill({ status: 500, body: '{}' }))
  await page.goto('/events')
  await expect(page.getByText('Failed to load events. Please try again.')).toBeVisible()
  await page.unroute('**/rpc/events/list*')
  await page.route('**/api/events/calendar', route => route.fulfill({ status: 500, body: '{}' }))
  await page.getByRole('button', { name: 'Export my events' }).click()
  await expect(page.getByText('Failed to export calendar')).toBeVisible()

  await page.goto('/event/00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('Event not found')).toBeVisible()
  await expect(page).toHaveURL(/\/events$/)

  await page.goto(`/event/${id}`)
  await page.route('**/api/events/calendarFile*', route => route.fulfill({ status: 500, body: '{}' }))
  await page.getByRole('button', { name: 'Add to Calendar' }).click()
  await page.getByRole('menuitem', { name: 'Download .ics file' }).click()
  await expect(page.getByText('Failed to download calendar file')).toBeVisible()
  const register = page.getByRole('button', { name: 'Register Now' })
  await page.route('**/rpc/events/mayRegister*', route => route.fulfill({ status: 500, body: '{}' }))
  await register.click()
  await expect(page.getByText('Unable to verify membership status')).toBeVisible()
  await page.unroute('**/rpc/events/mayRegister*')
  await page.route('**/rpc/events/register', route => route.fulfill({ status: 500, body: '{}' }))
  await register.click()
  await expect(page.getByText('Failed to register for event')).toBeVisible()
  expect((await call<{ mine: unknown }>(page, 'events/one', { id })).mine).toBeNull()

  const without = await venue.make(target => person(target, { approval: 'approved', password, lastName: 'Without' }))
  const other = await visit()
  await signIn(other, { ...without, password })
  await other.goto(`/event/${id}`)
  await other.getByRole('button', { name: 'Register Now' }).click()
  await expect(other.getByText('You need a membership to register for events').first()).toBeVisible()
  await expect(other).toHaveURL(/\/membership$/)
})

test('where the page is open to visitors they read events, and are asked to sign in to register or to host [EVT-15, EVT-25]', async ({
  page,
  visit,
  venue,
}) => {
  const { id, name } = await planned(venue)
  const boss = await visit()
  await signIn(boss, venue.person('admin'))
  await call(boss, 'venue/changeSettings', { pagesOpenToVisitors: ['/events'] })
  const shared = await page.request.get(`/event/${id}`)
  expect(await shared.text()).toContain('"@type":"Event"')
  await page.goto(`/event/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await page.getByRole('button', { name: 'Register Now' }).click()
  await expect(page.getByText('Please sign in to register for events')).toBeVisible()
  await expect(page).toHaveURL(/\/auth/)
  await page.goto('/events')
  await page.getByRole('button', { name: 'Host an Event' }).click()
  await expect(page.getByText('Sign In Required')).toBeVisible()
  await expect(page).toHaveURL(/\/auth/)
  await signedIn(venue, page, 'Willing')
  await page.goto('/events')
  await page.getByRole('button', { name: 'Host an Event' }).click()
  await expect(page.getByRole('dialog').getByLabel('Name of the event')).toBeVisible()
  await call(boss, 'venue/changeSettings', { pagesOpenToVisitors: [] })
})

test('an admin sees who comes, in tabs with counts, and marks who was there [EVA-13, EVA-14, EVA-15, EVA-20, EVA-21]', async ({
  page,
  visit,
  venue,
}) => {
  const { id, name } = await planned(venue, { pointsReward: 4 })
  const guest = await visit()
  const someone = await signedIn(venue, guest, `Came${Date.now()}`)
  await call(guest, 'events/register', { id })
  const { id: ahead, name: later } = await planned(venue)
  await call(guest, 'events/register', { id: ahead })
  await venue.make(target => begins(target, id))
  await planned(venue, { name: `${name}, before`, eventDate: dayAhead(-2) })
  await signIn(page, venue.person('admin'))
  await page.route('**/rpc/events/registrationEvents*', route => route.fulfill({ status: 500, body: '{}' }))
  await page.goto('/admin/registrations')
  await expect(page.getByText('Failed to load event registrations')).toBeVisible()
  await tryAgain(page, '**/rpc/events/registrationEvents*')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Event Registrations')
  for (const role of ['committee', 'door', 'member']) {
    const other = await visit()
    await signIn(other, venue.person(role))
    await other.goto('/admin/registrations')
    await expect(other.getByText('Access Denied')).toBeVisible()
  }
  const { upcoming, past } = await call<{ upcoming: unknown[]; past: unknown[] }>(page, 'events/registrationEvents')
  await expect(page.getByRole('tab', { name: `Upcoming (${upcoming.length})` })).toBeVisible()
  await expect(page.getByRole('tab', { name: `Past (${past.length})` })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: new RegExp(`${name}(?!,)`) }).click()
  const mark = page.getByRole('button', { name: `Mark Attended: ${someone.firstName} ${someone.lastName}` })
  await page.route('**/rpc/events/markAttended', route => route.fulfill({ status: 500, body: '{}' }))
  await mark.click()
  await expect(page.getByText('Failed to mark attendance')).toBeVisible()
  await page.unroute('**/rpc/events/markAttended')
  await mark.click()
  const said = page.getByRole('status').filter({ hasText: 'Registration attended' })
  await expect(mark).toHaveCount(0)
  await said.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  const { rows } = await call<{ rows: { status: string }[] }>(page, 'events/registrations', { event: id })
  expect(rows).toMatchObject([{ status: 'registered' }])
  await mark.click()
  await expect(mark).toHaveCount(0)
  // Found out later than Undo is offered.
  await page.getByRole('button', { name: `Take back: ${someone.firstName} ${someone.lastName} was there` }).click()
  await agree(page, /Take back that/, 'Take back')
  await mark.click()
  await expect(mark).toHaveCount(0)
  // Nobody was at an event that is days ahead: it says once, above them, from when on they can be.
  await page.getByRole('link', { name: 'All events' }).click()
  await page.getByRole('link', { name: new RegExp(later) }).click()
  await expect(page.getByText('Attendance can be marked from 17:00.')).toHaveCount(1)
  await expect(page.getByRole('columnheader', { name: /Attend/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Mark Attended/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'All events' }).click()
  await page.getByRole('tab', { name: /^Past/ }).click()
  await page.getByRole('link', { name: `${name}, before` }).click()
  await expect(page.getByRole('button', { name: /Mark Attended/ })).toHaveCount(0)
  // What ended today is among what is past, and a mistake there can still be taken back.
  await venue.make(target => begins(target, id, '00:01'))
  await page.goto(`/admin/registrations?tab=past&event=${id}`)
  const back = page.getByRole('button', { name: `Take back: ${someone.firstName} ${someone.lastName} was there` })
  await back.click()
  await agree(page, /Take back that/, 'Take back')
  await expect(back).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: someone.lastName })).toContainText('Registered')
  await expect(page.getByRole('button', { name: /Mark Attended/ })).toHaveCount(0)
})

test('who comes can be marked from the hour at which they may be there, on a page that was opened before', async ({
  page,
  visit,
  venue,
}) => {
  const host = await venue.make(target => member(target, { password }))
  const { id } = await planned(venue, { hostUserId: host.id })
  const guest = await visit()
  const { firstName, lastName } = await signedIn(venue, guest, `Waits${Date.now()}`)
  await call(guest, 'events/register', { id })
  const desk = await visit()
  await signIn(page, venue.person('admin'))
  await signIn(desk, { ...host, password })
  for (const each of [page, desk]) await each.clock.install()
  await page.goto(`/admin/registrations?event=${id}`)
  await expect(page.getByText('Attendance can be marked from 17:00.')).toBeVisible()
  await desk.goto(`/host/${id}`)
  await expect(desk.getByText('Registered', { exact: true }).last()).toBeVisible()
  const mark = page.getByRole('button', { name: `Mark Attended: ${firstName} ${lastName}` })
  const checkIn = desk.getByRole('button', { name: `Check in ${firstName} ${lastName}` })
  for (const button of [mark, checkIn]) await expect(button).toHaveCount(0)
  // Its time comes, and nobody is told: it is the clock alone that changes what can be done.
  await venue.make(target => begins(target, id))
  for (const each of [page, desk]) await each.clock.runFor(31_000)
  for (const button of [mark, checkIn]) await expect(button).toBeVisible()
})
