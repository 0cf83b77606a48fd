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
import { isFirstUse } from './once.ts'
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

/** How long a link is good that confirms or changes an address. */
export const linkSeconds = 24 * 3_600

const invalidLink = () => new APIError('UNAUTHORIZED', { code: 'INVALID_TOKEN', message: 'Invalid or expired link' })

/** A link as it is opened, and whose account it is about. */
export interface OpenedLink {
  token: string
  owner: NonNullable<Awaited<ReturnType<typeof accountOf>>>
  /** Set on a link that changes an address. */
  newEmail?: string
  isLast: boolean
  endsAt: Date
}

/**
 * Reads a link that confirms or changes an address; it stays unused. Refused are a link that has run out, one whose account
 * is gone and, of a sign-up, one whose address is confirmed or whose account has been made anew since.
 */
export async function openLink(ctx: Pick<AuthContext, 'context'>, db: Db, token: string): Promise<OpenedLink> {
  const link = await verifyJWT<LinkContent>(token, ctx.context.secret)
  const owner = link?.email ? await accountOf(db, link.email) : null
  if (!link || !owner) throw invalidLink()
  const { updateTo: newEmail, account, requestType, exp } = link
  if (!newEmail && (owner.emailVerified || account !== owner.id)) throw invalidLink()
  const isLast = requestType === 'change-email-verification'
  return { token, owner, ...(newEmail && { newEmail }), isLast, endsAt: new Date(exp * 1_000) }
}

/** The same of a link that a sign-up was mailed; refuses every other. */
export async function openSignUpLink(ctx: Pick<AuthContext, 'context'>, db: Db, token: string): Promise<OpenedLink> {
  const link = await openLink(ctx, db, token)
  if (link.newEmail) throw invalidLink()
  return link
}

/** Uses up a sign-up's link, of which the library would take each as often as it comes. */
export async function spendSignUpLink(db: Db, { token, endsAt }: OpenedLink): Promise<void> {
  if (!(await isFirstUse(db, `used-link:${token}`, endsAt))) throw invalidLink()
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

/**
 * Uses up a link that changes an address: one of any number of parallel requests gets through. Refused too when the new
 * address has become somebody else's.
 */
export async function spendChangeLink(ctx: AuthContext, db: Db, link: OpenedLink): Promise<void> {
  const { token, owner, newEmail, isLast } = link
  const taken = isLast && newEmail ? await accountOf(db, newEmail) : null
  if (taken && taken.id !== owner.id) throw invalidLink()
  const isKept = and(eq(verification.identifier, changeIdentifier(token)), eq(verification.value, owner.id))
  const [spent] = await db.delete(verification).where(isKept).returning({ id: verification.id })
  if (!spent) throw invalidLink()
  if (!ctx.request) return
  if (!(await getSessionFromCtx(ctx))) signsNobodyIn.add(ctx.request)
  if (isLast) moved.set(ctx.request, owner.id)
}

/** Whose account the link of this request moved to another address, if it did. */
export const movedBy = (ctx: AuthContext): string | undefined => ctx.request && moved.get(ctx.request)

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
