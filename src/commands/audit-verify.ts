// npm run audit:verify   Follows the audit log's chain; exits 1 and names the first row that does not hold.
import pg from 'pg'
import { openToRead } from '#platform/backup/target.ts'
import { readEnv } from '#platform/env.ts'

try {
  const database = await openToRead(readEnv())
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const { rows } = await client.query<{ bad: string | null; kept: number; head: string }>(
      'select audit_first_bad() as bad, (select count(*)::int from audit_log) as kept, (select last_hash from audit_head) as head',
    )
    const { bad, kept, head } = rows[0]!
    if (bad === null) console.log(`The audit log holds: ${kept} rows, the last one hashes to ${head}.`)
    else {
      console.log(`The audit log was altered: row ${bad} is the first that does not hold.`)
      process.exitCode = 1
    }
  } finally {
    await client.end()
    await database.close()
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
