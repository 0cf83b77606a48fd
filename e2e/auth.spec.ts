import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'
import { account, at, fillSignIn, newEmail, openLink, other, password, skipWait } from './newcomer.ts'
import { linkTo } from './venue.ts'

test('the sign-in page has three modes and a way to the admin door [AUTH-01, AUTH-02, AUTH-42, ADM-13]', async ({
  page,
}) => {
  await page.goto('/auth')
  await expect(page.getByRole('heading', { name: 'Sign In', level: 1 })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('button', { name: 'Send reset email' })).toBeVisible()
  await page.goto('/auth?mode=signup')
  await expect(page.getByLabel('First name')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: 'Admin sign-in' }).click()
  await expect(page).toHaveURL(at('/admin/login'))
  await page.getByRole('link', { name: 'Back to member sign-in' }).click()
  await expect(page).toHaveURL(at('/auth'))
})

test('signing up runs through its steps and ends at home [AUTH-03, AUTH-04]', async ({ page, visit, venue }) => {
  const email = newEmail()
  await page.goto('/auth?mode=signup')
  const steps = page.getByRole('list', { name: 'Sign-up' })
  await expect(steps.locator('[aria-current=step]')).toContainText('About you')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Okafor')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone').fill('+447700900123')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(steps.locator('[aria-current=step]')).toContainText('Confirm your email')
  await expect(page.getByRole('button', { name: /Send it again in/ })).toBeDisabled()
  const link = linkTo(await venue.mail(email, 'Confirm your email address'), '/confirm-signup')
  const tab = await page.context().newPage()
  await tab.clock.install()
  await page.clock.install()
  await openLink(tab, link)
  await expect(tab.getByText('Your email address is confirmed.')).toBeVisible()
  await skipWait(tab)
  await expect(tab).toHaveURL(at('/home'))
  // The first window heard of it.
  await expect(steps.locator('[aria-current=step]')).toContainText('Welcome')
  await skipWait(page)
  await expect(page).toHaveURL(at('/home'))
  const late = await visit()
  await late.goto(link)
  await expect(late.getByText('Invalid or expired confirmation link')).toBeVisible()
  // Whoever it confirmed is told so, and not that something is wrong.
  await page.goto(link)
  await expect(page.getByText(`Your email address ${email} is confirmed already`)).toBeVisible()
  await page.getByRole('link', { name: 'Go on to the house' }).click()
  await expect(page).toHaveURL(at('/home'))
})

test('a sign-up that is confirmed in another browser may choose a new password, and that one counts', async ({
  page,
  visit,
  venue,
}) => {
  const person = { firstName: 'Ada', lastName: 'Okafor', phone: '+447700900123', email: newEmail(), password }
  await page.request.post('/auth-api/sign-up/email', {
    data: { ...person, name: 'x' },
    headers: { origin: venue.url },
  })
  const link = linkTo(await venue.mail(person.email, 'Confirm your email address'), '/confirm-signup')
  const phone = await visit()
  await phone.clock.install()
  await phone.goto(link)
  await expect(phone.getByText('type the password that you chose there')).toBeVisible()
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Choose another password' }).click()
  await expect(phone.getByText('it replaces the one that was typed at sign-up')).toBeVisible()
  await expectAccessible(phone)
  const own = 'Lantern-Quarry-31'
  await phone.getByLabel('New password', { exact: true }).fill(own)
  await phone.getByLabel('Confirm new password').fill(own)
  await phone.getByRole('button', { name: 'Save password' }).click()
  await expect(phone.getByText('Your email address is confirmed.')).toBeVisible()
  await skipWait(phone)
  await expect(phone).toHaveURL(at('/home'))
})

test('wrong input shows beside its field and as a notice [AUTH-06, AUTH-07, AUTH-08, AUTH-09]', async ({ page }) => {
  await page.goto('/auth?mode=signup')
  await page.getByLabel('Phone').fill('0770')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Validation Error')).toBeVisible()
  for (const text of ['Last name is required', 'Enter a valid email address', 'Phone must be in format +44XXXXXXXXXX'])
    await expect(page.getByText(text)).toBeVisible()
  await page.goto('/auth')
  await fillSignIn(page, 'nobody', '12345')
  await expect(page.getByText('Validation Error')).toBeVisible()
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
})

test('failed attempts count down and lock [AUTH-12, AUTH-13, AUTH-14]', async ({ page, venue }) => {
  const { email } = await account(page, venue)
  await page.goto('/auth')
  for (const left of [4, 3, 2, 1]) {
    await fillSignIn(page, email, 'Wrong-Password-1')
    await expect(page.getByRole('alert').filter({ hasText: 'Login Failed' })).toContainText(
      `Invalid credentials. ${left} attempt(s) remaining`,
    )
  }
  await fillSignIn(page, email, 'Wrong-Password-1')
  await expect(page.getByRole('alert').filter({ hasText: 'Account Locked' })).toContainText('15 minutes')
  await fillSignIn(page, email)
  await expect(page.getByRole('alert').filter({ hasText: 'Account Temporarily Locked' })).toBeVisible()
})

