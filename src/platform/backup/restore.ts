import { existsSync } from 'node:fs'
import { chmod, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg, { type Client } from 'pg'
import { listMaterializedViews, listMigrations, listTables, prepareSession, qualified, type Table } from './catalog.ts'
import { suspendRules } from './constraints.ts'
import { copyIn, copyOut } from './copy.ts'
import { copyFiles, copyPrivately, listFiles, sync } from './files.ts'
import { FILES_FOLDER, type Manifest, readVerified, SECRETS_FILE } from './manifest.ts'

export interface RestoreOptions {
  from: string
  /** Connection of the tables' owner. Nobody else may be connected. */
  url: string
  dataDir: string
  /** Brings the database up to date and makes the tables of the job queue. */
  prepare(url: string): Promise<unknown>
  /** Replaces what is there. */
  isForced?: boolean
}

/**
 * Reads a backup back: tables row by row as they were (so that chained hashes stay valid), counters, uploaded files
 * and the venue's keys. Everything is checked before anything is changed, and the tables are compared with the backup
 * before they count. Refuses a backup of other migrations, and unless forced a database or folder in use.
 */
export async function restoreBackup({
  from,
  url,
  dataDir,
  prepare,
  isForced = false,
}: RestoreOptions): Promise<Manifest> {
  const manifest = await readVerified(from)
  const files = join(dataDir, FILES_FOLDER)
  const hasFiles = manifest.files.keptIn === 'backup'
  if (hasFiles && !isForced && (await listFiles(files)).length > 0)
    throw new Error(`${files} is not empty. Restoring with --force replaces what is there.`)
  if (manifest.files.keptIn === 'backup') await refuseUnlisted(from, manifest.files.entries)
  const next = `${files}.restored`
  await rm(next, { recursive: true, force: true })
  try {
    if (hasFiles) {
      await mkdir(next, { recursive: true, mode: 0o700 })
      await copyFiles(join(from, FILES_FOLDER), next)
    }
    await restoreDatabase({ from, url, prepare, isForced }, manifest)
    if (hasFiles) await replaceFolder(next, files)
  } finally {
    await rm(next, { recursive: true, force: true })
  }
  if (manifest.secrets) await restoreSecrets(from, dataDir)
  return manifest
}

async function restoreDatabase(
  { from, url, prepare, isForced }: Omit<RestoreOptions, 'dataDir'>,
  manifest: Manifest,
): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'exchange restore' })
  client.on('error', () => {}) // The failing call rejects as well.
  await client.connect()
  try {
    await prepareSession(client)
    await refuseCompany(client)
    if (!isForced) await refuseContent(client)
    await prepare(url)
    const tables = await matchTables(client, manifest)
    await client.query('BEGIN')
    const resumeRules = await suspendRules(client, [...new Set(tables.map(table => table.schema))])
    await client.query(`TRUNCATE ${tables.map(qualified).join(', ')}`)
    for (const [index, table] of tables.entries()) {
      const saved = manifest.tables[index]!
      await copyIn(client, table, join(from, saved.file))
      const now = await copyOut(client, table, null)
      if (now.rows !== saved.rows || now.sha256 !== saved.sha256)
        throw new Error(`${table.schema}.${table.name} differs from the backup after it was read back`)
    }
    for (const { lastValue, isCalled, ...sequence } of manifest.sequences)
      await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [qualified(sequence), lastValue, isCalled])
    await client.query('SET CONSTRAINTS ALL IMMEDIATE')
    await resumeRules()
    for (const view of await listMaterializedViews(client))
      await client.query(`REFRESH MATERIALIZED VIEW ${qualified(view)}`)
    await client.query('COMMIT')
    await client.query('ANALYZE')
  } finally {
    await client.end().catch(() => {})
  }
}

/** What the manifest does not list has not been verified. */
async function refuseUnlisted(from: string, entries: { path: string }[]): Promise<void> {
  const listed = new Set(entries.map(entry => entry.path))
  const unlisted = (await listFiles(join(from, FILES_FOLDER))).find(path => !listed.has(path))
  if (unlisted) throw new Error(`The backup is damaged: ${FILES_FOLDER}/${unlisted} is not part of it`)
}

/** An application at work would keep what it remembers of the old data, and its sessions block the tables. */
async function refuseCompany(client: Client): Promise<void> {
  // A session that has just been closed takes a moment to go.
  for (const deadline = Date.now() + 2000; ; await sleep(50)) {
    const { rows } = await client.query<{ name: string }>(
      `SELECT DISTINCT application_name AS name FROM pg_stat_activity
       WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    )
    if (rows.length === 0) return
    const names = rows.map(row => row.name || 'unnamed').join(', ')
    if (Date.now() > deadline)
      throw new Error(`Others are connected to this database (${names}): stop the application first`)
  }
}

/** Bookkeeping of migrations and of the job queue is no content: both fill it by themselves. */
async function refuseContent(client: Client): Promise<void> {
  for (const table of await listTables(client)) {
    if (['drizzle', 'pgboss'].includes(table.schema)) continue
    const { rowCount } = await client.query(`SELECT FROM ${qualified(table)} LIMIT 1`)
    if (rowCount)
      throw new Error(`${table.schema}.${table.name} is not empty. Restoring with --force replaces everything.`)
  }
}

/** The database's tables in the backup's order. */
async function matchTables(client: Client, manifest: Manifest): Promise<Table[]> {
  const migrations = await listMigrations(client)
  if (migrations.join() !== manifest.migrations.join())
    throw new Error(
      `The backup was written by a version with other migrations (${manifest.migrations.length} there, ${migrations.length} here): restore with that version, then update`,
    )
  const found = await listTables(client)
  const [there, saved] = [found, manifest.tables].map(list => list.map(shape)) as [string[], string[]]
  const different = [...there.filter(one => !saved.includes(one)), ...saved.filter(one => !there.includes(one))]
  if (different.length > 0)
    throw new Error(`These tables are not the same in the backup and in this version: ${different.join('; ')}`)
  return manifest.tables.map(table => found.find(other => shape(other) === shape(table))!)
}

const shape = ({ schema, name, columns }: Omit<Table, 'isPartitioned'>) =>
  `${schema}.${name} (${columns.toSorted().join(', ')})`

async function replaceFolder(next: string, final: string): Promise<void> {
  const old = `${final}.replaced`
  await rm(old, { recursive: true, force: true })
  if (existsSync(final)) await rename(final, old)
  await rename(next, final)
  await rm(old, { recursive: true, force: true })
}

async function restoreSecrets(from: string, dataDir: string): Promise<void> {
  const next = join(dataDir, `${SECRETS_FILE}.next`)
  await rm(next, { force: true })
  await copyPrivately(join(from, SECRETS_FILE), next)
  await chmod(next, 0o600)
  await rename(next, join(dataDir, SECRETS_FILE))
  await sync(dataDir)
}
