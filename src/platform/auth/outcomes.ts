import { APIError } from 'better-auth/api'
import type { AuthContext } from './links.ts'

/**
 * What an answer of the sign-in library can mean for us: one closed list. Whatever acts after sign-in acts on one of
 * these, never on an HTTP status, which many causes share.
 */
export type Outcome =
  /** The present password was right, whatever else is still missing before there is a session. */
  | 'passwordCorrect'
  | 'passwordWrong'
  /** Too much work at once: nobody looked at the password. */
  | 'passwordNotSeen'
  /** Somebody who was entitled to has a new password. */
  | 'passwordSet'
  /** A form of sign-up was taken, whether or not there was an account already. */
  | 'signUpTaken'
  /** A link was used by whoever reads mail at the address. */
  | 'linkUsed'
  /** A code of the authenticator app or a recovery code was right. */
  | 'codeCorrect'
  | 'secondFactorOff'
  | 'signedOutEverywhere'
  /** Done, and nothing follows from it. */
  | 'done'
  /** Nothing was decided: refused for a reason that says nothing about a password or a code. */
  | 'refused'

/** What holds on a path of the library, all of it in one place: what is not said of a path does not hold there. */
interface Served {
  done: Outcome
  /** What a done answer must have brought along to count as such. */
  needs?: 'session'
  /** By the code of the refusal; every other refusal means nothing. */
  refused?: Record<string, Outcome>
  /** May mail an address that somebody typed: few to each, and its answer takes as long whether it did or not. */
  mails?: true
  /** Changes an account for good: who is on hold may only read why and leave (decision 3). */
  changes?: true
  /** Asks whoever is signed in for their present password, which is not to be guessed without end. */
  asksPassword?: true
  /** Tells something and changes nothing. */
  isReading?: true
  /** A link's GET that signs in or confirms, which another site could make a browser send. */
  isLink?: true
}

const nothing: Served = { done: 'done' }
const reading: Served = { ...nothing, isReading: true }
const mail: Served = { ...nothing, mails: true }
const link: Served = { done: 'linkUsed', isLink: true }

/**
 * Every path of the library that this venue serves. What is not here is not there: profiles are changed by their own
 * procedure, accounts are archived, nobody signs in through another company.
 */
const served: Record<string, Served> = {
  '/sign-up/email': { done: 'signUpTaken', refused: { FAILED_TO_CREATE_USER: 'signUpTaken' }, mails: true },
  '/sign-up/prove': { done: 'linkUsed' },
  '/sign-up/confirm': { done: 'passwordSet' },
  '/sign-in/email': {
    done: 'passwordCorrect',
    needs: 'session',
    refused: {
      INVALID_EMAIL_OR_PASSWORD: 'passwordWrong',
      EMAIL_NOT_VERIFIED: 'passwordCorrect',
      BUSY: 'passwordNotSeen',
    },
  },
  '/sign-out': nothing,
  '/get-session': reading,
  '/list-sessions': reading,
  '/list-accounts': reading,
  '/revoke-session': nothing,
  '/revoke-sessions': { done: 'signedOutEverywhere' },
  '/revoke-other-sessions': { done: 'signedOutEverywhere' },
  '/request-password-reset': mail,
  '/reset-password': { done: 'passwordSet' },
  '/reset-password/check': nothing,
  '/verify-email': link,
  '/send-verification-email': mail,
  '/change-email': { ...nothing, changes: true },
  '/change-password': { done: 'passwordSet', changes: true, asksPassword: true },
  '/sign-in/magic-link': mail,
  '/magic-link/verify': link,
  '/two-factor/enable': { ...nothing, changes: true, asksPassword: true },
  '/two-factor/disable': { done: 'secondFactorOff', changes: true, asksPassword: true },
  '/two-factor/verify-totp': { done: 'codeCorrect' },
  '/two-factor/verify-backup-code': { done: 'codeCorrect' },
  '/two-factor/generate-backup-codes': { ...nothing, changes: true, asksPassword: true },
  '/invitation/open': { done: 'linkUsed' },
  '/invitation/accept': { done: 'passwordSet' },
}

export const servedPaths = Object.keys(served)

/** What holds on this path. Refuses what the library offers and this venue does not. */
export function servedAt({ path }: AuthContext): Served {
  if (!Object.hasOwn(served, path)) throw new APIError('NOT_FOUND', { code: 'NOT_FOUND', message: 'Not found' })
  return served[path]!
}

/** Whether this path only tells something: its answer leaves the browser's cookies alone. */
export const isReading = (path: string) => Object.hasOwn(served, path) && served[path]?.isReading === true

/** What the answer that is about to be given means. */
export function outcomeOf(ctx: AuthContext): Outcome {
  const { returned, newSession } = ctx.context
  const { done, needs, refused } = servedAt(ctx)
  if (returned instanceof APIError) {
    const code = returned.body?.code
    return (code && refused?.[code]) || 'refused'
  }
  return needs === 'session' && !newSession ? 'refused' : done
}
