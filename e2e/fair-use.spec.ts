import type { Page } from '@playwright/test'
import { facility } from '#seed/factories/facilities.ts'
import { paidMember } from '#seed/factories/people.ts'
import { call, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'
import { password } from './newcomer.ts'
import { dayAhead, placeIn } from './places.ts'
import type { Venue } from './venue.ts'

const freeRoom = (venue: Venue, name: string) =>
  venue.make(target =>
    facility(target, { slug: name.toLowerCase().replaceAll(/\W/g, '_'), name, cashPricePence: 0, tokenCost: 0 }),
  )

async function signedIn(venue: Venue, page: Page, lastName: string) {
  const someone = await venue.make(target => paidMember(target, { password, lastName }))
  await signIn(page, { ...someone, password })
  return someone
}

const slot = (page: Page, at: string) => page.getByRole('radio', { name: new RegExp(`^${at}`) })

async function narrow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
}

test('the office tries a rule out and saves it; a member reads why a time is not for them, and takes one near it', async ({
  page,
  visit,
  venue,
}) => {
  const name = `Kiln ${Date.now()}`
  const room = await freeRoom(venue, name)
  const [member, other] = [await visit(), await visit()]
  await signedIn(venue, member, 'Fair')
  await signedIn(venue, other, 'Early')
  await call(other, 'bookings/place', { ...placeIn(room, 12, '10:00', 'card'), termsAccepted: true })

  await signIn(page, venue.person('admin'))
  await page.goto('/admin/fair-use')
  const ofRoom = page.getByRole('region', { name, exact: true })
  await expect(ofRoom).toContainText('No rule.')
  await expect(ofRoom).toContainText('no pause between bookings')
  await page.getByRole('button', { name: 'Add a rule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a rule' })
  await dialog.getByLabel('Where').selectOption(name)
  await dialog.getByLabel('Days ahead at most').fill('7')
  await expect(dialog.getByText('This coming booking would not be allowed.')).toBeVisible()
  await expect(dialog.getByText('It stays as it is.')).toBeVisible()
  await dialog.getByText('This coming booking would not be allowed.').click()
  await expect(dialog.getByRole('listitem')).toContainText(['Ada Early'])
  await expectAccessible(page)
  await narrow(page)
  await dialog.getByRole('button', { name: 'Save rule' }).click()
  await expect(page.getByText('Rule saved')).toBeVisible()
  await expect(ofRoom).toContainText('At most 7 days ahead.')
  await expectAccessible(page)
  await narrow(page)

  // A day that is too far: all of it says so, and the nearest that works is one press away.
  await member.goto(`/facility-booking?id=${room.id}&on=${dayAhead(9)}`)
  await expect(member.getByText('At most 7 days ahead')).toBeVisible()
  await expect(slot(member, '10:00')).toHaveAccessibleName('10:00 Too far ahead')
  await slot(member, '10:00').check({ force: true })
  const why = `The ${name} can be booked up to 7 days ahead; this is 9 days from now.`
  await expect(member.getByRole('alert')).toHaveText(why)
  const nearest = member.getByRole('region', { name: 'The nearest times you can book' })
  await expect(nearest.getByRole('button')).toHaveCount(3)
  await expectAccessible(member)
  await narrow(member)
  await nearest.getByRole('button').first().click()
  await expect(member).toHaveURL(new RegExp(`on=${dayAhead(7)}`))
  await expect(nearest).toHaveCount(0)
  await expect(member.getByRole('radio', { name: /^\d\d:\d\d/, checked: true })).toHaveCount(1)
  await member.getByLabel('I accept the booking terms').check()
  await member.getByRole('button', { name: 'Book Now' }).click()
  await expect(member).toHaveURL(/\/bookings\/[\w-]+$/)

  await page.getByRole('button', { name: `Change: ${name}: At most 7 days ahead` }).click()
  const change = page.getByRole('dialog', { name: 'Change a rule' })
  await change.getByLabel('Days ahead at most').fill('30')
  await expect(change.getByText('Every coming booking would be allowed.')).toBeVisible()
  await change.getByRole('button', { name: 'Save rule' }).click()
  await expect(ofRoom).toContainText('At most 30 days ahead.')
  await page.getByRole('button', { name: `Remove: ${name}: At most 30 days ahead` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove rule' }).click()
  await expect(ofRoom).toContainText('No rule.')
})

test('what somebody else takes a moment before leaves three times near it; a rule that comes meanwhile shows at once', async ({
  page,
  visit,
  venue,
}) => {
  const name = `Press ${Date.now()}`
  const room = await freeRoom(venue, name)
  const [other, office] = [await visit(), await visit()]
  await signedIn(venue, page, 'Slow')
  await signedIn(venue, other, 'Quick')
  await signIn(office, venue.person('admin'))
  await page.goto(`/facility-booking?id=${room.id}&on=${dayAhead(5)}`)
  await slot(page, '12:00').check({ force: true })
  await call(other, 'bookings/place', { ...placeIn(room, 5, '12:00', 'card'), termsAccepted: true })
  await expect(page.getByRole('alert')).toHaveText('This slot was just taken. Please choose another.')
  const nearest = page.getByRole('region', { name: 'The nearest times you can book' })
  await expect(nearest.getByRole('button')).toHaveText([/11:00–12:00$/, /13:00–14:00$/, /10:30–11:30$/])
  await nearest.getByRole('button').nth(1).click()
  await expect(slot(page, '13:00')).toBeChecked()

  const rule = { kind: 'ahead_days', value: 2, facilityId: room.id, tierId: null }
  const { id } = await call<{ id: string }>(office, 'fairUse/save', rule)
  await expect(page.getByRole('alert')).toHaveText(
    `The ${name} can be booked up to 2 days ahead; this is 5 days from now.`,
  )
  await call(office, 'fairUse/remove', { id })
  await expect(slot(page, '13:00')).toHaveAccessibleName('13:00')
})
