import type { Page } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import { userMemberships } from '#features/membership/memberships/table.ts'
import { referrals } from '#features/membership/referrals/table.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { facility } from '#seed/factories/facilities.ts'
import { tier } from '#seed/factories/memberships.ts'
import { goodPassword, member, paidMember, person } from '#seed/factories/people.ts'
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
import { dayAhead, placeIn } from './places.ts'
import { whileDown } from './venue.ts'

// What the screens of money and of the catalogue say, beside what the server knows. Whatever a test changes here is its
// own: rooms, tiers and people that no other journey looks at.

test.use({ mayFail: true })

let count = 0
const newName = (word: string) => `${word} ${process.pid}x${++count}`

/** Somebody who can sign in. */
const withPassword = { password: goodPassword }

/** Facts of a page, by their names. */

test('/bookings shows what can be booked in its groups, and nothing that is off [BOOK-01]', async ({ page, venue }) => {
  await page.goto('/bookings')
  await expect(page).toHaveURL(/\/auth\?return=/)
  const [wellness, closed] = [newName('Steam Room'), newName('Closed Room')]
  await venue.make(target => facility(target, { slug: `steam_${Date.now()}`, name: wellness, group: 'wellness' }))
  await venue.make(target => facility(target, { slug: `closed_${Date.now()}`, name: closed, isActive: false }))
  await signIn(page, venue.person('member'))
  await page.goto('/bookings')
  await expect(page.getByRole('heading', { level: 1, name: 'Book Your Space', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Photography', 'Wellness', 'Other'])
  for (const [group, name] of [
    ['Photography', 'Photography Studio'],
    ['Wellness', 'Ice Bath'],
    ['Wellness', wellness],
    ['Other', 'Coworking Desk'],
  ] as const)
    await expect(page.getByRole('region', { name: group }).getByRole('heading', { name })).toBeVisible()
  await expect(page.getByText(closed)).toHaveCount(0)
})

test('the page of a facility tells what it costs, when, what one has, and what is in the cart [BOOK-13, BOOK-14]', async ({
  page,
  venue,
}) => {
  const name = newName('Kiln Room')
  const room = await venue.make(target =>
    facility(target, {
      slug: `kiln_${Date.now()}`,
      name,
      description: 'A kiln that holds its heat.',
      tokenAvailableDays: ['tuesday', 'friday'],
      durationMinutes: 90,
    }),
  )
  const someone = await venue.make(target => paidMember(target, withPassword))
  await signIn(page, { ...someone, ...withPassword })
  const balance = page.getByText('You have 0 tokens')
  await page.goto(`/facility-booking?id=${room.id}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('A kiln that holds its heat.').filter({ visible: true })).toBeVisible()
  await expect(fact(page, 'Tokens')).toHaveText('5 tokens')
  await expect(fact(page, 'Tokens are taken')).toHaveText('Tuesdays and Fridays')
  await expect(fact(page, 'Card')).toHaveText('£30 an hour, £45 for 90 minutes')
  await expect(fact(page, 'Your week')).toHaveText('0 hours booked since Monday')
  await expect(balance).toBeVisible()
  await expect(page.getByRole('link', { name: 'Top Up' })).toHaveAttribute('href', /\/account\?tab=membership/)
  // An empty cart is the bag above alone.
  await expect(page.getByRole('button', { name: 'Cart, 0 items' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart (0)' })).toHaveCount(0)
  // What one came for is in sight on arrival, and what is in the room is not among its prices.
  await page.setViewportSize({ width: 1280, height: 860 })
  await expect(page.getByRole('button', { name: 'Book Now' })).toBeInViewport({ ratio: 1 })
  expect((await page.locator('header[data-page-head]').boundingBox())!.height).toBeLessThan(240)
  await expect(page.getByRole('region', { name: 'The room' }).getByText('Length')).toBeVisible()
  await expect(page.getByRole('region', { name: 'What it costs' }).getByText('Length')).toHaveCount(0)

  await page.goto(`/facility-booking?id=${room.id}&on=${dayAhead(30)}`)
  await expect(page.getByRole('group', { name: 'Date' }).or(page.getByRole('grid')).first()).toBeVisible()
  await page.getByRole('radio', { name: /^10:00/ }).check({ force: true })
  await expect(page.getByLabel('I accept the booking terms')).not.toBeChecked()
  await expect(page.getByRole('button', { name: 'Book Now' })).toBeVisible()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByText('Added to your cart')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart (1)' })).toBeVisible()
  await call(page, 'bookings/addToCart', placeIn(room, 31, '10:00', 'card'))
  await page.reload()
  await expect(page.getByRole('link', { name: 'Cart (2)' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('a booking that fails says so, whoever failed [BOOK-31]', async ({ page, venue }) => {
  const room = await venue.make(target => facility(target, { slug: `fails_${Date.now()}`, name: newName('Dark Room') }))
  const someone = await venue.make(target => paidMember(target, withPassword))
  await signIn(page, { ...someone, ...withPassword })
  const book = async () => {
    await page.goto(`/facility-booking?id=${room.id}&on=${dayAhead(32)}`)
    await page.getByRole('radio', { name: /^12:00/ }).check({ force: true })
    await page.getByLabel('I accept the booking terms').check()
    await page.getByRole('button', { name: 'Book Now' }).click()
    await expect(page.getByText('Failed to create booking. Please try again.').first()).toBeVisible()
  }
  const failure = { defined: false, code: 'INTERNAL_SERVER_ERROR', status: 500, message: 'Something', data: {} }
  await page.route('**/rpc/bookings/place', route => route.fulfill({ status: 500, json: { json: failure } }))
  await book()
  await page.unrouteAll()
  await whileDown(venue, book)
})

test('/admin/pricing is Manage Booking Types for admins alone, and says what could not be loaded or saved [CNT-57, CNT-61]', async ({
  page,
  visit,
  venue,
}) => {
  const name = newName('Kiln Room')
  await venue.make(target => facility(target, { slug: `kiln_${Date.now()}`, name }))
  await signIn(page, venue.person('admin'))
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Booking Types' }).click()
  await expect(page).toHaveURL(/\/admin\/pricing$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Booking Types' })).toBeVisible()
  const committee = await visit()
  await signIn(committee, venue.person('committee'))
  await committee.goto('/admin/pricing')
  await expect(committee.getByText('Access Denied')).toBeVisible()
  await page.getByRole('button', { name, exact: true }).click()
  const form = page.getByRole('form', { name })
  await form.getByLabel('Description').fill('Up to 1,280 degrees.')
  await page.route('**/rpc/facilities/change', route => route.abort())
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Failed to update booking type')).toBeVisible()
  await page.unrouteAll()
  await expect(form.getByLabel('Description')).toHaveValue('Up to 1,280 degrees.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Booking type saved')).toBeVisible()
  await page.route('**/rpc/facilities/list*', route => route.abort())
  await page.reload()
  await expect(page.getByText('Failed to load booking types')).toBeVisible()
  await tryAgain(page, '**/rpc/facilities/list*')
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
})

test('Manage Booking Types edits costs, days and the switch of a facility; no day chosen means every day [CNT-60]', async ({
  page,
  visit,
  venue,
}) => {
  const name = newName('Plotter Room')
  const room = await venue.make(target => facility(target, { slug: `plotter_${Date.now()}`, name }))
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/pricing')
  await page.getByRole('button', { name, exact: true }).click()
  const form = page.getByRole('form', { name })
  const days = form.getByRole('group', { name: 'Days on which tokens are taken' })
  const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
  await expect(days.getByRole('checkbox')).toHaveCount(weekdays.length)
  for (const day of weekdays) await expect(days.getByRole('checkbox', { name: day })).not.toBeChecked()
  const guest = await visit()
  await signIn(guest, venue.person('member'))
  const shows = async (words: string) => {
    await guest.goto(`/facility-booking?id=${room.id}`)
    await expect(fact(guest, 'Tokens are taken')).toHaveText(words)
  }
  await shows('Every day')
  const save = async () => {
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Booking type saved')).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).first().click()
  }
  await days.getByRole('checkbox', { name: 'Sunday' }).check()
  await days.getByRole('checkbox', { name: 'Monday' }).check()
  await form.getByLabel('Description').fill('Sheets up to a metre wide.')
  await form.getByLabel('Token cost').fill('7')
  await form.getByLabel('Card price of an hour').fill('12.50')
  await expect(form.getByText('£12.50 an hour')).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  await agree(page, `Change the price of ${name} by more than half?`, 'Save the new price')
  await expect(page.getByText('Booking type saved')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).first().click()
  await shows('Mondays and Sundays')
  await expect(guest.getByText('Sheets up to a metre wide.').filter({ visible: true })).toBeVisible()
  await expect(fact(guest, 'Tokens')).toHaveText('7 tokens')
  await expect(fact(guest, 'Card')).toHaveText('£12.50 an hour')
  await days.getByRole('checkbox', { name: 'Sunday' }).uncheck()
  await days.getByRole('checkbox', { name: 'Monday' }).uncheck()
  await save()
  await shows('Every day')
  await form.getByLabel('Can be booked').uncheck()
  await save()
  await guest.goto(`/facility-booking?id=${room.id}`)
  await expect(guest.getByText('Facility not found')).toBeVisible()
})

/** What the provider has of a price that was made there. */
const monthlyPrice = (id: string) => ({
  ...{ id, object: 'price', active: true, currency: 'gbp', unit_amount: 5_500, metadata: {}, type: 'recurring' },
  recurring: { interval: 'month', interval_count: 1 },
})

test('a tier is edited in its card, all but its slug, and what is saved stands there [TIER-03, TIER-05, TIER-09, TIER-10, MEM-10]', async ({
  page,
  venue,
}) => {
  const slug = `own_${process.pid}_${Date.now()}`
  const name = newName('Night Owl')
  await venue.make(({ db }) =>
    db.insert(membershipTiers).values({ ...ownTier, slug, name, features: ['A key for the night', 'A lamp'] }),
  )
  const priceId = `price_of_the_night_${Date.now()}`
  await venue.make(({ db }) =>
    db.execute(sql`insert into simulator_stripe.objects (id, kind, body)
    values (${priceId}, 'price', ${JSON.stringify(monthlyPrice(priceId))}::jsonb)`),
  )
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/membership-tiers')
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name }) })
  await expect(card.getByText('Retired', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: `Edit ${name}` }).click()
  const form = page.getByRole('form', { name: `Edit ${name}` })
  await expect(form.getByLabel('Short name')).toHaveCount(0)
  const later = `${name} II`
  for (const [label, value] of [
    ['Description', 'From ten at night.'],
    ['Monthly price', '55'],
    ['Weekly tokens', '60'],
    ['Token discount, %', '5'],
    ['Price at the payment provider', priceId],
  ] as const)
    await form.getByLabel(label).fill(value)
  await expect(
    form.getByText('Running subscriptions keep their price. Once this is saved you can move them'),
  ).toBeVisible()
  await form.getByRole('button', { name: 'Remove feature 2' }).click()
  for (const feature of ['', 'A sofa']) {
    await form.getByRole('button', { name: 'Add feature' }).click()
    await form
      .getByLabel(/^Feature \d+$/)
      .last()
      .fill(feature)
  }
  await form.getByRole('switch', { name: /^Active/ }).click({ force: true })
  await form.getByLabel('Name', { exact: true }).fill(later)
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Tier updated')).toBeVisible()
  const saved = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name: later }) })
  await expect(saved.getByText('From ten at night.')).toBeVisible()
  await expect(saved.getByText('£55')).toBeVisible()
  await expect(saved.getByText('Active', { exact: true })).toBeVisible()
  await expect(saved.locator('dd')).toHaveText(['Nobody', '60', '5%', '0%', '2 a month', priceId])
  await expect(saved.locator('ul > li')).toHaveText(['A key for the night', 'A sofa'])
  await page.reload()
  await expect(saved.locator('dd')).toHaveText(['Nobody', '60', '5%', '0%', '2 a month', priceId])
  // Its slug stays: it is what is deleted by here.
  const gone = await venue.make(({ db }) =>
    db.delete(membershipTiers).where(eq(membershipTiers.slug, slug)).returning(),
  )
  expect(gone.map(tier => tier.name)).toEqual([later])
})

test('the information page says what Explorer, Builder, Creator and Innovator cost and give [MEM-05, MEM-06, MEM-07, MEM-08]', async ({
  page,
}) => {
  await page.goto('/membership-info')
  const plan = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) })
  await expect(plan('Explorer').getByText('Free', { exact: true })).toBeVisible()
  await expect(plan('Builder').getByText('£40 a month')).toBeVisible()
  await expect(plan('Builder').getByText('50 tokens a week')).toBeVisible()
  await expect(plan('Creator').getByText('£90 a month')).toBeVisible()
  await expect(plan('Creator').getByText('150 tokens a week')).toBeVisible()
  await expect(plan('Creator').getByText(/^Top-ups at .*, 10% off$/)).toBeVisible()
  await expect(plan('Creator').getByText('30% off market tables')).toBeVisible()
  await expect(plan('Innovator').getByText('£175 a month')).toBeVisible()
  await expect(plan('Innovator').getByText('250 tokens a week')).toBeVisible()
  await expect(plan('Innovator').getByText(/^Top-ups at .*, 20% off$/)).toBeVisible()
})

test('membership information and the page of tokens name one price, and each plan its tokens a week [TOK-05, TOK-06, TOK-09]', async ({
  page,
  visit,
  venue,
}) => {
  const boss = await visit()
  await signIn(boss, venue.person('admin'))
  const someone = await venue.make(target => paidMember(target, withPassword))
  const { unitPence } = (await (await page.request.get('/rpc/tokens/price')).json()).json as { unitPence: number }
  try {
    await call(boss, 'venue/changeSettings', { tokenPricePence: 850 })
    await page.goto('/membership-info')
    const creator = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: 'Creator' }) })
    await expect(creator.getByText('150 tokens a week', { exact: true })).toBeVisible()
    await expect(page.getByText('Further tokens cost £8.50 each, less the discount of your plan.')).toBeVisible()
    await expect(creator.getByText('Top-ups at £7.65 a token, 10% off')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await signIn(page, { ...someone, ...withPassword })
    await page.goto('/token-purchase')
    const bill = page.getByRole('table', { name: 'What this costs' })
    await page.getByLabel('Custom quantity').fill('4')
    await expect(bill.getByRole('row')).toHaveText([
      /4 tokens.*4 × £8\.50.*£34/,
      /10%.*£7\.65 a token.*£3\.40/,
      /Total.*£30\.60/,
    ])
    // Read on its way: the page leaves at once.
    let orderId = ''
    await page.route('**/rpc/tokens/buy', async route => {
      const response = await route.fetch()
      orderId = ((await response.json()) as { json: { orderId: string } }).json.orderId
      await route.fulfill({ response })
    })
    await page.getByRole('button', { name: 'Pay £30.60', exact: true }).click()
    await expect(page).toHaveURL(/\/dev\/stripe\/checkout\//)
    await expect(page.getByText('£30.60').first()).toBeVisible()
    expect(await order(page, orderId)).toMatchObject({ status: 'pending', amountPence: 3_060 })
  } finally {
    await call(boss, 'venue/changeSettings', { tokenPricePence: unitPence })
  }
})

test('a plan’s buttons: refreshed, already there, and a checkout that does not start [MEM-27, MEM-29]', async ({
  page,
  venue,
}) => {
  const someone = await venue.make(target => member(target, withPassword))
  await signIn(page, { ...someone, ...withPassword })
  await page.goto('/members')
  const plan = fact(page, 'Plan')
  await expect(plan).toHaveText('Explorer, free')
  const plans = page.getByRole('region', { name: 'Plans' })
  // Nothing to choose: the server refuses it in the same words.
  await expect(plans.getByText('Already on Explorer')).toBeVisible()
  await expect(plans.getByRole('button', { name: /Explorer/ })).toHaveCount(0)
  await whileDown(venue, async () => {
    await plans.getByRole('link', { name: 'Start Creator' }).click()
    await plans.getByRole('button', { name: 'Start Creator, pay £90' }).click()
    await expect(page.getByText('Failed to start checkout. Please try again.')).toBeVisible()
  })
  // Changed where no browser hears of it.
  await venue.make(async target => {
    const creator = await tier(target, 'creator')
    await target.db
      .update(userMemberships)
      .set({ tierId: creator.id, paymentStatus: 'paid' })
      .where(eq(userMemberships.userId, someone.id))
  })
  await page.getByRole('button', { name: 'Refresh Status' }).click()
  await expect(page.getByText(/^You are on/)).toHaveText('You are on Creator.')
  await expect(plan).toHaveText('Creator, £90 a month')
})

test('a friend’s code, what both get for it, and how far each friend is [MEM-34, MEM-38]', async ({ page, venue }) => {
  const [someone, waiting, joined] = await venue.make(async target => [
    await member(target, withPassword),
    await person(target),
    await member(target),
  ])
  await venue.make(({ db, clock }) =>
    db.insert(referrals).values([
      { referrerUserId: someone.id, referredUserId: waiting.id, referredEmail: waiting.email },
      {
        referrerUserId: someone.id,
        referredUserId: joined.id,
        referredEmail: joined.email,
        status: 'completed' as const,
        rewardGiven: true,
        completedAt: clock.now(),
      },
    ]),
  )
  await signIn(page, { ...someone, ...withPassword })
  await page.goto('/account?tab=referrals')
  const code = someone.id.slice(0, 8).toUpperCase()
  await expect(fact(page, 'Your code')).toHaveText(code)
  await expect(fact(page, 'Your link')).toContainText(`${venue.url}/join?ref=${code}`)
  await expect(fact(page, 'You get')).toHaveText('10% off next month and 5 bonus tokens, once your friend has paid')
  await expect(fact(page, 'Your friend gets')).toHaveText('10% off the first month')
  const line = (email: string) => page.getByRole('listitem').filter({ hasText: email })
  await expect(line(waiting.email)).toContainText('Pending')
  await expect(line(joined.email)).toContainText('Completed')
  await expect(line(joined.email)).toContainText('reward given')
})

test('home welcomes back by name, and greets whoever has given none [HOME-15]', async ({ page, venue }) => {
  const named = await venue.make(target => member(target, { ...withPassword, firstName: 'Zora' }))
  const unnamed = await venue.make(target => member(target, { ...withPassword, firstName: '' }))
  for (const [someone, words] of [
    [named, 'Welcome back, Zora'],
    [unnamed, 'Welcome'],
  ] as const) {
    await signIn(page, { ...someone, ...withPassword })
    await page.goto('/home')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words)
  }
})

const ownTier = { description: '', pricePence: 4_000, weeklyTokens: 10, isActive: false }

async function order(page: Page, id: string) {
  const query = new URLSearchParams({ data: JSON.stringify({ json: { id } }) })
  return ((await (await page.request.get(`/rpc/payments/order?${query}`)).json()) as { json: object }).json
}

test('on a phone the settings show one part at a time, and their index leads to each', async ({ page, venue }) => {
  await signIn(page, venue.person('admin'))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/settings')
  const parts = page.getByRole('form', { name: 'Settings' }).locator('section[id]')
  await expect(parts).toHaveCount(1)
  const other = page.getByRole('navigation', { name: 'Parts of the settings' }).getByRole('link').nth(2)
  await other.click()
  await expect(parts).toHaveCount(1)
  await expect(parts.getByRole('heading').first()).toHaveText((await other.textContent())!)
  await expect(other).toHaveAttribute('aria-current', 'true')
  // Back and forward go through them as well.
  const next = page.getByRole('navigation', { name: 'Parts of the settings' }).getByRole('link').nth(3)
  await next.click()
  await expect(next).toHaveAttribute('aria-current', 'true')
  await page.goBack()
  await expect(other).toHaveAttribute('aria-current', 'true')
  await expect(parts).toHaveCount(1)
  await expect(parts.getByRole('heading').first()).toHaveText((await other.textContent())!)
  await page.goForward()
  await expect(next).toHaveAttribute('aria-current', 'true')
})

test('settings are saved together: short fields, times as people type them, and nobody loses a change by leaving', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/settings')
  const form = page.getByRole('form', { name: 'Settings' })
  const save = form.getByRole('button', { name: 'Save' })
  await expect(save).toBeHidden()
  const opens = form.getByLabel('First slot starts')
  await opens.fill('9.30')
  await opens.blur()
  await expect(opens).toHaveValue('09:30')
  await expect(form.getByText('1 change', { exact: true })).toBeInViewport()
  await form.getByLabel('Bonus after every third paid month').fill('30')
  await expect(form.getByText('2 changes', { exact: true })).toBeInViewport()
  // Leaving asks, and staying keeps what was typed.
  await page.getByRole('link', { name: 'Booking Types', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay and save' })
    .click()
  await expect(opens).toHaveValue('09:30')
  await form.getByRole('button', { name: 'Discard' }).click()
  await expect(opens).toHaveValue('09:00')
  await expect(save).toBeHidden()
  await expect(page.locator(':focus')).toBeVisible()
  // What was refused goes with what it was about.
  await page.route('**/rpc/venue/changeSettings*', route => route.abort())
  await form.getByLabel('Bonus after every third paid month').fill('24')
  await save.click()
  await expect(form.getByRole('alert')).toBeVisible()
  await form.getByRole('button', { name: 'Discard' }).click()
  await expect(form.getByRole('alert')).toBeHidden()
  await page.unroute('**/rpc/venue/changeSettings*')
  await form.getByLabel('Bonus after every third paid month').fill('26')
  await save.click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  await page.getByRole('link', { name: 'Booking Types', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Booking Types' })).toBeVisible()
  await page.goto('/admin/settings')
  await form.getByLabel('Bonus after every third paid month').fill('27')
  await page.getByRole('link', { name: 'Booking Types', exact: true }).click()
  await agree(page, 'Leave without saving?', 'Leave without saving')
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Booking Types' })).toBeVisible()
  await call(page, 'venue/changeSettings', { loyaltyTokens: 25 })
})
