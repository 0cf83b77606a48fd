import { PgBoss } from 'pg-boss'
import { systemCause, transact } from '#platform/db/transaction.ts'
import type { Runtime } from '#platform/runtime.ts'
import type { AnyJob, Job, JobContext, Jobs } from './define.ts'

export function openJobs(url: string, options: { isBackground: boolean; onError(error: Error): void }): Jobs {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'exchange jobs',
    // its tables are made by their owner, before (prepareDatabase)
    migrate: false,
    createSchema: false,
    max: options.isBackground ? 6 : 2,
    supervise: options.isBackground,
    schedule: options.isBackground,
    useListenNotify: options.isBackground,
  })
  boss.on('error', options.onError)
  return boss
}

/** Makes a queue for every job. Runs at each start. */
export async function prepareJobs(jobs: Jobs, all: AnyJob[]): Promise<void> {
  const existing = new Set((await jobs.getQueues()).map(queue => queue.name))
  for (const job of all) {
    const options = {
      retryLimit: job.retries ?? 5,
      retryDelay: 2,
      retryBackoff: true,
      expireInSeconds: 120,
      policy: 'standard' as const,
    }
    if (!existing.has(job.name)) await jobs.createQueue(job.name, options)
  }
}

// While fetches come back full, the next is made at once; the interval is for when little is there. Each job of a fetch has an
// outcome of its own.
const queueOptions = {
  ...{ batchSize: 4, localConcurrency: 2, pollingIntervalSeconds: 2, burstWhenBatchFull: true },
  perJobResults: true,
} as const

/** Starts working on every job and keeps the cron lines. */
export async function startJobs(runtime: Runtime, all: AnyJob[]): Promise<void> {
  for (const job of all) {
    await runtime.jobs.work(job.name, queueOptions, batch =>
      Promise.all(
        batch.map(({ id, data }) =>
          runJob(runtime, job, id, data).then(
            () => ({ id, status: 'completed' as const }),
            (error: Error) => ({ id, status: 'failed' as const, output: { message: error.message } }),
          ),
        ),
      ),
    )
    if (job.cron) await runtime.jobs.schedule(job.name, job.cron, job.cronPayload ?? {}, { tz: 'Europe/London' })
  }
}

/** Runs everything that is due now, here, until nothing is left. For tests and commands. */
export async function drainJobs(runtime: Runtime, all: AnyJob[]): Promise<number> {
  let done = 0
  for (let found = true; found; ) {
    found = false
    for (const job of all) {
      // Those of one fetch come in any order.
      const items = await runtime.jobs.fetch(job.name, { batchSize: 50, includeMetadata: true })
      for (const item of items.sort((a, b) => a.createdOn.getTime() - b.createdOn.getTime())) {
        found = true
        done++
        try {
          await runJob(runtime, job, item.id, item.data)
          await runtime.jobs.complete(job.name, item.id)
        } catch (error) {
          await runtime.jobs.fail(job.name, item.id, { message: (error as Error).message })
        }
      }
    }
  }
  return done
}

/** What a job works with; also for procedures that do at once what a job would do. */
export function jobContext(runtime: Runtime, requestId: string | null): JobContext {
  const now = runtime.clock.now()
  return { runtime, now, write: work => transact(runtime, systemCause(now, { requestId }), work) }
}

async function runJob<P>(runtime: Runtime, job: Job<P>, id: string, data: unknown): Promise<void> {
  try {
    await job.run(job.payload.parse(data), jobContext(runtime, `job ${id}`))
    runtime.log.debug({ job: job.name, id }, 'job done')
  } catch (error) {
    runtime.log.warn({ job: job.name, id, err: error }, 'job failed')
    throw error
  }
}
