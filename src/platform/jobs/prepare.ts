import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { migrateDb } from '#platform/db/pool.ts'
import { grantJobs } from '#platform/db/roles.ts'

/**
 * Brings the database up to date as its owner: the venue's tables from the migrations in `folder`, the job library's own,
 * and what the roles may do with them.
 */
export async function prepareDatabase(ownerUrl: string, folder: string): Promise<void> {
  await migrateDb(ownerUrl, folder)
  const boss = new PgBoss({ connectionString: ownerUrl, max: 1, supervise: false, schedule: false })
  const failed = new Promise<never>((_, reject) => boss.once('error', reject))
  await Promise.race([boss.start(), failed])
  await boss.stop({ graceful: false })
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'exchange grants' })
  await owner.connect()
  try {
    await grantJobs(owner)
  } finally {
    await owner.end()
  }
}
