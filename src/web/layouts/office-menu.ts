import type { MenuEntry } from './menus.ts'

export interface OfficeGroup {
  title: string
  entries: MenuEntry[]
}

/** The back office by the work it is for. Who may open which entry is in access.ts. */
export const officeMenu: OfficeGroup[] = [
  group('Committee', {
    'Committee Home': '/admin',
    'Committee Voting': '/admin/committee-applications',
    'Event Applications': '/admin/events',
  }),
  group('People', {
    Members: '/admin/members',
    'Membership Applications': '/admin/admin-applications',
    'Pending Applications': '/admin/approvals',
    Registrations: '/admin/member-approvals',
    'Waiting List': '/admin/waitlist',
    'Archived Members': '/admin/archived-members',
    Payments: '/admin/payments',
    'Membership Tiers': '/admin/membership-tiers',
    'Bonus Tokens': '/admin/tokens',
  }),
  group('Bookings', {
    Calendar: '/admin/calendar',
    'Facility Bookings': '/admin/bookings',
    'Event Registrations': '/admin/registrations',
    Tours: '/admin/tours',
    'Market Days': '/admin/market-days',
    'Market Stalls': '/admin/markets',
    'Photography Studio': '/admin/studio',
    'Studio Rentals': '/admin/studio-rentals',
    'Booking Types': '/admin/pricing',
    'Facility Images': '/admin/facilities',
  }),
  group('Door', {
    'Market Scanner': '/admin/market-scanner',
    'Market Check-ins': '/admin/market-checkins',
    'Guest Pass Scanner': '/admin/guest-pass-scanner',
    'Building Occupancy': '/admin/occupancy',
  }),
  group('Content', {
    Hero: '/admin/hero',
    'Next Workshop': '/admin/workshop',
    Spaces: '/admin/spaces',
    'Landing Features': '/admin/landing-features',
    News: '/admin/news',
    Highlights: '/admin/highlights',
    'Creative Directory': '/admin/directory',
    Community: '/admin/community',
    Contact: '/admin/contact',
    Images: '/admin/images',
  }),
  group('Shop', { Products: '/admin/products', 'Product Access': '/admin/product-access' }),
  group('Figures', {
    Analytics: '/admin/analytics',
    Revenue: '/admin/revenue',
    'Enhanced Analytics': '/admin/enhanced-analytics',
    'User Activity': '/admin/activity',
    'Business Intelligence': '/admin/business-intelligence',
  }),
  group('House', {
    'Incident Reports': '/admin/incident-reports',
    'Code of Conduct': '/admin/conduct',
    Operations: '/admin/operations',
    Mails: '/admin/mails',
    Security: '/admin/security',
    Settings: '/admin/settings',
  }),
]

function group(title: string, entries: Record<string, string>): OfficeGroup {
  return { title, entries: Object.entries(entries).map(([label, to]) => ({ label, to })) }
}
