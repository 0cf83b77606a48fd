import { totp } from '#test/totp.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'
import { account, at, fillSignIn, newEmail, openLink, password, skipWait } from './newcomer.ts'
import { linkTo } from './venue.ts'

test('the address is changed by both of its links', async ({ page, venue }) => {
  const person = await account(page, venue)
  const next = newEmail()
  await signIn(page, person)
  await page.goto('/account?tab=security')
  await page.getByLabel('New email address').fill(next)
  await page.getByRole('button', { name: 'Change address' }).click()
  await expect(page.getByText('Look in your in-box')).toBeVisible()
  await page.goto(linkTo(await venue.mail(person.email, 'Confirm your new email address'), '/change-email'))
  await expect(page.getByText('open the link that we just sent to your new address')).toBeVisible()
  await page.clock.install()
  await openLink(page, linkTo(await venue.mail(next, 'Confirm this address'), '/change-email'))
  await expect(page.getByText('Your email address is changed.')).toBeVisible()
  await skipWait(page)
  await expect(page).toHaveURL(at('/account'))
  await expect(page.getByText(`Signed in as ${next}`)).toBeVisible()
})

test('confirming the password leads back, to this site only [AUTH-38, AUTH-39, AUTH-40, AUTH-41]', async ({
  page,
  venue,
}) => {
  const person = await account(page, venue)
  await page.goto('/reauthenticate')
  await expect(page.getByText('No user found')).toBeVisible()
  await signIn(page, person)
  await page.clock.install()
  for (const [redirect, target] of [
    ['', '/account'],
    ['/account?tab=referrals', '/account?tab=referrals'],
    ['//evil.example', '/account'],
  ] as const) {
    await page.goto(`/reauthenticate${redirect && `?redirect=${encodeURIComponent(redirect)}`}`)
    await page.getByLabel('Password', { exact: true }).fill('12345')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill('Wrong-Password-1')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Failed to reauthenticate')).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Thank you.')).toBeVisible()
    await skipWait(page)
    await expect(page).toHaveURL(at(target))
  }
})

test('confirming the password with a second factor asks for the code on the page, and for nothing else', async ({
  page,
  venue,
}) => {
  const person = await account(page, venue)
  const headers = { origin: venue.url }
  await signIn(page, person)
  const made = await page.request.post('/auth-api/two-factor/enable', { data: { password }, headers })
  const key = new URL((await made.json()).totpURI).searchParams.get('secret') ?? ''
  const on = await page.request.post('/auth-api/two-factor/verify-totp', { data: { code: totp(key) }, headers })
  expect(on.ok()).toBe(true)
  await page.goto('/reauthenticate')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  const code = page.getByLabel('Code from your authenticator app')
  await code.fill(totp(key, Date.now() + 30_000))
  // Between password and code there is no session; a page that looks again, here by itself, must not take it for an end.
  const looked = page.waitForResponse(/rpc\/members\/me/)
  await page.evaluate(() => dispatchEvent(new StorageEvent('storage', { key: 'exchange.session' })))
  await looked
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL(at('/account'))
})

test('the account has its tabs, and the profile is its owner’s to change [MEM-18, MEM-19, MEM-20]', async ({
  page,
  venue,
}) => {
  await page.goto('/account')
  await expect(page).toHaveURL(/\/auth/)
  await signIn(page, await account(page, venue))
  for (const [tab, name] of [
    ['nonsense', 'Personal'],
    ['invite', 'Guests'],
    ['guests', 'Guests'],
    ['membership', 'Membership'],
    ['referrals', 'Referrals'],
    ['security', 'Security'],
  ] as const) {
    await page.goto(`/account?tab=${tab}`)
    await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1280, height: 900 })
  }
  await page.goto('/account')
  for (const label of [
    'First name',
    'Last name',
    'Phone',
    'Address line 1',
    'Address line 2',
    'City',
    'Postcode',
    'Country',
  ])
    await expect(page.getByLabel(label)).toBeVisible()
  await page.getByLabel('City').fill('London')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('City')).toHaveValue('London')
})

test('a session that ends under a form is taken up again in place', async ({ page, venue }) => {
  const { email } = await account(page, venue)
  await signIn(page, { email, password })
  await page.goto('/account')
  await page.getByLabel('City').fill('Leeds')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Save changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('Password', { exact: true }).fill('Wrong-Password-1')
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Invalid credentials. 4 attempt(s) remaining')
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(page.getByLabel('City')).toHaveValue('Leeds')
})

