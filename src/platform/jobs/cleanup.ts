import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { files, idempotencyKeys, limitCounters, liveEvents, signInFailures, verification } from '#platform/db/tables.ts'
import { forgetEndedSecrets } from '#platform/mail/mail.ts'
import { type AnyJob, defineJob } from './define.ts'

const hourMs = 3_600_000

/** Removes what has had its time: live events after an hour, idempotency keys and unclaimed uploads after a day. */
export const sweep = defineJob({
  name: 'platform.sweep',
  payload: z.object({}),
  cron: '17 * * * *',
  cronPayload: {},
  async run(_, { runtime, now }) {
    const { db } = runtime
    const ago = (hours: number) => new Date(now.getTime() - hours * hourMs)
    await db.delete(liveEvents).where(lt(liveEvents.createdAt, ago(1)))
    await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, ago(24)))
    await db.delete(verification).where(lt(verification.expiresAt, ago(24)))
    await db.delete(signInFailures).where(lt(signInFailures.lastFailedAt, ago(24)))
    await forgetEndedSecrets(db, now)
    await db.delete(limitCounters).where(lt(limitCounters.expire, now.getTime()))
    await db
      .update(files)
      .set({ deletedAt: now })
      .where(and(isNull(files.claimedAt), isNull(files.deletedAt), lt(files.createdAt, ago(24))))
    // Bytes go after their row says so; a crash in between is finished by the next run.
    for (const { id, storageKey } of await db.select().from(files).where(isNotNull(files.deletedAt)).limit(500))
      try {
        await runtime.storage.remove(storageKey)
        await db.delete(files).where(eq(files.id, id))
      } catch (err) {
        // One that cannot go keeps none of the others here.
        runtime.log.error({ file: id, err }, 'file not removed')
      }
  },
})

/** Removes audit rows older than the venue keeps them; the chain then begins at the first kept row (decision 46). */
export const pruneAudit = defineJob({
  name: 'platform.prune-audit',
  payload: z.object({}),
  cron: '40 3 * * *',
  cronPayload: {},
  async run(_, { runtime, now }) {
    const months = await runtime.auditMonths()
    await runtime.db.execute(sql`select audit_prune(${now}::timestamptz - make_interval(months => ${months}))`)
  },
})

export const platformJobs: AnyJob[] = [sweep, pruneAudit]
