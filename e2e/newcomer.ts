import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { linkTo, type Venue } from './venue.ts'

export const password = 'Kiln-Orchard-Seven7'
export const other = 'Teapot-Harbour-88'
let count = 0
export const newEmail = () => `guest${++count}.${Date.now()}@signup.example`

/** What a confirmation screen shows before it goes on is looked at; its two seconds are not waited for. */
export const skipWait = (page: Page) => page.clock.fastForward(2_000)
export const at = (path: string) => new RegExp(`${path.replaceAll('?', '\\?')}$`)

/** Opens a mailed link and looks at what stands there until the server has answered. */
export async function openLink(page: Page, link: string): Promise<void> {
  const looked = Promise.withResolvers<void>()
  const uses = /\/auth-api\/(verify-email|magic-link\/verify|invitation\/open)/
  // Once: taking the route away while its request goes on would let go of the request twice.
  await page.route(
    uses,
    async route => {
      await looked.promise
      await route.continue()
    },
    { times: 1 },
  )
  await page.goto(link)
  // The screen's own file may be on its way as well, or be there already.
  await expect(page.locator('main [role="status"]:is([aria-busy="true"], [aria-label="Loading"])')).toBeVisible()
  looked.resolve()
}

/** An account that has confirmed its address, made through the API. */
export async function account(page: Page, venue: Venue, names = { firstName: 'Ada', lastName: 'Okafor' }) {
  const email = newEmail()
  const headers = { origin: venue.url }
  const data = { name: 'x', ...names, phone: '+447700900123', email, password }
  expect((await page.request.post('/auth-api/sign-up/email', { data, headers })).ok()).toBe(true)
  const mail = await venue.mail(email, 'Confirm your email address')
  const token = new URL(linkTo(mail, '/confirm-signup')).searchParams.get('token')
  expect((await page.request.get(`/auth-api/verify-email?token=${token}`, { headers })).ok()).toBe(true)
  await page.request.post('/auth-api/sign-out', { data: {}, headers })
  return { email, password }
}

export async function fillSignIn(page: Page, email: string, typed = password) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(typed)
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
}

/** Chooses the first plan whose card reads like this in the form of an application. */
export async function choosePlan(page: Page, words: RegExp): Promise<void> {
  const membership = page.getByRole('group', { name: 'Membership', exact: true })
  const change = membership.getByRole('button', { name: 'Change membership' })
  await change.or(membership.getByRole('radio').first()).first().waitFor()
  if (await change.isVisible()) await change.click()
  await membership.getByRole('radio', { name: words }).first().check()
}

/** On to the next step of a form, which must open. */
export async function goOn(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expectStep(page, title)
}

/** The step that is open, in its heading, in the line of steps, and for a keyboard. */
export async function expectStep(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { name: new RegExp(`^Step \\d of \\d ?: ${title}$`) })).toBeVisible()
  await expect(page.getByRole('form').locator('[aria-current="step"]')).toContainText(title)
}

/** Chooses Builder on the page of plans and pays its first month, at the price that the page says. */
export async function startBuilder(page: Page, price = '£40'): Promise<void> {
  const pay = page.getByRole('button', { name: `Start Builder, pay ${price}` })
  // Whoever applied for it finds it chosen.
  const choose = page.getByRole('link', { name: 'Start Builder' })
  await pay.or(choose).first().waitFor()
  if (!(await pay.isVisible())) await choose.click()
  const opened = page.context().waitForEvent('page')
  await pay.click()
  const tab = await opened
  await tab.getByLabel('Card number').fill('4242 4242 4242 4242')
  await tab.getByRole('button', { name: 'Subscribe' }).click()
  await expect(tab.getByRole('region', { name: 'Membership status' })).toContainText('Builder, £40 a month')
  await tab.close()
}
