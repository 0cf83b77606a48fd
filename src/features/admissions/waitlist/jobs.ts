import { asc } from 'drizzle-orm'
import { z } from 'zod'
import { isArchived } from '#features/people/archive/model.ts'
import { type AnyJob, defineJob } from '#platform/jobs/define.ts'
import { convertEntry, isInLine, lockEntry } from './model.ts'
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
      .where(isInLine)
      .orderBy(asc(waitingList.approvedAt), asc(waitingList.id))
    for (const { id, email } of line) {
      if (await isArchived(runtime.db, email)) continue
      if (!(await write(async tx => convertEntry(tx, await lockEntry(tx, id))))) return
    }
  },
})

export const jobs: AnyJob[] = [convert]
