import { sql } from 'drizzle-orm'
import type { Reader } from '#platform/db/pool.ts'
import { auditLog, user } from '#platform/db/tables.ts'
import type { SecurityKind } from '#platform/security/kinds.ts'
import { alarmsFrom, type Signals, type Tally } from './rules.ts'

const a = auditLog

/** What an entry of the audit log means for security; null for most. Written as the indexes of the log are. */
export const kindOf = sql<SecurityKind>`security_kind(${a.action}, ${a.tableName}, ${a.rowId}, ${a.before}, ${a.after})`

/** What it was about, as far as the entry says: a procedure, a role, a name of a key, a list with the number of its rows. */
export const detailOf = sql<string>`case
  when ${a.action} = 'security' then coalesce(${a.after} ->> 'detail', '')
  when ${a.tableName} = 'user_roles' then coalesce(${a.after}, ${a.before}) ->> 'role'
  when ${a.tableName} = 'api_keys' then coalesce(${a.after} ->> 'name', '')
  when ${a.tableName} = 'profiles' then ${a.after} ->> 'account_status'
  when ${a.action} = 'export' and ${a.tableName} <> 'user' then ${a.tableName} || ', ' || ${a.rowId} || ' rows'
  else '' end`

/** Who did it. Sign-in knows no actor: a change of one's own way in was made by oneself. */
export const whoOf = sql<
  string | null
>`coalesce(${a.actorId}, case when ${a.tableName} in ('user', 'account') then ${a.rowId} end)`

/** How often it happened: what comes again and again is noted together. */
export const timesOf = sql<number>`coalesce((${a.after} ->> 'times')::int, 1)`

/** How often each kind happened since then, in one statement. */
export async function talliesSince(db: Reader, since: Date): Promise<Tally[]> {
  const { rows } = await db.execute<Record<keyof Tally, unknown>>(sql`
    select kind, sum(times)::int as times, count(distinct person)::int as people,
      coalesce(sum(times) filter (where person is null), 0)::int as strangers
    from (
      select ${kindOf} as kind, ${timesOf} as times, ${whoOf} as person
      from ${a} where ${kindOf} is not null and ${a.createdAt} >= ${since.toISOString()}::timestamptz
    ) events group by kind`)
  return rows as unknown as Tally[]
}

/** What alarms ask of the time since then, in one statement. Admins whom a new house begins with were made by nobody. */
export async function signalsSince(db: Reader, since: Date): Promise<Omit<Signals, 'firstBad'>> {
  const { lockedQuarters, accounts, strangers } = alarmsFrom
  const { rows } = await db.execute<Record<string, number>>(sql`
    with noted as (
      select ${kindOf} as kind, ${a.createdAt} as at, ${a.actorId} as person, ${a.ipAddress} as ip, ${detailOf} as detail,
        ${timesOf} as times, ${a.rowId} as about
      from ${a} where ${kindOf} in ('sign-in-locked', 'sign-in-failed', 'signature-wrong', 'role-granted')
        and ${a.createdAt} >= ${since.toISOString()}::timestamptz
    ), locked as (
      select person from noted where kind = 'sign-in-locked' and person is not null group by person
      having count(distinct date_bin('15 minutes', at, timestamptz '2000-01-01')) >= ${lockedQuarters}
    ), trying as (
      select ip from noted where kind in ('sign-in-failed', 'sign-in-locked') and ip is not null group by ip
      having count(distinct person) >= ${accounts} or sum(times) filter (where person is null) >= ${strangers}
    )
    select (select count(*)::int from locked) as locked, (select count(*)::int from trying) as trying,
      (select coalesce(sum(times), 0)::int from noted where kind = 'signature-wrong') as signatures,
      (select count(*)::int from noted where kind = 'role-granted' and detail = 'admin'
        and (person is not null or exists (select 1 from ${user} where ${user.id} = about and ${user.createdAt} < ${since.toISOString()}::timestamptz))) as admins`)
  const { locked, trying, signatures, admins } = rows[0]!
  return {
    accountsLockedAgain: locked!,
    addressesOnManyAccounts: trying!,
    wrongSignatures: signatures!,
    adminsMade: admins!,
  }
}

/** Who became an admin since then, and who made them one last, each once; without those whom a new house begins with. */
export async function adminsMadeSince(db: Reader, since: Date): Promise<NewAdmin[]> {
  const { rows } = await db.execute<NewAdmin & Record<string, unknown>>(sql`
    select distinct on (n.id) n.id, coalesce(nullif(n.name, ''), n.email) as name, m.id as "byId", coalesce(nullif(m.name, ''), m.email) as "byName"
    from ${a} join ${user} n on n.id = ${a.rowId} left join ${user} m on m.id = ${a.actorId}
    where ${kindOf} = 'role-granted' and ${detailOf} = 'admin' and ${a.createdAt} >= ${since.toISOString()}::timestamptz
      and (${a.actorId} is not null or n.created_at < ${since.toISOString()}::timestamptz)
    order by n.id, ${a.id} desc`)
  return rows
}

interface NewAdmin {
  id: string
  name: string
  /** null: by the house itself, from its command line */
  byId: string | null
  byName: string | null
}

/** The first entry of the audit log that does not hold; null when all do. */
export async function firstBadEntry(db: Reader): Promise<number | null> {
  const { rows } = await db.execute<{ bad: string | null }>(sql`select audit_first_bad() as bad`)
  return rows[0]!.bad === null ? null : Number(rows[0]!.bad)
}
