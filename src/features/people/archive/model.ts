import { createHash } from 'node:crypto'
import { inArray, sql } from 'drizzle-orm'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import { emailKey } from '#platform/mail/address.ts'
import { archivedMembers } from './table.ts'

/** True when the address, in any form of it, belongs to an archived account (JOIN-28, decision 17). Never told to strangers. */
export async function isArchived(db: Reader, email: string): Promise<boolean> {
  const [row] = await db.select({ id: archivedMembers.id }).from(archivedMembers).where(isOf(email))
  return row !== undefined
}

/** The same as a column of a query that asks for more. */
export const archivedAs = (email: string) => sql<boolean>`exists (select 1 from ${archivedMembers}
  where ${isOf(email)})`

/** Whether the account of a query that joins `user` is archived. */
export const isArchivedAccount = sql<boolean>`exists (select 1 from ${archivedMembers}
  where ${archivedMembers.emailKey} = ${user.emailKey})`

const isOf = (email: string) => inArray(archivedMembers.emailKey, [emailKey(email), erasedKey(email)])

/** What erasure leaves of the key of an archived address (table.ts): known again when somebody types it, readable by nobody. */
const erasedKey = (email: string) => `erased:${createHash('sha256').update(emailKey(email)).digest('hex')}`
