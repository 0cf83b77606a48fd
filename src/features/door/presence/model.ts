import { and, asc, desc, eq, gte, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { profiles } from '#features/people/members/table.ts'
import { addDays } from '#platform/dates.ts'
import { fullName } from '#platform/db/columns.ts'
import { matching } from '#platform/db/list-page.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import { type EntryMethod, mostFound, mostInside } from './inputs.ts'
import { guestOf } from './rules.ts'
import { checkIns } from './table.ts'

/** What an admitted scan says of whoever came in. */
export interface CameIn {
  scanId: string
  kind: string
  userId: string | null
  guestName: string
  passId: string | null
  at: Date
  method: EntryMethod
  /** Guests who come in with them, without a name of their own. */
  companions: number
  by: string | null
}

/**
 * The statement that notes an admitted scan's person as inside; for a WITH beside the scan, of which `scanned` gives the pass
 * (one row when it was written, none when it was there before). Nothing comes of it when they are inside already, or were seen
 * leaving after that moment. What changes are the placeholders of `inside`; it differs by whether they have an account.
 */
export function cameIn(scanned: SQL, hasAccount: boolean): SQL {
  const { placeholder } = sql
  const [passId, userId] = [placeholder('insidePassId'), placeholder('insideUserId')]
  const same = hasAccount ? sql`c.user_id = ${userId}` : sql`c.pass_id = ${passId}::uuid and c.user_id is null`
  const [at, leftAt] = [sql`${placeholder('insideAt')}::timestamptz`, sql`${placeholder('insideLeftAt')}::timestamptz`]
  const visit = sql`${placeholder('insideScanId')}::uuid, ${placeholder('insideKind')}, ${at}, ${leftAt},
    ${placeholder('insideMethod')}, ${placeholder('insideEnding')}, ${placeholder('insideBy')}, ${placeholder('insideNow')}::timestamptz`
  return sql`insert into ${checkIns}
      (user_id, guest_name, pass_id, scan_id, kind, check_in_time, check_out_time, entry_method, ending, checked_in_by, created_at)
    select ${hasAccount ? userId : sql`null`}, ${placeholder('insideName')}, ${passId}::uuid, ${visit}
    from ${scanned} s
    where not exists (select from ${checkIns} c where ${same}
      and c.check_in_time >= ${placeholder('insideFrom')}::timestamptz
      and c.check_in_time < ${placeholder('insideMidnight')}::timestamptz
      and (c.check_out_time is null or c.check_out_time >= ${at}))
    union all
    select null, ${placeholder('insideParty')}, null, ${visit}
    from ${scanned} s, generate_series(1, ${placeholder('insideCompanions')}::int)
    on conflict do nothing`
}

/** What `cameIn` is given. A visit of an earlier day, which a device hands in late, ended at its own midnight. */
export function inside(came: CameIn, now: Date) {
  const on = calendarDate(came.at)
  const midnight = instantOf(addDays(on, 1), '00:00')
  const isOver = midnight <= now
  return {
    insideScanId: came.scanId,
    insideKind: came.kind,
    insideUserId: came.userId,
    insideName: came.userId === null ? came.guestName : null,
    insideParty: guestOf(came.guestName),
    insidePassId: came.passId,
    insideAt: came.at,
    insideFrom: instantOf(on, '00:00'),
    insideMidnight: midnight,
    insideLeftAt: isOver ? midnight : null,
    insideEnding: isOver ? 'midnight' : null,
    insideMethod: came.method,
    insideCompanions: came.companions,
    insideBy: came.by,
    insideNow: now,
  }
}

/**
 * Takes back what a scan noted of somebody's coming in. Who came in by a later scan as well is inside since then: `next` is the
 * first of that day that still counts.
 */
export async function wasNotIn(tx: Tx, scanId: string, next: { id: string; at: Date } | null): Promise<void> {
  const isOfScan = eq(checkIns.scanId, scanId)
  if (!next) return void (await tx.delete(checkIns).where(isOfScan))
  // Who was seen leaving before they came again has a visit of its own for that.
  const isGone = and(isOfScan, lte(checkIns.checkOutTime, next.at))
  await tx.delete(checkIns).where(isGone)
  await tx.update(checkIns).set({ scanId: next.id, checkInTime: next.at }).where(isOfScan)
}

/** Tells whoever looks at the door or the house that somebody came or went. */
export async function tellHouse(tx: Tx): Promise<void> {
  for (const role of ['door', 'admin'] as const) await tx.announce({ to: { role }, kind: 'door.entry' })
}

/** A visitor's name in queries that left-join `profiles`; empty for a guest who gave none. An address is nothing for the door. */
export const insideName = sql<string>`coalesce(${checkIns.guestName}, nullif(${fullName(profiles)}, ''), case when ${checkIns.userId} is null then '' else 'Member' end)`

/** What lists on paper are sorted by; of a guest the last word that the door gave. */
const surname = sql<string>`coalesce(substring(trim(${checkIns.guestName}) from '\\S+$'), ${profiles.lastName}, '')`

/** Everybody who is in the house, the last to come first; one statement. */
export const everybodyInside = (db: Reader) =>
  db
    .select({
      id: checkIns.id,
      userId: checkIns.userId,
      name: insideName,
      surname,
      kind: checkIns.kind,
      entryMethod: checkIns.entryMethod,
      checkInTime: checkIns.checkInTime,
      notes: checkIns.notes,
    })
    .from(checkIns)
    .leftJoin(user, eq(user.id, checkIns.userId))
    .leftJoin(profiles, eq(profiles.userId, checkIns.userId))
    .where(isNull(checkIns.checkOutTime))
    .orderBy(desc(checkIns.checkInTime), desc(checkIns.id))
    .limit(mostInside)

/** Who is in the house and has these letters in their name, at most eight; one statement. */
export const insideByName = (db: Reader, q: string) =>
  db
    .select({
      id: checkIns.id,
      userId: checkIns.userId,
      passId: checkIns.passId,
      name: insideName,
      checkInTime: checkIns.checkInTime,
    })
    .from(checkIns)
    .leftJoin(user, eq(user.id, checkIns.userId))
    .leftJoin(profiles, eq(profiles.userId, checkIns.userId))
    .where(and(isNull(checkIns.checkOutTime), matching(q, checkIns.guestName, user.name)))
    .orderBy(asc(sql`lower(${insideName})`), asc(checkIns.id))
    .limit(mostFound)

/** How many people are in the house. */
export const countInside = sql<number>`(select count(*)::int from ${checkIns} where check_out_time is null)`

/**
 * Ends at its own midnight every visit of an earlier day, of everybody or of one person, that nobody saw end (decision 37). Gives
 * how many. Done again, or by two at once, it finds nothing more.
 */
export async function endEarlierDays(tx: Tx, userId?: string): Promise<number> {
  const ended = await tx
    .update(checkIns)
    .set({ checkOutTime: sql`${midnightAfter}`, ending: 'midnight' })
    .where(
      and(
        isNull(checkIns.checkOutTime),
        lt(checkIns.checkInTime, instantOf(calendarDate(tx.now), '00:00')),
        userId === undefined ? undefined : eq(checkIns.userId, userId),
      ),
    )
    .returning({ id: checkIns.id })
  if (ended.length > 0) await tellHouse(tx)
  return ended.length
}

const midnightAfter = sql`((${checkIns.checkInTime} at time zone 'Europe/London')::date + 1)::timestamp at time zone 'Europe/London'`

/** The visit, locked; null: there is none. */
export async function lockVisit(tx: Tx, id: string) {
  const [visit] = await tx.select().from(checkIns).where(eq(checkIns.id, id)).for('update')
  return visit ? { ...visit, on: calendarDate(visit.checkInTime), isOpen: visit.checkOutTime === null } : null
}

/** A condition: this visit, and those of the guests who came in with it by the same scan. */
export const withGuestsOf = ({ id, scanId, passId }: typeof checkIns.$inferSelect): SQL | undefined =>
  scanId === null || passId === null
    ? eq(checkIns.id, id)
    : or(eq(checkIns.id, id), and(eq(checkIns.scanId, scanId), isNull(checkIns.passId), isNull(checkIns.userId)))

/** Whether this person came in again after a visit of theirs had ended. */
export async function cameAgain(tx: Tx, { id, userId, passId, checkOutTime }: typeof checkIns.$inferSelect) {
  if (checkOutTime === null || (userId === null && passId === null)) return false
  const [later] = await tx
    .select({ id: checkIns.id })
    .from(checkIns)
    .where(
      and(
        ne(checkIns.id, id),
        userId === null ? eq(checkIns.passId, passId!) : eq(checkIns.userId, userId),
        gte(checkIns.checkInTime, checkOutTime),
      ),
    )
    .limit(1)
  return later !== undefined
}
