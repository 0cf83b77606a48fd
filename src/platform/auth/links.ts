import { createHash } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import type { createAuthMiddleware } from 'better-auth/api'
import { APIError, createAuthEndpoint, createEmailVerificationToken, getSessionFromCtx } from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'
import { verifyJWT } from 'better-auth/crypto'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#platform/db/pool.ts'
import { user, verification } from '#platform/db/tables.ts'
import { emailKey } from '#platform/mail/address.ts'
import { storedAs } from './ways-in.ts'

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
    return spendOnce(db, token, owner.id, link.exp)
  }
  const isLast = link.requestType === 'change-email-verification'
  const taken = isLast ? await accountOf(db, link.updateTo) : null
  if (taken && taken.id !== owner.id) throw invalidLink()
  await spendChangeLink(db, token, owner.id)
  if (!ctx.request) return
  if (!(await getSessionFromCtx(ctx))) signsNobodyIn.add(ctx.request)
  if (isLast) moved.set(ctx.request, owner.id)
}

const changeIdentifier = (token: string) => storedAs(`change-email:${token}`)

/**
 * Keeps a link that changes an address until it is used or the person's ways in end: whoever has just chosen a new password
 * does not lose the account by a link that somebody asked for before.
 */
export async function keepChangeLink(db: Db, personId: string, token: string): Promise<void> {
  const expiresAt = new Date(Date.now() + linkSeconds * 1_000)
  await db.insert(verification).values({ identifier: changeIdentifier(token), value: personId, expiresAt })
}

/** One of any number of parallel requests gets through. */
async function spendChangeLink(db: Db, token: string, personId: string): Promise<void> {
  const isKept = and(eq(verification.identifier, changeIdentifier(token)), eq(verification.value, personId))
  const [spent] = await db.delete(verification).where(isKept).returning({ id: verification.id })
  if (!spent) throw invalidLink()
}

/** Whose account the link of this request moved to another address, if it did. */
export const movedBy = (ctx: AuthContext): string | undefined => ctx.request && moved.get(ctx.request)

/** The account whose address the link of this request confirms; null for a link that changes an address. */
export async function accountToConfirm(ctx: AuthContext, db: Db) {
  const link = await verifyJWT<LinkContent>(String(ctx.query?.token ?? ''), ctx.context.secret)
  return link?.email && !link.updateTo ? ownerOfSignUpLink(ctx, db, String(ctx.query?.token ?? '')) : null
}

/** Whose address a sign-up's link confirms; the link stays unused. Refuses any other link, and one used before. */
export async function ownerOfSignUpLink(ctx: Pick<AuthContext, 'context'>, db: Db, token: string) {
  const link = await verifyJWT<LinkContent>(token, ctx.context.secret)
  const owner = link?.email && !link.updateTo ? await accountOf(db, link.email) : null
  if (!owner || owner.emailVerified || link!.account !== owner.id) throw invalidLink()
  return owner
}

/** Uses up a sign-up's link: one of any number of parallel requests gets through. */
export async function spendSignUpLink(
  ctx: Pick<AuthContext, 'context'>,
  db: Db,
  token: string,
  accountId: string,
): Promise<void> {
  const link = await verifyJWT<LinkContent>(token, ctx.context.secret)
  if (!link) throw invalidLink()
  await spendOnce(db, token, accountId, link.exp)
}

async function spendOnce(db: Db, token: string, ownerId: string, exp: number): Promise<void> {
  const mark = storedAs(`used-link:${token}`)
  const [isFirst] = await db
    .insert(verification)
    .values({ id: mark, identifier: mark, value: ownerId, expiresAt: new Date(exp * 1000) })
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
  if (ctx.request && signsNobodyIn.has(ctx.request)) await dropSession(ctx)
}

/** Takes back the session that the library has just made. */
export async function dropSession(ctx: AuthContext): Promise<void> {
  const made = ctx.context.newSession
  if (!made) return
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

/** Whose password a reset link is for; the link stays unused. Throws `refused`, usually as the library does. */
export async function ownerOfResetLink(
  ctx: Pick<AuthContext, 'context'>,
  token: unknown,
  refused = new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN', message: 'Invalid token' }),
) {
  const { internalAdapter } = ctx.context
  const isText = typeof token === 'string' && token.length <= 200
  const found = isText ? await internalAdapter.findVerificationValue(resetIdentifier(token)) : null
  const owner = found && found.expiresAt > new Date() ? await internalAdapter.findUserById(found.value) : null
  if (!owner) throw refused
  return owner
}

/** Lets the page of a reset say that its link does not work before anything is typed (AUTH-21). */
export function resetLinks() {
  return {
    id: 'reset-links',
    endpoints: {
      checkResetLink: createAuthEndpoint(
        '/reset-password/check',
        { method: 'POST', body: z.object({ token: z.string().max(200) }) },
        async ctx => {
          await ownerOfResetLink(ctx, ctx.body.token, invalidLink())
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
const moved = new WeakMap<Request, string>()
