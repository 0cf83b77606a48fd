import { type SQL, sql } from 'drizzle-orm'
import type { PgBoss } from 'pg-boss'
import type { z } from 'zod'
import type { Tx } from '#platform/db/transaction.ts'
import type { Runtime } from '#platform/runtime.ts'

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
  /** Money or a promise hangs on it: when its tries have run out, it is taken up again every hour until it is done. */
  mustBeDone?: true
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
  /** Above 0: goes before what waits in its queue with less. */
  priority?: number
}

export type Jobs = PgBoss
// biome-ignore lint/suspicious/noExplicitAny: a list holds jobs of every payload
export type AnyJob = Job<any>

/** Names the payload's type once, so that `enqueue` checks it. */
export const defineJob = <P>(job: Job<P>): Job<P> => job

/** A job that a unit of work asked for. */
export interface WaitingJob extends EnqueueOptions {
  name: string
  data: object
}

/**
 * The statements that queue these jobs in the caller's transaction, one for each queue. They are the job library's own: it
 * hands them to whatever stands in for its connection. Use `tx.enqueue`.
 */
export async function jobRows(jobs: Jobs, waiting: WaitingJob[]): Promise<SQL[]> {
  const statements: SQL[] = []
  const collect = async (text: string, values: unknown[] = []) => {
    const [before = '', after = '', ...more] = text.split(/\$1\b/)
    if (!/^\s*insert\b/i.test(text) || values.length !== 1 || more.length > 0)
      throw new Error('the job library queues jobs in another way than expected')
    statements.push(sql`${sql.raw(before)}${values[0]}${sql.raw(after)}`)
    return { rows: [] }
  }
  for (const [name, queue] of Map.groupBy(waiting, job => job.name)) {
    const rows = queue.map(({ data, runAt, priority }) => ({
      data,
      ...(runAt && { startAfter: runAt }),
      ...(priority && { priority }),
    }))
    await jobs.insert(name, rows, { db: { executeSql: collect } })
  }
  return statements
}
