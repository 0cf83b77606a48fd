import type { Page } from '@playwright/test'
import { facility } from '#seed/factories/facilities.ts'
import { paidMember } from '#seed/factories/people.ts'
import { call, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'
import { password } from './newcomer.ts'
import { dayAhead, placeIn } from './places.ts'
import { linkTo, type Venue } from './venue.ts'

const freeRoom = (venue: Venue, name: string) =>
  venue.make(target =>
    facility(target, { slug: name.toLowerCase().replaceAll(/\W/g, '_'), name, cashPricePence: 0, tokenCost: 0 }),
  )

/** A member who is signed in on a page of their own. */
async function signedIn(venue: Venue, page: Page, lastName: string) {
  const someone = await venue.make(target => paidMember(target, { password, lastName }))
  await signIn(page, { ...someone, password })
  return someone
}

const slot = (page: Page, at: string) => page.getByRole('radio', { name: new RegExp(`^${at}`) })

test('two members wait for a taken time: freed, it is held for the first, who books it, and the second moves up', async ({
  page,
  visit,
  venue,
}) => {
  const name = `Waiting Room ${Date.now()}`
  const room = await freeRoom(venue, name)
  const [holder, second] = [await visit(), await visit()]
  await signedIn(venue, holder, 'Holder')
  const first = await signedIn(venue, page, 'First')
  await signedIn(venue, second, 'Second')
  const { bookingId } = await call<{ bookingId: string }>(holder, 'bookings/place', {
    ...placeIn(room, 5, '10:00', 'card'),
    termsAccepted: true,
  })
  const address = `/facility-booking?id=${room.id}&on=${dayAhead(5)}`
  await page.goto(address)
  await expect(slot(page, '10:00')).toHaveAccessibleName('10:00 Taken')
  await slot(page, '10:00').check({ force: true })
  await expect(page.getByText('nobody is before you')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Book Now' })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Join the waiting list' }).click()
  await expect(page.getByText('You are number 1 on the waiting list')).toBeVisible()

  await second.goto(`${address}&at=10:00`)
  await expect(second.getByText('1 person is before you')).toBeVisible()
  await second.getByRole('button', { name: 'Join the waiting list' }).click()
  await expect(second.getByText('You are number 2 on the waiting list')).toBeVisible()

  await call(holder, 'bookings/cancel', { id: bookingId })
  // Whoever is in line sees it where they are.
  await expect(slot(page, '10:00')).toHaveAccessibleName(/Held for you until \d\d:\d\d/)
  await expect(slot(page, '10:00')).toBeChecked()
  await expect(second.getByText('You are number 1 on the waiting list')).toBeVisible()
  await expect(slot(second, '10:00')).toHaveAccessibleName('10:00 You wait for it')
  await holder.goto(address)
  await expect(slot(holder, '10:00')).toHaveAccessibleName('10:00 Taken')

  await page.goto('/bookings?view=mine')
  const waiting = page.getByRole('region', { name: 'Waiting for' })
  await expect(waiting.getByText(/Free: held for you until/)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  const mail = await venue.mail(first.email, 'Your time is free')
  expect(new URL(linkTo(mail, '/facility-booking')).search).toBe(`?id=${room.id}&on=${dayAhead(5)}&at=10:00`)
  await waiting.getByRole('link', { name: new RegExp(`^Book ${name}`) }).click()
  await expect(page).toHaveURL(/at=10/)
  await expect(slot(page, '10:00')).toBeChecked()
  await page.getByLabel('I accept the booking terms').check()
  await page.getByRole('button', { name: 'Book Now' }).click()
  await expect(page).toHaveURL(/\/bookings\/[\w-]+$/)

  await second.goto('/bookings?view=mine')
  await expect(second.getByText('You are number 1', { exact: true })).toBeVisible()
  await second.getByRole('button', { name: new RegExp(`^Leave the list for ${name}`) }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Leave the list' }).click()
  await expect(second.getByText('You left the waiting list')).toBeVisible()
  await expect(second.getByRole('region', { name: 'Waiting for' })).toHaveCount(0)
})

test('the office sees who waits and takes somebody off after a question', async ({ page, visit, venue }) => {
  const name = `Queue Room ${Date.now()}`
  const room = await freeRoom(venue, name)
  const [holder, waiter] = [await visit(), await visit()]
  await signedIn(venue, holder, 'Holder')
  await signedIn(venue, waiter, 'Queuer')
  await call(holder, 'bookings/place', { ...placeIn(room, 6, '11:00', 'card'), termsAccepted: true })
  await call(waiter, 'waiting/join', { facilityId: room.id, on: dayAhead(6), startsAt: '11:00' })
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/waiting-list?q=Queuer')
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Queuer')
  await expect(row).toContainText('11:00–12:00')
  await expectAccessible(page)
  await row.getByRole('rowheader').getByRole('button').click()
  await page.getByRole('button', { name: /^Take off Ada Queuer/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take off the list' }).click()
  await expect(page.getByText(/is off the list/)).toBeVisible()
  await expect(row).toHaveCount(0)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
})

test.describe('when something fails', () => {
  test.use({ mayFail: true })
  test('a list that cannot be loaded, and a place in line that the server refuses, say so', async ({
    page,
    visit,
    venue,
  }) => {
    const name = `Refusing Room ${Date.now()}`
    const room = await freeRoom(venue, name)
    const holder = await visit()
    await signedIn(venue, holder, 'Holder')
    await signedIn(venue, page, 'Refused')
    await call(holder, 'bookings/place', { ...placeIn(room, 7, '12:00', 'card'), termsAccepted: true })
    await page.goto(`/facility-booking?id=${room.id}&on=${dayAhead(7)}&at=12:00`)
    await page.route('**/rpc/waiting/join', route => route.fulfill({ status: 500, body: '{}' }))
    await page.getByRole('button', { name: 'Join the waiting list' }).click()
    await expect(page.getByText('You were not put on the waiting list')).toBeVisible()
    await signIn(holder, venue.person('admin'))
    await holder.route('**/rpc/waiting/list*', route => route.fulfill({ status: 500, body: '{}' }))
    await holder.goto('/admin/waiting-list')
    await expect(holder.getByText('Failed to load the waiting lists')).toBeVisible()
  })
})
