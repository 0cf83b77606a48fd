import { applications } from '#features/applications/api.ts'
import { bookings } from '#features/bookings/api.ts'
import { cart } from '#features/cart/api.ts'
import { committee } from '#features/committee/api.ts'
import { contact, content } from '#features/content/api.ts'
import { facilities } from '#features/facilities/api.ts'
import { members } from '#features/members/api.ts'
import { memberships } from '#features/memberships/api.ts'
import { payments } from '#features/payments/api.ts'
import { tokens } from '#features/tokens/api.ts'
import { venue } from '#features/venue/api.ts'

/** Everything that can be asked of the server, one line per feature. */
export const router = {
  applications: { ...applications, ...committee },
  bookings: { ...facilities, ...bookings, ...cart },
  contact,
  content,
  members,
  memberships,
  payments,
  tokens,
  venue,
}

export type Router = typeof router
