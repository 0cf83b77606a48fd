import { inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { settingsFact } from '#features/house/settings/model.ts'
import { user } from '#platform/db/tables.ts'
import { type AnyJob, defineJob, type JobContext } from '#platform/jobs/define.ts'
import { securityAlarmMail } from './mail.tsx'
import { firstBadEntry, signalsSince } from './model.ts'
import { alarmsOf, type Signals } from './rules.ts'
import { securityAlarms } from './table.ts'

const hourMs = 3_600_000

/** Looks at the last hour and mails admins what they should know: each rule at most once in an hour, however often it runs. */
const watch = defineJob({
  name: 'security.watch',
  payload: z.object({}),
  cron: '*/5 * * * *',
  cronPayload: {},
  async run(_, context) {
    const { runtime, now } = context
    await warn(context, { ...(await signalsSince(runtime.db, new Date(now.getTime() - hourMs))), firstBad: null })
  },
})

/** Follows the audit log's chain once a night: a whole log takes its time. */
const checkChain = defineJob({
  name: 'security.check-chain',
  payload: z.object({}),
  cron: '20 4 * * *',
  cronPayload: {},
  async run(_, context) {
    await warn(context, { ...nothing, firstBad: await firstBadEntry(context.runtime.db) })
  },
})

export const jobs: AnyJob[] = [watch, checkChain]

const nothing = { accountsLockedAgain: 0, addressesOnManyAccounts: 0, wrongSignatures: 0, adminsMade: 0 }

async function warn({ runtime, write, now }: JobContext, signals: Signals): Promise<void> {
  const alarms = alarmsOf(signals)
  if (alarms.size === 0 || !(await runtime.facts.get(settingsFact)).securityAlarms) return
  const admins = await runtime.peopleWith(['admin'])
  await write(async tx => {
    const due = await tx
      .insert(securityAlarms)
      .values([...alarms.keys()].map(rule => ({ rule, sentAt: now })))
      .onConflictDoUpdate({
        target: securityAlarms.rule,
        set: { sentAt: now },
        setWhere: sql`${securityAlarms.sentAt} <= ${new Date(now.getTime() - hourMs).toISOString()}::timestamptz`,
      })
      .returning({ rule: securityAlarms.rule })
    if (due.length === 0) return
    const what = due.map(({ rule }) => alarms.get(rule)!)
    const ids = admins.map(({ userId }) => userId)
    const people = await tx
      .select({ id: user.id, email: user.email, firstName: user.firstName })
      .from(user)
      .where(inArray(user.id, ids))
    const url = `${runtime.env.publicUrl}/admin/security?tab=events`
    for (const { id, email, firstName } of people)
      await tx.mail(securityAlarmMail, { address: email, userId: id }, { firstName, what, url })
  })
}
