import { membershipOrders } from './features/membership/sales/model.ts'
import { membershipFollowers } from './features/membership/subscriptions/model.ts'
import { tokenOrders } from './features/membership/tokens/model.ts'
import type { OrderKind } from './features/money/orders/model.ts'
import { type EventFollower, followersFor } from './features/money/provider/model.ts'
import { bookingOrders } from './features/spaces/bookings/model.ts'

/** Every kind of order, one line per feature. */
export const orderKinds: OrderKind[] = [bookingOrders, membershipOrders, tokenOrders]

/** Who follows the events of the provider: orders and refunds, and whoever sells by other ways, one line per feature. */
export const eventFollowers: EventFollower[] = followersFor(orderKinds, membershipFollowers)
