import { and, eq } from 'drizzle-orm'
import type { Db } from '#platform/db/pool.ts'
import { account, user } from '#platform/db/tables.ts'
import { emailKey } from '#platform/mail/address.ts'
import type { AuthContext } from './links.ts'

/** Notes which password an account has as its sign-in begins. */
export async function notePassword(ctx: AuthContext, db: Db, email: string): Promise<void> {
  if (ctx.request) noted.set(ctx.request, await hashOf(db, email))
}

/**
 * Whether the account still has the password that it had as this sign-in began. Asked once the session is there: a change
 * of the password that comes later finds it and ends it.
 */
export async function isPasswordAsNoted(ctx: AuthContext, db: Db, email: string): Promise<boolean> {
  return !ctx.request || noted.get(ctx.request) === (await hashOf(db, email))
}

const noted = new WeakMap<Request, string | null>()

async function hashOf(db: Db, email: string): Promise<string | null> {
  const [row] = await db
    .select({ hash: account.password })
    .from(account)
    .innerJoin(user, eq(user.id, account.userId))
    .where(and(eq(user.emailKey, emailKey(email)), eq(account.providerId, 'credential')))
  return row?.hash ?? null
}
