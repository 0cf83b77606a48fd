import * as applications from './features/admissions/applications/mail.tsx'
import * as committee from './features/admissions/committee/mail.tsx'
import * as registrations from './features/admissions/registrations/mail.tsx'
import * as waitlist from './features/admissions/waitlist/mail.tsx'
import * as conversation from './features/events/conversation/mail.tsx'
import * as eventGuests from './features/events/guests/mail.tsx'
import * as hosting from './features/events/hosting/mail.tsx'
import * as houseEvents from './features/events/house-events/mail.tsx'
import * as eventRegistrations from './features/events/registrations/mail.tsx'
import * as reviews from './features/events/reviews/mail.tsx'
import * as eventWaiting from './features/events/waiting/mail.tsx'
import * as guests from './features/guests/passes/mail.tsx'
import * as enquiries from './features/home/enquiries/mail.tsx'
import * as notifications from './features/house/notifications/mail.tsx'
import * as privacy from './features/house/privacy/mail.tsx'
import * as security from './features/house/security/mail.tsx'
import * as marketChanges from './features/market/day-changes/mail.tsx'
import * as guestTickets from './features/market/guest-tickets/mail.tsx'
import * as papers from './features/market/papers/mail.tsx'
import * as stallWaiting from './features/market/stall-waiting/mail.tsx'
import * as stalls from './features/market/stalls/mail.tsx'
import * as bonuses from './features/membership/bonuses/mail.tsx'
import * as dues from './features/membership/dues/mail.tsx'
import * as gifts from './features/membership/gifts/mail.tsx'
import * as memberships from './features/membership/memberships/mail.tsx'
import * as repricing from './features/membership/repricing/mail.tsx'
import * as sales from './features/membership/sales/mail.tsx'
import * as subscriptions from './features/membership/subscriptions/mail.tsx'
import * as disputes from './features/money/disputes/mail.tsx'
import * as refunds from './features/money/refunds/mail.tsx'
import * as incidents from './features/people/incidents/mail.tsx'
import * as members from './features/people/members/mail.tsx'
import * as bookings from './features/spaces/bookings/mail.tsx'
import * as moves from './features/spaces/moves/mail.tsx'
import * as rentals from './features/spaces/rentals/mail.tsx'
import * as studio from './features/spaces/studio/mail.tsx'
import * as tours from './features/spaces/tours/mail.tsx'
import * as waiting from './features/spaces/waiting-slots/mail.tsx'
import type { AnyMailTemplate } from './platform/mail/mail.ts'

/** Every mail, one line per feature. */
export const mailTemplates: AnyMailTemplate[] = [
  ...Object.values(applications),
  ...Object.values(committee),
  ...Object.values(waitlist),
  ...Object.values(registrations),
  ...Object.values(bookings),
  ...Object.values(moves),
  ...Object.values(studio),
  ...Object.values(rentals),
  ...Object.values(tours),
  ...Object.values(waiting),
  ...Object.values(eventRegistrations),
  ...Object.values(eventWaiting),
  ...Object.values(papers),
  ...Object.values(stalls),
  ...Object.values(stallWaiting),
  ...Object.values(enquiries),
  ...Object.values(guests),
  ...Object.values(conversation),
  ...Object.values(hosting),
  ...Object.values(eventGuests),
  ...Object.values(houseEvents),
  ...Object.values(reviews),
  ...Object.values(guestTickets),
  ...Object.values(marketChanges),
  ...Object.values(incidents),
  ...Object.values(members),
  ...Object.values(memberships),
  ...Object.values(sales),
  ...Object.values(subscriptions),
  ...Object.values(bonuses),
  ...Object.values(dues),
  ...Object.values(gifts),
  ...Object.values(repricing),
  ...Object.values(disputes),
  ...Object.values(refunds),
  ...Object.values(notifications),
  ...Object.values(privacy),
  ...Object.values(security),
]
