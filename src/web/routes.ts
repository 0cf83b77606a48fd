import { rootRoute } from './root.tsx'
import { elsewhere, moved, screen } from './screen.ts'
import { day, flag, oneOf, params, text, whole } from './search.ts'

/**
 * The site map: one line per page that is built, made by `screen` (screen.ts) of the path, the name of the export, the
 * import of its file, and `params` (search.ts) when its address carries more. Who may open a page is in access.ts, by
 * the same path; menus show what stands here. The build reads these lines for the server, so keep the texts in them.
 *
 * Visitors see `/` without the component library around it (interactive.tsx): plain elements only on that page.
 */
const pages = [
  screen('/', 'Landing', () => import('#features/content/screens/landing.tsx')),
  screen('/home', 'Home', () => import('#features/content/screens/home.tsx')),
  screen('/portal', 'Home', () => import('#features/content/screens/home.tsx')),
  screen('/contact', 'Contact', () => import('#features/content/screens/contact.tsx')),
  screen('/terms', 'Terms', () => import('#features/content/screens/terms.tsx')),
  screen('/admin/settings', 'VenueSettings', () => import('#features/venue/screens/venue-settings.tsx')),
  screen('/admin/security', 'Security', () => import('#features/privacy/screens/security.tsx')),
  screen(
    '/bookings',
    'Bookings',
    () => import('#features/bookings/screens/bookings.tsx'),
    params({
      view: oneOf('mine'),
      when: oneOf('past'),
      page: whole,
      order: text,
      payment: oneOf('cancelled'),
    }),
  ),
  screen(
    '/facility-booking',
    'FacilityBooking',
    () => import('#features/bookings/screens/facility-booking.tsx'),
    params({ id: text, on: day }),
  ),
  screen('/cart', 'Cart', () => import('#features/cart/screens/cart.tsx')),
  screen('/admin/bookings', 'AdminBookings', () => import('#features/bookings/screens/admin-bookings.tsx')),
  screen('/admin/pricing', 'BookingTypes', () => import('#features/facilities/screens/booking-types.tsx')),
  screen('/membership-info', 'MembershipInfo', () => import('#features/memberships/screens/membership-info.tsx')),
  screen('/membership', 'Membership', () => import('#features/content/screens/membership.tsx')),
  screen(
    '/members',
    'Members',
    () => import('#features/memberships/screens/members.tsx'),
    params({ success: flag, canceled: flag, order: text }),
  ),
  screen(
    '/token-purchase',
    'TokenPurchase',
    () => import('#features/tokens/screens/token-purchase.tsx'),
    params({ purchase: oneOf('success', 'cancelled'), order: text }),
  ),
  screen('/admin/membership-tiers', 'MembershipTiers', () => import('#features/tiers/screens/membership-tiers.tsx')),
  screen('/admin/payments', 'Payments', () => import('#features/payments/screens/payments.tsx')),
  screen('/market-tickets', 'MarketTickets', () => import('#features/market/screens/market-tickets.tsx')),
  screen('/admin/market-days', 'MarketDays', () => import('#features/market/screens/market-days.tsx')),
  screen('/admin/market-scanner', 'MarketScanner', () => import('#features/door/screens/market-scanner.tsx')),
  screen('/admin/market-checkins', 'MarketCheckins', () => import('#features/door/screens/market-checkins.tsx')),
  screen(
    '/auth',
    'Auth',
    () => import('#features/members/screens/auth.tsx'),
    params({
      mode: oneOf('login', 'signup', 'forgot-password'),
      step: oneOf('info', 'email-verify', 'complete'),
      return: text,
    }),
  ),
  screen('/admin/login', 'AdminLogin', () => import('#features/members/screens/admin-login.tsx')),
  screen('/reset-password', 'ResetPassword', () => import('#features/members/screens/reset-password.tsx')),
  screen(
    '/first-login-password-change',
    'FirstLoginPasswordChange',
    () => import('#features/members/screens/first-login-password-change.tsx'),
  ),
  screen('/confirm-signup', 'ConfirmSignup', () => import('#features/members/screens/confirm-signup.tsx')),
  screen('/invite', 'Invite', () => import('#features/members/screens/invite.tsx')),
  screen('/magic-link', 'MagicLink', () => import('#features/members/screens/magic-link.tsx')),
  screen('/change-email', 'ChangeEmail', () => import('#features/members/screens/change-email.tsx')),
  screen('/reauthenticate', 'Reauthenticate', () => import('#features/members/screens/reauthenticate.tsx')),
  screen('/account', 'Account', () => import('#features/members/screens/account.tsx'), params({ tab: text })),
  screen('/admin/members', 'AdminMembers', () => import('#features/members/screens/admin-members.tsx')),
  screen('/join', 'Join', () => import('#features/applications/screens/join.tsx'), params({ ref: text })),
  screen('/admin', 'CommitteeHome', () => import('#features/committee/screens/committee-home.tsx')),
  screen('/admin/committee-applications', 'Voting', () => import('#features/committee/screens/voting.tsx')),
  screen('/admin/approvals', 'Approvals', () => import('#features/applications/screens/approvals.tsx')),
  screen(
    '/admin/admin-applications',
    'AdminApplications',
    () => import('#features/applications/screens/admin-applications.tsx'),
  ),
  screen('/admin/member-approvals', 'Registrations', () => import('#features/registrations/screens/registrations.tsx')),
  screen('/launch', 'Launch', () => import('#features/registrations/screens/launch.tsx')),
  screen('/waitlist', 'JoinWaitlist', () => import('#features/waitlist/screens/join-waitlist.tsx')),
  screen('/admin/waitlist', 'WaitingList', () => import('#features/waitlist/screens/waiting-list.tsx')),
  screen('/admin/mails', 'Mails', () => import('#features/mailings/screens/mails.tsx')),
  screen(
    '/code-of-conduct',
    'CodeOfConduct',
    () => import('#features/conduct/screens/code-of-conduct.tsx'),
    params({ return: text }),
  ),
  // All building blocks; not served in production.
  screen('/dev/ui', 'Gallery', () => import('#ui/gallery.tsx')),
  moved('/membership-plans', '/membership-info'),
  elsewhere(),
] as const

export const routeTree = rootRoute.addChildren(pages)
