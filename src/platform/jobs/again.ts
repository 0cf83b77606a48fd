import { z } from 'zod'
import { type AnyJob, defineJob, type QueuedJob } from './define.ts'

/** What `takeUpAgain` runs each hour. */
export const lookForLost: QueuedJob<Record<never, never>> = { name: 'platform.look-for-lost', payload: z.object({}) }

/**
 * Takes up again what must be done and whose tries have run out, as after an hour in which the payment provider did not answer:
 * one try each hour, until it is done. What was taken up stands in the log, as an error while it fails.
 */
export const takeUpAgain = (all: AnyJob[]): AnyJob =>
  defineJob({
    ...lookForLost,
    cron: '37 * * * *',
    cronPayload: {},
    async run(_, { runtime: { jobs, log } }) {
      for (const { name } of all.filter(job => job.mustBeDone)) {
        const given = (await jobs.findJobs(name)).filter(({ state }) => state === 'failed')
        if (given.length === 0) continue
        const ids = given.map(({ id }) => id)
        await jobs.retry(name, ids)
        log.error({ job: name, ids }, 'work that had run out of tries is taken up again')
      }
    },
  })
