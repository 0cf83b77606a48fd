import { sql } from 'drizzle-orm'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgTransaction } from 'drizzle-orm/pg-core'
import type { Db } from '#platform/db.ts'
import { type ConstraintRefusals, isRetryable, translateFailure } from '#platform/errors.ts'
import { type EnqueueOptions, enqueue, type Jobs, type QueuedJob } from '#platform/job.ts'
import { type MailTemplate, queueMail, type Recipient } from '#platform/mail.ts'
import { announce, type LiveEvent } from '#platform/realtime.ts'

/** Who causes a change, from where; database triggers write it into the audit log. */
export interface Cause {
  actorId: string | null
  /** True for what staff and the venue's own jobs do: such changes are audited. */
  isAudited: boolean
  ipAddress: string | null
  requestId: string | null
  now: Date
}

/** One unit of work: its rows, jobs, mails and announcements become true together or not at all. */
export type Tx = PgTransaction<NodePgQueryResultHKT, Record<string, never>, Record<string, never>> & {
  readonly now: Date
  readonly cause: Cause
  /** Runs `job` after this transaction has committed, at least once. */
  enqueue<P>(job: QueuedJob<P>, payload: P, options?: EnqueueOptions): Promise<void>
  /** Writes a mail to one recipient; sent by a job. Returns the id of its row. */
  mail<P>(template: MailTemplate<P>, to: Recipient, props: NoInfer<P>): Promise<string>
  /** Tells open browsers after the commit. */
  announce(event: LiveEvent): Promise<void>
}

export interface WorkTools {
  db: Db
  jobs: Jobs
  refusals: ConstraintRefusals
}

const maxTries = 5

/**
 * Runs `work` in one transaction. A serialization failure or deadlock is retried up to five times with jitter, so
 * people never see it; a constraint that refuses becomes its domain error. No network call belongs inside.
 */
export async function transact<T>(tools: WorkTools, cause: Cause, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tools.db.transaction(async plain => {
        await plain.execute(sql`select set_config('app.actor', ${cause.actorId ?? ''}, true),
          set_config('app.audited', ${cause.isAudited ? 'on' : 'off'}, true),
          set_config('app.ip', ${cause.ipAddress ?? ''}, true), set_config('app.request', ${cause.requestId ?? ''}, true)`)
        return await work(unitOfWork(plain as unknown as Tx, tools, cause))
      })
    } catch (error) {
      if (!isRetryable(error) || attempt === maxTries) throw translateFailure(error, tools.refusals)
      await new Promise(resolve => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
    }
  }
}

function unitOfWork(tx: Tx, tools: WorkTools, cause: Cause): Tx {
  return Object.assign(tx, {
    now: cause.now,
    cause,
    enqueue: (job, payload, options) => enqueue(tools.jobs, tx, job, payload, options),
    mail: (template, to, props) => queueMail(tx, template, to, props),
    announce: event => announce(tx, event),
  } satisfies Pick<Tx, 'now' | 'cause' | 'enqueue' | 'mail' | 'announce'>)
}
