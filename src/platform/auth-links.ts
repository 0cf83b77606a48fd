import { createHash } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import type { createAuthMiddleware } from 'better-auth/api'
import { APIError, createAuthEndpoint, createEmailVerificationToken, getSessionFromCtx } from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'
import { verifyJWT } from 'better-auth/crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#platform/db.ts'
import { emailKey } from '#platform/email.ts'
import { user, verification } from '#platform/tables.ts'

export type AuthContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** What the sign-in library writes into a link that confirms an address or a change of address. */
interface LinkContent {
  email: string
  updateTo?: string
  /** Ours: the account that a sign-up made, so that its link confirms no other. */
  account?: string
  requestType?: string
  /** seconds */
  exp: number
}

const linkSeconds = 24 * 3_600

const invalidLink = () => new APIError('UNAUTHORIZED', { code: 'INVALID_TOKEN', message: 'Invalid or expired link' })

/**
 * Makes a link that confirms an address work once, also for parallel requests: the library's own tokens would be good
 * until they expire. A link is also refused when the account it was written for has been made anew since, or when the
 * new address has become somebody else's.
 */
export async function spendLink(ctx: AuthContext, db: Db): Promise<void> {
  const token = String(ctx.query?.token ?? '')
  const link = await verifyJWT<LinkContent>(token, ctx.context.secret)
  if (!link?.email) throw invalidLink()
  const owner = await accountOf(db, link.email)
  if (!owner) throw invalidLink()
  if (!link.updateTo) {
    if (owner.emailVerified || link.account !== owner.id) throw invalidLink()
  } else {
    const taken = await accountOf(db, link.updateTo)
    if (link.requestType === 'change-email-verification' && taken && taken.id !== owner.id) throw invalidLink()
    if (ctx.request && !(await getSessionFromCtx(ctx))) signsNobodyIn.add(ctx.request)
  }
  const mark = createHash('sha256').update(`used-link:${token}`).digest('base64url')
  const [isFirst] = await db
    .insert(verification)
    .values({ id: mark, identifier: mark, value: owner.id, expiresAt: new Date(link.exp * 1000) })
    .onConflictDoNothing()
    .returning({ id: verification.id })
  if (!isFirst) throw invalidLink()
}

/** The secret of a link that confirms the address of the account that a sign-up made; good for a day. */
export const signUpToken = (secret: string, found: { id: string; email: string }) =>
  createEmailVerificationToken(secret, found.email, undefined, linkSeconds, { account: found.id })

/** The secret of a link that asks the present address to agree to a new one; good for a day. */
export const changeToken = (secret: string, email: string, newEmail: string) =>
  createEmailVerificationToken(secret, email, newEmail, linkSeconds, {
    requestType: 'change-email-confirmation',
  })

/** A change of address moves the account and signs nobody in: a second factor could be passed by otherwise. */
export async function dropSessionOfLink(ctx: AuthContext): Promise<void> {
  const made = ctx.context.newSession
  if (!made || !ctx.request || !signsNobodyIn.has(ctx.request)) return
  deleteSessionCookie(ctx, true)
  await ctx.context.internalAdapter.deleteSession(made.session.token)
  ctx.context.setNewSession(null)
}

/** Refuses a sign-in link that does not work with an answer; the library would lead to a page of the site. */
export async function requireMagicLink(ctx: AuthContext): Promise<void> {
  const stored = createHash('sha256')
    .update(String(ctx.query?.token ?? ''))
    .digest('base64url')
  const found = await ctx.context.internalAdapter.findVerificationValue(`magic-link:${stored}`)
  if (!found || found.expiresAt < new Date()) throw invalidLink()
}

const resetIdentifier = (token: string) => `reset-password:${token}`

/** Lets the page of a reset say that its link does not work before anything is typed (AUTH-21). */
export function resetLinks() {
  return {
    id: 'reset-links',
    endpoints: {
      checkResetLink: createAuthEndpoint(
        '/reset-password/check',
        { method: 'POST', body: z.object({ token: z.string().max(200) }) },
        async ctx => {
          const found = await ctx.context.internalAdapter.findVerificationValue(resetIdentifier(ctx.body.token))
          if (!found || found.expiresAt < new Date()) throw invalidLink()
          return ctx.json({ status: true })
        },
      ),
    },
  } satisfies BetterAuthPlugin
}

/** The account of an address in any of its forms; null when there is none. */
export async function accountOf(db: Db, address: string) {
  const [row] = await db
    .select({
      id: user.id,
      email: user.email,
      name: user.name,
      firstName: user.firstName,
      emailVerified: user.emailVerified,
      createdAt: user.createdAt,
    })
    .from(user)
    .where(eq(user.emailKey, emailKey(address)))
  return row ?? null
}

const signsNobodyIn = new WeakSet<Request>()