test('signing in leads home or back to where one wanted to go, never elsewhere [AUTH-04, AUTH-46]', async ({
  page,
  venue,
}) => {
  const { email } = await account(page, venue)
  await page.goto('/account?tab=referrals')
  await expect(page).toHaveURL(/\/auth\?return=/)
  await expect(page.getByText('“Account” opens once you have signed in.')).toBeVisible()
  await fillSignIn(page, email)
  await expect(page).toHaveURL(at('/account?tab=referrals'))
  const second = await page.context().newPage()
  await second.goto('/account')
  await expect(second.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByText('Signed out successfully')).toBeVisible()
  // The other window leaves its page without a reload.
  await expect(second).toHaveURL(/\/auth/)
  for (const away of ['https://evil.example', '//evil.example', '/\\evil.example']) {
    await page.goto(`/auth?return=${encodeURIComponent(away)}`)
    await fillSignIn(page, email)
    await expect(page).toHaveURL(at('/home'))
    await page.request.post('/auth-api/sign-out', { data: {}, headers: { origin: venue.url } })
  }
})

test('a failed sign-out says so [AUTH-45]', async ({ page, venue }) => {
  await signIn(page, await account(page, venue))
  await page.goto('/account')
  await page.route('**/auth-api/sign-out', route => route.fulfill({ status: 400, json: { message: 'Not now' } }))
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByText('Error signing out')).toBeVisible()
})

test('a forgotten password is reset by mail, once [AUTH-15, AUTH-16, AUTH-17, AUTH-18, AUTH-19, AUTH-20, AUTH-21, AUTH-22]', async ({
  page,
  venue,
}) => {
  const { email } = await account(page, venue)
  await page.goto('/auth?mode=forgot-password')
  await page.getByRole('button', { name: 'Send reset email' }).click()
  await expect(page.getByText('Email Required')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send reset email' }).click()
  await expect(page.getByText('Password reset email sent')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: 'Sign In' })).toBeVisible()
  const link = linkTo(await venue.mail(email, 'Choose a new password'), '/reset-password')
  await page.clock.install()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Reset Password' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('New password', { exact: true }).fill('abc12')
  await page.getByLabel('Confirm new password').fill('abc123')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill(other)
  await page.getByLabel('Confirm new password').fill(other)
  await page.route('**/auth-api/reset-password', route => route.fulfill({ status: 400, json: { message: 'Not now' } }))
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('Failed to reset password')).toBeVisible()
  await page.unroute('**/auth-api/reset-password')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('Your password is changed')).toBeVisible()
  await skipWait(page)
  await expect(page).toHaveURL(at('/auth'))
  await page.goto(link)
  await expect(page.getByText('Invalid or expired reset link')).toBeVisible()
  await expect(page).toHaveURL(at('/auth'))
})

test('a reset that cannot be asked for says so [AUTH-16]', async ({ page }) => {
  await page.goto('/auth?mode=forgot-password')
  await page.route('**/auth-api/request-password-reset', route =>
    route.fulfill({ status: 400, json: { message: 'Not now' } }),
  )
  await page.getByLabel('Email').fill(newEmail())
  await page.getByRole('button', { name: 'Send reset email' }).click()
  await expect(page.getByText('Error sending reset email')).toBeVisible()
})

test('a sign-in link signs in once [AUTH-35]', async ({ page, visit, venue }) => {
  const { email } = await account(page, venue)
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await expect(page.getByText('Sign-in link sent')).toBeVisible()
  const link = linkTo(await venue.mail(email, 'Your sign-in link'), '/magic-link')
  await page.clock.install()
  await openLink(page, link)
  await expect(page.getByText('You are signed in.')).toBeVisible()
  await skipWait(page)
  await expect(page).toHaveURL(at('/home'))
  const late = await visit()
  await late.goto(link)
  await expect(late.getByText('Invalid or expired magic link')).toBeVisible()
  await late.route('**/auth-api/magic-link/verify**', route =>
    route.fulfill({ status: 400, json: { message: 'Not now' } }),
  )
  await late.goto('/magic-link?token=another')
  await expect(late.getByText('Failed to authenticate')).toBeVisible()
})

