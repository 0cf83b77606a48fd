import { applicationJobs } from '#features/applications/jobs.ts'
import { committeeJobs } from '#features/committee/jobs.ts'
import { membershipJobs } from '#features/memberships/jobs.ts'
import { paymentJobs } from '#features/payments/jobs.ts'
import { privacyJobs } from '#features/privacy/jobs.ts'
import { tokenJobs } from '#features/tokens/jobs.ts'
import { waitlistJobs } from '#features/waitlist/jobs.ts'
import type { AnyJob } from '#platform/job.ts'
import { sendMail } from '#platform/mail.ts'
import { platformJobs } from '#platform/upkeep.ts'
import { eventFollowers, orderKinds } from './orders.ts'

/** Every job, one line per feature. */
export const jobs: AnyJob[] = [
  sendMail,
  ...platformJobs,
  ...applicationJobs,
  ...committeeJobs,
  ...waitlistJobs,
  ...paymentJobs(orderKinds, eventFollowers),
  ...membershipJobs,
  ...privacyJobs,
  ...tokenJobs,
]
