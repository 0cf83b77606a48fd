import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { eq, sql } from 'drizzle-orm'
import type { AuthParts } from '#platform/auth.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db.ts'
import { emailKey } from '#platform/email.ts'
import { isCommonPassword } from '#platform/passwords.ts'
import { signInFailures, user } from '#platform/tables.ts'

/** Five failures in a row lock sign-in for 15 minutes (AUTH-10, decision 6). */
export const maxFailures = 5
export const lockMinutes = 15

export const passwordMessages = {
  strength: 'Password must be at least 8 characters with an uppercase letter, a lowercase letter and a digit',
  common: 'This password is too easy to guess. Please choose another.',
}

/** Eight characters or more with upper case, lower case and a digit (AUTH-23, decision 5). */
export const isStrongPassword = (password: string) =>
  password.length >= 8 && /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password) && /\d/.test(password)

/** Normalises addresses, counts sign-in attempts and holds the password policy, before Better Auth acts. */
export function beforeAuth({ db, clock }: AuthParts) {
  return createAuthMiddleware(async ctx => {
    const body: Record<string, unknown> = ctx.body ?? {}
    if (typeof body.email === 'string') {
      // A person is found by the key of their address; the rest of Better Auth then works with the stored one.
      const stored = await storedAddress(db, body.email)
      body.email = stored ?? body.email.trim().toLowerCase()
    }
    const chosen = newPassword(ctx.path, body)
    if (chosen !== null) {
      const needsStrength = ctx.path !== '/reset-password'
      if (needsStrength && !isStrongPassword(chosen)) throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_WEAK', message: passwordMessages.strength })
      const session = ctx.path === '/change-password' ? await getSessionFromCtx(ctx) : null
      const words = [body.email, body.firstName, body.lastName, session?.user.email, session?.user.name]
      if (await isCommonPassword(chosen, words.filter(word => typeof word === 'string').flatMap(word => word.split(/[@\s.]+/))))
        throw new APIError('BAD_REQUEST', { code: 'PASSWORD_COMPROMISED', message: passwordMessages.common })
    }
    if (ctx.path === '/sign-in/email' && typeof body.email === 'string') await countAttempt(db, clock, body.email)
    return { context: { ...ctx, body } }
  })
}

/** Says how many attempts are left, clears the count after a success, and ends a forced password change. */
export function afterSignIn({ db, clock, mails, onPasswordChanged }: AuthParts) {
  return createAuthMiddleware(async ctx => {
    const { returned } = ctx.context
    if (ctx.path === '/sign-in/email') {
      const key = emailKey(String(ctx.body?.email ?? ''))
      const isFailure = returned instanceof APIError && returned.statusCode === 401
      if (isFailure) throw await failedAttempt(db, clock, key)
      // Any other refusal (address not confirmed yet) knew the password.
      if (!(returned instanceof APIError) || returned.statusCode === 403) await db.delete(signInFailures).where(eq(signInFailures.emailKey, key))
    }
    if (ctx.path === '/change-password' && !(returned instanceof APIError)) {
      const session = ctx.context.newSession ?? (await getSessionFromCtx(ctx))
      if (session) {
        await onPasswordChanged(session.user.id)
        await mails.passwordChanged({ id: session.user.id, email: session.user.email, firstName: String(session.user.firstName ?? session.user.name) })
      }
    }
  })
}

/**
 * Takes one attempt before the password is looked at, so that parallel guesses cannot pass the limit together.
 * Refuses while the lock lasts, even with the right password (AUTH-14).
 */
async function countAttempt(db: Db, clock: Clock, email: string): Promise<void> {
  const now = clock.now()
  const [row] = await db
    .insert(signInFailures)
    .values({ emailKey: emailKey(email), failures: 1, lastFailedAt: now })
    .onConflictDoUpdate({
      target: signInFailures.emailKey,
      set: {
        // A lock that has passed starts the count again.
        failures: sql`case when ${signInFailures.lockedUntil} <= ${now} then 1 else ${signInFailures.failures} + 1 end`,
        lockedUntil: sql`case when ${signInFailures.lockedUntil} <= ${now} then null else ${signInFailures.lockedUntil} end`,
        lastFailedAt: now,
      },
    })
    .returning()
  if (row!.lockedUntil || row!.failures > maxFailures)
    throw new APIError('TOO_MANY_REQUESTS', {
      code: 'ACCOUNT_LOCKED',
      message: `Account Temporarily Locked. Too many failed attempts. Try again in ${lockMinutes} minutes.`,
    })
}

async function failedAttempt(db: Db, clock: Clock, key: string): Promise<APIError> {
  const until = new Date(clock.now().getTime() + lockMinutes * 60_000)
  const [row] = await db
    .update(signInFailures)
    .set({ lockedUntil: sql`case when ${signInFailures.failures} >= ${maxFailures} then ${until}::timestamptz else null end` })
    .where(eq(signInFailures.emailKey, key))
    .returning()
  const remaining = Math.max(0, maxFailures - (row?.failures ?? 0))
  return remaining === 0
    ? new APIError('UNAUTHORIZED', { code: 'ACCOUNT_LOCKED', message: `Account Locked. Too many failed attempts. Try again in ${lockMinutes} minutes.` })
    : new APIError('UNAUTHORIZED', {
        code: 'INVALID_CREDENTIALS',
        message: `Invalid credentials. ${remaining} ${remaining === 1 ? 'attempt' : 'attempts'} remaining`,
        remaining,
      })
}

async function storedAddress(db: Db, typed: string): Promise<string | null> {
  const [row] = await db.select({ email: user.email }).from(user).where(eq(user.emailKey, emailKey(typed)))
  return row?.email ?? null
}

function newPassword(path: string, body: Record<string, unknown>): string | null {
  const value = path === '/sign-up/email' ? body.password : ['/reset-password', '/change-password', '/set-password'].includes(path) ? body.newPassword : null
  return typeof value === 'string' ? value : null
}
