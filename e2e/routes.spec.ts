import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { decide, findRoute, type Person, placeFor } from '#access.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, settled, signIn, test } from './fixtures.ts'

test.describe.configure({ mode: 'parallel' })

// What is built, as the build says: a page added to the site map is covered without being remembered.
const { pages } = JSON.parse(readFileSync('dist/web/paths.json', 'utf8')) as {
  pages: Record<string, unknown>
}
const paths = Object.keys(pages).filter(path => !path.includes('$') && !path.startsWith('/dev/'))

const kinds: Record<string, Person | null> = {
  visitor: null,
  applicant: someone([], 'pending'),
  freeMember: someone([]),
  member: someone([]),
  committee: someone(['committee']),
  door: someone(['door']),
  admin: someone(['admin']),
}

function someone(roles: Person['roles'], approvalStatus: Person['approvalStatus'] = 'approved'): Person {
  return {
    roles,
    approvalStatus,
    accountStatus: 'active',
    mustChangePassword: false,
    mustSetUpTwoFactor: false,
  }
}

/** Where pages lead that cannot do anything without more in their address. */
const leadsOn: Record<string, string> = {
  '/membership-plans': '/membership-info',
  '/facility-booking': '/bookings',
}
/** Pages that lead on by themselves and are tested elsewhere: it depends on who opens them, with which link and plan. */
const leaveByThemselves = ['/auth', '/reset-password', '/first-login-password-change', '/invite', '/token-purchase']

for (const [kind, person] of Object.entries(kinds)) {
  test(`pages open to a ${kind} exactly as the access table says [ADM-08, ADM-22]`, async ({ page, venue }) => {
    if (person) await signIn(page, venue.person(kind))
    await page.goto('/terms')
    for (const path of paths) {
      const route = findRoute(path)
      expect(route, `${path} is built but not in the access table`).toBeDefined()
      const decision = decide(route!, person)
      if (decision === 'open' && leaveByThemselves.includes(path)) continue
      await open(page, path)
      const at = () => new URL(page.url()).pathname
      const expected =
        decision === 'signIn' ? '/auth' : decision === 'denied' ? placeFor(person!, 'denial') : (leadsOn[path] ?? path)
      if (decision === 'denied') await expectDenied(page)
      await expect.poll(at, `${path} as ${kind}`).toBe(expected)
      await settled(page)
      expect(at(), `${path} as ${kind}`).toBe(expected)
    }
  })
}

/** Somebody who may open the page: the least that will do. */
function opener(path: string): string {
  if (path === '/first-login-password-change' || path === '/reauthenticate') return 'member'
  const route = findRoute(path)!
  const kind = Object.keys(kinds).find(each => each !== 'applicant' && decide(route, kinds[each] ?? null) === 'open')
  if (!kind) throw new Error(`nobody may open ${path}`)
  return kind === 'freeMember' ? 'member' : kind
}

const views = [
  ...paths.filter(path => !(path in leadsOn) && path !== '/reset-password' && path !== '/invite'),
  ...['/auth?mode=signup', '/auth?mode=forgot-password', '/bookings?view=mine', '/nowhere'],
  ...['/bookings', '/orders'].map(path => `${path}/00000000-0000-4000-8000-000000000000`),
  ...['membership', 'guests', 'referrals', 'security'].map(tab => `/account?tab=${tab}`),
  ...['leaving', 'orders', 'ledger', 'takings', 'refunds', 'disputes', 'webhooks'].map(
    tab => `/admin/payments?tab=${tab}`,
  ),
  ...['settings', 'export'].map(tab => `/admin/security?tab=${tab}`),
]
const viewsOf = Map.groupBy(views, view => (view === '/nowhere' ? 'visitor' : opener(view.split('?')[0]!)))
const perTest = 12

