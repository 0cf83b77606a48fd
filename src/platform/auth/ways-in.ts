import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Reader } from '#platform/db/pool.ts'
import { apiKeys, pushSubscriptions, session, user, verification } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'

/** Everything that lets somebody in as a person, or shows them what only that person is to see. Live streams end with the session or key that opened them. */
export const waysIn = [
  'session',
  'apiKey',
  'invitation',
  'resetLink',
  'magicLink',
  'changeLink',
  'trustedDevice',
  'halfway',
  'pushDevice',
] as const
export type WayIn = (typeof waysIn)[number]

/** What ends ways in; each says in its procedure what it spares. */
export type EndingEvent =
  | 'passwordReset'
  | 'passwordChanged'
  | 'emailChanged'
  | 'secondFactorChanged'
  | 'invitationAccepted'
  | 'signedOutEverywhere'
  | 'blocked'
  | 'roleChanged'
  | 'archived'
  | 'erased'

interface Registered {
  /** What whoever holds it has proven, and what it may do alone. */
  strength: string
  /** Present ones of a person, as rows of `id`, `made_at` and `expires_at`. */
  listed: (person: Person) => SQL
  /** The statement that ends them, returning a row for each. `spared` are ids that stay. */
  ended: (person: Person, spared: string[], now: Date) => SQL
}

interface Person {
  id: string
}

/** One-time secrets stand in one table; the library's names for them begin so, and only a hash follows (`storedAs`). */
const prefixes: [prefix: string, way: WayIn][] = [
  ['invitation:', 'invitation'],
  ['reset-password:', 'resetLink'],
  ['magic-link:', 'magicLink'],
  ['change-email:', 'changeLink'],
  ['trust-device-', 'trustedDevice'],
  ['2fa-', 'halfway'],
]

/** How the identifier of a one-time secret is stored: what it is, and its SHA-256. */
export function storedAs(identifier: string): string {
  const way = prefixes.find(([prefix]) => identifier.startsWith(prefix))?.[1] ?? 'other'
  return `${way}:${createHash('sha256').update(identifier).digest('base64url')}`
}

const ofPerson = ({ id }: Person, way: WayIn) => {
  // A sign-in link knows the address, everything else the person.
  const owned =
    way === 'magicLink'
      ? sql`starts_with(value, (select '{"type":"magic-link","email":' || to_json(email)::text from ${user} where id = ${id}))`
      : sql`value = ${id}`
  return sql`starts_with(identifier, ${`${way}:`}) and ${owned}`
}

const oneTime = (way: WayIn, strength: string): Registered => ({
  strength,
  listed: person =>
    sql`select id, created_at as made_at, expires_at from ${verification} where ${ofPerson(person, way)}`,
  ended: (person, spared) =>
    sql`delete from ${verification} where ${ofPerson(person, way)} and not id = any(${sql.param(spared)}::text[]) returning 1`,
})

/** The registry: a new way in gets its line here, or `ways-in.test.ts` names the table that it hides in. */
export const registry: Record<WayIn, Registered> = {
  session: {
    strength: 'password or link, and the second factor where there is one',
    listed: ({ id }) => sql`select id, created_at as made_at, expires_at from ${session} where user_id = ${id}`,
    ended: ({ id }, spared) =>
      sql`delete from ${session} where user_id = ${id} and not id = any(${sql.param(spared)}::text[]) returning 1`,
  },
  apiKey: {
    strength: 'made by a session; reads, or reads and writes, by its scope',
    listed: ({ id }) =>
      sql`select id::text, created_at as made_at, expires_at from ${apiKeys} where user_id = ${id} and revoked_at is null`,
    ended: ({ id }, spared, now) =>
      sql`update ${apiKeys} set revoked_at = ${now.toISOString()}::timestamptz
        where user_id = ${id} and revoked_at is null and not id::text = any(${sql.param(spared)}::text[]) returning 1`,
  },
  invitation: oneTime('invitation', 'email; signs in who has neither password nor second factor'),
  resetLink: oneTime('resetLink', 'email; sets a password and signs nobody in'),
  magicLink: oneTime('magicLink', 'email; stands in for the password'),
  changeLink: oneTime('changeLink', 'email; moves the account to another address, whoever then reads its email'),
  trustedDevice: oneTime('trustedDevice', 'stands in for the second factor, never for the password'),
  halfway: oneTime('halfway', 'password or link; waits for the second factor'),
  pushDevice: {
    strength: 'made by a session, with which it ends; lets nobody in, and is told what the person is told',
    listed: ({ id }) =>
      sql`select p.id::text, p.created_at as made_at, s.expires_at from ${pushSubscriptions} p
        join ${session} s on s.id = p.session_id where p.user_id = ${id}`,
    ended: ({ id }, spared) =>
      sql`delete from ${pushSubscriptions} where user_id = ${id}
        and not session_id = any(${sql.param(spared)}::text[]) returning 1`,
  },
}

export interface Spared {
  /** Ids of sessions and keys that stay: most often the session that asks. */
  ids?: (string | null | undefined)[]
  /** Kinds that stay. */
  ways?: WayIn[]
}

/**
 * Ends every way in of a person but what `except` spares, in one statement; open streams follow within seconds. Resolves
 * to how many it ended. Every event of `EndingEvent` calls it.
 */
export async function endCredentials(
  tx: Tx,
  personId: string,
  event: EndingEvent,
  { except = {} }: { except?: Spared } = {},
): Promise<number> {
  const spared = (except.ids ?? []).filter(id => typeof id === 'string')
  const chosen = waysIn.filter(way => !except.ways?.includes(way))
  const parts = chosen.map(
    way => sql`${sql.identifier(way)} as (${registry[way].ended({ id: personId }, spared, tx.now)})`,
  )
  const counts = chosen.map(way => sql`(select count(*)::int from ${sql.identifier(way)})`)
  const { rows } = await tx.execute<{ ended: number }>(
    sql`with ${sql.join(parts, sql`, `)} select ${sql.join(counts, sql` + `)} as ended`,
  )
  // Browsers ask anew who they are, and streams of sessions that are gone end with it.
  await tx.announce({ to: { userId: personId }, kind: `ways-in.${event}` })
  return rows[0]!.ended
}

/** The present ways in of a person. */
export async function waysInOf(db: Reader, personId: string): Promise<{ way: WayIn; id: string; expiresAt: Date }[]> {
  const parts = waysIn.map(
    way => sql`select ${way} as way, id, expires_at from (${registry[way].listed({ id: personId })}) w`,
  )
  const { rows } = await db.execute<{ way: WayIn; id: string; expires_at: string }>(sql.join(parts, sql` union all `))
  return rows.map(({ way, id, expires_at }) => ({ way, id, expiresAt: new Date(expires_at) }))
}
