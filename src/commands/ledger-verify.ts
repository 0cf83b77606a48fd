// npm run ledger:verify   Recomputes all balances; exits 1 and names the first difference. The application may be running.
import pg from 'pg'
import { openToRead } from '#platform/backup/target.ts'
import { readEnv } from '#platform/env.ts'
import { areBooks, findViolations, readInvariants } from './violations.ts'

try {
  const database = await openToRead(readEnv())
  const pool = new pg.Pool({ connectionString: database.url, max: 1 })
  try {
    const ask = async (text: string, values: unknown[]) => (await pool.query<{ what: string }>(text, values)).rows
    const [fault] = await findViolations(ask, new Date(), readInvariants().filter(areBooks))
    console.log(fault ?? 'All balances agree.')
    if (fault) process.exitCode = 1
  } finally {
    await pool.end()
    await database.close()
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
