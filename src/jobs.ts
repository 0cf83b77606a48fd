import { jobs as applicationJobs } from './features/admissions/applications/jobs.ts'
import { jobs as committeeJobs } from './features/admissions/committee/jobs.ts'
import { jobs as waitlistJobs } from './features/admissions/waitlist/jobs.ts'
import { jobs as moderationJobs } from './features/community/moderation/jobs.ts'
import { jobs as communityJobs } from './features/community/posts/jobs.ts'
import { jobs as presenceJobs } from './features/door/presence/jobs.ts'
import { jobs as pictureJobs } from './features/events/pictures/jobs.ts'
import { jobs as eventJobs } from './features/events/registrations/jobs.ts'
import { jobs as reviewJobs } from './features/events/reviews/jobs.ts'
import { eventWaiting } from './features/events/waiting/model.ts'
import { jobs as creativeJobs } from './features/home/creatives/jobs.ts'
import { jobs as searchJobs } from './features/home/search/jobs.ts'
import { jobs as sectionJobs } from './features/home/sections/jobs.ts'
import { jobs as notificationJobs } from './features/house/notifications/jobs.ts'
import { jobs as privacyJobs } from './features/house/privacy/jobs.ts'
import { jobs as securityJobs } from './features/house/security/jobs.ts'
import { jobs as guestTicketJobs } from './features/market/guest-tickets/jobs.ts'
import { jobs as paperJobs } from './features/market/papers/jobs.ts'
import { jobs as stallJobs } from './features/market/stall-admin/jobs.ts'
import { stallWaiting } from './features/market/stall-waiting/model.ts'
import { jobs as dueJobs } from './features/membership/dues/jobs.ts'
import { jobs as giftJobs } from './features/membership/gifts/jobs.ts'
import { jobs as membershipJobs } from './features/membership/memberships/jobs.ts'
import { jobs as repricingJobs } from './features/membership/repricing/jobs.ts'
import { jobs as holdJobs } from './features/membership/restrictions/jobs.ts'
import { payOutErased } from './features/membership/restrictions/model.ts'
import { jobs as subscriptionJobs } from './features/membership/subscriptions/jobs.ts'
import { jobs as customerJobs } from './features/money/customers/jobs.ts'
import { jobs as providerJobs } from './features/money/provider/jobs.ts'
import { jobs as reconciliationJobs } from './features/money/reconciliation/jobs.ts'
import { jobs as refundJobs } from './features/money/refunds/jobs.ts'
import { jobs as rentalJobs } from './features/spaces/rentals/jobs.ts'
import { jobs as tourJobs } from './features/spaces/tours/jobs.ts'
import { jobs as waitingJobs } from './features/spaces/waiting-slots/jobs.ts'
import { slotWaiting } from './features/spaces/waiting-slots/model.ts'
import { jobs as storeJobs } from './features/store/orders/jobs.ts'
import { eventFollowers, orderKinds } from './orders.ts'
import { takeUpAgain } from './platform/jobs/again.ts'
import { platformJobs } from './platform/jobs/cleanup.ts'
import type { AnyJob } from './platform/jobs/define.ts'
import { sendMail } from './platform/mail/mail.ts'

/** What features do outside of requests, one line per feature. */
const work: AnyJob[] = [
  sendMail,
  ...platformJobs,
  ...applicationJobs,
  ...committeeJobs,
  ...waitlistJobs,
  ...providerJobs(orderKinds, eventFollowers),
  ...customerJobs(payOutErased),
  ...reconciliationJobs(eventFollowers),
  ...refundJobs,
  ...membershipJobs,
  ...searchJobs,
  ...notificationJobs,
  ...privacyJobs,
  ...securityJobs,
  ...dueJobs,
  ...giftJobs,
  ...repricingJobs,
  ...holdJobs,
  ...subscriptionJobs,
  ...rentalJobs,
  ...tourJobs,
  ...presenceJobs,
  ...waitingJobs([slotWaiting, eventWaiting, stallWaiting]),
  ...eventJobs,
  ...pictureJobs,
  ...creativeJobs,
  ...paperJobs,
  ...stallJobs,
  ...guestTicketJobs,
  ...communityJobs,
  ...moderationJobs,
  ...reviewJobs,
  ...sectionJobs,
  ...storeJobs,
]

/** Every job. */
export const jobs: AnyJob[] = [...work, takeUpAgain(work)]
