import { lt } from 'drizzle-orm'
import type { Db } from '#platform/db/pool.ts'
import { verification } from '#platform/db/tables.ts'
import { storedAs } from './ways-in.ts'

/** Marks a secret as used, of which only a hash is kept: true for one of any number of parallel requests until `endsAt`. */
export async function isFirstUse(db: Db, secret: string, endsAt: Date): Promise<boolean> {
  const mark = storedAs(secret)
  const [first] = await db
    .insert(verification)
    .values({ id: mark, identifier: mark, value: 'used', expiresAt: endsAt })
    .onConflictDoUpdate({
      target: verification.id,
      set: { expiresAt: endsAt },
      setWhere: lt(verification.expiresAt, new Date()),
    })
    .returning({ id: verification.id })
  return first !== undefined
}
