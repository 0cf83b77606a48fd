import { type Actor, whyNotIn } from '#platform/auth/actor.ts'

/**
 * Who may open which page: one table of every specified path, read by the server, the browser's guard and the tests.
 * It is pure data and pure functions. It protects nothing by itself: every procedure checks its caller again.
 * A path listed here but not built yet (no line in web/routes.ts) answers 404 to people.
 */

/**
 * `visitor` no session needed · `signedIn` any session in good standing, also while the application is under review ·
 * `member` the same, but what the page is for (booking, buying, posting) needs an approved person ·
 * `staff` committee or admin · `admin` · `door` door staff or admin.
 */
export type RouteAudience = 'visitor' | 'signedIn' | 'member' | 'staff' | 'admin' | 'door'

/** What the setting "pages open to visitors" may name; each entry opens the routes that carry it in `opensWith`. */
export type OpenablePage = '/events' | '/community' | '/bookings' | '/store'

export interface RouteAccess<Path extends string = string> {
  /** The path with `$name` for each variable segment. */
  path: Path
  audience: RouteAudience
  /** Present when a setting may open the page to visitors. */
  setting?: 'pagesOpenToVisitors'
  /** Some of what it shows is open to everybody; of all else its procedures ask for a session, and the page leads there. */
  isOpenInPart?: true
  /** The entry of that setting which opens the page. */
  opensWith?: OpenablePage
}

/** What `members.me` tells about the person, as far as opening pages is concerned. */
export interface Person {
  roles: readonly ('admin' | 'committee' | 'door')[]
  approvalStatus: 'pending' | 'approved' | 'rejected'
  accountStatus: 'active' | 'blocked' | 'suspended'
  mustChangePassword: boolean
  mustSetUpTwoFactor: boolean
}

export type Decision = 'open' | 'signIn' | 'denied' | 'notApproved' | 'blocked' | 'changePassword' | 'setUpTwoFactor'

const opened = <const Path extends string>(
  path: Path,
  audience: RouteAudience,
  opensWith: OpenablePage,
): RouteAccess<Path> => ({
  path,
  audience,
  setting: 'pagesOpenToVisitors',
  opensWith,
})
const all = <const Path extends string>(audience: RouteAudience, ...paths: Path[]): RouteAccess<Path>[] =>
  paths.map(path => ({ path, audience }))

