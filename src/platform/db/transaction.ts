import { createHash } from 'node:crypto'
import { getTableName, type SQL, sql, type Table } from 'drizzle-orm'
import { type NodePgQueryResultHKT, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import type { PgTransaction } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { type EnqueueOptions, type Jobs, jobRows, type QueuedJob, type WaitingJob } from '#platform/jobs/define.ts'
import { eventRows, type LiveEvent, ring } from '#platform/live/publish.ts'
import {
  type MailRow,
  type MailTemplate,
  mailPriority,
  mailRow,
  mailRows,
  type Recipient,
  refuseToWriteToStrangers,
  sendMail,
} from '#platform/mail/mail.ts'
import { type ConstraintRefusals, isRetryable, translateFailure } from '#platform/rpc/errors.ts'
import type { Seal } from '#platform/seal.ts'
import type { Facts } from './facts.ts'
import { type Connection, connectionOf, type Db, dialect } from './pool.ts'

/** Who causes a change, from where; database triggers write it into the audit log. */
export interface Cause {
  actorId: string | null
  /** True for what staff and the venue's own jobs do: such changes are audited. */
  isAudited: boolean
  ipAddress: string | null
  requestId: string | null
  now: Date
  /** Holds a lock of the actor's until the end: of what they spend, one call at a time sees what there is. */
  locksActor?: boolean
}

/** The cause of what the venue does by itself, without a person. */
export const systemCause = (now: Date, more: Partial<Cause> = {}): Cause => ({
  actorId: null,
  isAudited: true,
  ipAddress: null,
  requestId: null,
  now,
  ...more,
})

/** The cause of what a person does to their own account by signing in; no work of staff. */
export const ownCause = (now: Date): Cause => ({
  actorId: null,
  isAudited: false,
  ipAddress: null,
  requestId: null,
  now,
})

/**
 * One unit of work: its rows, jobs, mails and announcements become true together or not at all. Jobs, mails and
 * announcements are written in one statement right before the commit, so the work itself does not find them in their tables.
 */
export type Tx = PgTransaction<NodePgQueryResultHKT, Record<string, never>, Record<string, never>> & {
  readonly now: Date
  readonly cause: Cause
  /** What it runs on, for statements that are prepared there. */
  readonly connection: Connection
  /** Runs `job` after this transaction has committed, at least once. */
  enqueue<P>(job: QueuedJob<P>, payload: P, options?: EnqueueOptions): Promise<void>
  /** Writes a mail to one recipient; sent by a job. Returns the id of its row. */
  mail<P>(template: MailTemplate<P>, to: Recipient, props: NoInfer<P>): Promise<string>
  /** Tells open browsers after the commit. */
  announce(event: LiveEvent): Promise<void>
  /** Adds a writing statement to those before the commit. */
  atEnd(statement: SQL): void
}

export interface WorkTools {
  db: Db
  jobs: Jobs
  facts: Facts
  refusals: ConstraintRefusals
  /** For what of a mail must not be read in the database. */
  seal: Seal
}

const maxTries = 5

/**
 * Runs `work` in one transaction. A serialization failure or deadlock is retried up to five times with jitter, so
 * people never see it; a constraint that refuses becomes its domain error. No network call belongs inside. Beside the
 * statements of `work` it costs two, or three when jobs, mails or announcements are asked for.
 */
export async function transact<T>(tools: WorkTools, cause: Cause, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(tools, cause, work)
    } catch (error) {
      if (!isRetryable(error) || attempt === maxTries) throw translateFailure(error, tools.refusals)
      await new Promise(resolve => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
    }
  }
}

async function once<T>(tools: WorkTools, cause: Cause, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await tools.db.$client.connect()
  let isUnusable = false
  try {
    await client.query(opening(cause))
    const session = new NodePgSession<Record<string, never>, Record<string, never>>(client, dialect, undefined)
    const waiting: Waiting = { mails: [], jobs: [], events: [], statements: [] }
    const wrote = new Set<string>()
    const tx = new NodePgTransaction(dialect, session, undefined) as unknown as Tx
    const answer = await work(unitOfWork(tx, connectionOf(client), cause, tools.seal, waiting, wrote))
    await flush(client, tools.jobs, waiting, cause.now)
    const { command } = await client.query('commit')
    // PostgreSQL answers so when a statement failed and the work went on as if it had not.
    if (command === 'ROLLBACK') throw new Error('a statement of this transaction failed unnoticed; nothing was kept')
    tools.facts.forget(wrote)
    if (waiting.events.length > 0) ring(tools.db)
    return answer
  } catch (error) {
    await client.query('rollback').catch(() => {
      isUnusable = true
    })
    throw error
  } finally {
    client.release(isUnusable)
  }
}

