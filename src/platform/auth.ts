import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { magicLink, twoFactor } from 'better-auth/plugins'
import { afterSignIn, beforeAuth } from '#platform/auth-guards.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db.ts'
import { emailKey } from '#platform/email.ts'
import type { Env } from '#platform/env.ts'
import type { Log } from '#platform/log.ts'
import { hashPassword, verifyPassword } from '#platform/passwords.ts'
import * as tables from '#platform/tables.ts'

export interface AuthPerson {
  id: string
  email: string
  firstName: string
}

/** The moments of sign-in that mail a person; the members feature writes them. */
export interface AuthMails {
  confirmSignUp(person: AuthPerson, url: string): Promise<void>
  alreadyRegistered(person: AuthPerson): Promise<void>
  resetPassword(person: AuthPerson, url: string): Promise<void>
  magicLink(address: string, url: string): Promise<void>
  /** To the present address: somebody asks to move the account to `newEmail`. */
  changeEmail(person: AuthPerson, newEmail: string, url: string): Promise<void>
  passwordChanged(person: AuthPerson): Promise<void>
}

export interface AuthParts {
  db: Db
  env: Env
  log: Log
  clock: Clock
  mails: AuthMails
  /** Called after a person chose a new password; ends a forced first change (decision 5). */
  onPasswordChanged(userId: string): Promise<void>
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
  const link = (path: string, token: string) => `${env.publicUrl}${path}?token=${encodeURIComponent(token)}`
  return betterAuth({
    appName: 'Exchange',
    baseURL: env.publicUrl,
    basePath: '/auth-api',
    secret: env.secret,
    trustedOrigins: env.isProduction ? [env.publicUrl] : [env.publicUrl, `http://localhost:${env.PORT}`, `http://127.0.0.1:${env.PORT}`],
    database: drizzleAdapter(db, { provider: 'pg', schema: tables, transaction: true }),
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_, message) => parts.log.error({ message }, 'sign-in') },
    user: {
      additionalFields: {
        emailKey: { type: 'string', required: false, input: false, returned: false },
        firstName: { type: 'string', required: false, defaultValue: '' },
        lastName: { type: 'string', required: false, defaultValue: '' },
        phone: { type: 'string', required: false, defaultValue: '' },
      },
      changeEmail: {
        enabled: true,
        sendChangeEmailConfirmation: ({ user, newEmail, token }) => mails.changeEmail(person(user), newEmail, link('/change-email', token)),
      },
    },
    session: { expiresIn: 30 * day, updateAge: day, freshAge: hour, cookieCache: { enabled: false } },
    verification: { storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      // Reset and invitation ask for 6; everything else is raised to 8 with classes in auth-guards (decision 5).
      minPasswordLength: 6,
      maxPasswordLength: 128,
      resetPasswordTokenExpiresIn: hour,
      revokeSessionsOnPasswordReset: true,
      password: { hash: hashPassword, verify: verifyPassword },
      sendResetPassword: ({ user, token }) => mails.resetPassword(person(user), link('/reset-password', token)),
      onPasswordReset: async ({ user }) => {
        await parts.onPasswordChanged(user.id)
        await mails.passwordChanged(person(user))
      },
      onExistingUserSignUp: ({ user }) => mails.alreadyRegistered(person(user)),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: false,
      autoSignInAfterVerification: true,
      expiresIn: day,
      sendVerificationEmail: ({ user, token }, request) =>
        // The second half of a change of address confirms the new one on its own page.
        mails.confirmSignUp(person(user), link(request?.url.includes('/verify-email') ? '/change-email' : '/confirm-signup', token)),
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
        '/send-verification-email': { window: 60, max: 5 },
        '/get-session': false,
      },
    },
    advanced: {
      database: { generateId: 'uuid' },
      useSecureCookies: isSecure,
      cookiePrefix: 'exchange',
      // __Host-: bound to this host and to https, unreadable for other subdomains.
      ...(isSecure && { cookies: { session_token: { name: '__Host-exchange.session', attributes: { path: '/', secure: true } } } }),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
    },
    databaseHooks: {
      user: {
        create: { before: async user => ({ data: { ...user, ...derived(user) } }) },
        update: { before: async user => ({ data: { ...user, ...(user.email && { emailKey: emailKey(user.email) }) } }) },
      },
    },
    hooks: { before: beforeAuth(parts), after: afterSignIn(parts) },
    plugins: [
      magicLink({
        expiresIn: 15 * 60,
        disableSignUp: true,
        storeToken: 'hashed',
        sendMagicLink: ({ email, token }) => mails.magicLink(email, link('/magic-link', token)),
      }),
      twoFactor({ issuer: 'Exchange' }),
    ],
  })
}

function derived(user: { email: string; name: string; firstName?: unknown; lastName?: unknown }) {
  const full = [user.firstName, user.lastName].filter(part => typeof part === 'string' && part).join(' ')
  return { name: full || user.name, emailKey: emailKey(user.email) }
}

const person = (user: { id: string; email: string; name: string; firstName?: unknown }): AuthPerson => ({
  id: user.id,
  email: user.email,
  firstName: typeof user.firstName === 'string' ? user.firstName : user.name,
})
