import { APIError } from 'better-auth/api'
import { eq, sql } from 'drizzle-orm'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/pool.ts'
import { signInFailures } from '#platform/db/tables.ts'
import { emailKey } from '#platform/mail/address.ts'

/** Five failures in a row lock sign-in for 15 minutes (AUTH-10, decision 6). */
export const maxFailures = 5
export const lockMinutes = 15
/** Title of the answer that begins a lock. */
export const lockedNow = 'Account Locked'

/**
 * Takes one attempt before the password is looked at, so that parallel guesses cannot pass the limit together; the
 * fifth one brings its lock along, which only a success takes away. Refuses (429) while the lock lasts, even with the
 * right password (AUTH-14), and whether or not the address has an account.
 */
export async function takeAttempt(db: Db, clock: Clock, email: string): Promise<void> {
  const now = clock.now()
  const until = new Date(now.getTime() + lockMinutes * 60_000)
  const isOver = sql`${signInFailures.lockedUntil} <= ${now}`
  const [row] = await db
    .insert(signInFailures)
    .values({ emailKey: emailKey(email), failures: 1, lastFailedAt: now })
    .onConflictDoUpdate({
      target: signInFailures.emailKey,
      set: {
        // A lock that has passed starts the count again.
        failures: sql`case when ${isOver} then 1 else ${signInFailures.failures} + 1 end`,
        lockedUntil: sql`case when ${isOver} then null when ${signInFailures.failures} + 1 >= ${maxFailures}
          then coalesce(${signInFailures.lockedUntil}, ${until}::timestamptz) end`,
        lastFailedAt: now,
      },
    })
    .returning()
  if (row!.failures > maxFailures)
    throw new APIError('TOO_MANY_REQUESTS', {
      code: 'ACCOUNT_LOCKED',
      title: 'Account Temporarily Locked',
      message: lockedText(row!.lockedUntil ?? until, now),
    })
}

/** What a failed attempt says: how many are left (AUTH-12), or that this was the last (AUTH-13). */
export async function failedAttempt(db: Db, email: string): Promise<APIError> {
  const [row] = await db
    .select()
    .from(signInFailures)
    .where(eq(signInFailures.emailKey, emailKey(email)))
  const remaining = Math.max(0, maxFailures - (row?.failures ?? 0))
  if (remaining > 0)
    return new APIError('UNAUTHORIZED', {
      code: 'INVALID_CREDENTIALS',
      title: 'Login Failed',
      message: `Invalid credentials. ${remaining} attempt(s) remaining`,
      remaining,
    })
  return new APIError('UNAUTHORIZED', {
    code: 'ACCOUNT_LOCKED',
    title: lockedNow,
    message: `Too many failed attempts. Try again in ${lockMinutes} minutes.`,
  })
}

/** Gives back an attempt at which nobody looked at the password, with the lock that it may have begun. */
export async function returnAttempt(db: Db, email: string): Promise<void> {
  const { failures, lockedUntil } = signInFailures
  await db
    .update(signInFailures)
    .set({
      failures: sql`greatest(${failures} - 1, 0)`,
      lockedUntil: sql`case when ${failures} - 1 >= ${maxFailures} then ${lockedUntil} end`,
    })
    .where(eq(signInFailures.emailKey, emailKey(email)))
}

/** AUTH-11 */
export async function forgetFailures(db: Db, email: string): Promise<void> {
  await db.delete(signInFailures).where(eq(signInFailures.emailKey, emailKey(email)))
}

function lockedText(until: Date, now: Date): string {
  const minutes = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 60_000))
  return `Too many failed attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
}
