import { type AnyJob, defineJob } from '#platform/jobs/define.ts'
import { publishDue, publishWhatIsDue } from './model.ts'

/** At its time, and every minute for what a server that was down has missed. */
const publish = defineJob({
  ...publishDue,
  cron: '* * * * *',
  cronPayload: {},
  async run(_, { write }) {
    await write(publishWhatIsDue)
  },
})

export const jobs: AnyJob[] = [publish]
