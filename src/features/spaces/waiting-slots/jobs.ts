import { offerFreed, serveLine, type WaitingKind } from '#features/spaces/waiting/model.ts'
import { type AnyJob, defineJob } from '#platform/jobs/define.ts'

/**
 * Ends offers that ran out and offers what is free to the first in line, of every kind; each minute, and whenever something
 * was let go of.
 */
export const jobs = (kinds: readonly WaitingKind[]): AnyJob[] => [
  defineJob({
    ...offerFreed,
    cron: '* * * * *',
    cronPayload: {},
    async run(_, context) {
      for (const kind of kinds) await serveLine(context, kind)
    },
  }),
]
