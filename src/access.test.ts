import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Actor, whyNotIn } from '#platform/auth/actor.ts'
import {
  type Decision,
  decide,
  findRoute,
  ownPath,
  type Person,
  placeFor,
  type RouteAccess,
  routeAccess,
} from './access.ts'

const person = (over: Partial<Person> = {}): Person => ({
  roles: [],
  approvalStatus: 'approved',
  accountStatus: 'active',
  mustChangePassword: false,
  mustSetUpTwoFactor: false,
  ...over,
})
const three = (decision: Decision) => [decision, decision, decision] as const
const all = (decision: Decision) => [decision, ...three(decision)] as const
const admin = person({ roles: ['admin'] })
const committee = person({ roles: ['committee'] })
const door = person({ roles: ['door'] })

function route(pathname: string): RouteAccess {
  const found = findRoute(pathname)
  if (!found) throw new Error(`${pathname} is not in the table`)
  return found
}

const publicPaths =
  '/ /join /terms /market-tickets /waitlist /membership-info /auth /reset-password /first-login-password-change ' +
  '/confirm-signup /invite /magic-link /change-email /reauthenticate /admin/login /contact /incident-response ' +
  '/tour-booking /event-space /code-of-conduct /launch'
const protectedPaths =
  '/portal /home /store /store/success /product/mug /events /event/1 /events-plain /studio /bookings ' +
  '/facility-booking /cart /market-booking /membership /token-purchase /account /members /creative/1 /news /news/1 ' +
  '/community /community/1 /debug /admin'
const adminPaths =
  'analytics activity revenue enhanced-analytics members archived-members admin-applications approvals ' +
  'member-approvals waitlist tours markets studio studio-rentals registrations occupancy calendar incident-reports ' +
  'conduct security business-intelligence operations workshop hero spaces landing-features news community highlights ' +
  'directory contact membership-tiers facilities pricing tokens products product-access payments'
const doorPaths = 'market-scanner market-checkins guest-pass-scanner'

describe('the table', () => {
  test('names every path once', () => {
    const paths = routeAccess.map(entry => entry.path)
    expect(new Set(paths).size).toBe(paths.length)
  })
  test.each(publicPaths.split(' '))('%s opens without a session', path => {
    expect(decide(route(path), null)).toBe('open')
  })
  test.each(protectedPaths.split(' '))('%s asks for a session', path => {
    expect(decide(route(path), null)).toBe('signIn')
  })
  test.each(adminPaths.split(' '))('/admin/%s is for admins only', name => {
    const entry = route(`/admin/${name}`)
    expect(decide(entry, admin)).toBe('open')
    for (const other of [committee, door, person()]) expect(decide(entry, other)).toBe('denied')
    expect(decide(entry, null)).toBe('signIn')
  })
  test('leaves no other path of the back office to anybody but admins', () => {
    const shared = ['/admin/login', '/admin', '/admin/committee-applications', '/admin/events']
    const byName = [...shared, ...doorPaths.split(' ').map(name => `/admin/${name}`)]
    const office = routeAccess.map(({ path }) => path).filter(path => path.startsWith('/admin'))
    expect(office).toEqual(expect.arrayContaining(['/admin/bookings', '/admin/mails', ...byName]))
    const own = office.filter(path => !byName.includes(path))
    for (const other of [committee, door, person()])
      expect(own.filter(path => decide(route(path), other) !== 'denied')).toEqual([])
    expect(own.filter(path => decide(route(path), null) !== 'signIn')).toEqual([])
  })
  test.each(doorPaths.split(' '))('/admin/%s is for door staff and admins', name => {
    const entry = route(`/admin/${name}`)
    expect([admin, door, committee, person()].map(who => decide(entry, who))).toEqual([
      'open',
      'open',
      'denied',
      'denied',
    ])
  })
  test.each(['', '/committee-applications', '/events'])('/admin%s is for committee and admins', name => {
    const entry = route(`/admin${name}`)
    expect([admin, committee, door, person()].map(who => decide(entry, who))).toEqual([
      'open',
      'open',
      'denied',
      'denied',
    ])
  })
  test('fixed segments win, unknown paths and further segments are not there', () => {
    expect(findRoute('/store/success')?.path).toBe('/store/success')
    expect(findRoute('/events/')?.path).toBe('/events')
    expect(findRoute('/event/a/b')).toBeUndefined()
    expect(findRoute('/admin/nothing')).toBeUndefined()
  })
})

