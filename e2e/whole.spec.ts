import type { Locator, Page } from '@playwright/test'
import { call, expect, signIn, test } from './fixtures.ts'
import { password } from './newcomer.ts'
import { dayAhead } from './places.ts'
import { linkTo, type Venue } from './venue.ts'

// From a stranger to a member who books and cancels, told twice: by keyboard alone, and with one thumb on a phone.

const why = 'I print posters by hand and look for a house in which people who make things meet each other.'

/** How somebody works a page. Each way fails where it cannot reach what it is told to. */
interface Hands {
  /** Follows a link, presses a button, ticks a box. */
  press(control: Locator): Promise<void>
  type(field: Locator, text: string): Promise<void>
}

/** Goes on with Tab until the focus is on `control`, as somebody without a mouse does; the focus must be seen. */
async function tabTo(control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  const page = control.page()
  for (let press = 0; press < 150; press++) {
    if (await control.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${control}`)
}

const keyboard: Hands = {
  async press(control) {
    const isRadio = (await control.getAttribute('type')) === 'radio'
    // Of radio buttons Tab stops at one; arrows lead to the others, and choose.
    if (isRadio) return arrowTo(control)
    await tabTo(control)
    const isBox = (await control.getAttribute('type')) === 'checkbox'
    await control.page().keyboard.press(isBox ? 'Space' : 'Enter')
  },
  async type(field, text) {
    await tabTo(field)
    await field.page().keyboard.press('Control+a')
    await field.page().keyboard.type(text)
  },
}

async function arrowTo(radio: Locator): Promise<void> {
  const page = radio.page()
  const name = await radio.getAttribute('name')
  const stop = page.locator(`input[type="radio"][name="${name}"]`)
  for (let press = 0; press < 150; press++) {
    if (await stop.evaluateAll(all => all.includes(document.activeElement as HTMLInputElement))) break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Space')
  for (let press = 0; press < 60 && !(await radio.isChecked()); press++) await page.keyboard.press('ArrowRight')
  await expect(radio).toBeChecked()
}

/** A thumb reaches what stands within the width of the screen and is 44 px high; a link within a text needs 24 (WCAG 2.5.8). */
const thumb: Hands = {
  async press(control) {
    let isChoice = false
    // A page that is still being drawn puts another control in its place.
    await expect(async () => {
      await control.scrollIntoViewIfNeeded({ timeout: 2_000 })
      const found = await control.evaluate(element => {
        const isChoice = element instanceof HTMLInputElement && ['radio', 'checkbox'].includes(element.type)
        const target = isChoice ? (element.labels?.[0] ?? element) : element
        const { height, left, right } = target.getBoundingClientRect()
        const isInView = left >= 0 && right <= document.documentElement.clientWidth
        return { height: Math.ceil(height), isInView, isChoice, least: element.closest('p') ? 24 : 44 }
      })
      isChoice = found.isChoice
      expect(found.isInView, `${control} is reached without a sideways move`).toBe(true)
      expect(found.height, `${control} is high enough for a thumb`).toBeGreaterThanOrEqual(found.least)
    }).toPass({ timeout: 15_000 })
    if (isChoice) await control.check({ force: true })
    else await control.tap()
  },
  async type(field, text) {
    await field.tap()
    await field.fill(text)
  },
}

for (const [way, hands, device] of [
  ['by keyboard alone', keyboard, {}],
  ['with one thumb on a phone', thumb, { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true }],
] as const)
  test.describe(way, () => {
    test.use(device)

    test(`a stranger finds the house, applies, pays, books and cancels, ${way}`, async ({ page, visit, venue }) => {
      test.setTimeout(240_000)
      const person = { fullName: `Grace ${way.split(' ')[1]}`, email: `grace.${Date.now()}@people.example` }
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
  { press, type }: Hands,
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
  await expect(page.getByText(email)).toBeVisible()
  await page.goto(linkTo(await venue.mail(email, 'Confirm your email address'), '/confirm-signup'))
  // They were on the way to the application.
  await expect(page).toHaveURL(/\/join/)
}

async function apply(page: Page, { press, type }: Hands, { fullName }: Person): Promise<void> {
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
  await expect(page.getByText('Application Submitted!').first()).toBeVisible()
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
async function begin(page: Page, { press, type }: Hands): Promise<Page> {
  await page.goto('/home')
  await press(page.locator('main a[href^="/members"]').first())
  const opened = page.context().waitForEvent('page')
  await press(page.getByRole('button', { name: 'Start Creator, pay £90' }).first())
  const checkout = await opened
  await type(checkout.getByLabel('Card number'), '4242 4242 4242 4242')
  await press(checkout.getByRole('button', { name: 'Subscribe' }))
  await expect(checkout).toHaveURL(/\/members/)
  await expect(checkout.getByText('150 tokens', { exact: true })).toBeVisible()
  return checkout
}

/** Follows a link; who taps while a page is still being drawn may have to tap again. */
async function follow(page: Page, { press }: Hands, link: Locator, to: RegExp): Promise<void> {
  await expect(async () => {
    if (!to.test(page.url())) await press(link)
    await expect(page).toHaveURL(to, { timeout: 5_000 })
  }).toPass({ timeout: 40_000 })
}

async function bookAndCancel(page: Page, venue: Venue, hands: Hands, { email }: Person): Promise<void> {
  const { press } = hands
  await page.goto('/home')
  await follow(page, hands, page.locator('a[href^="/bookings"]:visible').first(), /\/bookings$/)
  await follow(page, hands, page.getByRole('link', { name: /^Photography Studio/ }).first(), /\/facility-booking/)
  const day = dayAhead(8)
  await press(page.getByRole('group', { name: 'Date', exact: true }).locator(`input[value="${day}"]`))
  await press(page.getByRole('radio', { name: /^10:00/ }))
  await press(page.getByLabel('I accept the booking terms'))
  await press(page.getByRole('button', { name: 'Book Now' }))
  await expect(page.getByText('Booking Confirmed').first()).toBeVisible()
  await venue.mail(email, 'Booking confirmed: Photography Studio')
  await press(page.getByRole('button', { name: /^Cancel/ }).first())
  await press(
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^Cancel/ })
      .last(),
  )
  await venue.mail(email, 'Booking cancelled: Photography Studio')
}

const minimalPdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF`
