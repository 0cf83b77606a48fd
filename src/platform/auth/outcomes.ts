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

interface Meaning {
  done: Outcome
  /** What a done answer must have brought along to count as such. */
  needs?: 'session'
  /** By the code of the refusal; every other refusal means nothing. */
  refused?: Record<string, Outcome>
}

const nothing: Meaning = { done: 'done' }

/**
 * Every path of the library that this venue serves, with what its answers mean. What is not here is not there: profiles
 * are changed by their own procedure, accounts are archived, nobody signs in through another company.
 */
const meanings: Record<string, Meaning> = {
  '/sign-up/email': { done: 'signUpTaken', refused: { FAILED_TO_CREATE_USER: 'signUpTaken' } },
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
  '/get-session': nothing,
  '/list-sessions': nothing,
  '/list-accounts': nothing,
  '/revoke-session': nothing,
  '/revoke-sessions': { done: 'signedOutEverywhere' },
  '/revoke-other-sessions': { done: 'signedOutEverywhere' },
  '/request-password-reset': nothing,
  '/reset-password': { done: 'passwordSet' },
  '/reset-password/check': nothing,
  '/verify-email': { done: 'linkUsed' },
  '/send-verification-email': nothing,
  '/change-email': nothing,
  '/change-password': { done: 'passwordSet' },
  '/sign-in/magic-link': nothing,
  '/magic-link/verify': { done: 'linkUsed' },
  '/two-factor/enable': nothing,
  '/two-factor/disable': { done: 'secondFactorOff' },
  '/two-factor/verify-totp': { done: 'codeCorrect' },
  '/two-factor/verify-backup-code': { done: 'codeCorrect' },
  '/two-factor/generate-backup-codes': nothing,
  '/invitation/open': { done: 'linkUsed' },
  '/invitation/accept': { done: 'passwordSet' },
}

export const servedPaths = Object.keys(meanings)

/** Refuses what the library offers and this venue does not. */
export function requireServed({ path }: AuthContext): void {
  if (!Object.hasOwn(meanings, path)) throw new APIError('NOT_FOUND', { code: 'NOT_FOUND', message: 'Not found' })
}

/** What the answer that is about to be given means. */
export function outcomeOf({ path, context: { returned, newSession } }: AuthContext): Outcome {
  const meaning = meanings[path]
  if (!meaning) return 'refused'
  if (returned instanceof APIError) {
    const code = returned.body?.code
    return (code && meaning.refused?.[code]) || 'refused'
  }
  return meaning.needs === 'session' && !newSession ? 'refused' : meaning.done
}
