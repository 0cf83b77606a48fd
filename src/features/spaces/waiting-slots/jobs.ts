import { offerFreed, serveLine } from '#features/spaces/waiting/model.ts'
import { type AnyJob, defineJob } from '#platform/jobs/define.ts'
import { slotWaiting } from './model.ts'

/** Ends offers that ran out and offers what is free to the first in line; each minute, and whenever something was let go of. */
export const offer = defineJob({
  ...offerFreed,
  cron: '* * * * *',
  cronPayload: {},
  run: (_, context) => serveLine(context, slotWaiting),
})

export const jobs: AnyJob[] = [offer]
