import type { Client } from 'pg'
import { escapeIdentifier } from 'pg'
import { qualified } from './catalog.ts'

interface Relation {
  schema: string
  table: string
}

/**
 * Puts triggers and foreign keys of these schemas out of action for this transaction, so that rows can be read back as
 * they were and in any order. Returns what brings them back exactly as they were, with every foreign key checked.
 * It takes the owner's rights only: managed databases do not let anybody set `session_replication_role`, which besides
 * would leave the keys unchecked and fire `ENABLE ALWAYS` triggers.
 */
export async function suspendRules(client: Client, schemas: string[]): Promise<() => Promise<void>> {
  const triggers = await client.query<Relation & { name: string; mode: string }>(
    `SELECT n.nspname AS schema, c.relname AS table, t.tgname AS name, t.tgenabled AS mode
     FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE NOT t.tgisinternal AND t.tgenabled <> 'D' AND c.relkind IN ('r', 'p') AND n.nspname = ANY($1)
     ORDER BY c.relispartition`,
    [schemas],
  )
  const keys = await client.query<Relation & { name: string; definition: string }>(
    `SELECT n.nspname AS schema, c.relname AS table, k.conname AS name, pg_get_constraintdef(k.oid) AS definition
     FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE k.contype = 'f' AND k.conparentid = 0 AND n.nspname = ANY($1)`,
    [schemas],
  )
  for (const { name, ...at } of triggers.rows)
    await client.query(`${alter(at)} DISABLE TRIGGER ${escapeIdentifier(name)}`)
  for (const { name, ...at } of keys.rows) await client.query(`${alter(at)} DROP CONSTRAINT ${escapeIdentifier(name)}`)
  return async () => {
    for (const { name, definition, ...at } of keys.rows)
      await client.query(`${alter(at)} ADD CONSTRAINT ${escapeIdentifier(name)} ${definition}`)
    for (const { name, mode, ...at } of triggers.rows)
      await client.query(`${alter(at)} ENABLE ${MODES[mode] ?? ''} TRIGGER ${escapeIdentifier(name)}`)
  }
}

const MODES: Record<string, string> = { A: 'ALWAYS', R: 'REPLICA' }

const alter = ({ schema, table }: Relation) => `ALTER TABLE ${qualified({ schema, name: table })}`
