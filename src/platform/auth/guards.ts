import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { emailKey, plainAddress } from '#platform/mail/address.ts'
import { demand } from '#platform/rpc/errors.ts'
import { takePoint } from '#platform/rpc/limits.ts'
import { whyOnHold } from './actor.ts'
import type { AuthParts } from './auth.ts'
import { followUp, personOf } from './follow-up.ts'
import { notePassword } from './former-password.ts'
import { whyNotFresh } from './freshness.ts'
import {
  type AuthContext,
  accountOf,
  changeToken,
  keepChangeLink,
  openLink,
  requireMagicLink,
  spendChangeLink,
  spendSignUpLink,
} from './links.ts'
import { takeAttempt } from './lockout.ts'
import { checkNewPassword } from './new-password.ts'
import { outcomeOf, servedAt } from './outcomes.ts'
import { asOfLibrary, sayInOurWords } from './refusals.ts'
import { guardSecondFactor, hasSecondFactor } from './second-factor.ts'
import { choseItsPassword, finishSignUp, giveWay, readSignUp } from './sign-up.ts'

/** Links by mail that one address can be sent per hour and kind, however many strangers ask for them. */
const mailsPerHour = 10
/** How often one person may be asked for the present password, right or wrong. */
const guesses = { points: 10, seconds: 900 }
/** An answer that may have written a mail takes at least so long, so that its time does not tell whether it did. */
const evenMs = 500

/** Normalises addresses, counts sign-in attempts and holds the rules of passwords and links, before Better Auth acts. */
export function beforeAuth(parts: AuthParts) {
  return createAuthMiddleware(ctx => guard(ctx, parts).catch(asOfLibrary))
}

async function guard(ctx: AuthContext, parts: AuthParts) {
  const { mails, changes, asksPassword, isLink } = servedAt(ctx)
  if (ctx.request) startedAt.set(ctx.request, performance.now())
  if (isLink) refuseOtherSites(ctx)
  if (ctx.path === '/verify-email') return confirmOrAsk(ctx, parts)
  if (ctx.path === '/magic-link/verify') return requireMagicLink(ctx)
  if (!ctx.body || typeof ctx.body !== 'object') return
  if (changes) await demandActive(ctx, parts)
  const body: Record<string, unknown> = { ...ctx.body }
  if ('email' in body) body.email = await address(parts, body.email)
  if ('newEmail' in body) body.newEmail = plainAddress(body.newEmail) ?? refuseAddress()
  if (ctx.path === '/sign-up/email') readSignUp(parts, body)
  if (asksPassword) await limitGuesses(ctx, parts)
  if (ctx.path === '/change-password') await demandFresh(ctx, hasSecondFactor)
  await checkNewPassword(ctx, parts, body)
  await guardSecondFactor(ctx, parts.db, body)
  if (mails) await limitMails(parts, ctx.path, String(body.email))
  if (ctx.path === '/sign-up/email') await giveWay(parts, String(body.email))
  if (ctx.path === '/sign-in/email') {
    await takeAttempt(parts.db, parts.clock, String(body.email))
    await notePassword(ctx, parts.db, String(body.email))
  }
  if (ctx.path === '/change-email') {
    await demandFresh(ctx)
    // Once agreed to, a mail goes to the new address, which may be anybody's.
    await limitMails(parts, ctx.path, String(body.newEmail))
    const answer = await changeToTakenAddress(ctx, parts, String(body.newEmail))
    if (answer) return answer
  }
  return { context: { body } }
}

/** Lets what was decided have its consequences, and evens out answers. */
export function afterAuth(parts: AuthParts) {
  return createAuthMiddleware(async ctx => {
    const outcome = outcomeOf(ctx)
    await followUp(outcome, ctx, parts)
    const answer = outcome === 'signUpTaken' ? await finishSignUp(ctx, parts, String(ctx.body?.email ?? '')) : undefined
    if (servedAt(ctx).mails) await evenOut(ctx)
    sayInOurWords(ctx.context.returned)
    return answer
  })
}

/**
 * Signing in and confirming by link are GET requests, which another site could make a browser send: it would be signed
 * in as somebody else. Browsers say where a request comes from.
 */
function refuseOtherSites(ctx: AuthContext) {
  const site = ctx.headers?.get('sec-fetch-site')
  if (site && site !== 'same-origin')
    throw new APIError('FORBIDDEN', {
      code: 'FOREIGN_ORIGIN',
      message: 'This request came from another site.',
    })
}

/**
 * A link that confirms an address is used at once where its account was made; anywhere else the person is asked for a
 * password first, and the link stays good for that (`/sign-up/confirm`).
 */
async function confirmOrAsk(ctx: AuthContext, { db }: AuthParts) {
  const link = await openLink(ctx, db, String(ctx.query?.token ?? ''))
  if (link.newEmail) return spendChangeLink(ctx, db, link)
  if (!choseItsPassword(ctx, link.owner.id)) return ctx.json({ status: false, choosePassword: true })
  return spendSignUpLink(db, link)
}

/** A person is found by the key of their address; the rest of Better Auth then works with the stored one. */
async function address({ db }: AuthParts, typed: unknown): Promise<string> {
  const plain = plainAddress(typed) ?? refuseAddress()
  return (await accountOf(db, plain))?.email ?? plain
}

function refuseAddress(): never {
  throw new APIError('BAD_REQUEST', { code: 'INVALID_EMAIL', message: 'Enter a valid email address' })
}

const limitMails = ({ db }: AuthParts, path: string, email: string) =>
  takePoint(db, `mail:${path}:${emailKey(email)}`, { points: mailsPerHour, seconds: 3_600 })

/**
 * Takes a guess at the present password before it is looked at: whoever finds a session, but not the password, would
 * otherwise have as many as they have addresses.
 */
async function limitGuesses(ctx: AuthContext, { db }: AuthParts) {
  const found = await getSessionFromCtx(ctx)
  if (found) await takePoint(db, `present-password:${found.user.id}`, guesses)
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
  await keepChangeLink(db, session.user.id, token)
  await mails.changeEmail(personOf(session.user), newEmail, token)
  return ctx.json({ status: true })
}

async function demandActive(ctx: AuthContext, { loadActor }: AuthParts) {
  const session = await getSessionFromCtx(ctx)
  const actor = session && (await loadActor(session.user.id))
  demand(actor && whyOnHold(actor))
}

/**
 * Whoever finds a browser open may not take the account along. A change of the password begins a session anew, which would
 * count as fresh although nobody asked for the code: of `whom` has one, it asks for a fresh sign-in first.
 */
async function demandFresh(ctx: AuthContext, whom: (user: object) => boolean = () => true) {
  const found = await getSessionFromCtx(ctx)
  if (!found || !whom(found.user)) return
  const { id, createdAt } = found.session
  demand(whyNotFresh({ kind: 'session', id, signedInAt: createdAt }))
}

async function evenOut(ctx: AuthContext) {
  const began = ctx.request && startedAt.get(ctx.request)
  const rest = began === undefined ? 0 : evenMs - (performance.now() - began)
  if (rest > 0) await new Promise(resolve => setTimeout(resolve, rest))
}

const startedAt = new WeakMap<Request, number>()
