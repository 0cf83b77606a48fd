import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { isAPIError } from 'better-auth/api'
import { magicLink, twoFactor } from 'better-auth/plugins'
import { eq } from 'drizzle-orm'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/pool.ts'
import * as tables from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { Env } from '#platform/env.ts'
import type { Log } from '#platform/log.ts'
import { emailKey } from '#platform/mail/address.ts'
import type { Actor, Role } from './actor.ts'
import { personOf } from './follow-up.ts'
import { afterAuth, beforeAuth } from './guards.ts'
import { invitations } from './invitations.ts'
import { accountOf, keepChangeLink, linkSeconds, resetLinks, signUpToken } from './links.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { type SessionLimits, sessionEnd } from './session-life.ts'
import { signUps } from './sign-up.ts'
import { endCredentials, storedAs } from './ways-in.ts'

export interface AuthPerson {
  id: string
  email: string
  /** Empty while nobody has proven the address. */
  firstName: string
}

/** The moments of sign-in that mail a person; the members feature writes them. `token` is the secret of the mail's link. */
export interface AuthMails {
  confirmSignUp(person: AuthPerson, token: string): Promise<void>
  alreadyRegistered(person: AuthPerson): Promise<void>
  /** To an address that gets no account, whoever typed it. */
  notAllowed(address: string): Promise<void>
  resetPassword(person: AuthPerson, token: string): Promise<void>
  magicLink(person: AuthPerson, token: string): Promise<void>
  /** To the present address: somebody asks to move the account to `newEmail`. */
  changeEmail(person: AuthPerson, newEmail: string, token: string): Promise<void>
  /** To the new address, once the present one agreed. */
  confirmNewEmail(person: AuthPerson, token: string): Promise<void>
  passwordChanged(person: AuthPerson): Promise<void>
  securityNotice(person: AuthPerson, notice: 'secondFactorOn' | 'secondFactorOff'): Promise<void>
}

/** What new accounts and new passwords must be; the members feature's rules, which its forms show too. */
export interface AuthRules {
  /** What somebody typed to sign up, tidied, or the first thing that is wrong with it. */
  readSignUp(body: unknown):
    | {
        values: {
          firstName: string
          lastName: string
          phone: string
          referredByCode: string | null
          wantedTier: string | null
          cameToApply: boolean
        }
      }
    | { message: string; field: string }
  passwordProblem(password: string, strength: 'reset' | 'full'): string | null
  /** What is said of a password that a guesser tries early. */
  commonPassword: string
}

export interface AuthParts {
  db: Db
  env: Env
  log: Log
  clock: Clock
  mails: AuthMails
  rules: AuthRules
  sessionLimits(): Promise<SessionLimits>
  /** Whether the house gives this address no account. Never told to strangers. */
  isBarred(address: string): Promise<boolean>
  rolesOf(userId: string): Promise<Role[]>
  /** A person with the rights of this moment. */
  loadActor(userId: string): Promise<Actor | null>
  /** Called after a person chose a new password; ends a forced first change (decision 5). */
  onPasswordChanged(userId: string): Promise<void>
  /** Whether the time of a password that staff gave out has passed. */
  isPasswordOver(userId: string): Promise<boolean>
  /** Does `work` in one transaction of the person's own. */
  write(work: (tx: Tx) => Promise<unknown>): Promise<void>
}

/** Where the header of the app's own address finding is read from; whatever a client sends under it is dropped. */
export const clientAddressHeader = 'x-exchange-client-address'

export type Auth = ReturnType<typeof createAuth>

const hour = 3_600
const day = 24 * hour

