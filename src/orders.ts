import { bookingOrders } from '#features/bookings/model.ts'
import { membershipFollowers } from '#features/memberships/jobs.ts'
import { membershipOrders } from '#features/memberships/model.ts'
import type { EventFollower, OrderKind } from '#features/payments/model.ts'
import { tokenOrders } from '#features/tokens/model.ts'

/** Every kind of order, one line per feature. */
export const orderKinds: OrderKind[] = [bookingOrders, membershipOrders, tokenOrders]

/** Who follows events of the provider that are not about a single order. */
export const eventFollowers: EventFollower[] = membershipFollowers
