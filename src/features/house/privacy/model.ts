import { type SQL, sql } from 'drizzle-orm'
import { endCredentials } from '#platform/auth/ways-in.ts'
import { columnsOf, type DataMap } from '#platform/db/data-map.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { whyNot } from './rules.ts'

export interface PersonalExport {
  userId: string
  exportedAt: string
  /** For every table with something about the person: why we have it, how long, and the rows. */
  data: Record<string, { purpose: string; retention: string; rows: Record<string, unknown>[] }>
}

/** Writes into the audit log that a person's data is exported. NOT_FOUND when there is no such person. */
export async function noteExport(tx: Tx, userId: string): Promise<void> {
  await demandPerson(tx, userId)
  await tx.execute(sql`select audit_export(${userId})`)
}

/**
 * Everything that the house holds about a person, by the data map, as one JSON value. Read once the export is noted and
 * outside of that transaction: answers of writes are kept for a day, and a copy of all this would outlive an erasure.
 */
export async function exportPerson(db: Reader, map: DataMap, userId: string, now: Date): Promise<PersonalExport> {
  const parts = Object.entries(map).flatMap(([table, { owner, given }]) => {
    const columns = columnsOf(given)
    if (owner === null || columns.length === 0) return []
    const chosen = sql.raw(columns.map(column => `"${column}"`).join(', '))
    const rows = sql`select ${chosen} from ${sql.identifier(table)} where ${ownedBy(owner, sql`${userId}`)}`
    return [sql`select ${table} as "table", to_jsonb(r) as row from (${rows}) r`]
  })
  const { rows } = await db.execute<{ table: string; row: Record<string, unknown> }>(sql.join(parts, sql` union all `))
  const data: PersonalExport['data'] = {}
  for (const { table, row } of rows) {
    const { purpose, retention } = map[table]!
    data[table] ??= { purpose, retention, rows: [] }
    data[table].rows.push(row)
  }
  return { userId, exportedAt: now.toISOString(), data }
}

/**
 * Takes the person out of every table, by the data map: what bookkeeping and safety need stays, about nobody. Refuses
 * with ERASURE_BLOCKED while something of theirs is still under way.
 */
export async function erasePerson(tx: Tx, map: DataMap, userId: string): Promise<void> {
  await demandPerson(tx, userId)
  const blocks = await erasureBlocks(tx, map, [userId])
  demand(whyNot.erase({ userId: tx.cause.actorId }, { userId, blockedBy: blocks.get(userId) ?? null }))
  await endCredentials(tx, userId, 'erased')
  for (const [table, { owner, erasure }] of Object.entries(map)) {
    if (owner === null || erasure === 'keep') continue
    const rows = ownedBy(owner, sql`${userId}`)
    if (erasure === 'remove') await tx.execute(sql`delete from ${sql.identifier(table)} where ${rows}`)
    else {
      const blanks = Object.entries(erasure).map(([column, value]) => `"${column}" = ${value}`)
      await tx.execute(sql`update ${sql.identifier(table)} set ${sql.raw(blanks.join(', '))} where ${rows}`)
    }
  }
}

/** For each of these people what of theirs is still under way, in the words of the data map; in one statement. */
export async function erasureBlocks(db: Reader, map: DataMap, people: string[]): Promise<Map<string, string>> {
  const words = Object.entries(map).flatMap(([table, { owner, blocksErasure }]) => {
    if (!blocksErasure || owner === null) return []
    const rows = sql`${ownedBy(owner, sql`person.id`)} and ${sql.raw(blocksErasure.when)}`
    const isThere = sql`exists (select 1 from ${sql.identifier(table)} where ${rows})`
    return [sql`case when ${isThere} then ${blocksErasure.words} end`]
  })
  const { rows } = await db.execute<{ id: string; words: string | null }>(
    sql`select person.id, coalesce(${sql.join(words, sql`, `)}) as words from unnest(${sql.param(people)}::text[]) person(id)`,
  )
  return new Map(rows.flatMap(({ id, words }) => (words === null ? [] : [[id, words] as const])))
}

/** Removes the rows whose years, by the data map, are over. */
export async function removeOutdated(tx: Tx, map: DataMap): Promise<void> {
  for (const [table, { keptYears }] of Object.entries(map)) {
    if (keptYears === undefined) continue
    const since = sql`${tx.now}::timestamptz - make_interval(years => ${keptYears})`
    await tx.execute(sql`delete from ${sql.identifier(table)} where created_at < ${since}`)
  }
}

async function demandPerson(tx: Tx, userId: string): Promise<void> {
  const { rows } = await tx.execute(sql`select 1 from ${user} where ${user.id} = ${userId} for update`)
  if (rows.length === 0) throw notFound('There is nobody with this ID.')
}

/** The map's condition by which a table's rows belong to `person`. */
function ownedBy(owner: string, person: SQL): SQL {
  const condition = /^\w+$/.test(owner) ? `"${owner}" = :person` : `(${owner})`
  const [first = '', ...rest] = condition.split(':person')
  return sql.join([sql.raw(first), ...rest.flatMap(part => [person, sql.raw(part)])])
}
