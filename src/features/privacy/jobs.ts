import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type AnyJob, defineJob } from '#platform/job.ts'

/** Removes what the data map keeps for a time only, and the address to which an erasure was confirmed. */
const forget = defineJob({
  name: 'privacy.forget',
  payload: z.object({}),
  cron: '10 4 * * *',
  cronPayload: {},
  async run(_, { now, write }) {
    await write(async tx => {
      const before = sql`${now}::timestamptz - interval '2 years'`
      await tx.execute(sql`delete from contact_inquiries where created_at < ${before}`)
      await tx.execute(sql`delete from registrations where created_at < ${before}`)
      await tx.execute(
        sql`update mails set to_address = 'erased@erased.invalid' where template = 'privacy.erasure-done' and status = 'sent'`,
      )
    })
  },
})

export const privacyJobs: AnyJob[] = [forget]
