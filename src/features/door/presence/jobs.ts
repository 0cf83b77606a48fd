import { z } from 'zod'
import { type AnyJob, defineJob } from '#platform/jobs/define.ts'
import { endEarlierDays } from './model.ts'

/** At midnight nobody is in the house any more (decision 37); again each hour, should the server have been away then. */
export const endTheDay = defineJob({
  name: 'door.endTheDay',
  payload: z.object({}),
  cron: '0 * * * *',
  cronPayload: {},
  async run(_, { write }) {
    await write(endEarlierDays)
  },
})

export const jobs: AnyJob[] = [endTheDay]
