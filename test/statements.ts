import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import pg from 'pg'

export interface SentStatement {
  text: string
  /** Name of a prepared statement. */
  name: string | undefined
}

/**
 * The statements that `work` makes the server send over its request pool, in order, in this process or over HTTP. One
 * round trip is one statement. What goes on beside it (jobs, simulators, live streams) is not counted, nor the
 * notification after commits, which is one for all that commit within some milliseconds and which nobody waits for.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<SentStatement[]> {
  const id = randomUUID()
  const sent: SentStatement[] = []
  counts.set(id, sent)
  try {
    await causes.run(id, work)
  } finally {
    counts.delete(id)
  }
  return sent
}

/** Headers for a request that is made while statements are counted; the server goes on counting by them. */
export function counted(headers?: HeadersInit): Headers {
  const all = new Headers(headers)
  const id = causes.getStore()
  if (id) all.set(header, id)
  return all
}

/** Handles a request whose statements count for whoever sent it: a webhook that a counted call sets off counts for nobody. */
export function underCount<T>(headers: Headers, handle: () => T): T {
  return causes.run(headers.get(header) ?? '', handle)
}

const header = 'x-test-statements'
const counts = new Map<string, SentStatement[]>()
const causes = new AsyncLocalStorage<string>()

interface Connection {
  connectionParameters: { application_name?: string }
}

const { prototype } = pg.Client
const original = prototype.query as (...args: unknown[]) => unknown
prototype.query = function (this: pg.Client & Connection, ...args: unknown[]) {
  // Simulators, jobs and the listening connection go by other names.
  const sent = this.connectionParameters.application_name === 'exchange' && counts.get(causes.getStore() ?? '')
  if (sent) {
    const [query] = args as [string | { text: string; name?: string }]
    const { text, name } = typeof query === 'string' ? { text: query, name: undefined } : query
    if (!text.includes('pg_notify(')) sent.push({ text, name })
  }
  return original.apply(this, args)
} as typeof prototype.query

// A statement that waited for a free connection is sent by whoever gives one back: it still counts for who asked.
type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: boolean) => void,
) => void
const pool = pg.Pool.prototype as { connect(connected?: Connected): unknown }
const connect = pool.connect
pool.connect = function (this: pg.Pool, connected?: Connected) {
  return connect.call(this, connected && AsyncResource.bind(connected))
}
