import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import { emailKey } from '#platform/mail/address.ts'
import { takePoint } from '#platform/rpc/limits.ts'
import type { AuthParts } from './auth.ts'
import { personOf } from './follow-up.ts'
import {
  type AuthContext,
  accountOf,
  linkSeconds,
  type OpenedLink,
  openSignUpLink,
  signUpToken,
  spendSignUpLink,
} from './links.ts'

/** Holds sign-ups to the rules of their form. */
export function readSignUp({ rules }: AuthParts, body: Record<string, unknown>): void {
  const read = rules.readSignUp(body)
  if ('message' in read) throw new APIError('BAD_REQUEST', { code: 'VALIDATION_ERROR', ...read })
  Object.assign(body, read.values, { name: `${read.values.firstName} ${read.values.lastName}` })
  delete body.image
  delete body.referralCode
  delete body.tierSlug
  delete body.isApplying
}

/**
 * An account whose address was never confirmed gives way to a new sign-up, with its password and its links. Sign-ups of
 * the same moment do not take each other's place.
 */
export async function giveWay({ db }: AuthParts, email: string): Promise<void> {
  const isUnconfirmed = and(eq(user.emailKey, emailKey(email)), eq(user.emailVerified, false))
  await db.delete(user).where(and(isUnconfirmed, sql`${user.createdAt} < now() - interval '10 seconds'`))
}

/**
 * Whatever the address is, the answer is the same; the mail tells its owner what happened. The browser that chose the
 * password is known again by its cookie when the link is opened.
 */
export async function finishSignUp(ctx: AuthContext, { db, mails, isBarred }: AuthParts, email: string) {
  const { returned, secret } = ctx.context
  const owner = await accountOf(db, email)
  const isRefused = !owner && (await isBarred(email))
  // Refused although there is an account: somebody signed up with the same address at the same moment.
  if (returned instanceof APIError && !owner && !isRefused) return
  const madeId = (returned as { user?: { id?: string } } | undefined)?.user?.id
  const isOwn = owner && !owner.emailVerified && (madeId === owner.id || choseItsPassword(ctx, owner.id))
  const cookie = browserCookie(ctx)
  ctx.setCookie(cookie.name, isOwn ? proofOf(secret, owner.id) : randomBytes(32).toString('hex'), cookie.attributes)
  if (isRefused) await mails.notAllowed(email)
  else if (owner?.emailVerified) await mails.alreadyRegistered(personOf(owner))
  else if (owner) await mails.confirmSignUp(personOf(owner), await signUpToken(secret, owner))
  // A whole answer: the library would keep the status of its own.
  return Response.json({ status: true })
}

/**
 * Whether this browser chose the password of an account whose address is not yet proven. Anybody can type a stranger's
 * address and a password of their own; what they chose must not count once the stranger confirms.
 */
export function choseItsPassword(ctx: AuthContext, accountId: string): boolean {
  const given = Buffer.from(ctx.getCookie(browserCookie(ctx).name) ?? '')
  const own = Buffer.from(proofOf(ctx.context.secret, accountId))
  return given.length === own.length && timingSafeEqual(given, own)
}

const browserCookie = (ctx: AuthContext) => ctx.context.createAuthCookie('sign_up', { maxAge: linkSeconds })
const proofOf = (secret: string, accountId: string) =>
  createHmac('sha256', secret).update(`sign-up:${accountId}`).digest('hex')

/** How often the password of a sign-up may be tried with its link. */
const tries = { points: 10, seconds: 900 }

/**
 * Confirming an address elsewhere than where the account was made: with the password that was chosen there, which whoever typed a
 * stranger's address knows but has no link to, or with a new one that replaces it.
 */
export function signUps(db: Db) {
  return {
    id: 'sign-ups',
    endpoints: {
      proveSignUp: createAuthEndpoint(
        '/sign-up/prove',
        { method: 'POST', body: z.object({ token: z.string().max(2_000), password: z.string().max(128) }) },
        async ctx => {
          const { internalAdapter, password } = ctx.context
          const link = await openSignUpLink(ctx, db, ctx.body.token)
          await takePoint(db, `sign-up-link:${link.owner.id}`, tries)
          const present = await internalAdapter.findCredentialAccount(link.owner.id)
          const isRight =
            present?.password && (await password.verify({ hash: present.password, password: ctx.body.password }))
          if (!isRight)
            throw new APIError('BAD_REQUEST', {
              code: 'NOT_THE_CHOSEN_PASSWORD',
              message: 'This is not the password that was chosen. Try again, or choose another.',
              field: 'password',
            })
          return signInBy(ctx, db, link)
        },
      ),
      confirmSignUp: createAuthEndpoint(
        '/sign-up/confirm',
        { method: 'POST', body: z.object({ token: z.string().max(2_000), newPassword: z.string().max(128) }) },
        async ctx => {
          const { internalAdapter, password } = ctx.context
          const link = await openSignUpLink(ctx, db, ctx.body.token)
          const { owner } = link
          const hash = await password.hash(ctx.body.newPassword)
          return signInBy(ctx, db, link, async () => {
            if (await internalAdapter.findCredentialAccount(owner.id))
              await internalAdapter.updatePassword(owner.id, hash)
            else
              await internalAdapter.linkAccount({
                userId: owner.id,
                providerId: 'credential',
                accountId: owner.id,
                password: hash,
              })
          })
        },
      ),
    },
  } satisfies BetterAuthPlugin
}

/** Uses the link up, and lets in whoever had it. */
async function signInBy(
  ctx: AuthContext & Parameters<typeof setSessionCookie>[0],
  db: Db,
  link: OpenedLink,
  change?: () => Promise<void>,
) {
  const { internalAdapter } = ctx.context
  await spendSignUpLink(db, link)
  await change?.()
  const confirmed = await internalAdapter.updateUser(link.owner.id, { emailVerified: true })
  const session = await internalAdapter.createSession(link.owner.id)
  await setSessionCookie(ctx, { session, user: confirmed })
  return ctx.json({ status: true })
}
