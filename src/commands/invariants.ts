// npm run invariants   Prints what breaks a rule that must always hold and exits 1. The application may be running.
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import pg from 'pg'
import { openToRead } from '#platform/backup/target.ts'
import { type Env, readEnv } from '#platform/env.ts'
import { findViolations, readInvariants } from './violations.ts'

try {
  const env = readEnv()
  const database = await openToRead(env)
  const pool = new pg.Pool({ connectionString: database.url, max: 1 })
  try {
    const ask = async (text: string, values: unknown[]) => (await pool.query<{ what: string }>(text, values)).rows
    const found = [...(await findViolations(ask, new Date())), ...(await strayFiles(env, pool))]
    for (const line of found) console.log(line)
    console.log(found.length === 0 ? `All ${readInvariants().length} invariants hold.` : `${found.length} violations.`)
    if (found.length > 0) process.exitCode = 1
  } finally {
    await pool.end()
    await database.close()
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

/** Rows whose bytes are gone, and bytes that no row names. A bucket is not walked: its lists cost money. */
async function strayFiles(env: Env, pool: pg.Pool): Promise<string[]> {
  if (env.S3_BUCKET) return []
  const { rows } = await pool.query<{ storage_key: string }>('select storage_key from files where deleted_at is null')
  const known = new Set(rows.map(row => row.storage_key))
  const files = join(env.dataDir, 'files')
  const entries = await readdir(files, { recursive: true, withFileTypes: true }).catch(() => [])
  const keyOf = (path: string) => relative(files, path).split(sep).slice(1).join('/')
  const found = entries.filter(entry => entry.isFile()).map(({ parentPath, name }) => keyOf(join(parentPath, name)))
  const stored = new Set(found)
  return [
    ...[...known].filter(key => !stored.has(key)).map(key => `a file without its bytes: ${key}`),
    ...[...stored].filter(key => !known.has(key)).map(key => `bytes without a file: ${key}`),
  ]
}
