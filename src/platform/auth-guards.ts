import { ORPCError } from '@orpc/server'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { and, eq, sql } from 'drizzle-orm'
import type { AuthParts } from '#platform/auth.ts'
import {
  type AuthContext,
  accountOf,
  changeToken,
  dropSessionOfLink,
  requireMagicLink,
  signUpToken,
  spendLink,
} from '#platform/auth-links.ts'
import { failedAttempt, forgetFailures, takeAttempt } from '#platform/auth-lockout.ts'
import { emailKey, plainAddress } from '#platform/email.ts'
import { takePoint } from '#platform/limits.ts'
import { isCommonPassword } from '#platform/passwords.ts'
import { user } from '#platform/tables.ts'

/** Links by mail that one address can be sent per hour and kind, however many strangers ask for them. */
const mailsPerHour = 10
const mailing = ['/sign-up/email', '/request-password-reset', '/sign-in/magic-link', '/send-verification-email']
/** An answer that may have written a mail takes at least so long, so that its time does not tell whether it did. */
const evenMs = 500

/** Normalises addresses, counts sign-in attempts and holds the rules of passwords and links, before Better Auth acts. */
export function beforeAuth(parts: AuthParts) {
  return createAuthMiddleware(async ctx => {
    if (ctx.request) startedAt.set(ctx.request, performance.now())
    refuseOtherSites(ctx)
    if (ctx.path === '/verify-email') return spendLink(ctx, parts.db)
    if (ctx.path === '/magic-link/verify') return requireMagicLink(ctx)
    if (!ctx.body || typeof ctx.body !== 'object') return
    const body: Record<string, unknown> = { ...ctx.body }
    if ('email' in body) body.email = await address(parts, body.email)
    if ('newEmail' in body) body.newEmail = plainAddress(body.newEmail) ?? refuseAddress()
    if (ctx.path === '/sign-up/email') readSignUp(parts, body)
    await checkNewPassword(ctx, parts, body)
    if (mailing.includes(ctx.path)) await limitMails(parts, ctx.path, String(body.email))
    if (ctx.path === '/sign-up/email') await giveWay(parts, String(body.email))
    if (ctx.path === '/sign-in/email') await takeAttempt(parts.db, parts.clock, String(body.email))
    if (ctx.path === '/change-email') {
      const answer = await changeToTakenAddress(ctx, parts, String(body.newEmail))
      if (answer) return answer
    }
    return { context: { body } }
  })
}

/** Says how many attempts are left, clears the count after a success, ends a forced change, and evens out answers. */
export function afterAuth(parts: AuthParts) {
  return createAuthMiddleware(async ctx => {
    const { returned } = ctx.context
    const isRefused = returned instanceof APIError
    const email = String(ctx.body?.email ?? '')
    if (ctx.path === '/sign-in/email') {
      if (isRefused && returned.statusCode === 401) throw await failedAttempt(parts.db, email)
      // Refused for an address that is not confirmed yet: the password was right.
      if (!isRefused || returned.statusCode === 403) await forgetFailures(parts.db, email)
    }
    if (ctx.path === '/verify-email') await dropSessionOfLink(ctx)
    if (ctx.path === '/change-password' && !isRefused) await passwordChanged(ctx, parts)
    const answer = ctx.path === '/sign-up/email' ? await finishSignUp(ctx, parts, email) : undefined
    if (mailing.includes(ctx.path)) await evenOut(ctx)
    return answer
  })
}

/**
 * Signing in and confirming by link are GET requests, which another site could make a browser send: it would be signed
 * in as somebody else. Browsers say where a request comes from.
 */
function refuseOtherSites(ctx: AuthContext) {
  const site = ctx.headers?.get('sec-fetch-site')
  if (['/verify-email', '/magic-link/verify'].includes(ctx.path) && site && site !== 'same-origin')
    throw new APIError('FORBIDDEN', {
      code: 'FOREIGN_ORIGIN',
      message: 'This request came from another site.',
    })
}

/** A person is found by the key of their address; the rest of Better Auth then works with the stored one. */
async function address({ db }: AuthParts, typed: unknown): Promise<string> {
  const plain = plainAddress(typed) ?? refuseAddress()
  return (await accountOf(db, plain))?.email ?? plain
}

function refuseAddress(): never {
  throw new APIError('BAD_REQUEST', { code: 'INVALID_EMAIL', message: 'Enter a valid email address' })
}