describe('the setting "pages open to visitors"', () => {
  test('opens what it names and nothing else', () => {
    expect(decide(route('/event/1'), null, ['/events'])).toBe('open')
    expect(decide(route('/community/1'), null, ['/community'])).toBe('open')
    expect(decide(route('/facility-booking'), null, ['/bookings'])).toBe('open')
    expect(decide(route('/bookings'), null, ['/events', '/community'])).toBe('signIn')
    expect(decide(route('/account'), null, ['/events', '/community', '/bookings'])).toBe('signIn')
  })
})

describe('standing', () => {
  test('a rejected person sees no protected page, an admin counts as approved', () => {
    expect(decide(route('/home'), person({ approvalStatus: 'rejected' }))).toBe('notApproved')
    expect(decide(route('/home'), person({ approvalStatus: 'rejected', roles: ['admin'] }))).toBe('open')
    expect(decide(route('/terms'), person({ approvalStatus: 'rejected' }))).toBe('open')
  })
  test('a pending person may look around', () => {
    expect(decide(route('/bookings'), person({ approvalStatus: 'pending' }))).toBe('open')
  })
  test.each(['blocked', 'suspended'] as const)('%s people learn why, admins too', accountStatus => {
    expect(decide(route('/home'), person({ accountStatus }))).toBe('blocked')
    expect(decide(route('/admin'), person({ accountStatus, roles: ['admin'] }))).toBe('blocked')
  })
  test('a forced password change comes before every protected page', () => {
    expect(decide(route('/home'), person({ mustChangePassword: true }))).toBe('changePassword')
    expect(decide(route('/first-login-password-change'), person({ mustChangePassword: true }))).toBe('open')
  })
  test('two-factor that is required keeps the back office closed and the account page open', () => {
    const waiting = person({ roles: ['admin'], mustSetUpTwoFactor: true })
    expect(decide(route('/admin/members'), waiting)).toBe('setUpTwoFactor')
    expect(decide(route('/account'), waiting)).toBe('open')
  })
})

/** Who asks × whom the page or procedure is for. Server and screens give the same answer for the same reason. */
const ladder: [string, Partial<Person>, ...Decision[]][] = [
  // signedIn, staff, door, admin
  ['a member', {}, 'open', 'denied', 'denied', 'denied'],
  ['an applicant', { approvalStatus: 'pending' }, 'open', 'denied', 'denied', 'denied'],
  ['door staff', { roles: ['door'] }, 'open', 'denied', 'open', 'denied'],
  ['the committee', { roles: ['committee'] }, 'open', 'open', 'denied', 'denied'],
  ['an admin', { roles: ['admin'] }, 'open', 'open', 'open', 'open'],
  ['an admin who was rejected', { roles: ['admin'], approvalStatus: 'rejected' }, 'open', 'open', 'open', 'open'],
  ['rejected', { approvalStatus: 'rejected' }, ...all('notApproved')],
  ['rejected door staff', { roles: ['door'], approvalStatus: 'rejected' }, ...all('notApproved')],
  ['blocked', { accountStatus: 'blocked' }, ...all('blocked')],
  ['blocked and rejected', { accountStatus: 'blocked', approvalStatus: 'rejected' }, ...all('blocked')],
  ['blocked with a password of staff', { accountStatus: 'blocked', mustChangePassword: true }, ...all('blocked')],
  ['a suspended admin', { accountStatus: 'suspended', roles: ['admin'] }, ...all('blocked')],
  ['with a password of staff', { mustChangePassword: true }, ...all('changePassword')],
  [
    'rejected with a password of staff',
    { mustChangePassword: true, approvalStatus: 'rejected' },
    ...all('changePassword'),
  ],
  ['an admin with a password of staff', { mustChangePassword: true, roles: ['admin'] }, ...all('changePassword')],
  ['an admin without two factors', { mustSetUpTwoFactor: true, roles: ['admin'] }, 'open', ...three('setUpTwoFactor')],
  [
    'the committee without two factors',
    { mustSetUpTwoFactor: true, roles: ['committee'] },
    'open',
    ...three('setUpTwoFactor'),
  ],
]
const codes: Record<Decision, string | undefined> = {
  open: undefined,
  signIn: 'UNAUTHORIZED',
  denied: 'FORBIDDEN',
  notApproved: 'NOT_APPROVED',
  blocked: 'ACCOUNT_BLOCKED',
  changePassword: 'PASSWORD_CHANGE_REQUIRED',
  setUpTwoFactor: 'TWO_FACTOR_REQUIRED',
}
const pages = { signedIn: '/account', staff: '/admin', door: '/admin/market-scanner', admin: '/admin/members' } as const

