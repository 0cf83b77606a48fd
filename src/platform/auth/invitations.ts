import { randomBytes } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint, sensitiveSessionMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import { verification } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { hasSecondFactor } from './second-factor.ts'
import { registry, storedAs } from './ways-in.ts'

/** An invitation is good for a week and once. */
export const invitationDays = 7

const identifier = (token: string) => `invitation:${token}`

/**
 * Writes an invitation of `userId` in the caller's transaction and returns the secret for its link; only its hash is
 * kept. Earlier invitations of the person end with it.
 */
export async function writeInvitation(tx: Tx, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx.execute(registry.invitation.ended({ id: userId }, [], tx.now))
  await tx.insert(verification).values({
    identifier: storedAs(identifier(token)),
    value: userId,
    // The library compares with the real time, so this does too.
    expiresAt: new Date(Date.now() + invitationDays * 86_400_000),
  })
  return token
}

const alreadyAccepted = () =>
  new APIError('BAD_REQUEST', {
    code: 'PASSWORD_ALREADY_SET',
    message: 'This invitation was accepted already.',
  })

/**
 * Invitations of people whose account staff made (AUTH-30…33): the link signs in, once, and the person then chooses
 * their first password. Until they have, every procedure refuses them.
 */
export function invitations() {
  return {
    id: 'invitations',
    endpoints: {
      openInvitation: createAuthEndpoint(
        '/invitation/open',
        { method: 'POST', body: z.object({ token: z.string().max(200) }) },
        async ctx => {
          const { internalAdapter } = ctx.context
          const found = await internalAdapter.consumeVerificationValue(identifier(ctx.body.token))
          const invited = found && (await internalAdapter.findUserById(found.value))
          // Whoever has a password or a second factor comes in by it, not past it.
          const isAccepted = invited && (await internalAdapter.findCredentialAccount(invited.id)) !== null
          if (!invited || isAccepted || hasSecondFactor(invited))
            throw new APIError('BAD_REQUEST', {
              code: 'INVALID_TOKEN',
              message: 'Invalid or expired invitation link',
            })
          const session = await internalAdapter.createSession(invited.id)
          await setSessionCookie(ctx, { session, user: invited })
          return ctx.json({ status: true })
        },
      ),
      acceptInvitation: createAuthEndpoint(
        '/invitation/accept',
        { method: 'POST', body: z.object({ newPassword: z.string() }), use: [sensitiveSessionMiddleware] },
        async ctx => {
          const { internalAdapter, password } = ctx.context
          const { id } = ctx.context.session.user
          // A password that exists is changed by whoever knows it, not by whoever holds a session.
          const isAccepted = async () => (await internalAdapter.findCredentialAccount(id)) !== null
          if (await isAccepted()) throw alreadyAccepted()
          const hash = await password.hash(ctx.body.newPassword)
          try {
            await internalAdapter.linkAccount({
              userId: id,
              providerId: 'credential',
              accountId: id,
              password: hash,
            })
          } catch (error) {
            // The database keeps one password per account: another acceptance was faster.
            throw (await isAccepted()) ? alreadyAccepted() : error
          }
          return ctx.json({ status: true })
        },
      ),
    },
  } satisfies BetterAuthPlugin
}
