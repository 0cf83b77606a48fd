// npm run db:restore -- FOLDER [--force]   The application must be stopped; --force replaces what is there.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { restoreBackup } from '#platform/backup/restore.ts'
import { openToReplace } from '#platform/backup/target.ts'
import { readEnv } from '#platform/env.ts'
import { prepareDatabase } from '#platform/jobs/prepare.ts'

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
      prepare: url => prepareDatabase(url, 'drizzle'),
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
