// npm run db:backup -- [FOLDER]   Default folder: backups/<time> in the data folder. The application may be running.
import { join, resolve } from 'node:path'
import { createBackup } from '#platform/backup/backup.ts'
import { markBackup } from '#platform/backup/mark.ts'
import { openToRead } from '#platform/backup/target.ts'
import { readEnv } from '#platform/env.ts'

try {
  const env = readEnv()
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const to = resolve(process.argv[2] ?? join(env.dataDir, 'backups', stamp))
  const database = await openToRead(env)
  try {
    const { tables, files } = await createBackup({
      url: database.url,
      dataDir: env.dataDir,
      bucket: env.S3_BUCKET,
      to,
    })
    await markBackup(env.dataDir, new Date())
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const kept = files.keptIn === 'backup' ? `${files.entries.length} files` : `files stay in bucket ${files.bucket}`
    console.log(`${to}: ${tables.length} tables with ${rows} rows, ${kept}`)
  } finally {
    await database.close()
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
