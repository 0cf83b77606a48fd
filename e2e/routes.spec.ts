import { readFileSync } from 'node:fs'
import { decide, findRoute, homeAfterDenial, type Person } from '#access.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'
import type { Venue } from './venue.ts'

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

for (const [kind, person] of Object.entries(kinds)) {
  test(`pages open to a ${kind} exactly as the access table says [ADM-08, ADM-20, ADM-21, ADM-22, NAV-06, NAV-07]`, async ({
    page,
    venue,
  }) => {
    test.setTimeout(300_000)
    if (person) await signIn(page, venue.person(kind))
    for (const path of paths) {
      const route = findRoute(path)
      expect(route, `${path} is built but not in the access table`).toBeDefined()
      const decision = decide(route!, person)
      await page.goto(path)
      await settled(page)
      const at = new URL(page.url()).pathname
      if (decision === 'signIn') expect(at, `${path} as ${kind}`).toBe('/auth')
      else if (decision === 'denied') {
        expect(at, `${path} as ${kind}`).toBe(homeAfterDenial(person!))
        await expect(page.getByText("You don't have permission to access this page.")).toBeVisible()
      } else expect(at, `${path} as ${kind}`).not.toBe(person ? '/auth' : '')
    }
  })
}

/** Somebody who may open the page: the least that will do. */
function opener(path: string): string | null {
  const route = findRoute(path)!
  return (
    Object.keys(kinds).find(kind => kind !== 'applicant' && decide(route, kinds[kind] ?? null) === 'open') ??
    null
  )
}

for (const width of [360, 1280]) {
  test(`every page is accessible in light and dark and fits a window of ${width} px`, async ({
    visit,
    venue,
  }) => {
    test.setTimeout(600_000)
    const byKind = new Map<string, Awaited<ReturnType<typeof visit>>>()
    for (const path of paths) {
      const kind = opener(path)
      expect(kind, `nobody may open ${path}`).not.toBeNull()
      const page = byKind.get(kind!) ?? (await opened(visit, venue, kind!, width))
      byKind.set(kind!, page)
      await page.goto(path)
      await settled(page)
      await expect(page.locator('h1').first(), `${path} has no heading`).toBeVisible()
      expect(await page.title(), path).toMatch(/Exchange/)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
  })
}

async function opened(
  visit: () => Promise<import('@playwright/test').Page>,
  venue: Venue,
  kind: string,
  width: number,
) {
  const page = await visit()
  await page.setViewportSize({ width, height: width < 768 ? 740 : 900 })
  if (kind !== 'visitor') await signIn(page, venue.person(kind))
  return page
}

/** The page has drawn what it was going to draw: nothing is loading any more. */
async function settled(page: import('@playwright/test').Page): Promise<void> {
  await page.waitForLoadState('load')
  await expect(page.locator('#root > *').first()).toBeAttached()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

test('a path that is not there answers 404 with a way home [ADM-18, NAV-12]', async ({ page }) => {
  for (const path of ['/nowhere', '/admin/nowhere', '/product']) {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(404)
  }
  await page.goto('/nowhere')
  await expect(page.getByText('404')).toBeVisible()
  await expect(page.getByText('Page not found')).toBeVisible()
  await expect(page.getByRole('link', { name: /home/i }).first()).toHaveAttribute('href', '/')
})
