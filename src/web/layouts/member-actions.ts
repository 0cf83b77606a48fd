import type { MenuEntry } from './menus.ts'

/** What members do most, by the words in which they look for it (Ctrl+K and Cmd+K). */
export const memberActions: (MenuEntry & { search?: Readonly<Record<string, string>> })[] = [
  { label: 'Book a space', to: '/bookings' },
  { label: 'Show my bookings', to: '/bookings', search: { view: 'mine' } },
  { label: 'Buy tokens', to: '/token-purchase' },
  { label: 'Invite a guest', to: '/account', search: { tab: 'invite' } },
  { label: 'Show my market ticket', to: '/market-tickets' },
  { label: 'Book a market stall', to: '/market-booking' },
  { label: 'Book the photography studio for half a day or a day', to: '/studio' },
  { label: 'Browse the store', to: '/store' },
  { label: 'Show my purchases', to: '/store', search: { view: 'orders' } },
  { label: 'Host an event', to: '/host' },
  { label: 'Change my plan', to: '/members' },
  { label: 'Recommend the house to a friend', to: '/account', search: { tab: 'referrals' } },
  { label: 'Write to the house', to: '/contact' },
]
