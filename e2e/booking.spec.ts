import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { goodPassword, paidMember } from '#seed/factories/people.ts'
import { call, expect, expectAccessible, expectNoSidewaysScroll, settled, signIn, test, tryAgain } from './fixtures.ts'
import { dayAhead, placeIn, tuesday } from './places.ts'
import { whileDown } from './venue.ts'

const withPassword = { password: goodPassword }

// Facilities of the demo venue; each test books on days of its own, so that none takes another's places.

interface Facility {
  id: string
  name: string
}

async function facilityNamed(page: Page, name: string): Promise<Facility> {
  const { rows } = await call<{ rows: Facility[] }>(page, 'bookings/facilities')
  return rows.find(row => row.name === name)!
}

const slot = (page: Page, at: string) => page.getByRole('radio', { name: new RegExp(`^${at}`) })

/** The sum beside the button; what an hour costs also stands among the facts of the room. */
const summed = (page: Page, words: RegExp) => page.getByRole('form', { name: /^Book / }).getByText(words)

test('facilities lead to their own page; Top Up leads to the membership [BOOK-02, BOOK-03]', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('member'))
  const { id } = await facilityNamed(page, 'Ice Bath')
  await page.goto('/bookings')
  // The page begins with the time that the card names.
  const card = page.getByRole('link', { name: /Ice Bath.*Next free/s })
  const [, next] = /Next free [^,]*, (\d\d:\d\d)/.exec((await card.textContent()) ?? '') ?? []
  await card.click()
  await expect(page).toHaveURL(new RegExp(`/facility-booking\\?id=${id}&on=[-\\d]{10}&at=${next!.replace(':', '%3A')}`))
  await expect(page.getByRole('heading', { name: 'Ice Bath', level: 1 })).toBeVisible()
  await expect(slot(page, next!)).toBeChecked()
  await page.goto('/bookings')
  await page.getByRole('link', { name: 'Top Up' }).click()
  await expect(page).toHaveURL(`${venue.url}/account?tab=membership`)
})

test('without a facility, or with one that is not there, the list opens [BOOK-10, BOOK-11]', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('member'))
  await page.goto('/facility-booking')
  await expect(page).toHaveURL(`${venue.url}/bookings`)
  await page.goto('/facility-booking?id=00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('Facility not found')).toBeVisible()
  await expect(page).toHaveURL(`${venue.url}/bookings`)
})

test('a facility or its times that cannot be loaded say so in place, with a retry [BOOK-12, BOOK-25]', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('member'))
  const { id } = await facilityNamed(page, 'Sauna')
  await page.route('**/rpc/bookings/facility', route => route.abort())
  await page.route('**/rpc/bookings/slots', route => route.abort())
  await page.goto(`/facility-booking?id=${id}&on=${dayAhead(20)}`)
  await expect(page.getByText('Failed to load facility information')).toBeVisible()
  await tryAgain(page, '**/rpc/bookings/facility')
  await expect(page.getByText('Failed to load available time slots')).toBeVisible()
  await tryAgain(page, '**/rpc/bookings/slots')
  await expect(slot(page, '10:00')).toBeEnabled()
})

