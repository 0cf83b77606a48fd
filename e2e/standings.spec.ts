import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { decide, findRoute, type Person } from '#access.ts'
import { type StandingKind, standings } from '#features/home/standing/rules.ts'
import { goodPassword } from '#seed/factories/people.ts'
import { inStanding } from '#seed/factories/standings.ts'
import { isLong } from '#test/long.ts'
import { call, expect, settled, signIn, test } from './fixtures.ts'

// Every standing on every screen that is built (decision 54): there is a true sentence and a next step that works, nothing
// that is said is untrue of them, and no link leads where they may not go.
test.describe.configure({ mode: 'parallel' })

const { pages } = JSON.parse(readFileSync('dist/web/paths.json', 'utf8')) as { pages: Record<string, unknown> }
/** Pages for using a link or leaving: they show nobody's standing. */
const ofLinks =
  /^\/(auth|reset-password|first-login-password-change|confirm-signup|invite|magic-link|change-email|reauthenticate|dev\/.*|admin\/login)$/
const paths = Object.keys(pages).filter(path => !path.includes('$') && !ofLinks.test(path))

/** Pages of one thing, of something that is not theirs. */
const ofNobody = ['/bookings', '/orders'].map(path => `${path}/00000000-0000-4000-8000-000000000000`)

interface Known extends Person {
  standing: { kind: StandingKind; title: string; words: string; next: { label: string; to: string }; isNotice: boolean }
}

/** What may be said to whom. Whatever says it to anybody else is not true. */
const claims: { says: RegExp; of: readonly StandingKind[] }[] = [
  { says: /under review/i, of: ['applying', 'asked'] },
  { says: /in line/i, of: ['inLine'] },
  { says: /you have not applied/i, of: ['account'] },
  { says: /apply again/i, of: ['rejected'] },
  {
    says: /(you are|you’re) (in|a member)\b/i,
    of: ['unpaid', 'arranged', 'free', 'paid', 'paused', 'overdue', 'ended'],
  },
  { says: /is paused/i, of: ['paused'] },
  { says: /did not go through|payment overdue/i, of: ['overdue'] },
  { says: /starts with its first payment/i, of: ['unpaid'] },
  { says: /membership begins on/i, of: ['arranged'] },
  { says: /membership has ended/i, of: ['ended'] },
  { says: /you are on explorer\b/i, of: ['free', 'ended', 'unpaid', 'arranged'] },
  { says: /you are on creator\b/i, of: ['paid'] },
]
/** Pages whose words are for everybody: the venue's own texts. */
const ofEverybody = ['/terms', '/code-of-conduct', '/membership-info', '/contact', '/launch', '/waitlist']

/** Where a standing decides what is shown: everybody is looked at there. */
const ofStanding =
  /^\/($|home|portal|join|membership$|members|account|bookings|facility-booking|studio|market-|events$|token-purchase)/

/** In the short form every other page is looked at with some of the standings, each with its own third of them. */
const pathsFor = (kind: StandingKind) =>
  [...paths, ...ofNobody].filter(
    (path, index) => isLong || ofStanding.test(path) || index % 3 === standings.indexOf(kind) % 3,
  )

for (const kind of standings) {
  test(`${kind}: ${isLong ? 'every screen says' : 'the screens say'} where they stand, truly, and ${isLong ? 'leads' : 'lead'} on`, async ({
    page,
    venue,
  }) => {
    test.setTimeout(240_000)
    const { email } = await venue.make(target => inStanding(target, kind, { password: goodPassword }))
    await signIn(page, { email, password: goodPassword })
    const me = await call<Known>(page, 'members/me')
    const { standing } = me
    expect(standing.kind).toBe(kind)
    // A page that is of one thing is looked at with one.
    const { rows: facilities } = await call<{ rows: { id: string }[] }>(page, 'bookings/facilities').catch(() => ({
      rows: [],
    }))
    const facility = facilities[0]?.id
    for (const path of pathsFor(kind)) {
      // What refuses them is told by kind of person (e2e/routes.spec.ts).
      const decision = decide(findRoute(path)!, me)
      if (decision === 'denied') continue
      await page.goto(path === '/facility-booking' && facility ? `${path}?id=${facility}` : path)
      await settled(page)
      const at = new URL(page.url()).pathname
      await expect(page.locator('h1'), `${path} has a heading`).toHaveCount(1)
      if (decision !== 'open' || standing.isNotice || ['/', '/home', '/portal', '/join'].includes(at))
        await expect(page.locator('body'), `${path} says where they stand`).toContainText(sentenceAt(at, standing))
      if (at === '/facility-booking') {
        // Who may read no facility is not offered one.
        const canBook =
          facility && !(await call<{ whyNotBook: unknown }>(page, 'bookings/facility', { id: facility })).whyNotBook
        await expect(page.getByRole('button', { name: 'Book Now' }), kind).toHaveCount(canBook ? 1 : 0)
      }
      const text = (await page.locator('body').textContent()) ?? ''
      expect(text, path).not.toMatch(/[Ss]omething went wrong|could not be shown|undefined|NaN|\[object/)
      if (!ofEverybody.includes(at))
        for (const { says, of } of claims)
          if (!of.includes(kind)) expect(text, `${path} says to somebody who is ${kind}`).not.toMatch(says)
      for (const to of await linksOf(page)) {
        const route = findRoute(to)
        expect(route, `${path} links to ${to}, which is not there`).toBeDefined()
        expect(to, `${path} asks somebody who is signed in to sign in`).not.toBe('/auth')
        expect(decide(route!, me), `${path} links to ${to}`).toBe('open')
      }
    }
    // The next step, as they take it.
    await page.goto(decide(findRoute('/home')!, me) === 'open' ? '/home' : '/members')
    await page.getByRole('link', { name: standing.next.label, exact: true }).first().click()
    await expect(page).toHaveURL(standing.next.to)
    await settled(page)
    await expect(page.locator('h1')).toBeVisible()
  })
}

/** Who has not applied is shown the form there instead. */
const sentenceAt = (at: string, { kind, title }: Known['standing']) =>
  at === '/join' && kind === 'account' ? 'Apply for membership' : title

/** Paths of this site that the page offers outside the footer, without what stands behind `?`. */
const linksOf = (page: Page) =>
  page.evaluate(() =>
    [
      ...new Set([...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')].map(({ pathname }) => pathname)),
    ].filter(path => !/^\/(dev|files|assets|api|export)\b/.test(path)),
  )