describe('who may', () => {
  test.each(ladder)('%s: pages and procedures say the same', (_, over, ...expected) => {
    const who = person(over)
    const actor: Actor = {
      ...{ userId: 'u', email: 'u@people.example', firstName: 'U', lastName: 'V', blockedReason: null },
      ...{ twoFactorEnabled: false, membership: null, ...who, roles: [...who.roles] },
    }
    const audiences = Object.keys(pages) as (keyof typeof pages)[]
    expect(audiences.map(audience => decide(route(pages[audience]), who))).toEqual(expected)
    expect(audiences.map(audience => whyNotIn(actor, audience)?.code)).toEqual(expected.map(each => codes[each]))
  })
  test('without a session every one of them asks for it', () => {
    for (const [audience, path] of Object.entries(pages)) {
      expect(decide(route(path), null)).toBe('signIn')
      expect(whyNotIn(null, audience as keyof typeof pages)?.code).toBe(codes.signIn)
    }
  })
})

describe('where people go', () => {
  const givenPassword = (who: Person) => ({ ...who, mustChangePassword: true })
  test('after signing in [AUTH-04, AUTH-05]', () => {
    const both = [person({ roles: ['admin', 'committee'] }), person({ roles: ['committee', 'door'] })]
    expect([person(), ...both, door].map(who => placeFor(who, 'signIn'))).toEqual([
      '/home',
      '/home',
      '/admin',
      '/admin/market-scanner',
    ])
    for (const who of [person(), admin, door])
      expect(placeFor(givenPassword(who), 'signIn')).toBe('/first-login-password-change')
  })
  test('who was denied a page, to the nearest one of their own [ADM-22]', () => {
    expect([admin, committee, door, person()].map(who => placeFor(who, 'denial'))).toEqual([
      '/admin',
      '/admin',
      '/admin/market-scanner',
      '/',
    ])
  })
  test('to a page that opens to them', () => {
    for (const who of [admin, committee, door, person()])
      for (const after of ['signIn', 'denial'] as const) {
        expect(decide(route(placeFor(who, after)), who)).toBe('open')
        expect(decide(route(placeFor(givenPassword(who), after)), givenPassword(who))).toBe('open')
      }
  })
})

describe('own paths', () => {
  test.each(['/', '/account?tab=guests', '/event/1#about', '/a%20b', '/search?q=50%25'])('%s is kept', path => {
    expect(ownPath(path, '/home')).toBe(path)
  })
  test.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/%5Cevil.example',
    '/%2F/evil.example',
    '/%09/evil.example',
    '/%zz',
    'javascript:alert(1)',
    ' /home',
    'home',
    '',
    undefined,
    ['/home'],
  ])('%j is refused', value => {
    expect(ownPath(value, '/home')).toBe('/home')
  })
  test('whatever is accepted resolves to this site', () => {
    const hostile = fc.string({
      unit: fc.constantFrom('/', '\\', '.', ':', '@', '\t', '\n', '%', '2', 'F', '5', 'C', 'a'),
    })
    fc.assert(
      fc.property(hostile, tail => {
        const accepted = ownPath(`/${tail}`, '/home')
        expect(new URL(accepted, 'https://exchange.example').origin).toBe('https://exchange.example')
      }),
      { numRuns: 3000 },
    )
  })
})
