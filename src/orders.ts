import { bookingOrders } from '#features/bookings/model.ts'
import type { EventFollower, OrderKind } from '#features/payments/model.ts'

/** Every kind of order, one line per feature. */
export const orderKinds: OrderKind[] = [bookingOrders]

/** Who follows events of the provider that are not about a single order. */
export const eventFollowers: EventFollower[] = []
