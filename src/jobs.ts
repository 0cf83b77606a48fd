import { paymentJobs } from '#features/payments/jobs.ts'
import type { AnyJob } from '#platform/job.ts'
import { sendMail } from '#platform/mail.ts'
import { platformJobs } from '#platform/upkeep.ts'
import { eventFollowers, orderKinds } from './orders.ts'

/** Every job, one line per feature. */
export const jobs: AnyJob[] = [sendMail, ...platformJobs, ...paymentJobs(orderKinds, eventFollowers)]
