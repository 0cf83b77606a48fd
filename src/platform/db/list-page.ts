import { type AnyColumn, and, asc, desc, ilike, or, type SQL, sql } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import { containing, type Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import type { ListQuery } from '#platform/list.ts'

/** Counting stops here: nobody pages further, and a count must not read a million rows. */
export const countedRows = 10_000

export interface ListPage<Row> {
  rows: Row[]
  /** How many there are, `countedRows` at most. */
  total: number
  /** There are more than `total`. */
  hasMore: boolean
}

/**
 * One page of `select` (dynamic, with its joins and its `where`) in the order that was asked for, in one or two statements
 * whatever the number of rows. `tie` makes the order of equal rows certain; rows for which `first` holds, or is most, come before all
 * others.
 */
export async function listPage<Select extends PgSelect, Sort extends string>(
  db: Reader,
  select: Select,
  { page, pageSize, sort }: ListQuery<Sort>,
  by: { sort: Record<Sort, AnyColumn | SQL>; tie: AnyColumn | SQL; first?: SQL | undefined },
): Promise<ListPage<Awaited<Select>[number]>> {
  const isFalling = sort.startsWith('-')
  const column = by.sort[(isFalling ? sort.slice(1) : sort) as Sort]
  const counted = select.limit(countedRows + 1).getSQL()
  const skipped = (page - 1) * pageSize
  const rows: Awaited<Select>[number][] = await select
    .orderBy(
      ...(by.first ? [desc(by.first)] : []),
      isFalling ? desc(column) : asc(column),
      isFalling ? desc(by.tie) : asc(by.tie),
    )
    .limit(pageSize)
    .offset(skipped)
  // A page that is not full is the last one.
  const isLast = rows.length < pageSize && (rows.length > 0 || page === 1)
  const total = isLast ? skipped + rows.length : await countOf(db, counted)
  return { rows, total: Math.min(total, countedRows), hasMore: total > countedRows }
}

async function countOf(db: Reader, counted: SQL): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`select count(*)::int as total from (${counted}) as counted`)
  return rows[0]!.total
}

/**
 * The condition that the person of a row is meant by the text that was searched for, or that one of the row's own columns
 * holds it. People are found by the index on their names and addresses, and rows by theirs on `personId`. Beside columns
 * the people come as a list: an index on each side of an "or" serves only then.
 */
export function matchingPerson(
  q: string | undefined,
  personId: AnyColumn | SQL,
  ...columns: AnyColumn[]
): SQL | undefined {
  if (!q) return undefined
  const people = sql`(select ${user.id} from ${user} where ${matchingName(q, user.name, user.email)})`
  if (columns.length === 0) return sql`${personId} in ${people}`
  return or(sql`${personId} = any(array${people})`, matching(q, ...columns))
}

/**
 * The condition that somebody is called so, whichever of their names was typed first, or that one of the other columns holds the text
 * as it was typed.
 */
export function matchingName(q: string | undefined, name: AnyColumn, ...columns: AnyColumn[]): SQL | undefined {
  if (!q) return undefined
  const words = q.split(/\s+/).filter(word => word !== '')
  return or(and(...words.map(word => matching(word, name))), matching(q, ...columns))
}

/** The condition that a row's id begins with the reference that was searched for (`formatReference`), however it was typed. */
export function matchingReference(q: string | undefined, id: AnyColumn): SQL | undefined {
  const typed = q?.replaceAll(/[\s-]/g, '').toLowerCase()
  if (!typed || !/^[0-9a-f]{8}$/.test(typed)) return undefined
  // A range, so that the index on the id serves.
  const [first, last] = ['0', 'f'].map(rest => `${typed}-${[4, 4, 4, 12].map(n => rest.repeat(n)).join('-')}`)
  return sql`${id} between ${first}::uuid and ${last}::uuid`
}

/** The condition that one of the columns holds the text that was searched for, anywhere; none when nothing was. */
export function matching(q: string | undefined, ...columns: (AnyColumn | SQL)[]): SQL | undefined {
  if (!q) return undefined
  const pattern = containing(q)
  return or(...columns.map(column => ilike(column as AnyColumn, pattern)))
}
