import { and, eq, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { z } from 'zod'
import { lockApplication, peopleWith, relatesTo } from '#features/applications/model.ts'
import { membershipApplications } from '#features/applications/table.ts'
import { readSettings } from '#features/venue/model.ts'
import { defineJob } from '#platform/job.ts'
import * as mail from './mail.tsx'
import { settle, waitedFor } from './model.ts'

/** How long an admin has to send the decision on a declined application before the next reminder (decision 14). */
const declinedReminderHours = 48

/**
 * Reminds committee members of votes that are overdue, admins of declined applications without a decision, and closes votes
 * that a smaller committee can no longer win.
 */
const remind = defineJob({
  name: 'committee.remind',
  payload: z.object({}),
  cron: '5 * * * *',
  cronPayload: {},
  async run(_, { runtime, now, write }) {
    const { voteReminderHours } = await readSettings(runtime.db)
    const due = (hours: number) => {
      const before = new Date(now.getTime() - hours * 3_600_000)
      const { remindedAt, submittedAt } = membershipApplications
      return or(lte(remindedAt, before), and(isNull(remindedAt), lte(submittedAt, before)))
    }
    const isPending = eq(membershipApplications.status, 'pending')
    const open = await runtime.db
      .select({ id: membershipApplications.id })
      .from(membershipApplications)
      .where(and(isPending, isNull(membershipApplications.declinedAt)))
    for (const { id } of open)
      await write(async tx => {
        const application = await lockApplication(tx, id)
        if (application.status === 'pending' && !application.declinedAt) await settle(tx, application)
      })

    await write(async tx => {
      const late = await tx
        .update(membershipApplications)
        .set({ remindedAt: now })
        .where(and(isPending, isNull(membershipApplications.declinedAt), due(voteReminderHours)))
        .returning()
      const counts = new Map<string, number>()
      for (const application of late)
        for (const userId of await waitedFor(tx, application)) counts.set(userId, (counts.get(userId) ?? 0) + 1)
      for (const { userId, email, firstName } of await peopleWith(tx, ['committee'])) {
        const count = counts.get(userId)
        if (count) await tx.mail(mail.voteReminderMail, { address: email, userId }, { firstName, count })
      }
    })

    await write(async tx => {
      const waiting = await tx
        .update(membershipApplications)
        .set({ remindedAt: now })
        .where(and(isPending, isNotNull(membershipApplications.declinedAt), due(declinedReminderHours)))
        .returning()
      const admins = await peopleWith(tx, ['admin'])
      for (const application of waiting)
        for (const { userId, email, firstName } of admins)
          await tx.mail(
            mail.declinedMail,
            { address: email, userId, relatesTo: relatesTo(application.id) },
            {
              firstName,
              applicant: application.fullName,
              approvals: application.currentVotes,
              rejections: application.rejectVotes,
              required: application.requiredVotes,
              isReminder: true,
            },
          )
    })
  },
})

export const committeeJobs = [remind]