test('links that cannot be checked say so [AUTH-29, AUTH-33, AUTH-37]', async ({ page }) => {
  await page.route(/\/auth-api\/(verify-email|invitation\/open)/, route =>
    route.fulfill({ status: 400, json: { message: 'Not now' } }),
  )
  await page.goto('/confirm-signup?token=x')
  await expect(page.getByText('Failed to confirm email')).toBeVisible()
  await page.goto('/change-email?token=x')
  await expect(page.getByText('Failed to update email')).toBeVisible()
  await page.goto('/invite?token=x')
  await expect(page.getByText('Failed to validate invitation')).toBeVisible()
})

test('a temporary password is changed before anything else [AUTH-05, AUTH-23, AUTH-25, AUTH-26, AUTH-27]', async ({
  page,
  visit,
  venue,
}) => {
  const boss = await visit()
  await signIn(boss, venue.person('admin'))
  const email = newEmail()
  await boss.goto('/admin/members')
  await boss.getByRole('button', { name: 'New account' }).click()
  await boss.getByLabel('First name').fill('Ida')
  await boss.getByLabel('Last name').fill('Bell')
  await boss.getByRole('dialog').getByLabel('Email').fill(email)
  await boss.getByLabel('Temporary password').fill(password)
  await boss.getByRole('button', { name: 'Create account' }).click()
  await expect(boss.getByText('Account created')).toBeVisible()

  await page.goto('/first-login-password-change')
  await expect(page).toHaveURL(/\/auth/)
  await page.goto('/auth')
  await fillSignIn(page, email)
  await expect(page).toHaveURL(at('/first-login-password-change'))
  await page.goto('/account')
  await expect(page).toHaveURL(at('/first-login-password-change'))
  await page.clock.install()
  await page.goto('/first-login-password-change')
  await page.getByLabel('Temporary password').fill('Not-The-Right-1')
  await page.getByLabel('New password', { exact: true }).fill('weak')
  await page.getByLabel('Confirm new password').fill('other')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText("Passwords don't match")).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill(other)
  await page.getByLabel('Confirm new password').fill(other)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Failed to change password')).toBeVisible()
  await page.getByLabel('Temporary password').fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed successfully! Redirecting...')).toBeVisible()
  await skipWait(page)
  await expect(page).toHaveURL(at('/portal'))
})

test('an invitation signs in and asks for a password [AUTH-30, AUTH-31, AUTH-33]', async ({ page, visit, venue }) => {
  const boss = await visit()
  await signIn(boss, venue.person('admin'))
  const email = newEmail()
  await boss.goto('/admin/members')
  await boss.getByRole('button', { name: 'New account' }).click()
  await boss.getByLabel('First name').fill('Ida')
  await boss.getByLabel('Last name').fill('Bell')
  await boss.getByRole('dialog').getByLabel('Email').fill(email)
  await boss.getByRole('button', { name: 'Create account' }).click()
  const link = linkTo(await venue.mail(email, 'Your invitation'), '/invite')

  await page.clock.install()
  await page.goto('/invite')
  await expect(page.getByText('Invalid or expired invitation link')).toBeVisible()
  await skipWait(page)
  await expect(page).toHaveURL(at('/auth'))
  await openLink(page, link)
  await expect(page.getByText('Your account is ready.')).toBeVisible()
  // Opened again before the password was chosen: the link is used up, the session goes on.
  await page.reload()
  await page.getByLabel('New password', { exact: true }).fill('Short1')
  await page.getByLabel('Confirm new password').fill('Short1')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill(other)
  await page.getByLabel('Confirm new password').fill(other)
  await page.route('**/auth-api/invitation/accept', route =>
    route.fulfill({ status: 400, json: { message: 'Not now' } }),
  )
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Failed to accept invitation')).toBeVisible()
  await page.unroute('**/auth-api/invitation/accept')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Your password is saved')).toBeVisible()
  await skipWait(page)
  await expect(page).toHaveURL(at('/home'))
})

test('the admin door admits admins only [AUTH-42, AUTH-43, AUTH-44, ADM-11, ADM-12]', async ({
  page,
  visit,
  venue,
}) => {
  const { email } = await account(page, venue)
  await page.goto('/admin/login')
  await expect(page.getByText('Members of the committee and people at the door sign in as members do.')).toBeVisible()
  await fillSignIn(page, email)
  await expect(page.getByText('Access Denied')).toBeVisible()
  await expect(page.getByText("You don't have admin privileges.")).toBeVisible()
  expect(await (await page.request.get('/rpc/members/me')).json()).toMatchObject({ json: null })
  const boss = await visit()
  const admin = venue.person('admin')
  await boss.goto('/admin/login')
  await fillSignIn(boss, admin.email, admin.password)
  await expect(boss).toHaveURL(at('/admin'))
})
