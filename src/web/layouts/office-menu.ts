import {
  IconAddressBook,
  IconAdjustments,
  IconArchive,
  IconArticle,
  IconBox,
  IconBuilding,
  IconBuildingStore,
  IconBulb,
  IconCalendar,
  IconCalendarCheck,
  IconCalendarEvent,
  IconCalendarTime,
  IconCamera,
  IconChartBar,
  IconChartDots,
  IconChartLine,
  IconClipboardCheck,
  IconClockPause,
  IconCoin,
  IconCurrencyPound,
  IconDoor,
  IconDoorEnter,
  IconHome,
  IconHourglass,
  IconInbox,
  IconKey,
  IconLayoutGrid,
  IconMail,
  IconMapPin,
  IconMessages,
  IconNews,
  IconPhoto,
  IconQrcode,
  IconReceipt,
  IconScale,
  IconSettings,
  IconShield,
  IconSpeakerphone,
  IconStack2,
  IconStar,
  IconTag,
  IconTicket,
  IconTool,
  IconUsers,
  IconWalk,
  type TablerIcon,
} from '@tabler/icons-react'
import type { MenuEntry } from './menus.ts'

export interface OfficeEntry extends MenuEntry {
  /** All that is left of the entry when the sidebar is folded. */
  icon: TablerIcon
  /** What it is called for admins, where the page is another one for them. */
  adminLabel?: string
  /** What else one may call it or what stands on it, for the search. */
  also?: readonly string[]
  /** Saved views of the one list that the entry stands for: it leads to the first that this person may open. */
  views?: readonly MenuEntry[]
}

export interface OfficeGroup<Entry = OfficeEntry> {
  title: string
  /** What it is called for admins. */
  adminTitle?: string
  entries: readonly Entry[]
}

/** The back office by the work it is for. Who may open which entry is in access.ts. */
export const officeMenu: readonly OfficeGroup[] = [
  {
    title: 'Committee',
    adminTitle: 'Overview',
    entries: [
      { label: 'Committee Home', adminLabel: 'Today', to: '/admin', icon: IconHome },
      { label: 'Event Applications', to: '/admin/events', icon: IconCalendarEvent },
    ],
  },
  {
    title: 'People',
    entries: [
      { label: 'Members', to: '/admin/members', icon: IconUsers, also: ['People', 'Accounts', 'Users'] },
      {
        label: 'Applications',
        to: '/admin/approvals',
        icon: IconClipboardCheck,
        views: [
          { label: 'Pending Applications', to: '/admin/approvals' },
          { label: 'Committee Voting', to: '/admin/committee-applications' },
          { label: 'Membership Applications', to: '/admin/admin-applications' },
          { label: 'Launch Registrations', to: '/admin/member-approvals' },
        ],
      },
      { label: 'Waiting List', to: '/admin/waitlist', icon: IconHourglass },
      { label: 'Archived Members', to: '/admin/archived-members', icon: IconArchive },
      { label: 'Payments and gifts', to: '/admin/payments', icon: IconReceipt, also: ['Invoices', 'Memberships'] },
      { label: 'Membership Tiers', to: '/admin/membership-tiers', icon: IconStack2 },
      { label: 'Bonus Tokens', to: '/admin/tokens', icon: IconCoin, also: ['Credits'] },
    ],
  },
  {
    title: 'Bookings',
    entries: [
      { label: 'Calendar', to: '/admin/calendar', icon: IconCalendar },
      { label: 'House Calendar', to: '/admin/house-calendar', icon: IconCalendarTime },
      { label: 'Facility Bookings', to: '/admin/bookings', icon: IconCalendarCheck },
      { label: 'Waiting for Slots', to: '/admin/waiting-list', icon: IconClockPause },
      { label: 'Event Registrations', to: '/admin/registrations', icon: IconTicket, also: ['Attendance'] },
      { label: 'Tours', to: '/admin/tours', icon: IconWalk },
      { label: 'Market Days', to: '/admin/market-days', icon: IconCalendar },
      { label: 'Guest Tickets', to: '/admin/guest-tickets', icon: IconTicket },
      { label: 'Market Stalls', to: '/admin/markets', icon: IconBuildingStore },
      { label: 'Photography Studio', to: '/admin/studio', icon: IconCamera },
      { label: 'Studio Rentals', to: '/admin/studio-rentals', icon: IconKey },
      { label: 'Rooms', to: '/admin/rooms', icon: IconDoorEnter },
      { label: 'Booking Types', to: '/admin/pricing', icon: IconTag, also: ['Prices'] },
      { label: 'Fair Use', to: '/admin/fair-use', icon: IconAdjustments },
      { label: 'Facility Images', to: '/admin/facilities', icon: IconPhoto },
    ],
  },
  {
    title: 'Door',
    entries: [
      { label: 'Market Scanner', to: '/admin/market-scanner', icon: IconQrcode, also: ['Check in'] },
      { label: 'Market Check-ins', to: '/admin/market-checkins', icon: IconClipboardCheck },
      { label: 'Guest Pass Scanner', to: '/admin/guest-pass-scanner', icon: IconDoor, also: ['Check in'] },
      { label: 'Building Occupancy', to: '/admin/occupancy', icon: IconBuilding, also: ['Who is in'] },
    ],
  },
  {
    title: 'Content',
    entries: [
      { label: 'Hero', to: '/admin/hero', icon: IconBulb },
      { label: 'Next Workshop', to: '/admin/workshop', icon: IconTool },
      { label: 'Spaces', to: '/admin/spaces', icon: IconLayoutGrid },
      { label: 'Landing Features', to: '/admin/landing-features', icon: IconArticle },
      { label: 'News', to: '/admin/news', icon: IconNews },
      { label: 'Highlights', to: '/admin/highlights', icon: IconStar },
      { label: 'Creative Directory', to: '/admin/directory', icon: IconAddressBook },
      { label: 'Community', to: '/admin/community', icon: IconMessages, also: ['Posts', 'Moderation'] },
      { label: 'Contact', to: '/admin/contact', icon: IconMapPin },
      { label: 'Terms', to: '/admin/terms', icon: IconScale },
      { label: 'Images', to: '/admin/images', icon: IconPhoto },
    ],
  },
  {
    title: 'Shop',
    entries: [
      { label: 'Products', to: '/admin/products', icon: IconBox },
      { label: 'Product Access', to: '/admin/product-access', icon: IconKey },
    ],
  },
  {
    title: 'Figures',
    entries: [
      { label: 'Analytics', to: '/admin/analytics', icon: IconChartBar },
      { label: 'Revenue', to: '/admin/revenue', icon: IconCurrencyPound },
      { label: 'Enhanced Analytics', to: '/admin/enhanced-analytics', icon: IconChartLine },
      { label: 'User Activity', to: '/admin/activity', icon: IconChartDots },
      { label: 'Business Intelligence', to: '/admin/business-intelligence', icon: IconChartDots },
    ],
  },
  {
    title: 'House',
    entries: [
      { label: 'Incident Reports', to: '/admin/incident-reports', icon: IconSpeakerphone },
      { label: 'Code of Conduct', to: '/admin/conduct', icon: IconScale },
      { label: 'Operations', to: '/admin/operations', icon: IconTool },
      { label: 'Enquiries', to: '/admin/enquiries', icon: IconInbox },
      { label: 'Emails', to: '/admin/mails', icon: IconMail },
      { label: 'Security', to: '/admin/security', icon: IconShield, also: ['Audit log', 'GDPR export'] },
      { label: 'Settings', to: '/admin/settings', icon: IconSettings },
    ],
  },
]
