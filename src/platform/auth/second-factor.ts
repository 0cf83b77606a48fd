import { APIError, getSessionFromCtx } from 'better-auth/api'
import type { Db } from '#platform/db/pool.ts'
import { takePoint } from '#platform/rpc/limits.ts'
import type { AuthContext } from './links.ts'
import { isFirstUse } from './once.ts'

/** A code is shown for 30 seconds and taken one step early and late; then it is another one. */
const codeLifeMs = 2 * 90_000
/** Codes that a person may try, whatever they came in by: taken first, so that guesses at once do not pass the limit together. */
const tries = { points: 10, seconds: 900 }

const takenAnew = ['/two-factor/disable', '/two-factor/generate-backup-codes']

/**
 * Takes each code once, also for parallel requests, and asks for one before the second factor is switched off or gets
 * new recovery codes: the password alone, or a session that somebody left open, is not enough.
 */
export async function guardSecondFactor(ctx: AuthContext, db: Db, body: Record<string, unknown>): Promise<void> {
  if (ctx.path === '/two-factor/verify-totp') return takeCode(ctx, db, String(body.code ?? ''))
  // The library counts the tries at these; who is trying is asked for what is noted of them.
  if (ctx.path === '/two-factor/verify-backup-code') await halfway(ctx)
  if (!takenAnew.includes(ctx.path)) return
  const session = await getSessionFromCtx(ctx)
  if (!session || !hasSecondFactor(session.user)) return
  await ctx.context.password.checkPassword(session.user.id, ctx)
  const code = String(body.code ?? '').trim()
  if (code === '')
    throw new APIError('BAD_REQUEST', {
      code: 'CODE_REQUIRED',
      message: 'Enter the code from your authenticator app',
      field: 'code',
    })
  const isRecovery = !/^\d{6}$/.test(code)
  if (isRecovery) await takePoint(db, `second-factor:${session.user.id}`, tries)
  else await takeCode(ctx, db, code)
  const { endpoints } = ctx.context.getPlugin('two-factor') as unknown as Plugin
  const verify = isRecovery ? endpoints.verifyBackupCode : endpoints.verifyTOTP
  await verify({ ...ctx, body: { code, disableSession: true }, asResponse: false })
}

/** Whether this account of the sign-in library asks for a code. */
export const hasSecondFactor = (found: object) => 'twoFactorEnabled' in found && found.twoFactorEnabled === true

/** Who sent a code with this request that is to complete a sign-in. */
export const halfwayOf = (request: Request): string | undefined => onTheWay.get(request)

/** Whether this request is the one that switches the second factor on. */
export const switchesOn = (ctx: AuthContext) => ctx.request !== undefined && beingSwitchedOn.has(ctx.request)

async function takeCode(ctx: AuthContext, db: Db, code: string): Promise<void> {
  const session = await getSessionFromCtx(ctx)
  const userId = session?.user.id ?? (await halfway(ctx))
  if (!userId) return
  await takePoint(db, `second-factor:${userId}`, tries)
  const isBeingSwitchedOn = session && !hasSecondFactor(session.user) && ctx.path === '/two-factor/verify-totp'
  if (ctx.request && isBeingSwitchedOn) beingSwitchedOn.add(ctx.request)
  if (!(await isFirstUse(db, `used-code:${userId}:${code}`, new Date(Date.now() + codeLifeMs))))
    throw new APIError('UNAUTHORIZED', {
      code: 'CODE_USED',
      message: 'This code was used already. Wait for the next one.',
    })
}

/** Who has given their password and not yet the code. */
async function halfway(ctx: AuthContext): Promise<string | undefined> {
  const { name } = ctx.context.createAuthCookie('two_factor')
  const step = await ctx.getSignedCookie(name, ctx.context.secret)
  const userId = step ? (await ctx.context.internalAdapter.findVerificationValue(step))?.value : undefined
  if (ctx.request && userId) onTheWay.set(ctx.request, userId)
  return userId
}

type Verify = (ctx: object) => Promise<unknown>
interface Plugin {
  endpoints: { verifyTOTP: Verify; verifyBackupCode: Verify }
}

const beingSwitchedOn = new WeakSet<Request>()
const onTheWay = new WeakMap<Request, string>()
