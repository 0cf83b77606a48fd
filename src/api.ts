import { bookings } from '#features/bookings/api.ts'
import { cart } from '#features/cart/api.ts'
import { facilities } from '#features/facilities/api.ts'
import { members } from '#features/members/api.ts'
import { payments } from '#features/payments/api.ts'
import { venue } from '#features/venue/api.ts'

/** Everything that can be asked of the server, one line per feature. */
export const router = { bookings: { ...facilities, ...bookings, ...cart }, members, payments, venue }

export type Router = typeof router
