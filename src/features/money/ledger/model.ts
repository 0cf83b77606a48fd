import type { Tx } from '#platform/db/transaction.ts'
import { ledgerEntries } from './table.ts'

export type NewEntry = Pick<
  typeof ledgerEntries.$inferInsert,
  'userId' | 'orderId' | 'kind' | 'amountPence' | 'description' | 'externalRef'
>

/** Writes money that came in (positive pence) or went back (negative). False when this outside reference is there. */
export async function enterLedger(tx: Tx, entry: NewEntry): Promise<boolean> {
  const [row] = await tx
    .insert(ledgerEntries)
    .values({ ...entry, createdAt: tx.now })
    .onConflictDoNothing({ target: ledgerEntries.externalRef })
    .returning({ id: ledgerEntries.id })
  return row !== undefined
}
