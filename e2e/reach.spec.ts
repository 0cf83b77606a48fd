import { event } from '#seed/factories/events.ts'
import { goodPassword, paidMember } from '#seed/factories/people.ts'
import { call, expect, settled, signIn, saturdayTest as test } from './fixtures.ts'
import { dayAhead } from './places.ts'
import { linkTo } from './venue.ts'

// What people reach from where they are, in the one application, on the day of a market: the code of its ticket is made then.

const withoutSession = [
  ...['/', '/join', '/terms', '/market-tickets', '/waitlist', '/membership-info', '/auth', '/confirm-signup'],
  ...['/invite', '/magic-link', '/change-email', '/reauthenticate', '/admin/login', '/contact', '/incident-response'],
]

test('what people come to from outside opens without a session; where there is no password to set it leads to signing in [NAV-07]', async ({
  page,
  venue,
}) => {
  for (const path of withoutSession) {
    const answer = await page.goto(path)
    expect(answer!.status(), path).toBe(200)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await settled(page)
    expect(new URL(page.url()).pathname, path).toBe(path)
  }
  // It asks whose password would be set (AUTH-21, AUTH-25).
  for (const path of ['/reset-password', '/first-login-password-change']) {
    expect((await page.goto(path))!.status(), path).toBe(200)
    await expect(page, path).toHaveURL(url => url.pathname === '/auth')
  }
  const { email } = await venue.make(target => paidMember(target))
  await page.goto('/auth?mode=forgot-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send reset email' }).click()
  await expect(page.getByText('Password reset email sent')).toBeVisible()
  await page.goto(linkTo(await venue.mail(email, 'Choose a new password'), '/reset-password'))
  await expect(page.getByRole('heading', { name: 'Reset Password' })).toBeVisible()
})

test('from home a member reaches, by what can be pressed, all that the house has for members [NAV-03]', async ({
  page,
  venue,
}) => {
  const name = `Bookbinding ${Date.now()}`
  await venue.make(target => event(target, { name, eventDate: dayAhead(9) }))
  const someone = await venue.make(target => paidMember(target, { password: goodPassword }))
  await signIn(page, venue.person('admin'))
  await call(page, 'tokens/give', { userId: someone.id, amount: 50, reason: 'For the journey' })
  // One product asks for more points than a new member has.
  const { products } = await call<{ products: { shopifyProductId: string; title: string }[] }>(page, 'products/choices')
  const { shopifyProductId } = products.find(each => each.title === 'Pin set')!
  await call(page, 'products/saveAccess', { shopifyProductId, requiredPoints: 5_000 })
  const title = `Look what I bound ${Date.now()}`
  await call(page, 'community/write', { title, content: 'In half linen.' })
  await signIn(page, { ...someone, password: goodPassword })
  await page.goto('/home')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(someone.firstName)
  const main = page.getByRole('navigation', { name: 'Main' })
  const content = page.locator('#content')
  const menu = async (entry: string) => {
    await page.getByRole('button', { name: /Account menu/ }).click()
    await page.getByRole('menuitem', { name: entry, exact: true }).click()
  }

  await main.getByRole('link', { name: 'Events' }).click()
  await content
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Register Now' })).toBeVisible()

  await main.getByRole('link', { name: 'Book a Space', exact: true }).click()
  await expect(content.getByRole('link', { name: /Photography Studio/ }).first()).toBeVisible()
  await content.getByRole('link', { name: /Sauna/ }).first().click()
  await expect(page).toHaveURL(/\/facility-booking/)
  for (const way of [/tokens/i, /£/]) await expect(content.getByText(way).first()).toBeVisible()
  await main.getByRole('link', { name: 'Book a Space', exact: true }).click()
  await content.getByRole('link', { name: 'The Photography Studio' }).click()
  await expect(page).toHaveURL(/\/studio$/)
  for (const [way, price] of [
    [/^By card/, /^Book for £\d/],
    [/^With tokens/, /^Book for \d+ tokens?$/],
  ] as const) {
    await page.getByRole('radio', { name: way }).check()
    await expect(page.getByRole('button', { name: price })).toBeVisible()
  }

  await main.getByRole('link', { name: 'Market Booking' }).click()
  await expect(page).toHaveURL(/\/market-booking/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await main.getByRole('link', { name: 'Market Check-In' }).click()
  await expect(page).toHaveURL(/\/market-tickets/)
  await expect(page.getByRole('img', { name: 'Your market check-in code' })).toBeVisible()

  await main.getByRole('link', { name: 'Store' }).click()
  await expect(content).toContainText(/You have .*points/)
  await content.getByRole('link', { name: /Pin set/ }).click()
  await expect(content).toContainText('You need 5,000 points to access this product')
  await main.getByRole('link', { name: 'Store' }).click()
  await content.getByRole('link', { name: /House tee/ }).click()
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByRole('button', { name: 'Show the cart' }).click()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('dialog', { name: 'Your cart' }).getByRole('button', { name: 'Checkout' }).click()
  const storefront = await opened
  await expect(storefront).toHaveURL(/channel=online_store/)
  await expect(storefront.getByRole('button', { name: /^Pay £/ })).toBeVisible()
  await storefront.close()

  await page.getByRole('link', { name: 'Community' }).first().click()
  await expect(page).toHaveURL(/\/community$/)
  await content.getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByRole('button', { name: /like/i }).first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: /comment/i })).toBeVisible()

  await menu('Invite Guest')
  await expect(page.getByRole('heading', { name: 'Invite a guest' })).toBeVisible()
  await content.getByRole('tab', { name: /Recommend|Referrals/ }).click()
  await expect(page).toHaveURL(/tab=referrals/)
  await content.getByRole('tab', { name: 'Membership' }).click()
  for (const deed of ['Change plan', 'Cancel membership'])
    await expect(content.getByRole('button', { name: deed })).toBeVisible()
})

const audiences = {
  visitor: ['/', '/auth', '/join'],
  member: ['/home', '/events', '/bookings', '/market-booking', '/store', '/community', '/account'],
  admin: ['/admin', '/events', '/bookings', '/market-booking', '/store', '/community', '/account'],
}

test('one application, of a house in Marylebone in London, serves visitors, members and admins [NAV-01]', async ({
  page,
  venue,
}) => {
  await page.goto('/')
  await expect(page.locator('#content')).toContainText(/Marylebone/)
  await page.goto('/contact')
  await expect(page.locator('#content')).toContainText(/Marylebone, London/)
  for (const [who, paths] of Object.entries(audiences)) {
    if (who !== 'visitor') await signIn(page, venue.person(who))
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }), `${path} of a ${who}`).toBeVisible()
      await settled(page)
      expect(page.url(), who).toBe(venue.url + path)
    }
  }
})
