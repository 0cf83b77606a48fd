import { APIError, getSessionFromCtx } from 'better-auth/api'
import type { Db } from '#platform/db/pool.ts'
import type { AuthParts } from './auth.ts'
import { isPasswordAsNoted } from './former-password.ts'
import { type AuthContext, dropSession, dropSessionOfLink, movedBy } from './links.ts'
import { failedAttempt, forgetFailures, returnAttempt } from './lockout.ts'
import type { Outcome } from './outcomes.ts'
import { switchesOn } from './second-factor.ts'
import { type EndingEvent, endCredentials, type Spared } from './ways-in.ts'

/** What follows from an outcome: how many attempts are left, which ways in end, and what the owner is told. */
export async function followUp(outcome: Outcome, ctx: AuthContext, parts: AuthParts): Promise<void> {
  const email = String(ctx.body?.email ?? '')
  switch (outcome) {
    case 'passwordWrong':
      throw await failedAttempt(parts.db, email)
    case 'passwordNotSeen':
      return returnAttempt(parts.db, email)
    case 'passwordCorrect':
      await refuseFormerPassword(ctx, parts.db)
      await forgetFailures(parts.db, email)
      return refuseOverduePassword(ctx, parts)
    case 'passwordSet':
      return passwordSet(ctx, parts)
    case 'linkUsed':
      return linkUsed(ctx, parts)
    case 'codeCorrect':
      return switchesOn(ctx) ? secondFactorChanged(ctx, parts, 'secondFactorOn') : undefined
    case 'secondFactorOff':
      return secondFactorChanged(ctx, parts, 'secondFactorOff')
    case 'signedOutEverywhere':
      return endOwn(ctx, parts, 'signedOutEverywhere')
    default:
      return
  }
}

/**
 * A password that was changed while it was looked at lets nobody in: the change has ended the sessions that it found, which
 * this one was not among yet.
 */
async function refuseFormerPassword(ctx: AuthContext, db: Db): Promise<void> {
  const made = ctx.context.newSession
  if (!made || (await isPasswordAsNoted(ctx, db, made.user.email))) return
  await dropSession(ctx)
  throw new APIError('UNAUTHORIZED', {
    code: 'PASSWORD_CHANGED',
    title: 'Login Failed',
    message: 'Your password was changed just now. Sign in with the new one.',
  })
}

/** A password that staff gave out is good for some days: whoever finds it later finds nothing. */
async function refuseOverduePassword(ctx: AuthContext, parts: AuthParts): Promise<void> {
  const made = ctx.context.newSession
  if (!made || !(await parts.isPasswordOver(made.user.id))) return
  await dropSession(ctx)
  throw new APIError('FORBIDDEN', {
    code: 'TEMPORARY_PASSWORD_OVER',
    title: 'This password has run out',
    message: 'The temporary password is no longer good. Ask for a new one with “Forgot password”.',
  })
}

async function linkUsed(ctx: AuthContext, { write }: AuthParts): Promise<void> {
  await dropSessionOfLink(ctx)
  const personId = movedBy(ctx)
  // What was mailed to the former address is for whoever reads its mail, which may be why the person left it.
  const except: Spared = { ways: ['session', 'apiKey', 'trustedDevice', 'pushDevice'] }
  if (personId) await write(tx => endCredentials(tx, personId, 'emailChanged', { except }))
}

async function passwordSet(ctx: AuthContext, parts: AuthParts): Promise<void> {
  // A reset has no session: `onPasswordReset` sees to it.
  if (ctx.path === '/reset-password') return
  const session = await present(ctx)
  if (!session) return
  await parts.onPasswordChanged(session.user.id)
  if (ctx.path === '/invitation/accept') return endOwn(ctx, parts, 'invitationAccepted')
  if (ctx.path !== '/change-password') return
  // Whoever keeps their other devices keeps what else they made themselves.
  const keeps = ctx.body?.revokeOtherSessions !== true
  await endOwn(ctx, parts, 'passwordChanged', keeps ? { ways: ['session', 'apiKey', 'pushDevice'] } : {})
  await parts.mails.passwordChanged(personOf(session.user))
}

async function secondFactorChanged(
  ctx: AuthContext,
  parts: AuthParts,
  notice: 'secondFactorOn' | 'secondFactorOff',
): Promise<void> {
  const session = await present(ctx)
  if (!session) return
  await endOwn(ctx, parts, 'secondFactorChanged')
  await parts.mails.securityNotice(personOf(session.user), notice)
}

/** Ends the ways in of whoever asks, but for the session that they ask with. */
async function endOwn(ctx: AuthContext, parts: AuthParts, event: EndingEvent, except: Spared = {}): Promise<void> {
  const session = await present(ctx)
  if (!session) return
  const spared = { ...except, ids: [session.session.id] }
  await parts.write(tx => endCredentials(tx, session.user.id, event, { except: spared }))
}

/** The session that the answer leaves the browser with: a new one where the library made one. */
const present = async (ctx: AuthContext) => ctx.context.newSession ?? (await getSessionFromCtx(ctx))

interface Found {
  id: string
  email: string
  emailVerified: boolean
  name: string
  firstName?: unknown
}

/**
 * A person as their mails address them. While nobody has proven the address, the name is what a stranger may have typed to
 * be read there: such a mail does without.
 */
export const personOf = ({ id, email, emailVerified, name, firstName }: Found) => ({
  id,
  email,
  firstName: emailVerified ? (typeof firstName === 'string' ? firstName : name) : '',
})