test('signed out, Book Now is Sign In to Book and leads to /auth and back [BOOK-15, BOOK-17]', async ({
  page,
  visit,
  venue,
}) => {
  const staff = await visit()
  await signIn(staff, venue.person('admin'))
  const facility = await facilityNamed(staff, 'Meeting Room')
  await call(staff, 'venue/changeSettings', { pagesOpenToVisitors: ['/bookings'] })
  try {
    await page.goto(`/facility-booking?id=${facility.id}&on=${dayAhead(21)}`)
    await expect(page.getByRole('button', { name: 'Sign In to Book' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Book Now' })).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Sign In to Book' }).click()
    await expect(page.getByText('Sign in required')).toBeVisible()
    await expect(page).toHaveURL(/\/auth\?return=/)
    const answer = await page.request.post('/rpc/bookings/place', {
      data: { json: { ...placeIn(facility, 21, '10:00'), termsAccepted: true } },
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect(answer.status()).toBe(401)
    const { email, password } = venue.person('member')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/facility-booking\\?id=${facility.id}`))
    await expect(page.getByRole('button', { name: 'Book Now' })).toBeVisible()
  } finally {
    await call(staff, 'venue/changeSettings', { pagesOpenToVisitors: [] })
  }
})

test('what is missing is said beside its field; past days cannot be chosen [BOOK-16, BOOK-18, BOOK-19, BOOK-20, BOOK-33]', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('member'))
  const { id } = await facilityNamed(page, 'Meeting Room')
  // The nearest free day is chosen as soon as it is known: here it stays unknown.
  await page.route('**/rpc/bookings/days', () => {})
  await page.goto(`/facility-booking?id=${id}`)
  const book = page.getByRole('button', { name: 'Book Now' })
  await book.click()
  await expect(page.getByText('Select a date')).toBeVisible()
  await expect(page.getByText('Select a time')).toBeVisible()
  await expect(page.getByText('Accept terms required')).toBeVisible()
  for (const words of [
    'Please arrive 10 minutes before',
    'Cancel 24 or more hours ahead and you get back what you paid',
    'final and non-refundable, and tokens are forfeited',
    'Sessions are not extended',
  ])
    await expect(page.getByRole('listitem').filter({ hasText: words })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Date', exact: true })).toHaveAccessibleDescription('Select a date')
  await page.getByText('Another date').click()
  await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible()
  const yesterday = dayAhead(-1)
  const isSameMonth = yesterday.slice(0, 7) === dayAhead(0).slice(0, 7)
  const past = page.getByRole('button', {
    name: new RegExp(
      new Date(yesterday).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' }),
    ),
  })
  if (isSameMonth) await expect(past).toBeDisabled()
  else await expect(page.getByRole('button', { name: 'Previous month' })).toBeDisabled()
  await expectAccessible(page)
})

test('days, start and length by keyboard alone, past the edge of the days; the price stands above the button, which says it again', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('committee3'))
  const { id } = await facilityNamed(page, 'Music Studio')
  await page.goto(`/facility-booking?id=${id}&on=${dayAhead(13)}`)
  const chosen = page.getByRole('group', { name: 'Date', exact: true }).getByRole('radio', { checked: true })
  await expect(chosen).toHaveAccessibleName(/times free/)
  await chosen.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(new RegExp(`on=${dayAhead(14)}`))
  await expect(chosen).toBeFocused()
  await expect(chosen).toHaveValue(dayAhead(14))
  // The first time of the day that is free is chosen, and said with its price to those who do not see it.
  await expect(page.getByRole('status').filter({ hasText: /–\d\d:\d\d: (£40|15 tokens)$/ })).toBeAttached()
  await slot(page, '10:00').focus()
  await page.keyboard.press('Space')
  await expect(summed(page, /^(£40|15 tokens)$/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Book Now(, pay £40| for 15 tokens)$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Longer, 2 hours' }).focus()
  await page.keyboard.press('Enter')
  await expect(summed(page, /^(£80|30 tokens)$/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Book Now(, pay £80| for 30 tokens)$/ })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '10:00–12:00: ' })).toBeAttached()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.getByRole('button', { name: 'Book Now' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeInViewport({ ratio: 1 })
  // Who books by key stands afterwards where it says that they have booked.
  await page.getByLabel('I accept the booking terms').focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: /^Book Now/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-answers="Booking Confirmed"]')).toBeFocused()
})

test('another day keeps the time and the length, and says so where it cannot; consent and what comes back stand by the button', async ({
  page,
  venue,
}) => {
  const someone = await venue.make(target => paidMember(target, withPassword))
  await signIn(page, { ...someone, ...withPassword })
  const facility = await facilityNamed(page, 'Music Studio')
  await call(page, 'bookings/place', { ...placeIn(facility, 18, '11:00', 'card'), termsAccepted: true })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/facility-booking?id=${facility.id}&on=${dayAhead(16)}`)
  const consent = page.getByLabel('I accept the booking terms')
  await expect(consent).toBeHidden()
  await slot(page, '11:00').check({ force: true })
  await page.getByRole('button', { name: 'Longer, 2 hours' }).click()
  const priced = summed(page, /^(£80|30 tokens)$/)
  await expect(priced).toBeInViewport({ ratio: 1 })
  await expect(consent).toBeInViewport({ ratio: 1 })
  await expect(page.getByText(/^(£80|30 tokens) back until /)).toBeInViewport()
  await page.getByRole('button', { name: 'the booking terms' }).click()
  await expect(page.getByRole('dialog', { name: 'Booking terms' })).toContainText('Please arrive 10 minutes before')
  await page.keyboard.press('Escape')
  await expectAccessible(page)

  const day = (ahead: number) =>
    page.getByRole('group', { name: 'Date', exact: true }).locator(`input[value="${dayAhead(ahead)}"]`)
  await day(17).check({ force: true })
  await expect(slot(page, '11:00')).toBeChecked()
  await expect(priced).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`on=${dayAhead(17)}&at=11%3A00&lengths=2`))
  // One's own hold has the time on the day after.
  await day(18).check({ force: true })
  await expect(page.getByText(/^11:00 is not free on .*\. Choose another time\.$/)).toBeVisible()
  await expect(page.getByText('The nearest times you can book')).toBeVisible()
  // And on the next one it is there again.
  await day(19).check({ force: true })
  await expect(slot(page, '11:00')).toBeChecked()
  await expect(priced).toBeVisible()
  // A start that leaves less than was asked for says so before it is chosen, and beside the length after; the next one has it all.
  await page.setViewportSize({ width: 1280, height: 860 })
  await day(18).check({ force: true })
  await expect(slot(page, '10:00')).toHaveAccessibleName(/only 1 hour/)
  await slot(page, '10:00').check({ force: true })
  await expect(page.getByText('Only 1 hour from 10:00, not 2 hours', { exact: true })).toBeVisible()
  await slot(page, '13:00').check({ force: true })
  await expect(page.getByText(/^Only 1 hour/)).toBeHidden()
  await expect(priced).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(page.getByRole('button', { name: /^Book Now/ })).toBeInViewport({ ratio: 1 })
})

test('a chosen time and its length stay in the address: loading again, another tab and going back keep them', async ({
  page,
  visit,
  venue,
}) => {
  await signIn(page, venue.person('committee3'))
  const { id } = await facilityNamed(page, 'Music Studio')
  await page.goto(`/facility-booking?id=${id}&on=${dayAhead(15)}`)
  await slot(page, '11:00').check({ force: true })
  await page.getByRole('button', { name: 'Longer, 2 hours' }).click()
  const priced = /^(£80|30 tokens)$/
  await expect(summed(page, priced)).toBeVisible()
  await expect(page).toHaveURL(/at=11%3A00.*lengths=2/)
  const elsewhere = await visit()
  await signIn(elsewhere, venue.person('committee3'))
  await elsewhere.goto(page.url())
  await page.reload()
  for (const each of [page, elsewhere]) {
    await expect(slot(each, '11:00')).toBeChecked()
    await expect(summed(each, priced)).toBeVisible()
  }
  await page.goto('/contact')
  await page.goBack()
  await expect(slot(page, '11:00')).toBeChecked()
})

test('whoever names no time begins with the first that is free, on a phone with length, payment and times in sight', async ({
  page,
  venue,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await signIn(page, venue.person('member'))
  const { id } = await facilityNamed(page, 'Photography Studio')
  const on = tuesday(7)
  const slots = await call<{ startsAt: string; isAvailable: boolean }[]>(page, 'bookings/slots', { facilityId: id, on })
  const first = slots.find(({ isAvailable }) => isAvailable)!.startsAt
  await page.goto(`/facility-booking?id=${id}&on=${on}`)
  await expect(slot(page, first)).toBeChecked()
  const ways = page.getByRole('radiogroup', { name: 'Pay with' })
  await expect(ways.getByRole('radio', { name: 'Tokens (15 tokens)' })).toBeChecked()
  const bar = (await page.locator('[data-deed="true"]').boundingBox())!.y
  for (const each of [page.getByRole('button', { name: 'Longer, 2 hours' }), ways, slot(page, first).locator('..')]) {
    const box = (await each.boundingBox())!
    expect(box.y + box.height).toBeLessThanOrEqual(bar)
  }
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  // A time that is not there is no wish for another one.
  await page.goto(`/facility-booking?id=${id}&on=${on}&at=23:45`)
  await expect(slot(page, first)).toBeVisible()
  await expect(page.locator('input:checked[value*=":"]')).toHaveCount(0)
})

test('that it is paid by card stays in the address: loading again does not ask for tokens', async ({ page, venue }) => {
  await signIn(page, venue.person('member'))
  const { id } = await facilityNamed(page, 'Music Studio')
  await page.goto(`/facility-booking?id=${id}&on=${tuesday(2)}&at=12%3A00`)
  const ways = page.getByRole('radiogroup', { name: 'Pay with' })
  await expect(ways.getByRole('radio', { name: /^Tokens/ })).toBeChecked()
  await ways.getByText(/^Card/).click()
  await expect(page).toHaveURL(/pay=card/)
  await page.reload()
  await expect(ways.getByRole('radio', { name: /^Card/ })).toBeChecked()
  await expect(page.getByRole('button', { name: /^Book Now, pay £/ })).toBeVisible()
  await ways.getByText(/^Tokens/).click()
  await expect(page).not.toHaveURL(/pay=/)
})

test('one’s own hold is known as that: in its time, on the page and above every other', async ({ page, venue }) => {
  const someone = await venue.make(target => paidMember(target, withPassword))
  await signIn(page, { ...someone, ...withPassword })
  const facility = await facilityNamed(page, 'Meeting Room')
  await call(page, 'bookings/place', { ...placeIn(facility, 29, '14:00', 'card'), termsAccepted: true })
  await page.goto(`/facility-booking?id=${facility.id}&on=${dayAhead(29)}`)
  await expect(slot(page, '14:00')).toBeDisabled()
  await expect(slot(page, '14:00')).toHaveAccessibleName(/Held for you until \d\d:\d\d/)
  const held = page.getByRole('list', { name: 'Held for you' }).getByRole('listitem').filter({ hasText: '14:00–15:00' })
  await expect(held.getByRole('button', { name: 'Pay now' })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/home')
  await expect(page.getByText(/is held for you until \d\d:\d\d/)).toBeVisible()
  await page.getByRole('complementary', { name: 'Notices' }).getByRole('link', { name: 'Pay now' }).click()
  await expect(page).toHaveURL(/\/orders\/[\w-]+$/)
  await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible()
})

test('a time that somebody takes in another window of theirs is said to be their own, and no other is put in its place', async ({
  page,
  venue,
}) => {
  const someone = await venue.make(target => paidMember(target, withPassword))
  await signIn(page, { ...someone, ...withPassword })
  const facility = await facilityNamed(page, 'Music Studio')
  await page.goto(`/facility-booking?id=${facility.id}&on=${dayAhead(25)}`)
  await slot(page, '15:00').check({ force: true })
  await expect(summed(page, /^(£40|15 tokens)$/)).toBeVisible()
  await call(page, 'bookings/place', { ...placeIn(facility, 25, '15:00', 'card'), termsAccepted: true })
  await expect(page.getByText(/^15:00 is held for you until \d\d:\d\d: pay for it above\.$/)).toBeVisible()
  await expect(page.getByText('The nearest times you can book')).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Held for you' })).toContainText('15:00')
})

test('facilities show their next free time, or what is free on a day', async ({ page, venue }) => {
  await signIn(page, venue.person('member'))
  await page.goto('/bookings')
  const card = page.getByRole('link', { name: /Meeting Room/ })
  await expect(card).toContainText(/Next free \w{3} \d+ \w{3}, \d\d:\d\d/)
  const days = page.getByRole('group', { name: 'Free on' }).getByRole('radio')
  await days.nth(3).check({ force: true })
  await expect(page).toHaveURL(/[?&]on=/)
  // The days stay where they are, also when the page is read again.
  for (const _ of [1, 2]) {
    await expect(days.first()).toHaveValue(dayAhead(0))
    await expect(days.nth(3)).toBeChecked()
    await page.reload()
    await expect(card).toBeVisible()
  }
  await expect(card).toContainText(/\d+ times? free, from \d\d:\d\d|Nothing free on this day/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show any day' }).click()
  await expect(card).toContainText('Next free')
})

test('on a phone the filters are behind one button, which says how many there are, and the spaces come first', async ({
  page,
  venue,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, venue.person('member'))
  await page.goto('/bookings')
  const fold = page.getByRole('button', { name: /^Filters/ })
  await expect(fold).toHaveText('Filters')
  await expect(page.getByLabel('For', { exact: true })).toBeHidden()
  await fold.click()
  await expect(fold).toHaveAttribute('aria-expanded', 'true')
  await page.getByLabel('For', { exact: true }).selectOption('4 people')
  await page.getByRole('checkbox', { name: 'Screen' }).check({ force: true })
  await expect(fold).toHaveText('Filters (2)')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await fold.click()
  await expect(page.getByRole('checkbox', { name: 'Screen' })).toBeHidden()
  await fold.click()
  await page.getByRole('checkbox', { name: 'Screen' }).press('Escape')
  await expect(page.getByRole('checkbox', { name: 'Screen' })).toBeHidden()
  await expect(fold).toBeFocused()
  // What is chosen is said, and undone, without opening them.
  await expect(page.getByText(/^1 of \d+ spaces/)).toBeVisible()
  await page.reload()
  await expect(fold).toHaveText('Filters (2)')
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(fold).toHaveText('Filters')
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto(`/bookings?on=${dayAhead(2)}`)
  const bar = await page.getByRole('navigation', { name: 'Shortcuts' }).boundingBox()
  const first = await page.locator('#content a[href^="/facility-booking"]').first().boundingBox()
  expect(first!.y + first!.height, 'with a day chosen the first room is in sight').toBeLessThan(bar!.y)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(fold).toBeHidden()
  await expect(page.getByLabel('For', { exact: true })).toBeVisible()
  const more = page.getByRole('button', { name: 'More filters' })
  await more.click()
  await page.getByRole('checkbox', { name: 'Screen' }).press('Escape')
  await expect(page.getByRole('checkbox', { name: 'Screen' })).toBeHidden()
  await expect(more).toBeFocused()
})

test('facilities are found by hour, number of people and what is in them; the address keeps what is looked for', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('member'))
  await page.goto('/bookings')
  const cards = page.locator('#content a[href^="/facility-booking"]')
  await expect(page.getByRole('link', { name: /^Sauna/ })).toBeVisible()
  await page.getByLabel('For', { exact: true }).selectOption('4 people')
  await expect(page.getByRole('link', { name: /^Sauna/ })).toHaveCount(0)
  await expect(page.getByRole('checkbox', { name: 'Screen' })).toBeHidden()
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('checkbox', { name: 'Screen' }).check({ force: true })
  await expect(page.getByText(/^1 of \d+ spaces/)).toBeVisible()
  await expect(cards).toHaveCount(1)
  await expect(cards.first()).toContainText('Meeting Room')
  await page.getByLabel('From', { exact: true }).selectOption('15:00')
  await expect(cards.first()).toContainText(/Next free .* (1[5-9]|2\d):\d\d/)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.reload()
  await expect(cards).toHaveCount(1)
  // What is chosen there is to be seen without opening them again.
  await expect(page.getByRole('checkbox', { name: 'Screen' })).toBeVisible()
  await cards.first().click()
  await expect(page).toHaveURL(/facility-booking\?.*at=(1[5-9]|2\d)%3A\d\d/)
  await expect(page.getByText('up to 10 people')).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.getByRole('link', { name: /^Sauna/ })).toBeVisible()
})

test('staff give a room other hours: what is booked outside of them is said first, and members see what is in it', async ({
  page,
  visit,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/rooms')
  await page
    .getByRole('row', { name: /Meeting Room/ })
    .getByRole('button')
    .first()
    .click()
  const panel = page.getByRole('form', { name: 'Meeting Room' })
  await panel.getByLabel(/^Opens at/).fill('21:00')
  await expect(panel.getByText('It closes before it opens.')).toBeVisible()
  await panel.getByLabel(/^Opens at/).fill('15:00')
  await expect(panel.getByText(/coming bookings? would not be allowed|Every coming booking is within/)).toBeVisible()
  await panel.getByLabel(/^Opens at/).fill('')
  await panel.getByRole('button', { name: 'Add feature' }).click()
  await panel
    .getByLabel(/^Feature \d/)
    .last()
    .fill('Typewriter')
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Room saved').first()).toBeVisible()
  const other = await visit()
  await signIn(other, venue.person('member'))
  await other.goto('/bookings?with=Typewriter')
  await expect(other.locator('#content a[href^="/facility-booking"]')).toHaveCount(1)
  await panel
    .getByRole('button', { name: /^Remove feature/ })
    .last()
    .click()
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText('No space has Typewriter')).toBeVisible()
})

test('free members see the facilities behind the way to a paid tier [BOOK-04]', async ({ page, venue }) => {
  await signIn(page, venue.person('freeMember'))
  await page.goto('/bookings')
  await expect(page.locator('#content a[href="/membership-info"]').first()).toBeVisible()
  const cards = page.locator('a[href^="/facility-booking"]')
  await expect(cards.first()).toBeVisible()
  await expect(page.locator('[inert] a[href^="/facility-booking"]')).toHaveCount(await cards.count())
  // What it costs them, in what they could pay with.
  await expect(cards.filter({ hasText: 'Photography Studio' })).toContainText('£45 an hour')
  await expect(cards.filter({ hasText: /tokens/i })).toHaveCount(0)
  // Over no picture and no heading: what the plan opens is seen whole below it.
  for (const [width, height] of [
    [360, 740],
    [1280, 860],
  ] as const) {
    await page.setViewportSize({ width, height })
    await settled(page)
    const panel = await page.getByRole('region', { name: 'Booking comes with a paid membership' }).boundingBox()
    const heading = await page
      .getByRole('heading', { name: 'Photography', exact: true, includeHidden: true })
      .boundingBox()
    expect(panel!.y + panel!.height).toBeLessThan(heading!.y)
    const faded = await cards.first().evaluate(card => {
      let seen = 1
      for (let each: Element | null = card; each; each = each.parentElement)
        seen *= Number(getComputedStyle(each).opacity)
      return seen
    })
    expect(faded).toBe(1)
    await expectAccessible(page)
  }
})

test('two people want the same time: one gets it, the other is told and nothing is taken from them [BOOK-24]', async ({
  page,
  visit,
  venue,
}) => {
  const other = await visit()
  await signIn(page, venue.person('member'))
  await signIn(other, venue.person('committee2'))
  const { id } = await facilityNamed(page, 'Meeting Room')
  // The second browser does not hear that the time is gone, as when its connection is slow.
  await other.route('**/live', route => route.abort())
  for (const each of [page, other]) {
    await each.goto(`/facility-booking?id=${id}&on=${dayAhead(22)}`)
    await slot(each, '11:00').check({ force: true })
    await each.getByLabel('I accept the booking terms').check()
  }
  await page.getByRole('button', { name: 'Book Now' }).click()
  await expect(page).toHaveURL(/\/bookings\/[\w-]+$/)
  const before = await tokens(other)
  await other.getByRole('button', { name: 'Book Now' }).click()
  await expect(other.getByText('This slot was just taken. Please choose another.')).toBeVisible()
  await expect(slot(other, '11:00')).toHaveAccessibleName('11:00 Taken')
  await expect(slot(other, '11:00')).not.toBeChecked()
  expect(await tokens(other)).toBe(before)
})

const tokens = async (page: Page) => (await call<{ tokenBalance: number }>(page, 'members/me')).tokenBalance

test('a cart shows its items, sum and terms; emptied it offers the facilities [BOOK-38, BOOK-39, BOOK-40]', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('member'))
  await fillCart(page, 23)
  await page.goto('/cart')
  const items = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Remove / }) })
  await expect(items).toHaveCount(2)
  await expect(page.getByText('Sauna').first()).toBeVisible()
  await expect(page.getByText('8 tokens and £40').first()).toBeVisible()
  await page.getByRole('button', { name: /terms/i }).click()
  await expect(page.getByRole('dialog').getByText('arrive 10 minutes before')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Add More' })).toHaveAttribute('href', '/bookings')
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(page.getByText('Accept terms required')).toBeVisible()
  // What was taken out comes back as it was, by a call of its own.
  await items
    .first()
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(items).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(items).toHaveCount(2)
  await expect(page.getByText('8 tokens and £40').first()).toBeVisible()
  while ((await items.count()) > 0) {
    const count = await items.count()
    await items
      .first()
      .getByRole('button', { name: /^Remove / })
      .click()
    await expect(items).toHaveCount(count - 1)
  }
  await expect(page.getByRole('link', { name: 'Browse Facilities' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Checkout' })).toHaveCount(0)
})

test('the cart pays in a new tab, else in this window, else by a link [BOOK-42]', async ({ page, venue }) => {
  await signIn(page, venue.person('committee3'))
  const checkout = async (days: number) => {
    await fillCart(page, days)
    await page.goto('/cart')
    await page.getByLabel('I accept the booking terms').check()
    await page.getByRole('button', { name: 'Checkout' }).click()
  }
  const opened = page.context().waitForEvent('page')
  await checkout(24)
  const tab = await opened
  await expect(tab).toHaveURL(/\/dev\/stripe\/checkout\//)
  await expect(page).toHaveURL(/\/orders\/[\w-]+\?payment=awaited$/)
  await tab.close()

  await page.addInitScript(() => {
    window.open = () => null
  })
  await checkout(25)
  await expect(page).toHaveURL(/\/dev\/stripe\/checkout\//)

  await page.addInitScript(() => {
    const replace = () => {
      throw new Error('blocked')
    }
    window.open = () => ({ closed: false, close() {}, location: { replace } }) as unknown as Window
  })
  await checkout(26)
  await expect(page.getByRole('link', { name: 'Open the payment page' })).toHaveAttribute(
    'href',
    /\/dev\/stripe\/checkout\//,
  )
})

/** A place for tokens and one for the card. */
async function fillCart(page: Page, days: number): Promise<void> {
  const sauna = await facilityNamed(page, 'Sauna')
  const music = await facilityNamed(page, 'Music Studio')
  await call(page, 'bookings/addToCart', placeIn(sauna, days, '12:00', 'tokens'))
  await call(page, 'bookings/addToCart', placeIn(music, days, '12:00', 'card'))
}

test('a booking that is confirmed elsewhere is told at once: paid by card, or with tokens [BOOK-35, BOOK-36]', async ({
  page,
  visit,
  venue,
}) => {
  await signIn(page, venue.person('committee2'))
  const live = page.waitForRequest('**/live')
  await page.goto('/home')
  await live
  const told = page.getByRole('status').filter({ hasText: 'Booking Confirmed' })
  const elsewhere = await visit()
  await signIn(elsewhere, venue.person('committee2'))
  const facility = await facilityNamed(elsewhere, 'Ice Bath')
  await call(elsewhere, 'bookings/place', { ...placeIn(facility, 27, '10:00', 'tokens'), termsAccepted: true })
  await expect(told).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(told).toHaveCount(0)

  const { url } = await call<{ url: string }>(elsewhere, 'bookings/place', {
    ...placeIn(facility, 27, '12:00', 'card'),
    termsAccepted: true,
  })
  await elsewhere.goto(url)
  await elsewhere.getByLabel('Card number').fill('4242 4242 4242 4242')
  await elsewhere.getByRole('button', { name: /^Pay £/ }).click()
  await expect(told).toBeVisible()
  await expect(told).toContainText(/payment/i)
})

test('the payment provider being down keeps the place and says so [BOOK-43]', async ({ page, venue }) => {
  await signIn(page, venue.person('committee2'))
  await fillCart(page, 28)
  await whileDown(venue, async () => {
    await page.goto('/cart')
    await page.getByLabel('I accept the booking terms').check()
    await page.getByRole('button', { name: 'Checkout' }).click()
    await expect(page.getByText('Failed to create checkout session. Please try again.')).toBeVisible()
  })
  await expect(page).toHaveURL(/\/orders\/[\w-]+$/)
  await page.getByRole('button', { name: 'Pay now' }).first().click()
  await expect(page).toHaveURL(/\/dev\/stripe\/checkout\//)
})

test('from booking by card to the page of the payment, the calendar file and cancelling, and the page says so', async ({
  page,
  venue,
}) => {
  test.setTimeout(120_000)
  const someone = await venue.make(target => paidMember(target, withPassword))
  await signIn(page, { ...someone, ...withPassword })
  const facility = await facilityNamed(page, 'Meeting Room')
  const { url } = await call<{ url: string }>(page, 'bookings/place', {
    ...placeIn(facility, 30, '15:00', 'card'),
    termsAccepted: true,
  })
  await page.goto(url)
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByText('You left the payment page')).toBeVisible()
  await expectFits(page)
  await page.getByRole('link', { name: /^Meeting Room/ }).click()
  await expect(page.getByText(/^Held for you until \d\d:\d\d/)).toBeVisible()
  await expectFits(page)
  await page.getByRole('button', { name: 'Pay now' }).click()
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByRole('button', { name: /^Pay £/ }).click()

  await expect(page).toHaveURL(/\/bookings\/[\w-]+$/)
  const answer = page.getByText('Booking Confirmed. The place is yours.')
  await expect(answer).toBeVisible()
  await expect(page.getByText('Come in by the front door')).toBeVisible()
  for (const [width, height] of [
    [360, 740],
    [1280, 860],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.evaluate(() => window.scrollTo(0, 0))
    // What was answered is read first, and then comes what can be done about it.
    const tops = await Promise.all(
      [
        answer,
        ...['Add to calendar', 'Print', 'Cancel booking'].map(name => page.getByText(name, { exact: true })),
      ].map(async each => (await each.boundingBox())!.y),
    )
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
    expect(tops.at(-1), `at ${width} px`).toBeLessThan(height - 120)
  }
  await expectFits(page)
  await page.getByRole('link', { name: 'Open the receipt' }).click()
  await expect(page).toHaveURL(/\/orders\/[\w-]+$/)
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Paid by card £/ })).toBeVisible()
  await expectFits(page)
  await page.getByRole('link', { name: /^Meeting Room/ }).click()
  await expect(answer).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Add to calendar' }).focus()
  await page.keyboard.press('Enter')
  const file = readFileSync(await (await saved).path(), 'utf8')
  expect(file).toContain('SUMMARY:Meeting Room')
  expect(file).toContain('STATUS:CONFIRMED')

  await page.getByRole('button', { name: 'Cancel booking' }).click()
  const question = page.getByRole('dialog')
  await expect(question.getByText(/^You get £\d+ back/)).toBeVisible()
  await question.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(page.getByText(/^Cancelled by you\. You got £\d+ back\./)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Remove it from your calendar' })).toBeVisible()
  await expectFits(page)
  await page.getByRole('link', { name: 'Open the receipt' }).click()
  await expect(page.getByText('The payment was given back.')).toBeVisible()
  await expect(page.getByText(/Booking cancelled\./)).toBeVisible()

  await page.goto('/account?tab=membership')
  await page.getByRole('link', { name: /^Open the payment: Meeting Room/ }).click()
  await expect(page).toHaveURL(/\/orders\/[\w-]+$/)
  // Payment pages that were opened before orders had pages lead here.
  const own = page.url()
  await page.goto(`/bookings?view=mine&order=${own.split('/').at(-1)}`)
  await expect(page).toHaveURL(own)
  await page.goto('/bookings/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Booking not found' })).toBeVisible()
  await expectFits(page)
})

/** Accessible on a desk and on a phone, and nothing hangs over the edge of a small one. */
async function expectFits(page: Page): Promise<void> {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await settled(page)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}