/** The beginning and what triggers are to know, in one round trip. */
function opening({ actorId, isAudited, ipAddress, requestId, locksActor }: Cause): string {
  const settings = { actor: actorId, audited: isAudited ? 'on' : 'off', ip: ipAddress, request: requestId }
  const calls = Object.entries(settings).map(
    ([name, value]) => `set_config('app.${name}', ${pg.escapeLiteral(value ?? '')}, true)`,
  )
  // Not the person's row, which others lock after rows of their own: this lock is always the first, so nobody waits in a ring.
  if (locksActor && actorId)
    calls.push(`pg_advisory_xact_lock(hashtextextended(${pg.escapeLiteral(`spends ${actorId}`)}, 0))`)
  return `begin; select ${calls.join(', ')}`
}

/** What the work asked for and what is written before the commit. */
interface Waiting {
  mails: MailRow[]
  jobs: WaitingJob[]
  events: LiveEvent[]
  statements: SQL[]
}

/** `wrote` gets the names of the tables that the work inserts into, updates or deletes from. */
function unitOfWork(
  tx: Tx,
  connection: Connection,
  cause: Cause,
  seal: Seal,
  waiting: Waiting,
  wrote: Set<string>,
): Tx {
  for (const verb of ['insert', 'update', 'delete'] as const) {
    const plain = tx[verb].bind(tx) as (table: Table) => unknown
    Object.assign(tx, {
      [verb](table: Table) {
        wrote.add(getTableName(table))
        return plain(table)
      },
    })
  }
  const savepoint = tx.transaction.bind(tx)
  return Object.assign(tx, {
    now: cause.now,
    cause,
    connection,
    async enqueue(job, payload, options = {}) {
      waiting.jobs.push({ name: job.name, data: payload as object, ...options })
    },
    async mail(template, to, props) {
      refuseToWriteToStrangers(template, to, cause.isAudited)
      const row = mailRow(template, to, props, { seal, now: cause.now })
      waiting.mails.push(row)
      waiting.jobs.push({ name: sendMail.name, data: { mailId: row.id }, priority: mailPriority(template) })
      return row.id
    },
    async announce(event) {
      waiting.events.push(event)
    },
    atEnd(statement) {
      waiting.statements.push(statement)
    },
    // What a savepoint takes back was not asked for either.
    async transaction<T>(work: (inner: Tx) => Promise<T>): Promise<T> {
      const inside: Waiting = { mails: [], jobs: [], events: [], statements: [] }
      const answer = await savepoint(inner => work(unitOfWork(inner as Tx, connection, cause, seal, inside, wrote)))
      for (const kind of Object.keys(inside) as (keyof Waiting)[]) waiting[kind].push(...(inside[kind] as never[]))
      return answer
    },
  } satisfies Partial<Tx>)
}

/** Writes everything that waits in one prepared statement. */
async function flush(client: pg.ClientBase, jobs: Jobs, waiting: Waiting, now: Date): Promise<void> {
  const parts = [...waiting.statements]
  if (waiting.mails.length > 0) parts.push(mailRows(waiting.mails, now))
  if (waiting.events.length > 0) parts.push(eventRows(waiting.events, now))
  if (waiting.jobs.length > 0) parts.push(...(await jobRows(jobs, waiting.jobs)))
  const last = parts.pop()
  if (!last) return
  const others = parts.map((part, i) => sql`${sql.raw(`part_${i}`)} as (${part})`)
  const whole = others.length > 0 ? sql`with ${sql.join(others, sql`, `)} ${last}` : last
  const { sql: text, params } = dialect.sqlToQuery(whole)
  // As many texts as there are combinations of queues that some work fills: they are planned once for each connection.
  const name = `flush_${createHash('sha1').update(text).digest('base64url')}`
  await client.query({ name, text, values: params })
}
