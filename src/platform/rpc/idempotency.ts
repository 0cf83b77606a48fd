import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Reader } from '#platform/db/pool.ts'
import { idempotencyKeys } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { refusal } from './errors.ts'

export interface IdempotentCall {
  /** Whose keys these are: a person, or all visitors. */
  scope: string
  key: string
  procedure: string
  input: unknown
}

/**
 * Runs `work` once per key: the first writer inserts the key in the transaction of the effect, together with the
 * answer; a repetition waits for it and gets the same answer. The same key with another input is refused (422).
 */
export async function once<T>(tx: Tx, call: IdempotentCall, work: () => Promise<T>): Promise<T> {
  const inputHash = hashOf(call)
  const [mine] = await tx
    .insert(idempotencyKeys)
    .values({ scope: call.scope, key: call.key, procedure: call.procedure, inputHash, createdAt: tx.now })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  const row = keptUnder(call)
  if (!mine) {
    const [stored] = await tx.select().from(idempotencyKeys).where(row)
    if (stored?.procedure !== call.procedure || stored.inputHash !== inputHash)
      throw refusal('IDEMPOTENCY_KEY_REUSED', 'This key was used for another request.', { status: 422 })
    return stored.answer as T
  }
  const answer = await work()
  tx.atEnd(sql`update ${idempotencyKeys} set answer = ${JSON.stringify(answer ?? null)}::jsonb where ${row}`)
  return answer
}

/**
 * What was answered when this very call was done; null where it was not. For a repetition that would be refused by now before it
 * comes to `once`, because the first time has used up what it asks for: an upload, say.
 */
export async function answered(db: Reader, call: IdempotentCall): Promise<{ answer: unknown } | null> {
  const [stored] = await db.select().from(idempotencyKeys).where(keptUnder(call))
  const isIt = stored?.procedure === call.procedure && stored.inputHash === hashOf(call)
  return isIt ? { answer: stored.answer } : null
}

const keptUnder = ({ scope, key }: IdempotentCall) =>
  and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key))

const hashOf = ({ input }: IdempotentCall) => createHash('sha256').update(stableJson(input)).digest('hex')

/** JSON with sorted keys, so that the order in which a client writes them does not matter. */
function stableJson(value: unknown): string {
  return (
    JSON.stringify(value, (_, item: unknown) =>
      item && typeof item === 'object' && !Array.isArray(item)
        ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
        : typeof item === 'bigint'
          ? `${item}n`
          : item,
    ) ?? 'null'
  )
}
