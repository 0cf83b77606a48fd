import { z } from 'zod'
import { type AnyJob, defineJob } from '#platform/jobs/define.ts'
import { endEarlierDays } from './model.ts'

/** At midnight nobody is in the house any more (decision 37); each minute, since the server may have been away then: whoever comes back in the morning is inside anew. */
export const endTheDay = defineJob({
  name: 'door.endTheDay',
  payload: z.object({}),
  cron: '* * * * *',
  cronPayload: {},
  async run(_, { write }) {
    await write(endEarlierDays)
  },
})

export const jobs: AnyJob[] = [endTheDay]
