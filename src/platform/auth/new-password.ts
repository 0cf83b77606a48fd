import { APIError, getSessionFromCtx } from 'better-auth/api'
import type { Db } from '#platform/db/pool.ts'
import type { AuthParts } from './auth.ts'
import { type AuthContext, openSignUpLink, ownerOfResetLink } from './links.ts'
import { isCommonPassword } from './passwords.ts'

/** Words of the person, which their password must not be made of; null when the library is to refuse them itself. */
type OwnWords = unknown[] | null

type Entitle = (ctx: AuthContext, body: Record<string, unknown>, db: Db) => Promise<OwnWords>

/**
 * The paths that set a password, each with what entitles to it. How easy a password is to guess is judged after that
 * and nowhere else: judging takes time, which strangers must not spend. Only the form of sign-up is open to anybody.
 */
const settingPassword: Record<string, Entitle> = {
  '/sign-up/email': async (_, body) => [body.email, body.name],

  async '/sign-up/confirm'(ctx, body, db) {
    const { owner } = await openSignUpLink(ctx, db, String(body.token))
    return [owner.email, owner.name]
  },

  async '/reset-password'(ctx, body) {
    const owner = await ownerOfResetLink(ctx, body.token)
    return [owner.email, owner.name]
  },

  async '/change-password'(ctx, body) {
    const session = await getSessionFromCtx(ctx)
    if (!session) return null
    const { password, internalAdapter } = ctx.context
    const present = await internalAdapter.findCredentialAccount(session.user.id)
    const given = typeof body.currentPassword === 'string' ? body.currentPassword : ''
    const isRight =
      present?.password &&
      given.length <= password.config.maxPasswordLength &&
      (await password.verify({ hash: present.password, password: given }))
    if (!isRight)
      throw new APIError('BAD_REQUEST', { code: 'INVALID_PASSWORD', message: 'This is not your current password.' })
    if (given === body.newPassword)
      throw new APIError('BAD_REQUEST', {
        code: 'PASSWORD_UNCHANGED',
        message: 'Choose a password that is different from the current one.',
        field: 'password',
      })
    return [session.user.email, session.user.name]
  },

  async '/invitation/accept'(ctx) {
    const session = await getSessionFromCtx(ctx)
    if (!session || (await ctx.context.internalAdapter.findCredentialAccount(session.user.id))) return null
    return [session.user.email, session.user.name]
  },
}

/** Holds a new password to its rules (decision 5): PASSWORD_TOO_WEAK, PASSWORD_COMPROMISED. */
export async function checkNewPassword(
  ctx: AuthContext,
  { rules, db }: Pick<AuthParts, 'rules' | 'db'>,
  body: Record<string, unknown>,
): Promise<void> {
  const entitle = Object.hasOwn(settingPassword, ctx.path) && settingPassword[ctx.path]
  const chosen = ctx.path === '/sign-up/email' ? body.password : body.newPassword
  // What is no text the library refuses.
  if (!entitle || typeof chosen !== 'string') return
  const message = rules.passwordProblem(chosen, ctx.path === '/reset-password' ? 'reset' : 'full')
  if (message) throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_WEAK', message, field: 'password' })
  const own = await entitle(ctx, body, db)
  const words = own?.filter(word => typeof word === 'string').flatMap(word => word.split(/[@\s.]+/))
  if (words && (await isCommonPassword(chosen, words)))
    throw new APIError('BAD_REQUEST', {
      code: 'PASSWORD_COMPROMISED',
      message: rules.commonPassword,
      field: 'password',
    })
}