/** Holds sign-ups to the rules of their form. */
function readSignUp({ rules }: AuthParts, body: Record<string, unknown>) {
  const read = rules.readSignUp(body)
  if ('message' in read) throw new APIError('BAD_REQUEST', { code: 'VALIDATION_ERROR', ...read })
  Object.assign(body, read.values, { name: `${read.values.firstName} ${read.values.lastName}` })
  delete body.image
}

/**
 * An account whose address was never confirmed gives way to a new sign-up, with its password and its links: else
 * whoever typed a stranger's address first would own the account that the stranger confirms. Sign-ups of the same
 * moment do not take each other's place.
 */
async function giveWay({ db }: AuthParts, email: string) {
  const isUnconfirmed = and(eq(user.emailKey, emailKey(email)), eq(user.emailVerified, false))
  await db.delete(user).where(and(isUnconfirmed, sql`${user.createdAt} < now() - interval '10 seconds'`))
}

async function checkNewPassword(ctx: AuthContext, { rules }: AuthParts, body: Record<string, unknown>) {
  const chosen = ctx.path === '/sign-up/email' ? body.password : body.newPassword
  if (typeof chosen !== 'string') return
  const message = rules.passwordProblem(chosen, ctx.path === '/reset-password' ? 'reset' : 'full')
  if (message) throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_WEAK', message, field: 'password' })
  const session = await getSessionFromCtx(ctx)
  const words = [body.email, body.name, session?.user.email, session?.user.name]
  const own = words.filter(word => typeof word === 'string').flatMap(word => word.split(/[@\s.]+/))
  if (await isCommonPassword(chosen, own))
    throw new APIError('BAD_REQUEST', {
      code: 'PASSWORD_COMPROMISED',
      message: rules.commonPassword,
      field: 'password',
    })
}

async function limitMails({ db }: AuthParts, path: string, email: string) {
  try {
    await takePoint(db, `mail:${path}:${emailKey(email)}`, { points: mailsPerHour, seconds: 3_600 })
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error
    throw new APIError('TOO_MANY_REQUESTS', { code: error.code, message: error.message })
  }
}

/**
 * A change to an address that belongs to somebody else goes the same way as any other, so that it does not tell: the
 * present address is asked, and what then arrives at the new one says that there is an account already.
 */
async function changeToTakenAddress(ctx: AuthContext, { db, mails }: AuthParts, newEmail: string) {
  const session = await getSessionFromCtx(ctx)
  const owner = await accountOf(db, newEmail)
  if (!session || !owner || owner.id === session.user.id) return null
  const token = await changeToken(ctx.context.secret, session.user.email, newEmail)
  await mails.changeEmail(personOf(session.user), newEmail, token)
  return ctx.json({ status: true })
}

async function passwordChanged(ctx: AuthContext, { mails, onPasswordChanged }: AuthParts) {
  const session = ctx.context.newSession ?? (await getSessionFromCtx(ctx))
  if (!session) return
  await onPasswordChanged(session.user.id)
  await mails.passwordChanged(personOf(session.user))
}

/** Whatever the address is, the answer is the same; the mail tells its owner what happened. */
async function finishSignUp(ctx: AuthContext, { db, mails }: AuthParts, email: string) {
  const { returned } = ctx.context
  const owner = await accountOf(db, email)
  // Refused although there is an account: somebody signed up with the same address at the same moment.
  if (returned instanceof APIError && (!owner || returned.body?.code !== 'FAILED_TO_CREATE_USER')) return
  if (owner?.emailVerified) await mails.alreadyRegistered(personOf(owner))
  else if (owner) await mails.confirmSignUp(personOf(owner), await signUpToken(ctx.context.secret, owner))
  // A whole answer: the library would keep the status of its own.
  return Response.json({ status: true })
}

async function evenOut(ctx: AuthContext) {
  const began = ctx.request && startedAt.get(ctx.request)
  const rest = began === undefined ? 0 : evenMs - (performance.now() - began)
  if (rest > 0) await new Promise(resolve => setTimeout(resolve, rest))
}

const personOf = (found: { id: string; email: string; name: string; firstName?: unknown }) => ({
  id: found.id,
  email: found.email,
  firstName: typeof found.firstName === 'string' ? found.firstName : found.name,
})

const startedAt = new WeakMap<Request, number>()
