import { and, eq, gte, isNull, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { addDays } from '#platform/dates.ts'
import { files, user } from '#platform/db/tables.ts'
import { type AnyJob, defineJob } from '#platform/jobs/define.ts'
import { calendarDate } from '#platform/time.ts'
import { keptAfterDays, reminderDays } from './inputs.ts'
import { paperExpiresMail } from './mail.tsx'
import { marketPapers } from './table.ts'

const p = marketPapers

/** Tells people once that an accepted document runs out, and deletes the files of those that ran out a while ago. */
export const remind = defineJob({
  name: 'market.papers',
  payload: z.object({}),
  cron: '20 9 * * *',
  cronPayload: {},
  async run(_, { runtime: { db }, now, write }) {
    const today = calendarDate(now)
    const isDue = and(
      eq(p.status, 'accepted'),
      isNull(p.remindedAt),
      gte(p.expiresOn, today),
      lte(p.expiresOn, addDays(today, reminderDays)),
    )
    for (const { id } of await db.select({ id: p.id }).from(p).where(isDue))
      await write(async tx => {
        const [paper] = await tx
          .update(p)
          .set({ remindedAt: tx.now })
          .where(and(eq(p.id, id), isDue))
          .returning()
        if (!paper) return
        const [person] = await tx.select().from(user).where(eq(user.id, paper.userId))
        const { email, firstName } = person!
        const to = { address: email, userId: paper.userId, relatesTo: `market_papers/${id}` }
        await tx.mail(paperExpiresMail, to, { firstName, kind: paper.kind, expiresOn: paper.expiresOn! })
      })
    const old = sql`${files.id} in (select p.file_id from ${p} p where p.expires_on < ${addDays(today, -keptAfterDays)})`
    await write(tx =>
      tx
        .update(files)
        .set({ deletedAt: tx.now })
        .where(and(old, isNull(files.deletedAt))),
    )
  },
})

export const jobs: AnyJob[] = [remind]
