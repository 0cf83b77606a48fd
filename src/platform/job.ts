import { sql } from 'drizzle-orm'
import { fromDrizzle, type PgBoss } from 'pg-boss'
import type { z } from 'zod'
import type { Reader } from '#platform/db.ts'
import type { Runtime } from '#platform/runtime.ts'
import type { Tx } from '#platform/work.ts'

/** Work outside the request. It may run twice and must then do no harm. */
export interface Job<P> {
  name: string
  payload: z.ZodType<P>
  run(payload: P, context: JobContext): Promise<void>
  /** Also runs by this cron line (venue time) with `cronPayload`, once across all processes. */
  cron?: string
  cronPayload?: P
  /** Further tries after a failure, with growing pauses; default 5. */
  retries?: number
}

/** A job as far as queueing needs it: code that must not know what the job does names it by this. */
export type QueuedJob<P> = Pick<Job<P>, 'name' | 'payload'>

export interface JobContext {
  runtime: Runtime
  now: Date
  /** One transaction in the name of the venue (audited, without an actor). */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

export interface EnqueueOptions {
  runAt?: Date
  /** A second job with the same key is not queued while the first one waits. */
  key?: string
}

export type Jobs = PgBoss
// biome-ignore lint/suspicious/noExplicitAny: a list holds jobs of every payload
export type AnyJob = Job<any>

/** Names the payload's type once, so that `enqueue` checks it. */
export const defineJob = <P>(job: Job<P>): Job<P> => job

/** Queues `job` in the caller's transaction. Use `tx.enqueue`. */
export async function enqueue<P>(
  jobs: Jobs,
  tx: Reader,
  job: QueuedJob<P>,
  payload: P,
  options: EnqueueOptions = {},
): Promise<void> {
  await jobs.send(job.name, payload as object, {
    db: fromDrizzle(tx, sql),
    ...(options.runAt && { startAfter: options.runAt }),
    ...(options.key && { singletonKey: options.key }),
  })
}
