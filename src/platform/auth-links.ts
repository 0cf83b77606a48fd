import { APIError, getSessionFromCtx } from 'better-auth/api'
import type { createAuthMiddleware } from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'
import { verifyJWT } from 'better-auth/crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '#platform/db.ts'
import { emailKey } from '#platform/email.ts'
import { user } from '#platform/tables.ts'

export type AuthContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** What the sign-in library writes into a link that confirms an address or a change of address. */
interface LinkContent {
  email: string
  updateTo?: string
  requestType?: string
  /** seconds */
  iat: number
  exp: number
}

export const changeConfirmation = 'change-email-confirmation'
const changeVerification = 'change-email-verification'

const invalidLink = () => new APIError('UNAUTHORIZED', { code: 'INVALID_TOKEN', message: 'Invalid or expired link' })

/**
 * Makes a link that confirms an address work once, also for parallel requests: the library's own tokens would be good
 * until they expire. A link is also refused when the account it was written for has been made anew since, or when the
 * new address has become somebody else's.
 */
export async function useLinkOnce(ctx: AuthContext, db: Db): Promise<void> {
  const token = String(ctx.query?.token ?? '')
  const link = await verifyJWT<LinkContent>(token, ctx.context.secret)
  if (!link?.email) throw invalidLink()
  const owner = await accountOf(db, link.email)
  if (!owner) throw invalidLink()
  if (!link.updateTo) {
    if (owner.emailVerified || link.iat < Math.floor(owner.createdAt.getTime() / 1000)) throw invalidLink()
  } else {
    const taken = await accountOf(db, link.updateTo)
    if (link.requestType === changeVerification && taken && taken.id !== owner.id) throw invalidLink()
    if (!ctx.request || (await getSessionFromCtx(ctx))) signsIn.delete(ctx.request ?? ctx)
    else signsIn.set(ctx.request, false)
  }
  const isFirst = await ctx.context.internalAdapter.reserveVerificationValue({
    identifier: `used-link:${token}`,
    value: owner.id,
    expiresAt: new Date(link.exp * 1000),
  })
  if (!isFirst) throw invalidLink()
}

/** A change of address moves the account and signs nobody in: a second factor could be passed by otherwise. */
export async function dropSessionOfLink(ctx: AuthContext): Promise<void> {
  const made = ctx.context.newSession
  if (!ctx.request || signsIn.get(ctx.request) !== false || !made) return
  deleteSessionCookie(ctx, true)
  await ctx.context.internalAdapter.deleteSession(made.session.token)
  ctx.context.setNewSession(null)
}

/** The account of an address in any of its forms; null when there is none. */
export async function accountOf(db: Db, address: string) {
  const [row] = await db
    .select({ id: user.id, email: user.email, name: user.name, firstName: user.firstName, emailVerified: user.emailVerified, createdAt: user.createdAt })
    .from(user)
    .where(eq(user.emailKey, emailKey(address)))
  return row ?? null
}

const signsIn = new WeakMap<object, boolean>()
