import { and, eq, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { z } from 'zod'
import { lockApplication } from '#features/admissions/applications/model.ts'
import { membershipApplications } from '#features/admissions/applications/table.ts'
import { settingsFact } from '#features/house/settings/model.ts'
import { type AnyJob, defineJob } from '#platform/jobs/define.ts'
import * as mail from './mail.tsx'
import { askAdmins, askForCommittee, type Judge, judgesOf, settle, waitedFor } from './model.ts'

/** How long an admin has to send the decision on a declined application before the next reminder (decision 14). */
const declinedReminderHours = 48

/**
 * Reminds committee members of votes that are overdue and admins of declined applications without a decision; tells admins
 * at once, and again as often, of votes for which the committee is too small (decision 60).
 */
const remind = defineJob({
  name: 'committee.remind',
  payload: z.object({}),
  cron: '5 * * * *',
  cronPayload: {},
  async run(_, { runtime, now, write }) {
    const { voteReminderHours } = await runtime.facts.get(settingsFact)
    const due = (hours: number) => {
      const before = new Date(now.getTime() - hours * 3_600_000)
      const { remindedAt, submittedAt } = membershipApplications
      return or(lte(remindedAt, before), and(isNull(remindedAt), lte(submittedAt, before)))
    }
    /** Never, or so many hours ago. */
    const isBefore = (at: Date | null, hours: number) =>
      at === null || at.getTime() <= now.getTime() - hours * 3_600_000
    const isPending = eq(membershipApplications.status, 'pending')
    const isOpen = and(isPending, isNull(membershipApplications.declinedAt))
    const { id } = membershipApplications
    for (const open of await runtime.db.select({ id }).from(membershipApplications).where(isOpen))
      await write(async tx => {
        const application = await lockApplication(tx, open.id)
        if (application.status !== 'pending' || application.declinedAt) return
        const judges = await judgesOf(tx, open.id)
        const isDue = isBefore(application.remindedAt, voteReminderHours)
        if ((await settle(tx, application, judges)) !== 'stuck' || !isDue) return
        await tx.update(membershipApplications).set({ remindedAt: now }).where(eq(id, open.id))
        await askForCommittee(tx, application, judges)
      })

    await write(async tx => {
      const late = await tx
        .update(membershipApplications)
        .set({ remindedAt: now })
        .where(and(isOpen, due(voteReminderHours)))
        .returning()
      const waiting = new Map<string, { judge: Judge; count: number }>()
      for (const application of late)
        for (const judge of waitedFor(await judgesOf(tx, application.id), application))
          waiting.set(judge.userId, { judge, count: (waiting.get(judge.userId)?.count ?? 0) + 1 })
      for (const { judge, count } of waiting.values()) {
        const { userId, email, firstName } = judge
        await tx.mail(mail.voteReminderMail, { address: email, userId }, { firstName, count })
      }
    })

    await write(async tx => {
      const declined = await tx
        .update(membershipApplications)
        .set({ remindedAt: now })
        .where(and(isPending, isNotNull(membershipApplications.declinedAt), due(declinedReminderHours)))
        .returning()
      for (const application of declined)
        await askAdmins(tx, application, await judgesOf(tx, application.id), { isReminder: true })
    })
  },
})

export const jobs: AnyJob[] = [remind]