/** Sign-in as a whole: passwords, confirmation, reset, magic links, change of address, two-factor, sessions. */
export function createAuth(parts: AuthParts) {
  const { db, env, mails } = parts
  const isSecure = env.publicUrl.startsWith('https:')
  return betterAuth({
    appName: 'Exchange',
    baseURL: env.publicUrl,
    basePath: '/auth-api',
    secret: env.secret,
    trustedOrigins: env.isProduction
      ? [env.publicUrl]
      : [env.publicUrl, `http://localhost:${env.PORT}`, `http://127.0.0.1:${env.PORT}`],
    database: drizzleAdapter(db, { provider: 'pg', schema: tables, transaction: true }),
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_, message) => parts.log.error({ message }, 'sign-in') },
    // Refusals are answers; what nobody expected goes on to the server's own handler, which logs and masks it.
    onAPIError: {
      onError: error => {
        if (!isAPIError(error)) throw error
        if (error.statusCode >= 500) parts.log.error({ err: error }, 'sign-in')
      },
    },
    user: {
      additionalFields: {
        emailKey: { type: 'string', required: false, input: false, returned: false },
        firstName: { type: 'string', required: false, defaultValue: '' },
        lastName: { type: 'string', required: false, defaultValue: '' },
        phone: { type: 'string', required: false, defaultValue: '' },
        referredByCode: { type: 'string', required: false, returned: false },
        wantedTier: { type: 'string', required: false, returned: false },
        cameToApply: { type: 'boolean', required: false, returned: false },
      },
      changeEmail: {
        enabled: true,
        sendChangeEmailConfirmation: async ({ user, newEmail, token }) => {
          await keepChangeLink(db, user.id, token)
          await mails.changeEmail(personOf(user), newEmail, token)
        },
      },
    },
    // How long a session lasts is decided at its row (`sessionEnd`); this is how long a browser keeps the cookie.
    session: {
      expiresIn: 365 * day,
      disableSessionRefresh: true,
      // What asks for a fresh sign-in says so itself (freshness.ts); the list of one’s own devices does not.
      freshAge: 0,
      cookieCache: { enabled: false },
    },
    verification: { storeIdentifier: { hash: async identifier => storedAs(identifier) } },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      // A reset asks for 6; everything else is raised to 8 with classes in guards (decision 5).
      minPasswordLength: 6,
      maxPasswordLength: 128,
      resetPasswordTokenExpiresIn: hour,
      revokeSessionsOnPasswordReset: true,
      password: { hash: hashPassword, verify: verifyPassword },
      sendResetPassword: ({ user, token }) => mails.resetPassword(personOf(user), token),
      onPasswordReset: async ({ user }) => {
        // The link arrived, so the address is theirs.
        await db.update(tables.user).set({ emailVerified: true }).where(eq(tables.user.id, user.id))
        await parts.onPasswordChanged(user.id)
        await parts.write(tx => endCredentials(tx, user.id, 'passwordReset'))
        await mails.passwordChanged(personOf({ ...user, emailVerified: true }))
      },
    },
    emailVerification: {
      // The mail of a sign-up is written once the account is: see guards.
      sendOnSignUp: false,
      sendOnSignIn: false,
      autoSignInAfterVerification: true,
      expiresIn: linkSeconds,
      sendVerificationEmail: async ({ user, token }, request) => {
        if (!request?.url.includes('/verify-email'))
          return mails.confirmSignUp(personOf(user), await signUpToken(env.secret, user))
        // The second half of a change of address: `user` carries the new one.
        const owner = await accountOf(db, user.email)
        if (owner && owner.id !== user.id) return mails.alreadyRegistered(personOf(owner))
        if (await parts.isBarred(user.email)) return mails.notAllowed(user.email)
        await keepChangeLink(db, user.id, token)
        return mails.confirmNewEmail(personOf({ ...user, emailVerified: false }), token)
      },
    },
    rateLimit: {
      enabled: true,
      storage: 'database',
      window: 60,
      max: 120,
      customRules: {
        '/sign-in/email': { window: 60, max: 30 },
        '/sign-up/email': { window: 60, max: 10 },
        '/request-password-reset': { window: 60, max: 5 },
        '/sign-in/magic-link': { window: 60, max: 5 },
        '/magic-link/verify': { window: 60, max: 20 },
        '/send-verification-email': { window: 60, max: 5 },
        '/reset-password': { window: 60, max: 60 },
        '/change-password': { window: 60, max: 10 },
        '/change-email': { window: 60, max: 5 },
        '/two-factor/*': { window: 60, max: 20 },
        '/get-session': false,
      },
    },
    advanced: {
      database: { generateId: 'uuid' },
      // Named by us: with the library's own prefix a cookie could not be __Host-, which binds it to this host and https.
      useSecureCookies: false,
      cookiePrefix: isSecure ? '__Host-exchange' : 'exchange',
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      // Said aloud: left to itself the library looks at no origin while NODE_ENV is `test`, so no test would meet it.
      disableOriginCheck: false,
    },
    databaseHooks: {
      session: { create: { before: async made => ({ data: { ...made, expiresAt: await firstEnd(parts, made) } }) } },
      user: {
        // Refused after the password was hashed, as late as where there is an account: the time does not tell.
        create: {
          before: async user => !(await parts.isBarred(user.email)) && { data: { ...user, ...derived(user) } },
        },
        update: {
          before: async user => ({
            data: { ...user, ...(user.email && { emailKey: emailKey(user.email) }) },
          }),
        },
      },
    },
    hooks: { before: beforeAuth(parts), after: afterAuth(parts) },
    plugins: [
      magicLink({
        expiresIn: 15 * 60,
        disableSignUp: true,
        storeToken: 'hashed',
        sendMagicLink: async ({ email, token }) => {
          const owner = await accountOf(db, email)
          // Nobody's address gets no mail; the answer does not tell.
          if (owner) await mails.magicLink(personOf(owner), token)
        },
      }),
      secondFactor(),
      invitations(),
      resetLinks(),
      signUps(db),
    ],
  })
}

/** When a session ends that has just begun; one that its person does not want remembered ends sooner. */
async function firstEnd(parts: AuthParts, made: { userId: string; expiresAt: Date }): Promise<Date> {
  const [roles, limits] = [await parts.rolesOf(made.userId), await parts.sessionLimits()]
  const now = new Date()
  const end = sessionEnd({ roles, signedInAt: now, usedAt: now }, limits)
  return new Date(Math.min(end.getTime(), made.expiresAt.getTime()))
}

/** Two-factor sign-in. A sign-in link asks for the code too: it only stands in for the password. */
function secondFactor() {
  const plugin = twoFactor({ issuer: 'Exchange' })
  for (const challenge of plugin.hooks.after)
    Object.assign(challenge, {
      matcher: ({ path }: { path?: string }) => path === '/sign-in/email' || path === '/magic-link/verify',
    })
  return plugin
}

function derived(user: { email: string; name: string; firstName?: unknown; lastName?: unknown }) {
  const full = [user.firstName, user.lastName].filter(part => typeof part === 'string' && part).join(' ')
  return { name: full || user.name, emailKey: emailKey(user.email) }
}
