import { applicationPart } from './features/admissions/applications/object.ts'
import { committeePart } from './features/admissions/committee/object.ts'
import { presencePart } from './features/door/presence/object.ts'
import { scanPart } from './features/door/scans/object.ts'
import { eventAgenda, registrationPart } from './features/events/registrations/object.ts'
import type { AgendaPart } from './features/house/agenda/model.ts'
import type { ObjectPart } from './features/house/objects/model.ts'
import { mailPart } from './features/house/outbox/object.ts'
import { guestTicketAgenda, guestTicketPart } from './features/market/guest-tickets/object.ts'
import { stallAgenda, stallPart } from './features/market/stalls/object.ts'
import { reminderPart } from './features/membership/dues/object.ts'
import { giftPart } from './features/membership/gifts/object.ts'
import { membershipPart } from './features/membership/memberships/object.ts'
import { tokenPart } from './features/membership/tokens/object.ts'
import { disputePart } from './features/money/disputes/object.ts'
import { ledgerPart } from './features/money/ledger/object.ts'
import { orderPart } from './features/money/orders/object.ts'
import { refundPart } from './features/money/refunds/object.ts'
import { personPart } from './features/people/members/object.ts'
import { bookingAgenda, bookingPart } from './features/spaces/bookings/object.ts'
import { rentalPart } from './features/spaces/rentals/object.ts'
import { studioAgenda, studioPart } from './features/spaces/studio/object.ts'
import { tourAgenda } from './features/spaces/tours/object.ts'
import { storePart } from './features/store/orders/object.ts'

/** What each noun adds to the panels of objects and to the search over them, one line per feature, in the order in which facts and finds are shown. */
export const objectParts: ObjectPart[] = [
  personPart,
  applicationPart,
  committeePart,
  membershipPart,
  giftPart,
  reminderPart,
  tokenPart,
  bookingPart,
  studioPart,
  rentalPart,
  registrationPart,
  stallPart,
  guestTicketPart,
  orderPart,
  ledgerPart,
  refundPart,
  disputePart,
  scanPart,
  presencePart,
  storePart,
  mailPart,
]

/** What each noun adds to people's own calendars, one line per feature. */
export const agendaParts: AgendaPart[] = [
  bookingAgenda,
  studioAgenda,
  tourAgenda,
  eventAgenda,
  stallAgenda,
  guestTicketAgenda,
]
