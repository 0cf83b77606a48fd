import { rootRoute } from './root.tsx'
import { elsewhere, moved, screen } from './screen.ts'
import { day, flag, oneOf, params, text, whole } from './search.ts'

/**
 * The site map: one line per page that is built, made by `screen` (screen.ts) of the path, the name of the export, the
 * import of its file, and `params` (search.ts) when its address carries more. Who may open a page is in access.ts, by
 * the same path; menus show what is built. The build reads these lines as text (checks/site-map.ts): literals only.
 *
 * Visitors see `/` without the component library around it (interactive.tsx): plain elements only on that page.
 */
const pages = [
  screen('/', 'Landing', () => import('#features/home/landing/screens/landing.tsx')),
  screen('/home', 'Home', () => import('#features/home/home/screens/home.tsx')),
  screen('/portal', 'Home', () => import('#features/home/home/screens/home.tsx')),
  screen('/event-space', 'EventSpace', () => import('#features/home/enquiries/screens/event-space.tsx')),
  screen('/contact', 'Contact', () => import('#features/home/enquiries/screens/contact.tsx')),
  screen('/terms', 'Terms', () => import('#features/home/pages/screens/terms.tsx')),
  screen('/admin/settings', 'VenueSettings', () => import('#features/house/settings/screens/venue-settings.tsx')),
  screen('/admin/security', 'Security', () => import('#features/house/privacy/screens/security.tsx')),
  screen(
    '/bookings',
    'Bookings',
    () => import('#features/spaces/bookings/screens/bookings.tsx'),
    params({
      view: oneOf('mine'),
      on: day,
      from: text,
      people: whole,
      with: text,
      when: oneOf('past'),
      page: whole,
      size: whole,
      order: text,
      payment: oneOf('cancelled'),
    }),
  ),
  screen(
    '/facility-booking',
    'FacilityBooking',
    () => import('#features/spaces/bookings/screens/facility-booking.tsx'),
    params({ id: text, on: day, at: text }),
  ),
  screen('/bookings/$id', 'BookingPage', () => import('#features/spaces/bookings/screens/booking.tsx')),
  screen(
    '/orders/$id',
    'OrderPage',
    () => import('#features/money/receipts/screens/order.tsx'),
    params({ payment: oneOf('cancelled') }),
  ),
  screen(
    '/tour-booking',
    'TourBooking',
    () => import('#features/spaces/tours/screens/tour-booking.tsx'),
    params({ booking: text }),
  ),
  screen(
    '/admin/house-calendar',
    'HouseCalendar',
    () => import('#features/spaces/house-calendar/screens/house-calendar.tsx'),
    params({ view: oneOf('week'), on: day }),
  ),
  screen('/studio', 'Studio', () => import('#features/spaces/studio/screens/studio.tsx')),
  screen('/admin/studio', 'AdminStudio', () => import('#features/spaces/studio/screens/admin-studio.tsx')),
  screen('/admin/waiting-list', 'WaitingList', () => import('#features/spaces/waiting-slots/screens/waiting-list.tsx')),
  screen('/admin/fair-use', 'FairUse', () => import('#features/spaces/fair-use/screens/fair-use.tsx')),
  screen('/admin/tours', 'AdminTours', () => import('#features/spaces/tours/screens/admin-tours.tsx')),
  screen('/admin/studio-rentals', 'StudioRentals', () => import('#features/spaces/rentals/screens/studio-rentals.tsx')),
  screen('/cart', 'Cart', () => import('#features/spaces/cart/screens/cart.tsx')),
  screen('/admin/bookings', 'AdminBookings', () => import('#features/spaces/bookings/screens/admin-bookings.tsx')),
  screen('/admin/rooms', 'Rooms', () => import('#features/spaces/room-settings/screens/rooms.tsx')),
  screen('/admin/pricing', 'BookingTypes', () => import('#features/spaces/facilities/screens/booking-types.tsx')),
  screen(
    '/membership-info',
    'MembershipInfo',
    () => import('#features/membership/tiers/screens/membership-info.tsx'),
    params({ ref: text }),
  ),
  screen('/membership', 'Membership', () => import('#features/home/pages/screens/membership.tsx')),
  screen(
    '/members',
    'Members',
    () => import('#features/membership/subscriptions/screens/members.tsx'),
    params({ success: flag, canceled: flag, order: text }),
  ),
  screen(
    '/token-purchase',
    'TokenPurchase',
    () => import('#features/membership/tokens/screens/token-purchase.tsx'),
    params({ purchase: oneOf('success', 'cancelled'), order: text, page: whole, sort: text }),
  ),
  screen(
    '/admin/membership-tiers',
    'MembershipTiers',
    () => import('#features/membership/repricing/screens/membership-tiers.tsx'),
  ),
  screen(
    '/admin/tokens',
    'AdminTokens',
    () => import('#features/membership/bonuses/screens/admin-tokens.tsx'),
    params({ tab: text, page: whole, sort: text, q: text, has: text, open: text, size: text }),
  ),
  screen('/admin/payments', 'Payments', () => import('#features/membership/dues/screens/payments.tsx')),
  screen(
    '/events',
    'Events',
    () => import('#features/events/programme/screens/events.tsx'),
    params({
      tab: oneOf('past', 'upcoming'),
      view: oneOf('month'),
      month: text,
      type: oneOf('workshop', 'talk', 'social', 'meetup', 'other'),
      q: text,
    }),
  ),
  screen('/event/$id', 'EventPage', () => import('#features/events/programme/screens/event.tsx')),
  screen('/events-plain', 'EventsPlain', () => import('#features/events/programme/screens/events-plain.tsx')),
  screen(
    '/admin/registrations',
    'EventRegistrations',
    () => import('#features/events/registrations/screens/event-registrations.tsx'),
  ),
  screen('/guest-pass/$id', 'GuestPass', () => import('#features/guests/passes/screens/guest-pass.tsx')),
  screen(
    '/admin/guest-pass-scanner',
    'GuestPassScanner',
    () => import('#features/guests/passes/screens/guest-pass-scanner.tsx'),
  ),
  screen('/market-tickets', 'MarketTickets', () => import('#features/market/tickets/screens/market-tickets.tsx')),
  screen(
    '/market-booking',
    'MarketBooking',
    () => import('#features/market/stalls/screens/market-booking.tsx'),
    params({ view: oneOf('mine', 'documents'), on: day }),
  ),
  screen('/market-booking/$id', 'StallPage', () => import('#features/market/stalls/screens/stall.tsx')),
  screen('/admin/markets', 'Markets', () => import('#features/market/stall-admin/screens/markets.tsx')),
  screen('/admin/market-days', 'MarketDays', () => import('#features/market/days/screens/market-days.tsx')),
  screen('/admin/occupancy', 'Occupancy', () => import('#features/door/presence/screens/occupancy.tsx')),
  screen('/admin/market-scanner', 'MarketScanner', () => import('#features/market/tickets/screens/market-scanner.tsx')),
  screen(
    '/admin/market-checkins',
    'MarketCheckins',
    () => import('#features/market/tickets/screens/market-checkins.tsx'),
  ),
  screen(
    '/host',
    'Host',
    () => import('#features/events/hosting/screens/host.tsx'),
    params({ when: oneOf('past'), page: whole, size: whole, sort: text }),
  ),
  screen('/host/$id', 'HostEvent', () => import('#features/events/guests/screens/host-event.tsx')),
  screen('/admin/events', 'EventApplications', () => import('#features/events/reviews/screens/event-applications.tsx')),
  screen(
    '/auth',
    'Auth',
    () => import('#features/people/members/screens/auth.tsx'),
    params({
      mode: oneOf('login', 'signup', 'forgot-password'),
      step: oneOf('info', 'email-verify', 'complete'),
      return: text,
    }),
  ),
  // Not in the office menu: whoever signs in there sees no menu yet.
  screen('/admin/login', 'AdminLogin', () => import('#features/people/members/screens/admin-login.tsx')),
  screen('/reset-password', 'ResetPassword', () => import('#features/people/members/screens/reset-password.tsx')),
  screen(
    '/first-login-password-change',
    'FirstLoginPasswordChange',
    () => import('#features/people/members/screens/first-login-password-change.tsx'),
  ),
  screen('/confirm-signup', 'ConfirmSignup', () => import('#features/people/members/screens/confirm-signup.tsx')),
  screen('/invite', 'Invite', () => import('#features/people/members/screens/invite.tsx')),
  screen('/magic-link', 'MagicLink', () => import('#features/people/members/screens/magic-link.tsx')),
  screen('/change-email', 'ChangeEmail', () => import('#features/people/members/screens/change-email.tsx')),
  screen('/reauthenticate', 'Reauthenticate', () => import('#features/people/members/screens/reauthenticate.tsx')),
  screen(
    '/account',
    'Account',
    () => import('#features/home/me/screens/account.tsx'),
    params({ tab: text, page: whole, size: whole, sort: text }),
  ),
  screen('/admin/members', 'AdminMembers', () => import('#features/people/members/screens/admin-members.tsx')),
  screen(
    '/join',
    'Join',
    () => import('#features/admissions/applications/screens/join.tsx'),
    params({ ref: text, tier: text }),
  ),
  screen('/admin', 'OfficeStart', () => import('#features/home/today/screens/office-start.tsx')),
  screen(
    '/admin/committee-applications',
    'Voting',
    () => import('#features/admissions/committee/screens/applications.tsx'),
  ),
  screen('/admin/approvals', 'Approvals', () => import('#features/admissions/committee/screens/applications.tsx')),
  screen(
    '/admin/admin-applications',
    'AdminApplications',
    () => import('#features/admissions/committee/screens/applications.tsx'),
  ),
  screen(
    '/admin/member-approvals',
    'Registrations',
    () => import('#features/admissions/registrations/screens/registrations.tsx'),
  ),
  screen('/launch', 'Launch', () => import('#features/admissions/registrations/screens/launch.tsx')),
  screen('/waitlist', 'JoinWaitlist', () => import('#features/admissions/waitlist/screens/join-waitlist.tsx')),
  screen('/admin/waitlist', 'WaitingList', () => import('#features/admissions/waitlist/screens/waiting-list.tsx')),
  screen('/admin/enquiries', 'Enquiries', () => import('#features/home/enquiries/screens/enquiries.tsx')),
  screen('/admin/mails', 'Mails', () => import('#features/house/outbox/screens/mails.tsx')),
  screen(
    '/code-of-conduct',
    'CodeOfConduct',
    () => import('#features/people/conduct/screens/code-of-conduct.tsx'),
    params({ return: text }),
  ),
  // All building blocks; not served in production.
  screen('/dev/ui', 'Gallery', () => import('#ui/gallery/gallery.tsx')),
  moved('/membership-plans', '/membership-info'),
  elsewhere(),
] as const

export const routeTree = rootRoute.addChildren(pages)
