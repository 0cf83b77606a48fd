import { applications } from '#features/applications/api.ts'
import { bookings } from '#features/bookings/api.ts'
import { cart } from '#features/cart/api.ts'
import { committee } from '#features/committee/api.ts'
import { conduct } from '#features/conduct/api.ts'
import { contact, content } from '#features/content/api.ts'
import { doorMarket } from '#features/door/api.ts'
import { facilities } from '#features/facilities/api.ts'
import { mailings } from '#features/mailings/api.ts'
import { market } from '#features/market/api.ts'
import { members } from '#features/members/api.ts'
import { memberships } from '#features/memberships/api.ts'
import { payments } from '#features/payments/api.ts'
import { privacy } from '#features/privacy/api.ts'
import { registrations } from '#features/registrations/api.ts'
import { tiers } from '#features/tiers/api.ts'
import { tokens } from '#features/tokens/api.ts'
import { venue } from '#features/venue/api.ts'
import { waitlist } from '#features/waitlist/api.ts'

/** Everything that can be asked of the server, one line per feature. */
export const router = {
  applications: { ...applications, ...committee },
  conduct,
  mailings,
  registrations,
  waitlist,
  bookings: { ...facilities, ...bookings, ...cart },
  contact,
  content,
  market: { ...market, ...doorMarket },
  members,
  memberships: { ...memberships, ...tiers },
  payments,
  privacy,
  tokens,
  venue,
}

export type Router = typeof router
