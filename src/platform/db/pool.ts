import { fillPlaceholders, type SQL, sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { type PgDatabase, PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { Log } from '#platform/log.ts'
import { PreparingClient } from './preparing.ts'
import { makeGroups } from './roles.ts'

/** Anything that can read: the pool or a transaction. Functions take it first. */
export type Reader = PgDatabase<NodePgQueryResultHKT>
export type Db = NodePgDatabase & { $client: pg.Pool }

/** How tables and conditions become SQL; it remembers nothing of any connection. */
export const dialect = new PgDialect({ casing: 'snake_case' })

/**
 * Opens the pool that serves requests. Every connection waits at most 2 s for a lock and 15 s for a statement, and dates
 * come back as the venue writes them.
 */
export function openDb(url: string, options: { max?: number; log: Log }): Db {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max: options.max ?? 20,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    application_name: 'exchange',
    options: `-c lock_timeout=2000 -c statement_timeout=15000 -c idle_in_transaction_session_timeout=30000 -c TimeZone=UTC -c app.audited=off`,
  })
  surviveLostConnections(pool, options.log)
  return drizzle(pool, { casing: 'snake_case' }) as Db
}

/**
 * A connection that the server drops must not end the process, neither an idle one nor one between two statements of a
 * transaction: its query fails, and the next one opens another.
 */
export function surviveLostConnections(pool: pg.Pool, log: Log): void {
  pool.on('error', error => log.warn({ err: error }, 'a database connection was lost'))
  pool.on('connect', client => client.on('error', () => {}))
}

/** Runs `read` on one connection that sees the database as it is at the first statement and writes nothing. */
export async function inSnapshot<T>(db: Db, read: (snapshot: Db) => Promise<T>): Promise<T> {
  const client = await db.$client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    return await read(Object.assign(drizzle(client, { casing: 'snake_case' }), { $client: db.$client }))
  } finally {
    const isUsable = await client.query('rollback').then(
      () => true,
      () => false,
    )
    client.release(!isUsable)
  }
}

/** Brings the database up to date as its owner, one process at a time, and makes the groups that it grants rights to. */
export async function migrateDb(url: string, folder: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'exchange migration' })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('exchange.migrate'))`)
    await makeGroups(client)
    await migrate(drizzle(client), { migrationsFolder: folder })
  } finally {
    await client.end()
  }
}

/** Pattern for `ilike` that finds `text` anywhere, with its own wildcards taken as they are written. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Whether the telephone number in `column` is what was typed, in any spelling; fewer than four digits are none. */
export function telephoneIs(column: SQL, typed: string): SQL {
  const digits = typed.replace(/\D/g, '').replace(/^0+/, '')
  return digits.length >= 4 ? sql`regexp_replace(${column}, '\\D', '', 'g') like ${containing(digits)}` : sql`false`
}

/** One connection of the pool, while it is lent; the same object whenever it is lent again. */
export type Connection = NodePgDatabase & { $client: pg.ClientBase }

const connections = new WeakMap<pg.ClientBase, Connection>()

/** The connection of a client of the pool, for statements that are prepared on it. */
export function connectionOf(client: pg.ClientBase): Connection {
  const known = connections.get(client) ?? (drizzle(client as pg.Client, { casing: 'snake_case' }) as Connection)
  connections.set(client, known)
  return known
}

/** A transaction, whose prepared statements are those of its connection. */
interface OnConnection {
  readonly connection: Connection
}

/**
 * A statement that is built once for each connection, which parses and plans it once, for what nearly every request asks:
 * `make` builds it and ends with `.prepare('name')`, a name of its own in the whole program. Inside a transaction it is part
 * of that.
 */
export function prepared<Query>(make: (db: NodePgDatabase) => Query): (db: NodePgDatabase | OnConnection) => Query {
  const known = new WeakMap<NodePgDatabase, Query>()
  return db => {
    const at = 'connection' in db ? db.connection : db
    const found = known.get(at) ?? make(at)
    known.set(at, found)
    return found
  }
}

/**
 * The same for a statement of a transaction that is written in SQL; what changes are placeholders, given by name. It may not
 * write to tables that a fact is made of: nothing tells that it did.
 */
export function preparedSql<Row extends pg.QueryResultRow>(
  name: string,
  make: (db: NodePgDatabase) => SQL,
): (tx: OnConnection, values: Record<string, unknown>) => Promise<Row[]> {
  const statement = prepared(db => dialect.sqlToQuery(make(db)))
  return async (tx, values) => {
    const { sql: text, params } = statement(tx)
    const { rows } = await tx.connection.$client.query<Row>({ name, text, values: fillPlaceholders(params, values) })
    return rows
  }
}
