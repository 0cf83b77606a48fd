import { and, eq, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { z } from 'zod'
import { deleteDocuments } from '#features/admissions/documents/model.ts'
import { readSettings } from '#features/house/settings/model.ts'
import { type AnyJob, defineJob } from '#platform/jobs/define.ts'
import { lockApplication, welcomeApplicant } from './model.ts'
import { membershipApplications } from './table.ts'

const batch = 200

/** Deletes applicants' documents once the decision is older than the venue keeps them (setting, default 90 days). */
const deleteOldDocuments = defineJob({
  name: 'applications.delete-documents',
  payload: z.object({}),
  cron: '30 2 * * *',
  cronPayload: {},
  async run(_, { runtime, now, write }) {
    const { documentRetentionDays } = await readSettings(runtime.db)
    const before = new Date(now.getTime() - documentRetentionDays * 86_400_000)
    const { idDocumentFileId, proofOfResidenceFileId, reviewedAt } = membershipApplications
    const hasDocuments = or(isNotNull(idDocumentFileId), isNotNull(proofOfResidenceFileId))
    await write(async tx => {
      const due = await tx
        .select({ id: membershipApplications.id, idDocumentFileId, proofOfResidenceFileId })
        .from(membershipApplications)
        .where(and(lte(reviewedAt, before), hasDocuments))
        .limit(batch)
        .for('update')
      if (due.length === 0) return
      await deleteDocuments(
        tx,
        due.flatMap(row => [row.idDocumentFileId, row.proofOfResidenceFileId]),
      )
      await tx
        .update(membershipApplications)
        .set({ idDocumentFileId: null, proofOfResidenceFileId: null, documentsDeletedAt: now })
        .where(
          inArray(
            membershipApplications.id,
            due.map(({ id }) => id),
          ),
        )
    })
  },
})

/** Gives approved applications without an account one, one at a time and never twice (APPL-39). */
const createMissingAccounts = defineJob({
  name: 'applications.create-accounts',
  payload: z.object({}),
  cron: '*/5 * * * *',
  cronPayload: {},
  async run(_, { runtime, write }) {
    const isMissing = and(
      eq(membershipApplications.status, 'approved'),
      isNull(membershipApplications.userId),
      isNull(membershipApplications.welcomedAt),
    )
    const found = await runtime.db
      .select({ id: membershipApplications.id })
      .from(membershipApplications)
      .where(isMissing)
      .limit(batch)
    for (const { id } of found)
      await write(async tx => {
        const application = await lockApplication(tx, id)
        if (application.status === 'approved' && !application.userId && !application.welcomedAt)
          await welcomeApplicant(tx, application)
      })
  },
})

export const jobs: AnyJob[] = [deleteOldDocuments, createMissingAccounts]