for (const [kind, own] of viewsOf) {
  // In parts, so that the workers can share them.
  for (let from = 0; from < own.length; from += perTest) {
    test(`pages of a ${kind} from ${own[from]}: accessible in light and dark, at phone and desk width, by keyboard`, async ({
      page,
      venue,
    }) => {
      test.setTimeout(240_000)
      if (kind !== 'visitor') await signIn(page, venue.person(kind))
      for (const view of own.slice(from, from + perTest)) {
        await test.step(view, async () => {
          await page.setViewportSize({ width: 1280, height: 900 })
          await page.goto(view)
          await settled(page)
          await expect(page.locator('h1'), `${view} has one heading`).toHaveCount(1)
          await expect(page.locator('h1')).toBeVisible()
          await expect.poll(() => page.title(), view).toMatch(view === '/' ? /Exchange/ : /\S · Exchange$/)
          await expectKeyboard(page)
          for (const [width, height] of [
            [1280, 900],
            [360, 740],
          ] as const) {
            await page.setViewportSize({ width, height })
            await expectNoSidewaysScroll(page)
            await expectAccessible(page)
          }
          expect(await smallTargets(page), `${view}: under a thumb`).toEqual([])
          // 1,280 px at 400 %.
          await page.setViewportSize({ width: 320, height: 640 })
          await expectNoSidewaysScroll(page)
        })
      }
    })
  }
}

/** Main actions that a thumb could miss: lower than 44 px on a phone. */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main .mantine-Button-root[data-variant="filled"]')]
      .filter(button => button.checkVisibility() && button.getBoundingClientRect().height < 44)
      .map(button => `${button.textContent} ${button.getBoundingClientRect().height}`),
  )

/** Says so once; the message goes, so that the next one is a new one. */
async function expectDenied(page: Page): Promise<void> {
  const message = page.getByText("You don't have permission to access this page.")
  await expect(message).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(message).toHaveCount(0)
}

/** Opens a path as the app's own links do, which is what its guard has to stand; whole loads are tested elsewhere. */
async function open(page: Page, path: string): Promise<void> {
  await page.evaluate(to => window.history.pushState({}, '', to), path)
}

/** The first Tab is the way past the menus, and whatever can have the focus shows that it has it. */
async function expectKeyboard(page: Page): Promise<void> {
  // A scanner has its field ready for a reader that types: there the keys begin at the top of the page.
  if (/scanner$/.test(page.url()))
    await page.evaluate(() => {
      const top = document.createElement('span')
      top.tabIndex = -1
      document.body.prepend(top)
      top.focus()
      top.remove()
    })
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.locator('#content')).toBeFocused()
  const invisible = await page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }')
    document.adoptedStyleSheets.push(still)
    const look = (element: Element) =>
      // A radio or file field is often drawn by what stands around it.
      [element, element.parentElement, element.nextElementSibling, element.parentElement?.parentElement]
        .map(each => {
          if (!each) return ''
          const { outline, outlineOffset, boxShadow, border, backgroundColor, textDecoration } = getComputedStyle(each)
          return [outline, outlineOffset, boxShadow, border, backgroundColor, textDecoration].join()
        })
        .join()
    const stops = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button:not([disabled]), input:not([disabled]), select, textarea, summary, [tabindex="0"]',
      ),
    ].filter(each => each.tabIndex >= 0 && each.checkVisibility() && !each.closest('[inert]'))
    const found: string[] = []
    // What has the same classes where the same classes stand around it has the same look: one of a list's rows speaks for all.
    const kindOf = (element: Element | null) => `${element?.localName}.${element?.className}`
    const kinds = Map.groupBy(stops, each =>
      [each, each.parentElement, each.parentElement?.parentElement ?? null, each.nextElementSibling].map(kindOf).join(),
    )
    for (const [stop] of kinds.values()) {
      if (!stop) continue
      const before = look(stop)
      stop.focus()
      if (document.activeElement === stop && look(stop) === before) found.push(stop.outerHTML.slice(0, 120))
      stop.blur()
    }
    document.adoptedStyleSheets.pop()
    return found
  })
  expect(invisible, `${page.url()}: no visible focus`).toEqual([])
}
