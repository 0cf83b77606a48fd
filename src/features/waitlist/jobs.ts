import { and, asc, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { defineJob } from '#platform/job.ts'
import { convertEntry, isArchived } from './model.ts'
import { waitingList } from './table.ts'

/** Gives free places to those who were approved first, every day (decision 16). */
const convert = defineJob({
  name: 'waitlist.convert',
  payload: z.object({}),
  cron: '0 9 * * *',
  cronPayload: {},
  async run(_, { runtime, write }) {
    const line = await runtime.db
      .select({ id: waitingList.id, email: waitingList.email })
      .from(waitingList)
      .where(and(eq(waitingList.status, 'approved'), isNull(waitingList.convertedAt)))
      .orderBy(asc(waitingList.approvedAt), asc(waitingList.id))
    for (const { id, email } of line) {
      if (await isArchived(runtime.db, email)) continue
      if (!(await write(tx => convertEntry(tx, id)))) return
    }
  },
})

export const waitlistJobs = [convert]
