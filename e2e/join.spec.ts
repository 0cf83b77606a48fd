import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'
import { account, choosePlan, expectStep, goOn, newEmail, other, password } from './newcomer.ts'
import { linkTo, type Venue } from './venue.ts'

const why = 'I throw pots and would like to share a kiln with people who do the same thing.'
const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
})

/** A confirmed account without an application, signed in on `page`. */
async function newAccount(page: Page, venue: Venue): Promise<{ email: string; password: string }> {
  const person = await account(page, venue, { firstName: 'Ada', lastName: 'Lovelace' })
  await signIn(page, person)
  return person
}

/** Lets one procedure refuse, as the server would. */
async function refuse(page: Page, procedure: string, code: string, message: string, title?: string): Promise<void> {
  await page.route(`**/rpc/${procedure}*`, route =>
    route.fulfill({
      status: code === 'UNAUTHORIZED' ? 401 : 409,
      json: { json: { defined: false, code, status: 409, message, data: { title } } },
    }),
  )
}

/** Fills in what stands on screen, by label. */
async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text)
}

const home = { Address: '1 Paddington Street', City: 'London', Postcode: 'W1U 5QY' }
const work = { 'Creative discipline': 'Ceramics', 'Why do you want to join?': why }

test('a visitor sees the two ways in and no form; the referral code goes along [JOIN-01, JOIN-02, JOIN-04, JOIN-34]', async ({
  page,
}) => {
  await page.goto('/join?ref=ab12cd34')
  await expect(page.getByRole('link', { name: 'Create Account' })).toHaveAttribute(
    'href',
    /^\/auth\?mode=signup&return=%2Fjoin%3Fref%3Dab12cd34$/,
  )
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expect(page.getByRole('form')).toHaveCount(0)
  await expect(page.getByText('Approval usually takes 24-48 hours')).toBeVisible()
  await expectAccessible(page)
})

/** Fills in the sign-up that stands on the page. */
async function signUp(page: Page, email: string): Promise<void> {
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone').fill('+447700900123')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
}

