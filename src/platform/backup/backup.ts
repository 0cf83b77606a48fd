import { existsSync } from 'node:fs'
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { listMigrations, listSequences, listTables, prepareSession, qualified } from './catalog.ts'
import { copyOut } from './copy.ts'
import { copyFiles, copyPrivately, describeFiles, sync } from './files.ts'
import { type BackedUpTable, FILES_FOLDER, hashFile, MANIFEST_FILE, type Manifest, SECRETS_FILE } from './manifest.ts'

export interface BackupOptions {
  /** Connection of the tables' owner. */
  url: string
  dataDir: string
  /** Object store that keeps uploaded files; without one they are in the data folder and part of the backup. */
  bucket?: string | undefined
  /** Folder to make; must not exist. */
  to: string
}

/**
 * Writes all tables as they are at one instant, the uploaded files and the venue's keys into a folder that only its
 * owner may read, and lists them with their checksums. Works beside a running application. The folder gets its name when
 * everything is on the disk: one that exists is complete.
 */
export async function createBackup({ url, dataDir, bucket, to }: BackupOptions): Promise<Manifest> {
  if (existsSync(to)) throw new Error(`${to} exists already: name a new folder`)
  const folder = `${to}.partial`
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, 'tables'), { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  try {
    const manifest = await writeBackup(folder, { url, dataDir, bucket })
    await writeFile(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`, {
      mode: 0o600,
      flush: true,
    })
    await sync(folder)
    await rename(folder, to)
    await sync(dirname(to))
    return manifest
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function writeBackup(folder: string, { url, dataDir, bucket }: Omit<BackupOptions, 'to'>): Promise<Manifest> {
  const source = join(dataDir, FILES_FOLDER)
  const target = join(folder, FILES_FOLDER)
  // Before and after: a file that the snapshot names was there in one of the two passes, even if it is deleted since.
  if (!bucket) await copyFiles(source, target)
  const database = await exportDatabase(url, folder)
  if (!bucket) await copyFiles(source, target)
  const hasSecrets = await copyPrivately(join(dataDir, SECRETS_FILE), join(folder, SECRETS_FILE))
  return {
    format: 1,
    createdAt: new Date().toISOString(),
    ...database,
    files: bucket ? { keptIn: 'bucket', bucket } : { keptIn: 'backup', entries: await describeFiles(target) },
    secrets: hasSecrets ? await hashFile(join(folder, SECRETS_FILE)) : null,
  }
}

async function exportDatabase(url: string, folder: string) {
  const client = new pg.Client({ connectionString: url, application_name: 'exchange backup' })
  client.on('error', () => {}) // The failing call rejects as well.
  await client.connect()
  try {
    await prepareSession(client)
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const found = await listTables(client)
    if (found.length === 0) throw new Error('This database has no tables: there is nothing to back up')
    // Emptying or changing a table does not respect snapshots.
    await client.query(`LOCK TABLE ${found.map(qualified).join(', ')} IN ACCESS SHARE MODE`)
    const migrations = await listMigrations(client)
    const tables: BackedUpTable[] = []
    for (const [index, table] of found.entries()) {
      const file = `tables/${String(index + 1).padStart(3, '0')}-${table.name.replace(/[^\w-]/g, '_')}.copy`
      const { schema, name, columns } = table
      tables.push({ schema, name, columns, file, ...(await copyOut(client, table, join(folder, file))) })
    }
    // Sequences know no snapshot: read last, they are past every number that the rows contain.
    const sequences = await listSequences(client)
    const version = await client.query<{ server_version: string }>('SHOW server_version')
    await client.query('COMMIT')
    return { postgresVersion: version.rows[0]!.server_version, migrations, tables, sequences }
  } finally {
    await client.end().catch(() => {})
  }
}
