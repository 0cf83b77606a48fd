import type { Client } from 'pg'
import { escapeIdentifier } from 'pg'

export interface Table {
  schema: string
  name: string
  isPartitioned: boolean
  columns: string[]
}

/** What the backup covers: every schema but PostgreSQL's own, and nothing that an extension brought. */
const OURS = `n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`

/** All tables by name; a partitioned table counts as one, so that its partitions may differ elsewhere. */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    SELECT n.nspname AS schema, c.relname AS name, c.relkind = 'p' AS "isPartitioned",
      array(SELECT attname::text FROM pg_attribute
        WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence <> 't' AND ${OURS}
    ORDER BY 1, 2`)
  return rows
}

export async function listSequences(client: Client) {
  const { rows } = await client.query<{ schema: string; name: string }>(`
    SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'S' AND ${OURS} ORDER BY 1, 2`)
  const states = []
  for (const sequence of rows) {
    const state = await client.query<{ lastValue: string; isCalled: boolean }>(
      `SELECT last_value::text AS "lastValue", is_called AS "isCalled" FROM ${qualified(sequence)}`,
    )
    states.push({ ...sequence, ...state.rows[0]! })
  }
  return states
}

export async function listMaterializedViews(client: Client) {
  const { rows } = await client.query<{ schema: string; name: string }>(`
    SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'm' AND ${OURS} ORDER BY c.oid`)
  return rows
}

/** Hashes of the migrations that have run, in their order. */
export async function listMigrations(client: Client): Promise<string[]> {
  const known = await client.query(`SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS exists`)
  if (!known.rows[0].exists) return []
  const { rows } = await client.query<{ hash: string }>('SELECT hash FROM drizzle.__drizzle_migrations ORDER BY id')
  return rows.map(row => row.hash)
}

/** Makes text forms independent of the server's and the role's settings, and lets long work take its time. */
export async function prepareSession(client: Client): Promise<void> {
  await client.query(`
    SET client_encoding = 'UTF8'; SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres'; SET TimeZone = 'UTC';
    SET bytea_output = 'hex'; SET extra_float_digits = 3; SET row_security = off;
    SET synchronize_seqscans = off; SET max_parallel_workers_per_gather = 0;
    SET statement_timeout = 0; SET lock_timeout = '10s'; SET idle_in_transaction_session_timeout = 0`)
}

export const qualified = ({ schema, name }: { schema: string; name: string }) =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`
export const columnList = (columns: string[]) => columns.map(escapeIdentifier).join(', ')
