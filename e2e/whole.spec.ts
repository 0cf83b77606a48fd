import type { Locator, Page } from '@playwright/test'
import { call, expect, signIn, test } from './fixtures.ts'
import { password } from './newcomer.ts'
import { dayAhead } from './places.ts'
import { linkTo, type Venue } from './venue.ts'
import { keyboard, reading, thumb, type Way } from './ways.ts'

// From a stranger to a member who books and cancels, told three times: by keyboard alone, with one thumb on a phone, and in the order
// of reading. What each way asks of a page is in ways.ts.

const why = 'I print posters by hand and look for a house in which people who make things meet each other.'

for (const [way, hands, device] of [
  ['by keyboard alone', keyboard, {}],
  ['with one thumb on a phone', thumb, { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true }],
  ['in the order of reading', reading, {}],
] as const)
  test.describe(way, () => {
    test.use(device)

    test(`a stranger finds the house, applies, pays, books and cancels, ${way}`, async ({ page, visit, venue }) => {
      test.setTimeout(240_000)
      const person = { fullName: `Grace ${way.split(' ').at(-1)}`, email: `grace.${Date.now()}@people.example` }
      await hands.prepare?.(page)
      await becomeKnown(page, venue, hands, person)
      await apply(page, hands, person)
      const { application } = await call<{ application: { id: string } }>(page, 'applications/mine')
      await approve(await visit(), await visit(), venue, application.id)
      await venue.mail(person.email, 'Your application was approved')
      const member = await begin(page, hands)
      await bookAndCancel(member, venue, hands, person)
    })
  })

interface Person {
  fullName: string
  email: string
}

async function becomeKnown(
  page: Page,
  venue: Venue,
  { press, type, learn }: Way,
  { email, fullName }: Person,
): Promise<void> {
  await page.goto('/')
  await press(page.locator('main a[href^="/join"]').first())
  await press(page.getByRole('link', { name: 'Create Account' }))
  await type(page.getByLabel('First name'), fullName.split(' ')[0]!)
  await type(page.getByLabel('Last name'), fullName.split(' ')[1]!)
  await type(page.getByLabel('Email'), email)
  await type(page.getByLabel('Phone'), '+447700900456')
  await type(page.getByLabel('Password', { exact: true }), password)
  await press(page.getByRole('button', { name: 'Create account' }))
  await learn(page, /Confirm your email/)
  await expect(page.getByText(email)).toBeVisible()
  await page.goto(linkTo(await venue.mail(email, 'Confirm your email address'), '/confirm-signup'))
  // They were on the way to the application.
  await expect(page).toHaveURL(/\/join/)
}

async function apply(page: Page, { press, type, learn }: Way, { fullName }: Person): Promise<void> {
  await press(page.getByRole('radio', { name: /^Creator/ }))
  const steps: [fields: Record<string, string>, next: string | null][] = [
    [{ 'Full name': fullName, Address: '12 St James’s Square', City: 'London', Postcode: 'SW1Y 4JH' }, 'Your work'],
    [{ 'Creative discipline': 'Printmaking', 'Why do you want to join?': why }, 'Agreements'],
    [
      {
        'Emergency contact name': 'Mary Somerville',
        'Emergency contact phone': '+447700900457',
        Relationship: 'Friend',
      },
      null,
    ],
  ]
  for (const [fields, next] of steps) {
    for (const [label, text] of Object.entries(fields)) await type(page.getByLabel(label, { exact: true }), text)
    if (next === null) break
    await press(page.getByRole('button', { name: 'Continue', exact: true }))
    // A keyboard and a screen reader go on at the top of the step.
    await expect(page.getByRole('heading', { name: new RegExp(`${next}$`) })).toBeFocused()
  }
  const chooser = page.waitForEvent('filechooser')
  await press(
    page
      .getByRole('button', { name: /ID document/ })
      .or(page.getByLabel('ID document'))
      .first(),
  )
  await (await chooser).setFiles({ name: 'passport.pdf', mimeType: 'application/pdf', buffer: Buffer.from(minimalPdf) })
  await expect(page.getByRole('button', { name: 'Remove passport.pdf' })).toBeVisible()
  for (const consent of ['I accept the insurance waiver', 'I consent to a background check', /I accept the terms/])
    await press(page.getByLabel(consent))
  await press(page.getByRole('button', { name: 'Submit Application' }))
  await learn(page, 'Application Submitted!')
}

/** Two of the committee vote; how they do it has specs of its own. */
async function approve(first: Page, second: Page, venue: Venue, applicationId: string): Promise<void> {
  const voters = venue.people.filter(({ role }) => role.startsWith('committee'))
  for (const [index, page] of [first, second].entries()) {
    await signIn(page, voters[index]!)
    const { version } = await call<{ version: string }>(page, 'applications/review', { id: applicationId })
    await call(page, 'applications/vote', { applicationId, version, vote: 'approve' })
  }
}

/** The first payment; the provider's page opens beside ours. */
async function begin(page: Page, { press, type, learn }: Way): Promise<Page> {
  await page.goto('/home')
  await press(page.locator('main a[href^="/members"]').first())
  const opened = page.context().waitForEvent('page')
  await press(page.getByRole('button', { name: 'Start Creator, pay £90' }).first())
  const checkout = await opened
  await type(checkout.getByLabel('Card number'), '4242 4242 4242 4242')
  await press(checkout.getByRole('button', { name: 'Subscribe' }))
  await expect(checkout).toHaveURL(/\/members/)
  await expect(checkout.getByText('150 tokens', { exact: true })).toBeVisible()
  await learn(checkout, /Payment successful/)
  return checkout
}

/** Follows a link; who taps while a page is still being drawn may have to tap again. */
async function follow(page: Page, { press }: Way, link: Locator, to: RegExp): Promise<void> {
  await expect(async () => {
    if (!to.test(page.url())) await press(link)
    await expect(page).toHaveURL(to, { timeout: 5_000 })
  }).toPass({ timeout: 40_000 })
}

async function bookAndCancel(page: Page, venue: Venue, hands: Way, { email }: Person): Promise<void> {
  const { press, learn } = hands
  await page.goto('/home')
  await follow(page, hands, page.locator('a[href^="/bookings"]:visible').first(), /\/bookings$/)
  await follow(page, hands, page.getByRole('link', { name: /^Photography Studio/ }).first(), /\/facility-booking/)
  const day = page.getByRole('group', { name: 'Date', exact: true }).locator(`input[value="${dayAhead(8)}"]`)
  // A phone shows a week of them.
  if (page.viewportSize()!.width <= 480) await press(page.getByRole('button', { name: 'Later days' }))
  await press(day)
  await press(page.getByRole('radio', { name: /^10:00/ }))
  await press(page.getByLabel('I accept the booking terms'))
  await press(page.getByRole('button', { name: 'Book Now' }))
  await learn(page, 'Booking Confirmed')
  await venue.mail(email, 'Booking confirmed: Photography Studio')
  await press(page.getByRole('button', { name: /^Cancel/ }).first())
  await press(
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^Cancel/ })
      .last(),
  )
  await learn(page, /cancelled/i)
  await venue.mail(email, 'Booking cancelled: Photography Studio')
}

const minimalPdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF`
