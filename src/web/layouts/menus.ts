import type { SpecifiedPath } from '#access.ts'

/** The specified entries of each menu, in their order. Entries whose page is not built are left out where they are drawn. */
export interface MenuEntry<Path extends string = SpecifiedPath> {
  label: string
  to: Path
}

export const visitorMenu: MenuEntry[] = [
  { label: 'Sign In', to: '/auth' },
  { label: 'Members Area', to: '/home' },
]

export const visitorFooter: MenuEntry[] = [
  { label: 'Membership', to: '/membership-info' },
  { label: 'Book a tour', to: '/tour-booking' },
  { label: 'Market', to: '/market-tickets' },
  { label: 'Event space', to: '/event-space' },
  { label: 'Contact', to: '/contact' },
  { label: 'Code of conduct', to: '/code-of-conduct' },
  { label: 'Terms', to: '/terms' },
  { label: 'Sign in', to: '/auth' },
]

/** Pages of members that have no place among the specified entries of the top navigation; in every menu under these names. */
export const furtherMenu: MenuEntry[] = [
  { label: 'Community', to: '/community' },
  { label: 'News', to: '/news' },
  { label: 'Creative Directory', to: '/creatives' },
]

/** At the end of a page: where else to go, the rules they agreed to, and somebody to write to. */
export const memberFooter: MenuEntry[] = [
  ...furtherMenu,
  { label: 'Contact', to: '/contact' },
  { label: 'Code of conduct', to: '/code-of-conduct' },
  { label: 'Terms', to: '/terms' },
]

export const topMenu: MenuEntry[] = [
  { label: 'Dashboard', to: '/home' },
  { label: 'Events', to: '/events' },
  { label: 'Store', to: '/store' },
  { label: 'Book a Space', to: '/bookings' },
  { label: 'Market Booking', to: '/market-booking' },
  { label: 'Market Check-In', to: '/market-tickets' },
]

export const bottomBar: (MenuEntry & { icon: 'home' | 'bookings' | 'market' | 'community' | 'account' })[] = [
  { label: 'Home', to: '/home', icon: 'home' },
  { label: 'Bookings', to: '/bookings', icon: 'bookings' },
  // What members go to a market with; the stalls are a press away from there.
  { label: 'Market', to: '/market-tickets', icon: 'market' },
  { label: 'Community', to: '/community', icon: 'community' },
  { label: 'Account', to: '/account', icon: 'account' },
]

/** What is the person's own and has no entry in the account menu: on a phone all of it stands in one drawer. */
export const ownMenu: MenuEntry[] = [
  { label: 'Booking cart', to: '/cart' },
  { label: 'Your membership', to: '/members' },
  { label: 'Buy tokens', to: '/token-purchase' },
]

/** What a person's `can` allows decides about the entries that carry one. */
export const accountMenu: (MenuEntry & {
  search?: { tab: string }
  needs?: 'openAdminOnly' | 'committee' | 'doorOnly'
})[] = [
  { label: 'Account Settings', to: '/account' },
  { label: 'Notifications', to: '/notifications' },
  { label: 'Admin Panel', to: '/admin', needs: 'openAdminOnly' },
  { label: 'Committee Home', to: '/admin', needs: 'committee' },
  { label: 'Market Scanner', to: '/admin/market-scanner', needs: 'doorOnly' },
  { label: 'Change Password', to: '/first-login-password-change' },
  { label: 'Invite Guest', to: '/account', search: { tab: 'invite' } },
  { label: 'Your Events', to: '/host' },
]

/** Whether a line of that menu is for this person. */
export const isFor =
  ({ can }: { can: Record<'openAdmin' | 'openAdminOnly' | 'openDoor', boolean> }) =>
  ({ needs }: (typeof accountMenu)[number]): boolean => {
    if (needs === 'openAdminOnly') return can.openAdminOnly
    if (needs === 'committee') return can.openAdmin && !can.openAdminOnly
    return needs !== 'doorOnly' || (can.openDoor && !can.openAdmin)
  }

/** What is done at the door. */
export const doorMenu: (MenuEntry & {
  search?: { for: string }
  icon: 'market' | 'events' | 'guests' | 'came'
})[] = [
  { label: 'Market', to: '/admin/market-scanner', search: { for: 'market' }, icon: 'market' },
  { label: 'Events', to: '/admin/market-scanner', search: { for: 'events' }, icon: 'events' },
  { label: 'Guest passes', to: '/admin/guest-pass-scanner', icon: 'guests' },
  { label: 'Check-ins', to: '/admin/market-checkins', icon: 'came' },
]