const table = [
  ...all('visitor', '/', '/join', '/terms', '/market-tickets', '/waitlist', '/membership-info'),
  ...all('visitor', '/membership-plans', '/contact', '/incident-response'),
  // Not specified: what a guest shows at the door has to be somewhere (GST-06, decision 36).
  ...all('visitor', '/guest-pass/$id', '/guest-tickets/$id'),
  ...all('visitor', '/auth', '/reset-password', '/first-login-password-change', '/confirm-signup', '/invite'),
  ...all('visitor', '/magic-link', '/change-email', '/reauthenticate', '/admin/login'),
  // Public beyond the specified list (decision 4).
  ...all('visitor', '/tour-booking', '/event-space', '/code-of-conduct', '/launch'),

  ...all('signedIn', '/portal', '/home', '/events-plain', '/studio'),
  opened('/store', 'signedIn', '/store'),
  opened('/product/$handle', 'signedIn', '/store'),
  ...all('signedIn', '/membership', '/account', '/members', '/news', '/news/$id'),
  // Not specified: the Creative Directory of the home page has an address of its own.
  ...all('signedIn', '/creatives'),
  // A member may open their profile to everyone.
  ...all('signedIn', '/creative/$id').map(route => ({ ...route, isOpenInPart: true as const })),
  opened('/events', 'signedIn', '/events'),
  opened('/event/$id', 'signedIn', '/events'),
  opened('/bookings', 'signedIn', '/bookings'),
  opened('/facility-booking', 'signedIn', '/bookings'),
  // Not specified: the page of one booking and of one payment, to which mails and lists lead.
  ...all('signedIn', '/bookings/$id', '/orders/$id'),
  // Not specified: whoever rents a studio by the month sees how it stands.
  ...all('signedIn', '/your-studio'),
  opened('/community', 'signedIn', '/community'),
  opened('/community/$id', 'signedIn', '/community'),
  ...all('member', '/cart', '/market-booking', '/market-booking/$id', '/token-purchase', '/store/success'),
  // Not specified: what concerns one, and the link in mails that ends them without signing in.
  ...all('signedIn', '/notifications'),
  ...all('visitor', '/unsubscribe/$token'),
  // Not specified: a host works on their events somewhere (EVT-25, EVT-37).
  ...all('signedIn', '/host', '/host/$id'),

  ...all('staff', '/admin', '/admin/committee-applications', '/admin/events'),
  ...all('door', '/admin/market-scanner', '/admin/market-checkins', '/admin/guest-pass-scanner'),
  ...all('admin', '/admin/analytics', '/admin/activity', '/admin/revenue', '/admin/enhanced-analytics'),
  ...all('admin', '/admin/members', '/admin/archived-members', '/admin/admin-applications'),
  ...all('admin', '/admin/approvals', '/admin/member-approvals', '/admin/waitlist', '/admin/tours'),
  // Not in the specified list: the days themselves (decision 33); /admin/markets is the list of stall bookings.
  ...all('admin', '/admin/market-days', '/admin/guest-tickets'),
  ...all('admin', '/admin/markets', '/admin/studio', '/admin/studio-rentals', '/admin/registrations'),
  ...all('admin', '/admin/occupancy', '/admin/calendar', '/admin/incident-reports', '/admin/conduct'),
  ...all('admin', '/admin/security', '/admin/business-intelligence', '/admin/operations', '/admin/workshop'),
  ...all('admin', '/admin/hero', '/admin/spaces', '/admin/landing-features', '/admin/news'),
  ...all('admin', '/admin/community', '/admin/highlights', '/admin/directory', '/admin/contact'),
  ...all('admin', '/admin/images', '/admin/membership-tiers', '/admin/facilities', '/admin/pricing'),
  ...all('admin', '/admin/mails', '/admin/tokens', '/admin/products', '/admin/product-access', '/admin/payments'),
  // Not specified: what people write to the house has to be read and answered (HOME-33).
  ...all('admin', '/admin/enquiries', '/admin/terms'),
  // Not specified: staff need to see the bookings that they may cancel (decision 23).
  ...all('admin', '/admin/bookings', '/admin/house-calendar', '/admin/waiting-list', '/admin/rooms', '/admin/fair-use'),
  ...all('admin', '/admin/settings', '/debug', '/debug/email-assets', '/debug/test-email'),
  // The building blocks of all screens; the server does not serve it in production.
  ...all('visitor', '/dev/ui'),
]

/** Every path that the specification names, whether its page is built or not. */
export type SpecifiedPath = (typeof table)[number]['path']

export const routeAccess: readonly RouteAccess<SpecifiedPath>[] = table

/** Whether `pathname` lies in the back office, whose unspecified paths are not there rather than open. */
export const isOfficePath = (pathname: string) => pathname === '/admin' || pathname.startsWith('/admin/')

/**
 * Whose frame a page is drawn in while it is not known who asks: by the page alone. None for public pages, and none at the
 * door, whose staff have a frame of their own.
 */
export function bonesOf({ path, audience }: RouteAccess): 'member' | 'office' | null {
  if (audience === 'visitor' || audience === 'door') return null
  return isOfficePath(path) ? 'office' : 'member'
}

/** `/event/42` → `['event', '42']`. */
export const segments = (path: string) => path.split('/').filter(part => part !== '')

