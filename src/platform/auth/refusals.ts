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
