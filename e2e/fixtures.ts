import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import { type DemoPerson, nextSaturday, openVenue, type Venue } from './venue.ts'

export { expect }

interface WorkerFixtures {
  /** One venue per worker; specs of a worker run one after the other on it. */
  venue: Venue
}

interface TestFixtures {
  /** For tests that make a page fail on purpose: errors in the console are then no finding. */
  mayFail: boolean
  /** For tests of what a visitor gets who has not touched anything yet: elsewhere somebody is at the page. */
  isStill: boolean
  /** A second person's browser: `const other = await visit()` opens a page of its own session. */
  visit(): Promise<Page>
}

let addressCount = 0

export const test = base.extend<TestFixtures, WorkerFixtures>({
  venue: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are wanted from this pattern
    async ({}, use) => {
      const venue = await openVenue()
      await use(venue)
      await venue.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  mayFail: [false, { option: true }],
  isStill: [false, { option: true }],
  baseURL: async ({ venue }, use) => use(venue.url),
  context: async ({ context, isStill }, use, testInfo) => {
    await apart(context)
    if (!isStill) await atThePage(context)
    await use(context)
    if (testInfo.status !== testInfo.expectedStatus) await tellPages(context)
  },
  page: async ({ page, mayFail }, use) => {
    const faults = watch(page)
    await use(page)
    if (!mayFail) expect(faults).toEqual([])
  },
  visit: async ({ browser, venue, contextOptions, mayFail }, use) => {
    const contexts: BrowserContext[] = []
    const faults: string[] = []
    await use(async () => {
      const context = await browser.newContext({
        ...contextOptions,
        baseURL: venue.url,
        locale: 'en-GB',
        timezoneId: 'Europe/London',
      })
      await apart(context)
      await atThePage(context)
      contexts.push(context)
      context.on('page', page => watch(page, faults))
      return context.newPage()
    })
    for (const context of contexts) await context.close()
    if (!mayFail) expect(faults).toEqual([])
  },
})

/** What each page showed when its test failed: of a run elsewhere nothing but its output is kept. */
async function tellPages(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    const shown = await page.locator('body').ariaSnapshot({ timeout: 2_000 }).catch(String)
    console.log(`${page.url()}\n${shown.slice(0, 3000)}`)
  }
}

