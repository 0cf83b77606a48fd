import { membershipThings } from './features/membership/memberships/object.ts'
import { membershipOrders } from './features/membership/sales/model.ts'
import { membershipFollowers } from './features/membership/subscriptions/model.ts'
import { tokenOrders } from './features/membership/tokens/model.ts'
import { tokenThings } from './features/membership/tokens/object.ts'
import type { OrderKind } from './features/money/orders/model.ts'
import { type EventFollower, followersFor } from './features/money/provider/model.ts'
import type { OrderThings } from './features/money/receipts/model.ts'
import { bookingOrders } from './features/spaces/bookings/model.ts'
import { bookingThings } from './features/spaces/bookings/object.ts'
import { studioOrders } from './features/spaces/studio/model.ts'

/** Every kind of order, one line per feature. */
export const orderKinds: OrderKind[] = [bookingOrders, studioOrders, membershipOrders, tokenOrders]

/** What each kind of order leads to from its page, one line per feature. */
export const orderThings: OrderThings[] = [bookingThings, membershipThings, tokenThings]

/** Who follows the events of the provider: orders and refunds, and whoever sells by other ways, one line per feature. */
export const eventFollowers: EventFollower[] = followersFor(orderKinds, membershipFollowers)
