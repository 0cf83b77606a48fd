// npm run ledger:verify   Recomputes all balances; exits 1 and names the first difference. The application may be running.
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { openToRead } from '#platform/backup/target.ts'
import { readEnv } from '#platform/env.ts'
import { firstLedgerFault } from './ledger-faults.ts'

try {
  const database = await openToRead(readEnv())
  const pool = new pg.Pool({ connectionString: database.url, max: 1 })
  try {
    const fault = await firstLedgerFault(drizzle(pool))
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
