import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '#platform/db/pool.ts'
import { session } from '#platform/db/tables.ts'
import type { Problem } from '#platform/problem.ts'
import type { Runtime } from '#platform/runtime.ts'
import type { Actor, KeyScope } from './actor.ts'
import { sessionEnd, usedEveryMs } from './session-life.ts'

/** Keys of integrations begin so, which lets scanners for leaked secrets find them. */
export const apiKeyPrefix = 'exk_'

export const hashApiKey = (key: string) => createHash('sha256').update(key).digest('hex')

/** How a request came in; what it may do can depend on it. */
export type CameBy = { kind: 'session'; id: string; signedInAt: Date } | { kind: 'key'; id: string; scope: KeyScope }

/** Why a call that changes something may not come by this key; null when it may, or came by a session. */
export const whyNotWrite = (by: CameBy | null): Problem | null =>
  by?.kind === 'key' && by.scope === 'read'
    ? { code: 'READ_ONLY_KEY', message: 'This API key may only read.', status: 403 }
    : null

export interface Caller {
  actor: Actor
  by: CameBy
}

export interface FoundSession {
  actor: Actor
  id: string
  signedInAt: Date
  usedAt: Date
  expiresAt: Date
}

/** Finds people with the rights they have at this moment, each in one statement; null when there is no such person. */
export interface People {
  byId(db: Db, userId: string, now: Date): Promise<Actor | null>
  bySession(db: Db, token: string, now: Date): Promise<FoundSession | null>
  /** Also notes when the key was used. A revoked key and one whose time has passed find nobody. */
  byKey(db: Db, keyHash: string, now: Date): Promise<{ actor: Actor; id: string; scope: KeyScope } | null>
}

/** Sent by an open page that asks by itself while nobody is at it: that does not count as use of the session. */
export const quietHeader = 'x-exchange-quiet'

/**
 * Who sent this request: by an integration's key or by the session cookie. Null for a visitor; a wrong key is one. One
 * statement, and every few minutes one more that notes the use of the session; one that is over is removed.
 */
export async function identify(runtime: Runtime, headers: Headers): Promise<Caller | null> {
  const { db, people, auth, clock } = runtime
  const key = /^Bearer (exk_[\w-]{20,100})$/.exec(headers.get('authorization') ?? '')?.[1]
  if (key) {
    const found = await people.byKey(db, hashApiKey(key), clock.now())
    return found && { actor: found.actor, by: { kind: 'key', id: found.id, scope: found.scope } }
  }
  const cookies = headers.get('cookie')
  if (!cookies) return null
  const { authCookies, secret } = await auth.$context
  const token = signedValue(cookieNamed(cookies, authCookies.sessionToken.name), secret)
  const found = token && (await people.bySession(db, token, clock.now()))
  if (!found || !(await isOn(runtime, found, headers.get(quietHeader) === null))) return null
  return { actor: found.actor, by: { kind: 'session', id: found.id, signedInAt: found.signedInAt } }
}

/** Whether a session is still on; notes its use. The sign-in library counts in real time, so this does too. */
async function isOn({ db, sessionLimits }: Runtime, found: FoundSession, isUse: boolean): Promise<boolean> {
  const [limits, now] = [await sessionLimits(), new Date()]
  const { id, expiresAt, usedAt, signedInAt } = found
  const { roles } = found.actor
  if (expiresAt <= now || sessionEnd({ roles, signedInAt, usedAt }, limits) <= now) {
    await db.delete(session).where(eq(session.id, id))
    return false
  }
  if (isUse && now.getTime() - usedAt.getTime() >= usedEveryMs) {
    const end = sessionEnd({ roles, signedInAt, usedAt: now }, limits)
    await db.update(session).set({ updatedAt: now, expiresAt: end }).where(eq(session.id, id))
  }
  return true
}

/** Whether a request comes with a session, good or not: without one it is a visitor's. */
export async function hasSessionCookie({ auth }: Runtime, headers: Headers): Promise<boolean> {
  const cookies = headers.get('cookie')
  return cookies !== null && cookieNamed(cookies, (await auth.$context).authCookies.sessionToken.name) !== null
}

/** The value of the first cookie of this name, as the sign-in library reads it. */
function cookieNamed(cookies: string, name: string): string | null {
  for (const pair of cookies.split(';')) {
    const equals = pair.indexOf('=')
    if (equals === -1 || pair.slice(0, equals).trim() !== name) continue
    const value = pair.slice(equals + 1).trim()
    try {
      return decodeURIComponent(value)
    } catch {
      return value
    }
  }
  return null
}

/** What the sign-in library signed as `value.signature` (HMAC-SHA256, base64); null when the signature is not its own. */
function signedValue(cookie: string | null, secret: string): string | null {
  const dot = cookie?.lastIndexOf('.') ?? -1
  if (!cookie || dot < 1) return null
  const [value, given] = [cookie.slice(0, dot), Buffer.from(cookie.slice(dot + 1))]
  const own = Buffer.from(createHmac('sha256', secret).update(value).digest('base64'))
  return given.length === own.length && timingSafeEqual(given, own) ? value : null
}
