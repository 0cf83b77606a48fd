import { z } from 'zod'
import type { QueuedJob } from '#platform/jobs/define.ts'

/** Compares the provider's books with ours; run in jobs.ts, by itself once a day. */
export const reconcile: QueuedJob<Record<never, never>> = {
  name: 'payments.reconcile',
  payload: z.object({}),
}
