import { guestTicketOrders } from './features/market/guest-tickets/model.ts'
import { guestTicketThings } from './features/market/guest-tickets/object.ts'
import { stallOrders } from './features/market/stalls/model.ts'
import { stallThings } from './features/market/stalls/object.ts'
import { membershipThings } from './features/membership/memberships/object.ts'
import { unlessClosed } from './features/membership/restrictions/model.ts'
import { membershipOrders } from './features/membership/sales/model.ts'
import { membershipFollowers } from './features/membership/subscriptions/model.ts'
import { tokenOrders } from './features/membership/tokens/model.ts'
import { tokenThings } from './features/membership/tokens/object.ts'
import type { AnyOrderKind } from './features/money/orders/model.ts'
import { type EventFollower, followersFor } from './features/money/provider/model.ts'
import type { OrderThings } from './features/money/receipts/model.ts'
import { bookingOrders } from './features/spaces/bookings/model.ts'
import { bookingThings } from './features/spaces/bookings/object.ts'
import { rentalFollowers } from './features/spaces/rentals/model.ts'
import { rentalKind } from './features/spaces/rentals/rules.ts'
import { studioOrders } from './features/spaces/studio/model.ts'
import { studioThings } from './features/spaces/studio/object.ts'

/** Every kind of order, one line per feature. */
// What a subscription's invoice pays for is ended by the block or suspension itself.
export const orderKinds: AnyOrderKind[] = [
  unlessClosed(bookingOrders),
  unlessClosed(studioOrders),
  membershipOrders,
  unlessClosed(tokenOrders),
  unlessClosed(stallOrders),
  guestTicketOrders,
]

/** Every kind of income in the ledger: orders, and what is paid without one. */
export const incomeKinds: Pick<AnyOrderKind, 'name'>[] = [...orderKinds, { name: rentalKind }]

/** What each kind of order leads to from its page, one line per feature. */
export const orderThings: OrderThings[] = [
  bookingThings,
  studioThings,
  membershipThings,
  tokenThings,
  stallThings,
  guestTicketThings,
]

/** Who follows the events of the provider: orders and refunds, and whoever sells by other ways, one line per feature. */
export const eventFollowers: EventFollower[] = followersFor(orderKinds, [...membershipFollowers, ...rentalFollowers])