/** The same on a venue whose server believes that it is a market Saturday. */
export const saturdayTest = test.extend<object, { venue: Venue }>({
  venue: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are wanted from this pattern
    async ({}, use) => {
      const saturday = nextSaturday()
      const venue = await openVenue({}, saturday)
      await openMarketDay(venue, saturday)
      await use(venue)
      await venue.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

async function openMarketDay(venue: Venue, on: Date): Promise<void> {
  const { email, password } = venue.person('admin')
  const own = { 'content-type': 'application/json', origin: venue.url }
  const signedIn = await fetch(`${venue.url}/auth-api/sign-in/email`, {
    method: 'POST',
    headers: own,
    body: JSON.stringify({ email, password }),
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
  const answer = await fetch(`${venue.url}/api/market/addDay`, {
    method: 'POST',
    headers: { ...own, cookie },
    body: JSON.stringify({ on: on.toISOString().slice(0, 10) }),
  })
  // 409: the demo has a market on this day already.
  if (![200, 409].includes(answer.status)) throw new Error(`no market day: ${await answer.text()}`)
}

/** Each browser comes from an address of its own, so that limits per address do not add up over the specs. */
async function apart(context: BrowserContext): Promise<void> {
  addressCount++
  await context.setExtraHTTPHeaders({
    'x-forwarded-for': `10.${process.pid % 250}.${Math.floor(addressCount / 250)}.${(addressCount % 250) + 1}`,
  })
}

/** Somebody lays a finger on each page as soon as it is there: public pages fetch the application then (public/later.js). */
export async function atThePage(context: BrowserContext): Promise<void> {
  await context.addInitScript(() =>
    window.addEventListener('load', () => window.dispatchEvent(new Event('touchstart')), { once: true }),
  )
}

/** An error in the console or a script that fails makes the test fail, except answers that the test provoked. */
function watch(page: Page, faults: string[] = []): string[] {
  page.on('pageerror', error => faults.push(String(error)))
  page.on('console', message => {
    const isAnswer =
      /Failed to load resource: the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED|net::ERR_FAILED/.test(
        message.text(),
      )
    if (message.type() === 'error' && !isAnswer) faults.push(message.text())
  })
  return faults
}

/** Signs in without the form, as the person's browser would; the form has specs of its own. */
export async function signIn(page: Page, person: Pick<DemoPerson, 'email' | 'password'>): Promise<void> {
  const { origin } = new URL((await page.request.get('/healthz')).url())
  const answer = await page.request.post('/auth-api/sign-in/email', {
    data: { email: person.email, password: person.password },
    headers: { origin },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** Calls a procedure as the page's person, for what a test needs but does not look at. */
export async function call<T = unknown>(page: Page, procedure: string, input: object = {}): Promise<T> {
  const answer = await page.request.post(`/rpc/${procedure}`, {
    data: { json: input },
    headers: { 'sec-fetch-site': 'same-origin', 'idempotency-key': crypto.randomUUID() },
  })
  expect(answer.ok(), `${procedure}: ${await answer.text()}`).toBe(true)
  return ((await answer.json()) as { json: T }).json
}

/** Says yes to the question that an action asks first. */
export async function agree(page: Page, title: RegExp | string, action: string): Promise<void> {
  await page.getByRole('dialog', { name: title }).getByRole('button', { name: action, exact: true }).click()
}

/** The page has drawn what it was going to draw: nothing is loading any more. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await expect(page.locator('#content').first()).toBeVisible()
  // What the server drew has given way to the application.
  await expect(page.locator('#root[data-drawn]')).toHaveCount(0)
  await expect(page.locator('[aria-busy="true"], [role="status"][aria-label="Loading"]')).toHaveCount(0)
}

/** Goes to a part of the page that is fetched when somebody comes near; it takes its place as soon as it is there. */
export async function comeNear(page: Page, heading: string): Promise<void> {
  await expect(async () => {
    await page.getByRole('heading', { level: 2, name: heading, exact: true }).scrollIntoViewIfNeeded({ timeout: 1_000 })
    await expect(page.getByRole('heading', { level: 2, name: heading, exact: true })).toBeInViewport({ timeout: 1_000 })
  }).toPass()
}

/** Scanned in both colour schemes: no finding is accepted. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await showIn(page, scheme)
    const builder = new AxeBuilder({ page }).setLegacyMode().exclude('iframe')
    // Of what axe knows, these alone can come out otherwise in other colours.
    if (scheme === 'dark') builder.withRules(['color-contrast', 'link-in-text-block'])
    let { violations } = await builder.analyze()
    // Rows that began to be read again under its eyes are dimmed for a moment: what is wrong with the page is wrong at the second look.
    if (violations.length > 0) {
      await showIn(page, scheme)
      violations = (await builder.analyze()).violations
    }
    // The other findings of the page are worth reading too.
    expect
      .soft(
        violations.map(
          ({ id, help, nodes }) =>
            `${page.url()} ${scheme} ${id}: ${help}: ${nodes.map(node => node.target).join(', ')}`,
        ),
      )
      .toEqual([])
  }
  await showIn(page, 'light')
}

export async function showIn(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(value => {
    localStorage.setItem('mantine-color-scheme-value', value)
    document.documentElement.setAttribute('data-mantine-color-scheme', value)
  }, scheme)
  // Rows that are read again are dimmed meanwhile.
  await expect(page.locator('[aria-busy="true"]:not([role="status"])')).toHaveCount(0)
  // Colours that are on their way are neither of the two. What goes by scrolling never ends.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ timeline }) => timeline === document.timeline)
        .map(animation => animation.finished.catch(() => {})),
    ),
  )
}

/** Nothing on a page is wider than the window, once it has taken in the window's size. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(overflow, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0)
}

/** What stands beside a label in a list of facts. */
export const fact = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')

/**
 * Lets the procedures of `pattern`, which were made to fail, answer again and presses "Try again". What would come by
 * itself in between, a notice or the next look, waits until then: it would take the button away before it is pressed.
 */
export async function tryAgain(page: Page, pattern: string, within: Page | Locator = page): Promise<void> {
  const pressed = Promise.withResolvers<void>()
  // The last route given comes first. Where the next look is under way, the button says so and is pressed all the same.
  await page.route(pattern, async route => {
    await pressed.promise
    await route.continue()
  })
  await within.getByRole('button', { name: /^Try/ }).first().click({ force: true })
  await expect(within.getByRole('button', { name: 'Trying again…' }).first()).toBeVisible()
  pressed.resolve()
}
