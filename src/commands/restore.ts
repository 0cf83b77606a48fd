// npm run db:restore -- FOLDER [--force]   The application must be stopped; --force replaces what is there.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { PgBoss } from 'pg-boss'
import { restoreBackup } from '#platform/backup/restore.ts'
import { openToReplace } from '#platform/backup/target.ts'
import { migrateDb, prepareSchemas } from '#platform/db/pool.ts'
import { readEnv } from '#platform/env.ts'

try {
  const { values, positionals } = parseArgs({
    options: { force: { type: 'boolean' } },
    allowPositionals: true,
  })
  const [folder] = positionals
  if (!folder) throw new Error('Name the folder of the backup: npm run db:restore -- FOLDER [--force]')
  const env = readEnv()
  const database = await openToReplace(env)
  try {
    const { createdAt, tables } = await restoreBackup({
      from: resolve(folder),
      url: database.url,
      dataDir: env.dataDir,
      prepare,
      isForced: values.force ?? false,
    })
    console.log(`Restored the backup of ${createdAt}: ${tables.length} tables, each compared with it`)
  } finally {
    await database.close()
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

/** The job queue makes its own tables when it first starts. */
async function prepare(url: string): Promise<void> {
  await migrateDb(url, 'drizzle')
  const jobs = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false })
  jobs.on('error', error => console.error(error.message))
  await jobs.start()
  await jobs.stop({ graceful: false })
  await prepareSchemas(url)
}
