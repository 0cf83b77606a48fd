import type { Problem } from '#platform/problem.ts'
import type { CameBy } from './authenticate.ts'

/** How long after a sign-in one may change who gets in, take data out or send money back. */
export const freshForMs = 3_600_000

/**
 * Why a call cannot do what asks for a fresh sign-in; null when its session began within the hour (a sign-in asks for the
 * second factor of who has one, but on a device that they chose to trust). A key never can. Both count in real time, as the
 * sign-in library does.
 */
export function whyNotFresh(by: CameBy | null, now = new Date()): Problem | null {
  if (by?.kind === 'key') return { code: 'NOT_BY_KEY', message: 'Sign in to do this: an API key may not.', status: 403 }
  const isFresh = by !== null && now.getTime() - by.signedInAt.getTime() < freshForMs
  return isFresh ? null : freshSignInNeeded
}

export const freshSignInNeeded = {
  code: 'FRESH_SIGN_IN_NEEDED',
  message: 'Your last sign-in was more than an hour ago. Sign in again to do this.',
  status: 403,
} satisfies Problem
