import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { mails } from '#platform/db/tables.ts'
import { type AnyJob, defineJob } from '#platform/jobs/define.ts'
import { erasureDoneMail } from './mail.tsx'
import { removeOutdated } from './model.ts'

/** Removes what the data map keeps for a time only, and the address to which an erasure was confirmed. */
const forget = defineJob({
  name: 'privacy.forget',
  payload: z.object({}),
  cron: '10 4 * * *',
  cronPayload: {},
  async run(_, { runtime, write }) {
    await write(async tx => {
      await removeOutdated(tx, runtime.dataMap)
      await tx
        .update(mails)
        .set({ toAddress: 'erased@erased.invalid' })
        .where(and(eq(mails.template, erasureDoneMail.name), inArray(mails.status, ['sent', 'suppressed'])))
    })
  },
})

export const jobs: AnyJob[] = [forget]
