import type { PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '#platform/db/transaction.ts'

const atOnce = 1_000

/** Many rows in a few statements, in the order given. */
export async function insertAll<T extends PgTable>(tx: Tx, table: T, rows: T['$inferInsert'][]): Promise<void> {
  for (let from = 0; from < rows.length; from += atOnce) {
    await tx.insert(table).values(rows.slice(from, from + atOnce))
  }
}