test('the account and the list of accounts have no accessibility findings', async ({ page, visit, venue }) => {
  await signIn(page, await account(page, venue))
  for (const tab of ['personal', 'referrals', 'security']) {
    await page.goto(`/account?tab=${tab}`)
    await expect(
      page.getByRole('tabpanel').getByRole('heading').or(page.getByRole('tabpanel').getByRole('textbox')).first(),
    ).toBeVisible()
    await expectAccessible(page)
  }
  const boss = await visit()
  await signIn(boss, venue.person('admin'))
  await boss.goto('/admin/members')
  await boss.getByRole('table', { name: 'Members' }).getByRole('button').first().waitFor()
  await expectAccessible(boss)
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })

  test('two-factor sign-in opens the app on the same phone, and tabs say that there are more', async ({
    page,
    venue,
  }) => {
    await signIn(page, await account(page, venue))
    await page.goto('/account?tab=security')
    const tabs = page.getByRole('tablist')
    await expect(tabs.getByRole('tab', { name: 'Security' })).toBeInViewport({ ratio: 1 })
    expect(await tabs.evaluate(list => list.scrollLeft)).toBeGreaterThan(0)
    // Scrolled to the end, they fade where there are more: before the first.
    const fades = (side: string) => tabs.evaluate((list, name) => getComputedStyle(list).getPropertyValue(name), side)
    expect(parseFloat(await fades('--tabs-before'))).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Set up two-factor sign-in' }).click()
    await page.getByLabel('Your password').fill(password)
    await page.getByRole('button', { name: 'Set up two-factor sign-in' }).click()
    const app = page.getByRole('link', { name: 'Open in my authenticator app' })
    await expect(app).toBeVisible()
    const key = await page.locator('code').first().textContent()
    expect(new URL((await app.getAttribute('href')) ?? '').searchParams.get('secret')).toBe(key)
    expect(await app.getAttribute('href')).toMatch(/^otpauth:\/\/totp\//)
    const code = page.getByRole('img', { name: 'Code to scan with an authenticator app' })
    expect((await app.boundingBox())!.y).toBeLessThan((await code.boundingBox())!.y)
  })
})

test('two-factor sign-in is set up with its code and recovery codes, and asked for', async ({ page, visit, venue }) => {
  const person = await account(page, venue)
  await signIn(page, person)
  await page.goto('/account?tab=security')
  await page.getByRole('button', { name: 'Set up two-factor sign-in' }).click()
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Set up two-factor sign-in' }).click()
  await expect(page.getByRole('img', { name: 'Code to scan with an authenticator app' })).toBeVisible()
  const key = await page.locator('code').first().textContent()
  await page.getByLabel('Code from the app').fill(totp(key ?? ''))
  await page.getByRole('button', { name: 'Switch it on' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = await codes.first().textContent()
  const second = await codes.nth(1).textContent()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(codes).toHaveCount(0)

  const phone = await visit()
  await phone.goto('/auth')
  await fillSignIn(phone, person.email)
  await phone.getByLabel('Code from your authenticator app').fill(totp(key ?? '', Date.now() + 30_000))
  await phone.getByRole('button', { name: 'Verify' }).click()
  await expect(phone).toHaveURL(at('/home'))
  const lost = await visit()
  await lost.goto('/auth')
  await fillSignIn(lost, person.email)
  await lost.getByRole('button', { name: 'Use a recovery code' }).click()
  await lost.getByLabel('Recovery code').fill(recovery ?? '')
  await lost.getByRole('button', { name: 'Verify' }).click()
  await expect(lost).toHaveURL(at('/home'))
  // The session alone does not switch it off; the recovery codes are for a lost app.
  await lost.goto('/account?tab=security')
  await lost.getByRole('button', { name: 'Switch it off' }).click()
  await lost.getByLabel('Your password').fill(password)
  await lost.getByLabel('Code from the app').fill(recovery ?? '')
  await lost.getByRole('button', { name: 'Switch it off' }).click()
  await expect(lost.getByRole('alert').first()).toBeVisible()
  await lost.getByLabel('Code from the app').fill(second ?? '')
  await lost.getByRole('button', { name: 'Switch it off' }).click()
  await expect(lost.getByText('Two-factor sign-in is off')).toBeVisible()
})

test('devices are signed out and keys shown once', async ({ page, visit, venue }) => {
  const person = await account(page, venue)
  const other = await visit()
  await signIn(other, person)
  await signIn(page, person)
  await page.goto('/account?tab=security')
  await page
    .getByRole('button', { name: /^Sign out Chrome/ })
    .first()
    .click()
  await expect(page.getByText('Device signed out')).toBeVisible()
  await page.getByLabel('What the new key is for').fill('Till')
  await page.getByRole('button', { name: 'Make a key' }).click()
  await expect(page.locator('code')).toContainText(/^exk_[\w-]{43}$/)
  await expect(page.getByText(/· reads · made/)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Revoke Till' })).toBeVisible()
  await expect(page.locator('code')).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL(/\/auth/)
})
