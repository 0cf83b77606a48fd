import { ORPCError } from '@orpc/server'
import { APIError } from 'better-auth/api'

/**
 * Throws a refusal of ours as one of the sign-in library, so that its hooks, its answers and what is noted of them know it
 * as any other; with the time to come again where it has one. Every other error is thrown as it is.
 */
export function asOfLibrary(error: unknown): never {
  if (!(error instanceof ORPCError)) throw error
  const { status, code, message, data } = error
  const { retryAfterSeconds: wait, ...said } = (data ?? {}) as { retryAfterSeconds?: number }
  throw new APIError(
    status as 403,
    { code, message, ...said },
    wait === undefined ? {} : { 'retry-after': String(wait) },
  )
}

/** What people read in place of the library's own words. */
const words: Record<string, string> = {
  INVALID_PASSWORD: 'This is not your current password.',
  INVALID_CODE: 'This code is not right. Codes change every half minute: try the next one.',
  INVALID_BACKUP_CODE: 'This recovery code is not right, or it was used before.',
  INVALID_TWO_FACTOR_COOKIE: 'This took too long. Enter your password again.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many codes were wrong. Enter your password again.',
  ACCOUNT_TEMPORARILY_LOCKED: 'Too many codes were wrong. Wait a little and try again.',
}

/** Throws a refusal of the library again in our words, if we have any for it. */
export function sayInOurWords(returned: unknown): void {
  if (!(returned instanceof APIError)) return
  const message = words[returned.body?.code ?? '']
  if (message && message !== returned.body?.message)
    throw new APIError(returned.status, { ...returned.body, message }, returned.headers)
}
