import { emailKey } from '#platform/mail/address.ts'
import type { SecurityEvents } from '#platform/security/events.ts'
import type { NotedKind } from '#platform/security/kinds.ts'
import { refusalKinds } from '#platform/security/refusals.ts'
import { lockedNow } from './lockout.ts'
import { servedPaths } from './outcomes.ts'

/** What the refusals of sign-in leave behind beside those that are noted anywhere, by their code. */
const kinds: Record<string, NotedKind> = {
  ...refusalKinds,
  INVALID_CREDENTIALS: 'sign-in-failed',
  ACCOUNT_LOCKED: 'sign-in-failed',
  INVALID_PASSWORD: 'sign-in-failed',
  NOT_THE_CHOSEN_PASSWORD: 'sign-in-failed',
  INVALID_CODE: 'code-wrong',
  INVALID_BACKUP_CODE: 'code-wrong',
  CODE_USED: 'code-wrong',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'code-wrong',
  INVALID_TOKEN: 'link-refused',
  INVALID_ORIGIN: 'foreign-origin',
  MISSING_OR_NULL_ORIGIN: 'foreign-origin',
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: 'foreign-origin',
}

interface Refused {
  asked: Request
  /** Who is signed in there, or half way; what they typed tells more. */
  personId: string | null
  answer: Response
  ipAddress: string
  requestId: string
}

/** Notes what an answer of sign-in says of somebody who tried. Only the key of a typed address is looked at, for whose it is. */
export async function noteSignIn(events: SecurityEvents, { asked, answer, personId, ...from }: Refused): Promise<void> {
  if (answer.ok) return
  const path = new URL(asked.url).pathname.replace(/^\/auth-api/, '')
  const detail = servedPaths.includes(path) ? path : 'sign-in'
  // The library's own limiter has no code, only this.
  if (answer.headers.has('x-retry-after')) return events.note({ kind: 'limit-hit', detail, personId, ...from })
  const { code = '', title } = await jsonOf(answer.clone())
  if (!Object.hasOwn(kinds, code)) return
  const kind = code === 'ACCOUNT_LOCKED' && title === lockedNow ? 'sign-in-locked' : kinds[code]!
  const { email } = asked.method === 'POST' ? await jsonOf(asked) : {}
  events.note({ kind, detail, ...from, ...(email ? { emailKey: emailKey(email) } : { personId }) })
}

type Texts = Partial<Record<'code' | 'title' | 'email', string>>

async function jsonOf(of: Request | Response): Promise<Texts> {
  const value: unknown = await of.json().catch(() => null)
  if (!value || typeof value !== 'object') return {}
  return Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string' && text.length <= 320))
}
