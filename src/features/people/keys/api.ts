import { randomBytes } from 'node:crypto'
import { and, count, desc, eq, gt, isNull } from 'drizzle-orm'
import { securityNoticeMail } from '#features/people/members/mail.tsx'
import { securityNotice } from '#features/people/members/rules.ts'
import { profiles } from '#features/people/members/table.ts'
import { apiKeyPrefix, hashApiKey } from '#platform/auth/authenticate.ts'
import { apiKeys } from '#platform/db/tables.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import { forSignedIn } from '#platform/rpc/procedures.ts'
import { keyInput, keyRef } from './inputs.ts'
import { whyNot } from './rules.ts'

const dayMs = 86_400_000

/** One's own keys for programs; mounted under `members` in src/api.ts. The keys themselves are not kept. */
export const keyCalls = {
  /** One's own API keys that are still good, with their end and when they were last used. */
  keys: forSignedIn.route({ method: 'GET', summary: 'Own API keys' }).handler(({ context: { actor, db, now } }) =>
    db
      .select({
        id: apiKeys.id,
        name: apiKeys.name,
        hint: apiKeys.hint,
        scope: apiKeys.scope,
        createdAt: apiKeys.createdAt,
        expiresAt: apiKeys.expiresAt,
        lastUsedAt: apiKeys.lastUsedAt,
      })
      .from(apiKeys)
      .where(and(eq(apiKeys.userId, actor.userId), isNull(apiKeys.revokedAt), gt(apiKeys.expiresAt, now)))
      .orderBy(desc(apiKeys.createdAt)),
  ),

  /**
   * Makes an API key, up to ten, for 90 days unless said otherwise; the owner is told by mail. The answer holds the key,
   * once: only its SHA-256 is kept, so a repetition of the call is refused (KEY_ALREADY_SHOWN). A key makes no key,
   * else one that leaked could not be ended.
   */
  createKey: forSignedIn
    .meta({ fresh: true, spends: ['keys'] })
    .route({ summary: 'Make an API key' })
    .input(keyInput)
    .handler(async ({ input, context }) => {
      const key = `${apiKeyPrefix}${randomBytes(32).toString('base64url')}`
      const stored = await context.write(async tx => {
        const { userId, email, firstName } = context.actor
        await tx.select({ userId: profiles.userId }).from(profiles).where(eq(profiles.userId, userId)).for('update')
        const [existing] = await tx
          .select({ keys: count() })
          .from(apiKeys)
          .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt), gt(apiKeys.expiresAt, tx.now)))
        demand(whyNot.make(existing!.keys))
        const [row] = await tx
          .insert(apiKeys)
          .values({
            userId,
            name: input.name,
            scope: input.scope,
            keyHash: hashApiKey(key),
            hint: key.slice(0, 9),
            createdAt: tx.now,
            expiresAt: new Date(tx.now.getTime() + input.days * dayMs),
          })
          .returning({ id: apiKeys.id, keyHash: apiKeys.keyHash })
        await tx.mail(
          securityNoticeMail,
          { address: email, userId },
          securityNotice('keyMade', firstName, `${context.runtime.env.publicUrl}/account`),
        )
        return row!
      })
      if (stored.keyHash !== hashApiKey(key))
        throw refusal(
          'KEY_ALREADY_SHOWN',
          'This key was made already and cannot be shown again. Revoke it and make another.',
        )
      return { id: stored.id, key }
    }),

  /** Ends one of one's own API keys at once. */
  revokeKey: forSignedIn
    .route({ summary: 'Revoke an API key' })
    .input(keyRef)
    .handler(({ input, context }) =>
      context.write(async tx => {
        const [row] = await tx
          .update(apiKeys)
          .set({ revokedAt: tx.now })
          .where(and(eq(apiKeys.id, input.keyId), eq(apiKeys.userId, context.actor.userId), isNull(apiKeys.revokedAt)))
          .returning({ id: apiKeys.id })
        if (!row) throw notFound()
        return { id: row.id }
      }),
    ),
}
