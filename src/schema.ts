import * as applications from './features/admissions/applications/table.ts'
import * as committee from './features/admissions/committee/table.ts'
import * as reasons from './features/admissions/reasons/table.ts'
import * as registrations from './features/admissions/registrations/table.ts'
import * as waitlist from './features/admissions/waitlist/table.ts'
import * as communityEvidence from './features/community/evidence/table.ts'
import * as communityModeration from './features/community/moderation/table.ts'
import * as communityPosts from './features/community/posts/table.ts'
import * as passes from './features/door/passes/table.ts'
import * as presence from './features/door/presence/table.ts'
import * as scans from './features/door/scans/table.ts'
import * as conversation from './features/events/conversation/table.ts'
import * as events from './features/events/events/table.ts'
import * as eventRegistrations from './features/events/registrations/table.ts'
import * as guestPasses from './features/guests/passes/table.ts'
import * as creatives from './features/home/creatives/table.ts'
import * as enquiries from './features/home/enquiries/table.ts'
import * as landing from './features/home/landing/table.ts'
import * as search from './features/home/search/table.ts'
import * as sections from './features/home/sections/table.ts'
import * as agenda from './features/house/agenda/table.ts'
import * as images from './features/house/images/table.ts'
import * as notifications from './features/house/notifications/table.ts'
import * as pages from './features/house/page-texts/table.ts'
import * as privacy from './features/house/privacy/table.ts'
import * as push from './features/house/push/table.ts'
import * as security from './features/house/security/table.ts'
import * as settings from './features/house/settings/table.ts'
import * as days from './features/market/days/table.ts'
import * as guestTickets from './features/market/guest-tickets/table.ts'
import * as marketPapers from './features/market/papers/table.ts'
import * as pitches from './features/market/pitches/table.ts'
import * as stalls from './features/market/stalls/table.ts'
import * as tickets from './features/market/tickets/table.ts'
import * as dues from './features/membership/dues/table.ts'
import * as gifts from './features/membership/gifts/table.ts'
import * as memberships from './features/membership/memberships/table.ts'
import * as points from './features/membership/points/table.ts'
import * as referrals from './features/membership/referrals/table.ts'
import * as tiers from './features/membership/tiers/table.ts'
import * as tokens from './features/membership/tokens/table.ts'
import * as customers from './features/money/customers/table.ts'
import * as disputes from './features/money/disputes/table.ts'
import * as ledger from './features/money/ledger/table.ts'
import * as orders from './features/money/orders/table.ts'
import * as provider from './features/money/provider/table.ts'
import * as receipts from './features/money/receipts/table.ts'
import * as refunds from './features/money/refunds/table.ts'
import * as archive from './features/people/archive/table.ts'
import * as conduct from './features/people/conduct/table.ts'
import * as incidents from './features/people/incidents/table.ts'
import * as members from './features/people/members/table.ts'
import * as bookings from './features/spaces/bookings/table.ts'
import * as calendar from './features/spaces/calendar/table.ts'
import * as cart from './features/spaces/cart/table.ts'
import * as facilities from './features/spaces/facilities/table.ts'
import * as fairUse from './features/spaces/fair-use/table.ts'
import * as rentals from './features/spaces/rentals/table.ts'
import * as rooms from './features/spaces/rooms/table.ts'
import * as schedule from './features/spaces/schedule/table.ts'
import * as series from './features/spaces/series/table.ts'
import * as studio from './features/spaces/studio/table.ts'
import * as tours from './features/spaces/tours/table.ts'
import * as usage from './features/spaces/usage/table.ts'
import * as waiting from './features/spaces/waiting/table.ts'
import * as shopCart from './features/store/cart/table.ts'
import * as shopOrders from './features/store/orders/table.ts'
import * as productEdits from './features/store/product-admin/table.ts'
import * as products from './features/store/products/table.ts'
import type { DataMap } from './platform/db/data-map.ts'
import { data as platformData } from './platform/db/platform-data.ts'
import { joined } from './platform/joined.ts'
import type { ConstraintRefusals } from './platform/rpc/errors.ts'

/** What a table.ts says of its tables; migrations are generated from the files themselves (drizzle.config.ts). */
interface Tables {
  data: DataMap
  refusals?: ConstraintRefusals
}

/** The tables of every noun, one line each. */
export const nouns: Tables[] = [
  applications,
  committee,
  reasons,
  registrations,
  waitlist,
  communityPosts,
  communityEvidence,
  communityModeration,
  passes,
  presence,
  scans,
  creatives,
  enquiries,
  landing,
  pages,
  sections,
  search,
  agenda,
  images,
  productEdits,
  notifications,
  privacy,
  push,
  security,
  settings,
  conversation,
  events,
  eventRegistrations,
  guestPasses,
  days,
  tickets,
  pitches,
  marketPapers,
  stalls,
  guestTickets,
  memberships,
  gifts,
  dues,
  referrals,
  tiers,
  tokens,
  points,
  ledger,
  customers,
  orders,
  provider,
  disputes,
  receipts,
  refunds,
  archive,
  conduct,
  incidents,
  members,
  bookings,
  calendar,
  cart,
  facilities,
  fairUse,
  rentals,
  rooms,
  schedule,
  studio,
  series,
  tours,
  usage,
  waiting,
  products,
  shopCart,
  shopOrders,
]

/** Domain errors by the constraint that refuses. */
export const refusals = joined(...nouns.map(({ refusals = {} }) => refusals)) as ConstraintRefusals

/** What every table holds about people. The account comes last: rows are found by the address that erasure overwrites. */
export const dataMap = joined(...nouns.map(({ data }) => data), platformData) as DataMap
