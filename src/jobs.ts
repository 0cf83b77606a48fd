import type { AnyJob } from '#platform/jobs.ts'
import { sendMail } from '#platform/mail.ts'
import { platformJobs } from '#platform/upkeep.ts'

/** Every job, one line per feature. */
export const jobs: AnyJob[] = [sendMail, ...platformJobs]
