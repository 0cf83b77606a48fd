import { z } from 'zod'
import { settingsFact } from '#features/house/settings/model.ts'
import { type AnyJob, defineJob } from '#platform/jobs/define.ts'
import { remindReviewers } from './model.ts'

/** Those who decide are reminded before the promise to a host is broken (EVT-38). */
export const remind = defineJob({
  name: 'hosting.remind',
  payload: z.object({}),
  cron: '25 * * * *',
  cronPayload: {},
  async run(_, { runtime, write }) {
    const { eventDecisionHours } = await runtime.facts.get(settingsFact)
    await write(tx => remindReviewers(tx, eventDecisionHours))
  },
})

export const jobs: AnyJob[] = [remind]