/** From a plan over the code of conduct to a new account, its address not confirmed yet. */
async function fromPlanToAccount(page: Page, tier: string, referral: string): Promise<string> {
  const email = newEmail()
  await page.goto(`/join?ref=${referral}`)
  await page.getByRole('link', { name: 'Compare the plans' }).click()
  await page.getByRole('link', { name: `Apply for ${tier}`, exact: true }).click()
  await page.getByLabel('I have read and accept the Code of Conduct').check()
  await page.getByRole('button', { name: 'Accept and Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await signUp(page, email)
  return email
}

/** The plan that is shown as chosen, without the others. */
const chosenTier = (page: Page) =>
  page
    .getByRole('group', { name: 'Membership', exact: true })
    .filter({ has: page.getByRole('button', { name: 'Change membership' }) })

test('a plan and a referral go along from the plan’s button to the form, in the window that signed up (decision 52)', async ({
  page,
  venue,
}) => {
  await page.goto('/')
  await page.locator('a[href="/membership-info"]').first().click()
  await page.getByRole('link', { name: 'Get Started' }).first().click()
  await expect(page).toHaveURL(/\/code-of-conduct\?return=%2Fjoin$/)
  await expect(page.locator('#content').getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    '/auth?return=%2Fjoin',
  )
  const email = await fromPlanToAccount(page, 'Creator', 'ab12cd34')
  await expect(page.getByText(email)).toBeVisible()
  const tab = await page.context().newPage()
  await tab.goto(linkTo(await venue.mail(email, 'Confirm your email address'), '/confirm-signup'))
  await expect(tab).toHaveURL(/\/join$/)
  for (const form of [tab, page]) {
    await expect(form.getByRole('heading', { name: 'Apply for membership' })).toBeVisible()
    await expect(chosenTier(form)).toContainText('Creator')
    await expect(form.getByText('Referred with the code AB12CD34.')).toBeVisible()
  }
  await expect(page).toHaveURL(/\/join\?tier=creator&ref=ab12cd34$/)
  // The code was accepted before there was an account, and is not asked for again.
  await expect(page.getByText('keeps to the code of conduct')).toHaveCount(0)
  await page.goto('/membership-info')
  await page.getByRole('link', { name: 'Apply for Innovator', exact: true }).click()
  await expect(page.getByText(/^You accepted this version on/)).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/join\?tier=innovator$/)
  await expect(chosenTier(page)).toContainText('Innovator')
})

test('a plan and a referral are there on another device too, which is asked for the code (decision 52)', async ({
  page,
  visit,
  venue,
}) => {
  const email = await fromPlanToAccount(page, 'Creator', 'ab12cd34')
  const phone = await visit()
  await phone.goto(linkTo(await venue.mail(email, 'Confirm your email address'), '/confirm-signup'))
  await phone.getByRole('button', { name: 'Choose another password' }).click()
  await phone.getByLabel('New password', { exact: true }).fill(other)
  await phone.getByLabel('Confirm new password').fill(other)
  await phone.getByRole('button', { name: 'Save password' }).click()
  await expect(phone).toHaveURL(/\/join$/)
  await expect(chosenTier(phone)).toContainText('Creator')
  await expect(phone.getByText('Referred with the code AB12CD34.')).toBeVisible()
  await phone.getByRole('link', { name: 'Read and accept it' }).click()
  await phone.getByLabel('I have read and accept the Code of Conduct').check()
  await phone.getByRole('button', { name: 'Accept and Continue' }).click()
  await expect(phone).toHaveURL(/\/join$/)
  await expect(phone.getByText('keeps to the code of conduct')).toHaveCount(0)
  await expect(chosenTier(phone)).toContainText('Creator')
  await phone.goto('/home')
  await phone.getByRole('link', { name: 'Apply for Creator' }).first().click()
  await expect(phone).toHaveURL(/\/join$/)
})

test('who signs up to apply comes to the form, also in another browser, with the password they chose', async ({
  page,
  visit,
  venue,
}) => {
  await page.goto('/join')
  await page.getByRole('link', { name: 'Create Account' }).click()
  const email = newEmail()
  await signUp(page, email)
  await expect(page.getByText(email)).toBeVisible()
  const phone = await visit()
  await phone.setViewportSize({ width: 360, height: 740 })
  await phone.goto(linkTo(await venue.mail(email, 'Confirm your email address'), '/confirm-signup'))
  const steps = phone.getByRole('list', { name: 'Sign-up' })
  await expect(steps.locator('[aria-current=step]')).toContainText('Confirm your email')
  await phone.getByLabel('Password', { exact: true }).fill('Not-The-One-77')
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(phone.getByText('This is not the password that was chosen.')).toBeVisible()
  await phone.getByLabel('Password', { exact: true }).fill(password)
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(steps.locator('[aria-current=step]')).toContainText('Welcome')
  await expect(phone).toHaveURL(/\/join$/)
  await expect(phone.getByRole('heading', { name: 'Apply for membership' })).toBeVisible()
})

test('the form shows more for a paid tier, and proof of residence only to residents of Westminster [JOIN-03, JOIN-11, JOIN-14, JOIN-23, JOIN-25]', async ({
  page,
  venue,
}) => {
  await newAccount(page, venue)
  await page.goto('/join')
  await expect(page.getByLabel('Full name')).toHaveValue('Ada Lovelace')
  await expect(page.getByLabel('Address', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('radio', { name: /^Explorer Free/ })).toBeChecked()
  await expect(page.getByRole('radio', { name: /^Creator £90 a month 150 tokens a week/ })).not.toBeChecked()
  await choosePlan(page, /£/)
  for (const label of ['Address', 'City', 'Postcode', 'Start date'])
    await expect(page.getByLabel(label, { exact: true })).toBeVisible()
  await expect(page.getByLabel('Charge the first month pro rata')).not.toBeChecked()
  await expect(page.getByText('Proof of residence', { exact: true })).toHaveCount(0)
  await page.getByLabel('I live in Westminster').check()
  await expect(page.getByText('Proof of residence', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await fill(page, home)
  await goOn(page, 'Your work')
  for (const label of ['Creative discipline', 'Social media links', 'Why do you want to join?'])
    await expect(page.getByLabel(label, { exact: true })).toBeVisible()
  await expectAccessible(page)
  await fill(page, work)
  await goOn(page, 'Agreements')
  for (const label of ['Emergency contact name', 'Emergency contact phone', 'Relationship'])
    await expect(page.getByLabel(label, { exact: true })).toBeVisible()
  await expect(page.getByLabel('Choose a file: ID document')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  for (const title of ['Agreements', 'Your work', 'You and your plan']) {
    await expectStep(page, title)
    await expectNoSidewaysScroll(page)
    if (title !== 'You and your plan') await page.getByRole('button', { name: 'Back', exact: true }).click()
  }
  // A free plan asks for nothing of that: two steps are left.
  await choosePlan(page, /Free/)
  await expect(page.getByLabel('Address', { exact: true })).toHaveCount(0)
  await goOn(page, 'Agreements')
  await expect(page.getByRole('heading', { name: /^Step 2 of 2/ })).toBeVisible()
  await expect(page.getByRole('form').getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(1)
})

test('what is missing is said beside its field in the specified words [JOIN-07, JOIN-09, JOIN-10, JOIN-12, JOIN-17, JOIN-19, JOIN-24]', async ({
  page,
  venue,
}) => {
  await newAccount(page, venue)
  await page.goto('/join')
  await choosePlan(page, /£/)
  await page.getByLabel('Full name').fill('')
  // The account knows the number already.
  await expect(page.getByLabel('Phone number')).toHaveValue('+447700900123')
  await page.getByLabel('Phone number').fill('')
  const refused = async (button: string, first: string, ...texts: string[]) => {
    await page.getByRole('button', { name: button, exact: true }).click()
    for (const text of texts) await expect(page.getByText(text)).toBeVisible()
    await expect(page.getByLabel(first, { exact: true })).toBeFocused()
  }
  await refused('Continue', 'Full name', 'Full name is required', 'Phone number is required', 'Address is required')
  await expectStep(page, 'You and your plan')
  // Only of what is on screen.
  await expect(page.getByText('You must accept the terms')).toHaveCount(0)
  await fill(page, { ...home, 'Full name': 'Ada Lovelace', 'Phone number': '+447700900123' })
  await goOn(page, 'Your work')
  const tooShort = 'Please provide at least 50 characters explaining why you want to join'
  await refused('Continue', 'Creative discipline', 'Creative discipline is required', tooShort)
  await fill(page, work)
  await goOn(page, 'Agreements')
  await refused(
    'Submit Application',
    'Emergency contact name',
    'Relationship is required',
    'Please upload an ID document',
    'You must accept the terms',
  )
})

test('what was typed is there again after a reload', async ({ page, venue }) => {
  await newAccount(page, venue)
  await page.goto('/join')
  await choosePlan(page, /£/)
  await fill(page, home)
  await goOn(page, 'Your work')
  await page.getByLabel('Why do you want to join?').fill(why)
  await page.waitForFunction(
    words =>
      Object.keys(localStorage).some(
        key => key.startsWith('draft:application') && localStorage.getItem(key)?.includes(words),
      ),
    why,
  )
  await page.reload()
  await expectStep(page, 'Your work')
  await expect(page.getByLabel('Why do you want to join?')).toHaveValue(why)
  // Whoever comes another day opens the page, not the step.
  await page.goto('/join')
  await expectStep(page, 'Your work')
  await expect(page.getByLabel('Why do you want to join?')).toHaveValue(why)
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expectStep(page, 'You and your plan')
  await expect(page.getByLabel('Postcode')).toHaveValue('W1U 5QY')
  // A step that was reached once does not open before those in front of it are right.
  await page.getByRole('button', { name: 'Start again' }).click()
  await choosePlan(page, /£/)
  await page.goto('/join?step=agreements')
  await expectStep(page, 'You and your plan')
  await expect(page).toHaveURL(/\/join$/)
})

test('Back, of the form and of the browser, goes one step back and keeps everything; a plan that is changed stays changed', async ({
  page,
  venue,
}) => {
  await newAccount(page, venue)
  await page.goto('/join?tier=creator')
  await expect(chosenTier(page)).toContainText('Creator')
  await choosePlan(page, /^Builder/)
  await expect(page.getByRole('radio', { name: /^Builder/ })).toBeFocused()
  await fill(page, home)
  await goOn(page, 'Your work')
  await expect(page.getByRole('heading', { name: /Your work$/ })).toBeFocused()
  await fill(page, work)
  await goOn(page, 'Agreements')
  await expect(
    page.getByText('You apply for Builder, £40 a month. You pay nothing until you are approved.'),
  ).toBeVisible()
  await page.getByLabel('Relationship').fill('Friend')
  await page.goBack()
  await expectStep(page, 'Your work')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expectStep(page, 'You and your plan')
  await expect(chosenTier(page)).toContainText('Builder')
  await expect(page.getByLabel('City')).toHaveValue('London')
  await page.goForward()
  await expectStep(page, 'Your work')
  await expect(page.getByLabel('Why do you want to join?')).toHaveValue(why)
  await page.goForward()
  await expectStep(page, 'Agreements')
  await expect(page.getByLabel('Relationship')).toHaveValue('Friend')
  await page.reload()
  await expectStep(page, 'Agreements')
  await expect(page.getByText('You apply for Builder, £40 a month.')).toBeVisible()
  for (const title of ['Your work', 'You and your plan']) {
    await page.goBack()
    await expectStep(page, title)
  }
  await expect(chosenTier(page)).toContainText('Builder')
})

test('what the server refuses opens the step of its field, with the words beside it', async ({ page, venue }) => {
  await newAccount(page, venue)
  await page.goto('/join')
  await goOn(page, 'Agreements')
  await page.getByLabel(/I accept the terms/).check()
  // What the browser let go is refused by the server itself.
  await page.route(
    '**/rpc/applications/submit*',
    route => route.continue({ postData: (route.request().postData() ?? '').replace('+447700900123', '') }),
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await expectStep(page, 'You and your plan')
  const refusal = page.getByRole('form').getByText('Phone number is required')
  await expect(refusal).toBeVisible()
  await expect(page.getByLabel('Phone number')).toBeFocused()
  await page.getByLabel('Phone number').fill('+447700900124')
  await expect(refusal).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expectStep(page, 'Agreements')
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
})

test('a paid application with documents and a referral goes in; afterwards the page shows where it stands [JOIN-03, JOIN-04, JOIN-32, JOIN-33, JOIN-34]', async ({
  page,
  venue,
}) => {
  await newAccount(page, venue)
  await page.goto('/join?ref=ab12cd34')
  await choosePlan(page, /£/)
  await fill(page, { 'Phone number': '+447700900123', ...home })
  await goOn(page, 'Your work')
  await fill(page, work)
  await page.getByLabel('Social media links').fill('https://example.com/ada, https://example.org')
  await goOn(page, 'Agreements')
  await fill(page, {
    'Emergency contact name': 'Grace Hopper',
    'Emergency contact phone': '+447700900456',
    Relationship: 'Friend',
  })
  await page.getByLabel('Choose a file: ID document').setInputFiles(pdf('passport.pdf'))
  await expect(page.getByRole('button', { name: 'Remove passport.pdf' })).toBeVisible()
  await page.getByLabel('I accept the insurance waiver').check()
  await page.getByLabel('I consent to a background check').check()
  await page.getByLabel(/I accept the terms/).check()
  // From here on the page's time stands still unless it is moved.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const sent = page.waitForResponse('**/rpc/applications/submit')
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await sent
  await expect(async () => {
    await page.clock.runFor(10)
    await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible({ timeout: 50 })
  }).toPass()
  await expect(page.getByText('under review by the Exchange Committee').first()).toBeVisible()
  await page.clock.runFor(1_900)
  await expect(page).toHaveURL(/\/join/)
  await page.clock.runFor(100)
  await expect(page).toHaveURL(`${venue.url}/`)
  await page.clock.resume()
  await page.goto('/join')
  await expect(page.getByRole('heading', { name: 'Your application is under review' })).toBeVisible()
  await expect(page.getByText(/^0 of \d votes needed$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit Application' })).toHaveCount(0)
  await expectAccessible(page)
})

test('a failed submission says why, under the heading that the refusal has [JOIN-28, JOIN-29, JOIN-30, JOIN-31]', async ({
  page,
  venue,
}) => {
  await newAccount(page, venue)
  await page.goto('/join')
  await goOn(page, 'Agreements')
  await page.getByLabel(/I accept the terms/).check()
  const submit = page.getByRole('button', { name: 'Submit Application' })
  const toast = page.getByRole('alert')
  for (const [code, message, title] of [
    ['BUSY', 'This is busy right now. Please try again.', undefined],
    [
      'REGISTRATION_NOT_ALLOWED',
      'This email is tied to an archived account. Please contact support.',
      'Registration Not Allowed',
    ],
    [
      'APPLICATION_ALREADY_EXISTS',
      'There is an approved application for this email already.',
      'Application Already Exists',
    ],
    ['APPLICATION_ALREADY_SUBMITTED', 'Your application is under review.', 'Application Already Submitted'],
  ] as const) {
    await page.unrouteAll()
    await refuse(page, 'applications/submit', code, message, title)
    await submit.click()
    const shown = toast.filter({ hasText: title ?? 'Submission Failed' }).filter({ hasText: message })
    await expect(shown).toBeVisible()
    await shown.getByRole('button', { name: 'Dismiss' }).click()
  }
  // The session is over, and the person does not want to sign in again.
  await page.unrouteAll()
  await refuse(page, 'applications/submit', 'UNAUTHORIZED', 'You must be logged in')
  await submit.click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Please sign in first').first()).toBeVisible()
})

test('the waiting list takes a visitor’s address, and says the same the second time [JOIN-41]', async ({ page }) => {
  const email = `waits${Date.now()}@people.example`
  for (let time = 0; time < 2; time++) {
    await page.goto('/waitlist')
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Lovelace')
    await page.getByLabel('Email').fill(email)
    if (time === 0) await expectAccessible(page)
    await page.getByRole('button', { name: 'Join the waiting list' }).click()
    await expect(page.getByRole('heading', { name: 'You are on the list' })).toBeFocused()
  }
})

test('launch registration has its fields with GB as the country, and knows who is registered [JOIN-42, JOIN-43, JOIN-44, JOIN-45]', async ({
  page,
}) => {
  const email = `launch${Date.now()}@people.example`
  const register = async () => {
    await page.goto('/launch')
    await expect(page.getByLabel('Phone country')).toHaveValue('GB')
    for (const [label, value] of [
      ['First name', 'Ada'],
      ['Last name', 'Lovelace'],
      ['City', 'London'],
      ['Email', email],
      ['Phone', '020 7946 0000'],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(value)
  }
  await page.goto('/launch')
  await page.getByRole('button', { name: 'Register' }).click()
  for (const text of [
    'First name is required',
    'Last name is required',
    'City is required',
    'Invalid email',
    'Phone number is required',
  ])
    await expect(page.getByText(text)).toBeVisible()
  await expectAccessible(page)
  await register()
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible()
  await register()
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Already registered').first()).toBeVisible()
  await refuse(page, 'registrations/register', 'SOMETHING_ELSE', 'Database on fire')
  await page.getByLabel('Email').fill(`other${email}`)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Something went wrong. Please try again.' }).first(),
  ).toBeVisible()
})

test.describe('the code of conduct', () => {
  test('is an accordion, all of it open, that is accepted only with the box ticked; declining goes home [JOIN-35, JOIN-36, JOIN-37, CON-18]', async ({
    page,
    venue,
  }) => {
    await page.goto('/code-of-conduct')
    const second = page.getByRole('button', { name: /^2\. / })
    // It stands on one page (decision 52).
    await expect(page.locator('#content [aria-expanded=false]')).toHaveCount(0)
    await expect(second).toHaveAttribute('aria-expanded', 'true')
    await second.click()
    await expect(second).toHaveAttribute('aria-expanded', 'false')
    await page.getByRole('button', { name: 'Accept and Continue' }).click()
    await expect(page.getByText('Please confirm')).toBeVisible()
    await expect(page.getByText('You must read and accept the Code of Conduct to continue')).toBeVisible()
    await expect(page).toHaveURL(/code-of-conduct/)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Decline' }).click()
    await expect(page).toHaveURL(`${venue.url}/`)
  })

  test('accepted by a visitor is recorded after they signed in [JOIN-38]', async ({ page, venue }) => {
    await page.goto('/code-of-conduct?return=/join')
    await page.getByLabel('I have read and accept the Code of Conduct').check()
    await page.getByRole('button', { name: 'Accept and Continue' }).click()
    await expect(page).toHaveURL(/\/auth\?mode=signup&return=%2Fjoin$/)
    await newAccount(page, venue)
    const recorded = page.waitForResponse(answer => answer.url().includes('/rpc/conduct/accept') && answer.ok())
    await page.goto('/join')
    await recorded
    const standing = await page.request.get('/api/conduct/standing')
    expect(await standing.json()).toMatchObject({ mustAccept: false })
  })

  test('accepted by a member is recorded and leads back, to own pages only [JOIN-39]', async ({ page, venue }) => {
    for (const [back, url] of [
      ['/join', /\/join$/],
      ['https://evil.example/', /\/membership$/],
      ['//evil.example', /\/membership$/],
    ] as const) {
      await newAccount(page, venue)
      await page.goto(`/code-of-conduct?return=${encodeURIComponent(back)}`)
      await page.getByLabel('I have read and accept the Code of Conduct').check()
      await page.getByRole('button', { name: 'Accept and Continue' }).click()
      await expect(page).toHaveURL(url)
      const standing = await page.request.get('/api/conduct/standing')
      expect(await standing.json()).toMatchObject({ mustAccept: false })
      // Whoever has accepted it reads it and goes on.
      await page.goto(`/code-of-conduct?return=${encodeURIComponent(back)}`)
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page).toHaveURL(url)
    }
  })

  test('says so when it cannot be loaded, and when there is none [JOIN-40, CON-21]', async ({ page }) => {
    await refuse(page, 'conduct/active', 'BUSY', 'Busy')
    await page.goto('/code-of-conduct')
    await expect(page.getByText('Error loading code of conduct')).toBeVisible()
    await page.unrouteAll()
    await page.route('**/rpc/conduct/active*', route => route.fulfill({ json: { json: null } }))
    await page.goto('/code-of-conduct')
    await expect(page.getByRole('heading', { name: 'Code of Conduct Not Available' })).toBeVisible()
  })
})
