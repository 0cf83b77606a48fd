import type { SecurityEvent, SecurityEvents } from './events.ts'
import type { NotedKind } from './kinds.ts'

/** Refusals that security asks for, by their code; every other one is an answer like any. */
export const refusalKinds: Record<string, NotedKind> = {
  UNAUTHORIZED: 'refused',
  FORBIDDEN: 'refused',
  ACCOUNT_BLOCKED: 'refused',
  PASSWORD_CHANGE_REQUIRED: 'refused',
  NOT_APPROVED: 'refused',
  APPROVAL_PENDING: 'refused',
  UPGRADE_REQUIRED: 'refused',
  TWO_FACTOR_REQUIRED: 'refused',
  FRESH_SIGN_IN_NEEDED: 'refused',
  NOT_BY_KEY: 'refused',
  READ_ONLY_KEY: 'refused',
  FOREIGN_ORIGIN: 'foreign-origin',
  RATE_LIMITED: 'limit-hit',
}

const noted = new WeakSet<object>()

/** Notes a refusal by its code, once, however many places it passes on its way out. */
export function noteRefusal(
  events: SecurityEvents,
  refusal: { code: string },
  event: Omit<SecurityEvent, 'kind'>,
): void {
  const kind = Object.hasOwn(refusalKinds, refusal.code) ? refusalKinds[refusal.code] : undefined
  if (!kind || noted.has(refusal)) return
  noted.add(refusal)
  events.note({ kind, ...event })
}
