import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSiteMap } from '../checks/site-map.ts'

// A title with a requirement's id promises that the statement holds. One that names a path cannot hold before the path is
// built, whatever a table of paths says of it: the test of such a statement gets its id with the last of its pages.

/** The pages that a requirement names; `$` stands for whatever an address carries there. */
const pathsOf: Record<string, string> = {
  'NAV-06':
    '/auth /portal /home /store /store/success /product/$ /events /event/$ /events-plain /studio /bookings ' +
    '/facility-booking /cart /market-booking /membership /token-purchase /account /members /creative/$ /news ' +
    '/news/$ /community /community/$ /code-of-conduct /event-space /tour-booking /debug /admin',
  'NAV-07':
    '/ /join /terms /market-tickets /waitlist /membership-info /auth /reset-password /first-login-password-change ' +
    '/confirm-signup /invite /magic-link /change-email /reauthenticate /admin/login /contact /incident-response',
  'NAV-08': '/code-of-conduct /tour-booking /event-space /facility-booking /events /community',
  'NAV-09': '/terms',
  'NAV-10': '/debug',
  'NAV-11': '/admin',
  'NAV-14': '/membership-info',
  'HOME-01': '/',
  'HOME-13': '/home /portal',
  'HOME-23': '/news',
  'HOME-24': '/news/$',
  'HOME-26': '/creative/$',
  'HOME-28': '/contact',
  'AUTH-01': '/auth',
  'AUTH-19': '/reset-password',
  'AUTH-25': '/first-login-password-change',
  'AUTH-28': '/confirm-signup /home',
  'AUTH-30': '/invite /auth',
  'AUTH-34': '/magic-link /home',
  'AUTH-36': '/change-email /account',
  'AUTH-38': '/reauthenticate /account',
  'AUTH-42': '/admin/login /auth',
  'JOIN-01': '/join',
  'JOIN-35': '/code-of-conduct',
  'JOIN-41': '/waitlist',
  'MEM-18': '/account /auth',
  'TOK-01': '/token-purchase',
  'BOOK-10': '/facility-booking /bookings',
  'BOOK-38': '/cart',
  'TOUR-01': '/tour-booking',
  'TOUR-09': '/event-space',
  'EVT-01': '/events',
  'EVT-07': '/events-plain',
  'EVT-10': '/event/$',
  'MKT-01': '/market-booking',
  'MKT-16': '/market-tickets',
  'COM-01': '/community',
  'COM-02': '/community/$',
  'SHOP-01': '/store',
  'SHOP-04': '/product/$',
  'SHOP-21': '/store/success',
  'INC-01': '/incident-response',
  'ADM-02': '/admin',
  'ADM-11': '/admin/login /admin',
  'ADM-20': '/admin /admin/committee-applications /admin/events',
  'ADM-21':
    '/admin/analytics /admin/activity /admin/revenue /admin/enhanced-analytics /admin/members ' +
    '/admin/archived-members /admin/admin-applications /admin/approvals /admin/member-approvals /admin/waitlist ' +
    '/admin/tours /admin/markets /admin/market-scanner /admin/market-checkins /admin/guest-pass-scanner ' +
    '/admin/studio /admin/studio-rentals /admin/registrations /admin/occupancy /admin/calendar ' +
    '/admin/incident-reports /admin/conduct /admin/security /admin/business-intelligence /admin/operations ' +
    '/admin/workshop /admin/hero /admin/spaces /admin/landing-features /admin/news /admin/community ' +
    '/admin/highlights /admin/directory /admin/contact /admin/membership-tiers /admin/facilities /admin/pricing ' +
    '/admin/tokens /admin/products /admin/product-access /admin/payments',
  'ADM-23': '/admin',
  'APPL-01': '/admin/committee-applications',
  'EVA-01': '/admin/events',
  'EVA-13': '/admin/registrations',
  'MBR-01': '/admin/members',
  'ARC-01': '/admin/archived-members',
  'TIER-01': '/admin/membership-tiers',
  'ANA-02': '/admin/analytics',
  'ANA-06': '/admin/revenue',
  'ANA-13': '/admin/enhanced-analytics',
  'ANA-20': '/admin/activity',
  'BI-01': '/admin/business-intelligence',
  'OCC-01': '/admin/occupancy',
  'OCC-08': '/admin/calendar',
  'OPS-01': '/admin/operations',
  'OPS-14': '/admin/security',
  'OPS-29': '/admin/waitlist',
  'TRA-01': '/admin/tours',
  'MKA-01': '/admin/markets',
  'MKA-07': '/admin/market-scanner',
  'MKA-10': '/admin/market-scanner /admin/guest-pass-scanner',
  'MKA-23': '/admin/market-checkins',
  'GPS-01': '/admin/guest-pass-scanner',
  'STA-01': '/admin/studio',
  'STA-08': '/admin/studio-rentals',
  'CNT-04': '/admin/hero',
  'CNT-10': '/admin/workshop',
  'CNT-13': '/admin/news',
  'CNT-16': '/admin/highlights',
  'CNT-19': '/admin/directory',
  'CNT-23': '/admin/landing-features',
  'CNT-28': '/admin/spaces',
  'CNT-34': '/admin/contact',
  'CNT-37': '/admin/community',
  'CNT-53': '/admin/facilities',
  'CNT-57': '/admin/pricing',
  'CNT-62': '/admin/tokens',
  'PRD-01': '/admin/products',
  'PRD-14': '/admin/product-access',
  'INCA-01': '/admin/incident-reports',
  'CON-01': '/admin/conduct',
  'PAY-01': '/admin/payments',
  'DBG-01': '/debug',
  'ROLE-02': '/market-tickets /contact /tour-booking /launch',
  'ROLE2-02': '/admin /admin/committee-applications /admin/events',
  'ROLE2-05': '/admin/market-scanner /admin/market-checkins /admin/guest-pass-scanner',
}

const pages = readSiteMap(readFileSync('src/web/routes.ts', 'utf8'))
const built = new Set([...pages.pages.map(({ path }) => path), ...pages.moved.map(({ from }) => from)].map(shapeOf))
const files = globSync('{src,test,checks,seed,simulators,e2e}/**/*.{test,spec}.{ts,tsx}', {
  exclude: ['test/titled-routes.test.ts'],
})

function shapeOf(path: string): string {
  return path.replaceAll(/\$\w+/g, '$')
}

/** The ids in the titles of a file, as they stand: `[NAV-06, NAV-07]`. */
const titledIn = (text: string) =>
  [...text.matchAll(/\[([A-Z]+\d?-\d+(?:, [A-Z]+\d?-\d+)*)\]/g)].flatMap(([, ids]) => ids!.split(', '))

test('no title names a requirement whose pages are not all there', () => {
  const titled = files.flatMap(file => titledIn(readFileSync(file, 'utf8')).map(id => ({ file, id })))
  expect(titled.length).toBeGreaterThan(300)
  const early = titled.flatMap(({ file, id }) => {
    const missing = (pathsOf[id]?.split(' ') ?? []).filter(path => !built.has(path))
    return missing.length > 0 ? [`${file}: [${id}] is not true before there is ${missing.join(' ')}`] : []
  })
  expect(early).toEqual([])
})

test('positive control: a page that is there is found, one that is not is missed', () => {
  expect([built.has('/bookings'), built.has('/nowhere')]).toEqual([true, false])
  expect(titledIn("test('opens [NAV-06, ROLE2-05]')")).toEqual(['NAV-06', 'ROLE2-05'])
})