/** The table's line for a concrete path such as `/event/42`; a fixed segment wins over a variable one. */
export function findRoute(pathname: string): RouteAccess<SpecifiedPath> | undefined {
  const wanted = segments(pathname)
  return routeParts.find(
    ({ parts }) =>
      parts.length === wanted.length && parts.every((part, i) => part.startsWith('$') || part === wanted[i]),
  )?.route
}

/** The table with its paths taken apart, those without a variable segment first. Every page that is asked for looks here. */
const routeParts = routeAccess
  .map(route => ({ route, parts: segments(route.path) }))
  .sort((a, b) => Number(a.route.path.includes('$')) - Number(b.route.path.includes('$')))

/**
 * Whether `me` may open `route`, and if not, what happens instead: what `whyNotIn` says of the page's audience, as of that of
 * a procedure. `opened` is the value of the setting "pages open to visitors". A failed lookup of `me` is not a decision:
 * callers show an error with a retry.
 */
export function decide(route: RouteAccess, me: Person | null, opened: readonly OpenablePage[] = []): Decision {
  if (!me && route.opensWith && opened.includes(route.opensWith)) return 'open'
  // Members' pages open while an application is under review; what they are for is refused by its procedures.
  const audience = route.audience === 'member' ? 'signedIn' : route.audience
  const problem = whyNotIn(me && actorOf(me), audience)
  return problem ? decisions[problem.code]! : 'open'
}

/** What a page does about each reason that keeps it closed. */
const decisions: Record<string, Decision> = {
  UNAUTHORIZED: 'signIn',
  ACCOUNT_BLOCKED: 'blocked',
  PASSWORD_CHANGE_REQUIRED: 'changePassword',
  NOT_APPROVED: 'notApproved',
  TWO_FACTOR_REQUIRED: 'setUpTwoFactor',
  FORBIDDEN: 'denied',
}

/** As the server knows them; nothing that is made up here decides about a page. */
const actorOf = ({ roles, approvalStatus, accountStatus, mustChangePassword, mustSetUpTwoFactor }: Person): Actor => ({
  userId: '',
  email: '',
  firstName: '',
  lastName: '',
  blockedReason: null,
  twoFactorEnabled: false,
  membership: null,
  roles: [...roles],
  approvalStatus,
  accountStatus,
  mustChangePassword,
  mustSetUpTwoFactor,
})

/**
 * Where somebody goes now: whose work is in the house, to their work, everybody else home. Admins go home as well when they
 * have signed in at /auth (AUTH-04, decision 7). Who was denied a page goes to the nearest one that is theirs (ADM-22). A
 * password that staff gave out is changed first (AUTH-05, decision 5).
 */
export function placeFor(
  { roles, mustChangePassword }: Pick<Person, 'roles' | 'mustChangePassword'>,
  after: 'signIn' | 'denial',
) {
  if (mustChangePassword) return '/first-login-password-change'
  const isAdmin = roles.includes('admin')
  if (isAdmin && after === 'signIn') return '/home'
  if (isAdmin || roles.includes('committee')) return '/admin'
  if (roles.includes('door')) return '/admin/market-scanner'
  return after === 'signIn' ? '/home' : '/'
}

/**
 * `value` when it is a path of this site, else `fallback`. Return and redirect parameters come from links that anybody
 * can write, so other hosts (`//x`, `/\x`), schemes and control characters, also percent-encoded, are refused.
 */
export function ownPath(value: unknown, fallback: string): string {
  if (typeof value !== 'string' || value.length > 2000 || !isOwnPath(value)) return fallback
  try {
    return isOwnPath(decodeURIComponent(value)) ? value : fallback
  } catch {
    return fallback
  }
}

/** Browsers drop tabs and newlines and read `\` as `/` before they resolve an address: both must not appear. */
function isOwnPath(path: string) {
  const hasControl = Array.from(path).some(char => char.charCodeAt(0) < 32 || char.charCodeAt(0) === 127)
  return path.startsWith('/') && !path.startsWith('//') && !path.includes('\\') && !hasControl
}
