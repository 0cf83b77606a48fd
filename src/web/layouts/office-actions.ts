import type { DialogName } from '#ui/in-address.ts'
import type { PagePath } from '#web/built.ts'

/** What Ctrl+K does at once: it opens a dialog of a page, shows a view of it, or fetches its list as a file. */
export type OfficeAction = {
  label: string
  /** What else one may call it, for the search. */
  also?: readonly string[]
  /** Who may open this page may do it. */
  to: PagePath
} & (
  | { dialog: DialogName }
  | { search: Readonly<Record<string, string>> }
  /** the path of the list procedure, and the filters with which its page begins */
  | { exports: readonly [string, string]; filters?: Readonly<Record<string, string>> }
)

/** The actions of the office by the pages they are of, in the order of its menu. */
export const officeActions: readonly OfficeAction[] = [
  { label: 'Invite somebody', also: ['New account', 'Add a member'], to: '/admin/members', dialog: 'new-account' },
  { label: 'Export event applications', to: '/admin/events', exports: ['hosting', 'applications'] },
  { label: 'Export members', to: '/admin/members', exports: ['members', 'find'], filters: { approval: 'approved' } },
  { label: 'Export applications', to: '/admin/admin-applications', exports: ['applications', 'list'] },
  { label: 'Export registrations', to: '/admin/member-approvals', exports: ['registrations', 'list'] },
  { label: 'Export the waiting list', to: '/admin/waitlist', exports: ['waitlist', 'list'] },
  {
    label: 'Failing payments',
    also: ['Overdue members', 'Unpaid', 'Owed', 'Who owes us'],
    to: '/admin/payments',
    search: { status: 'overdue' },
  },
  { label: 'Export memberships', to: '/admin/payments', exports: ['memberships', 'dues'] },
  { label: 'Export why members leave', to: '/admin/payments', exports: ['memberships', 'leaving'] },
  { label: 'Export orders', to: '/admin/payments', exports: ['payments', 'orders'] },
  { label: 'Takings of this month', to: '/admin/payments', search: { tab: 'takings' } },
  { label: 'Orders', also: ['Refund a payment'], to: '/admin/payments', search: { tab: 'orders' } },
  { label: 'Ledger', to: '/admin/payments', search: { tab: 'ledger' } },
  { label: 'Refunds under way', to: '/admin/payments', search: { tab: 'refunds' } },
  {
    label: 'Disputes and chargebacks',
    also: ['Chargebacks'],
    to: '/admin/payments',
    search: { tab: 'disputes' },
  },
  { label: 'Leaving members', to: '/admin/payments', search: { tab: 'leaving' } },
  { label: 'Export the ledger', to: '/admin/payments', exports: ['payments', 'ledger'] },
  { label: 'Give bonus tokens', also: ['Give tokens'], to: '/admin/tokens', dialog: 'bonus-tokens' },
  { label: 'Take tokens for what was arranged', to: '/admin/tokens', dialog: 'take-tokens' },
  { label: 'Export who has tokens', to: '/admin/tokens', exports: ['tokens', 'balances'] },
  { label: 'Week by room', to: '/admin/house-calendar', search: { view: 'week' } },
  { label: 'Book for somebody', to: '/admin/house-calendar', dialog: 'book-for' },
  { label: 'Close a room', to: '/admin/house-calendar', dialog: 'close-room' },
  { label: 'Add a rule of fair use', to: '/admin/fair-use', dialog: 'new-rule' },
  { label: 'Export bookings', to: '/admin/bookings', exports: ['bookings', 'list'] },
  { label: 'Export event registrations', to: '/admin/registrations', exports: ['events', 'registrations'] },
  { label: 'Add event', to: '/admin/registrations', dialog: 'new-event' },
  { label: 'Add tour', to: '/admin/tours', dialog: 'new-tour' },
  { label: 'Add studio rental', to: '/admin/studio-rentals', dialog: 'new-rental' },
  { label: 'Export studio rentals', to: '/admin/studio-rentals', exports: ['rentals', 'list'] },
  { label: 'Add market day', to: '/admin/market-days', dialog: 'new-market-day' },
  { label: 'Add stall booking', to: '/admin/markets', dialog: 'new-stall' },
  { label: 'Plan of the market', to: '/admin/markets', search: { tab: 'plan' } },
  { label: 'Waiting for stalls', to: '/admin/markets', search: { tab: 'waiting' } },
  { label: 'Documents of stallholders', to: '/admin/markets', search: { tab: 'documents' } },
  { label: 'Export stall bookings', to: '/admin/markets', exports: ['stalls', 'list'] },
  { label: 'Export market days', to: '/admin/market-days', exports: ['market', 'days'] },
  { label: 'Export guest tickets', to: '/admin/guest-tickets', exports: ['guestTickets', 'list'] },
  { label: 'Export market check-ins', to: '/admin/market-checkins', exports: ['market', 'checkIns'] },
  { label: 'Roll call', to: '/admin/occupancy', dialog: 'inside' },
  { label: 'Export who is in the building', to: '/admin/occupancy', exports: ['occupancy', 'inside'] },
  { label: 'Reports on posts', to: '/admin/community', search: { tab: 'reports' } },
  { label: 'Decisions and appeals', to: '/admin/community', search: { tab: 'decisions' } },
  { label: 'Record an incident', to: '/admin/incident-reports', dialog: 'new-incident' },
  { label: 'Export incident reports', to: '/admin/incident-reports', exports: ['incidents', 'list'] },
  { label: 'Export enquiries', to: '/admin/enquiries', exports: ['contact', 'list'] },
  { label: 'Export emails', to: '/admin/mails', exports: ['mailings', 'list'] },
  { label: 'Export the audit log', to: '/admin/security', exports: ['privacy', 'auditLog'] },
]
