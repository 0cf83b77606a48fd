import type { SpecifiedPath } from '#access.ts'

/** What a page is called before anything of it is there: as its own head will say it, or as much of that as is known of everybody's. */
export interface PageName {
  /** of the window, and the heading where that has no words of its own */
  title: string
  heading?: string
  kicker?: string
  /** as of `Page` */
  width?: 'text' | 'form'
}

const home: PageName = { title: 'Home', heading: 'Welcome back' }

/** By the path in the site map; members' pages each have one. */
export const pageNames: Partial<Record<SpecifiedPath, PageName>> = {
  '/home': home,
  '/portal': home,
  '/account': { title: 'Account' },
  '/members': { title: 'Members', heading: 'Your membership', kicker: 'Members dashboard' },
  '/membership': { title: 'Membership', heading: 'A place that fits your work' },
  '/token-purchase': { title: 'Buy tokens', kicker: 'Top up' },
  '/notifications': { title: 'Notifications', width: 'form' },
  '/news': { title: 'News', kicker: 'Home' },
  '/news/$id': { title: 'News', kicker: 'News' },
  '/creatives': { title: 'Creative Directory', kicker: 'Home' },
  '/creative/$id': { title: 'Creative', kicker: 'Creative Directory' },
  '/community': { title: 'Community', kicker: 'Members', width: 'text' },
  '/community/$id': { title: 'Post', kicker: 'Community', width: 'text' },
  '/events': { title: 'Events', kicker: 'What’s on' },
  '/event/$id': { title: 'Event', kicker: 'Events' },
  '/events-plain': { title: 'Events, plain', heading: 'Events', width: 'text' },
  '/host': { title: 'Your events' },
  '/host/$id': { title: 'Your event', kicker: 'Your events' },
  '/bookings': { title: 'Book Your Space', kicker: 'Book a space' },
  '/bookings/$id': { title: 'Booking', kicker: 'My bookings' },
  '/facility-booking': { title: 'Facility', kicker: 'Book Your Space' },
  '/studio': { title: 'Photography Studio', kicker: 'Book Your Space' },
  '/your-studio': { title: 'Your studio', kicker: 'Account' },
  '/cart': { title: 'Your booking cart', kicker: 'Book a space' },
  '/orders/$id': { title: 'Payment', kicker: 'Your account' },
  '/market-booking': { title: 'Market stall booking', kicker: 'Market' },
  '/market-booking/$id': { title: 'Stall', kicker: 'My stalls' },
  '/store': { title: 'Store', kicker: 'From the house' },
  '/store/success': { title: 'Your purchase', kicker: 'Store' },
  '/product/$handle': { title: 'Product', kicker: 'Store' },
  '/debug': { title: 'Debug' },
}

/** Two pages stand at this address. */
const ownBookings: PageName = { title: 'My bookings', kicker: 'Book a space' }

/** The name of the page at a path of the site map; `view` is what its address asks for. */
export function pageNameOf(path: string, view: unknown): PageName | null {
  if (path === '/bookings' && view === 'mine') return ownBookings
  return pageNames[path as SpecifiedPath] ?? null
}
