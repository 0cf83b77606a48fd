import { type SQL, sql } from 'drizzle-orm'
import type { Reader } from '#platform/db/pool.ts'
import type { ObjectNoun } from './inputs.ts'

/** A line about an object: what it is, more about it, and what opens when it is chosen (nothing, for a mail). */
export interface ObjectLine {
  noun: ObjectNoun | null
  id: string
  title: string
  detail: string | null
}

/**
 * What a noun adds to the panels of objects and to the search over them: an export of its `object.ts`, and a line
 * in src/objects.ts. SQL finds, `say` has the words; all of it is read by admins only. Parts are joined into one statement, so
 * that a new one costs none.
 */
export interface ObjectPart<Data = unknown> {
  /** what a line of it opens */
  noun: ObjectNoun | null
  /** selects `id` (text), `at` (timestamptz) and `data` (jsonb) of what a text that was typed may mean, the best first */
  find?(q: string): SQL
  /** selects the same of what happened to a person, the latest first: of more than are told, those are read */
  history?(userId: string): SQL
  say(data: Data, at: Date): Pick<ObjectLine, 'title' | 'detail'>
  /** one value (jsonb) with what a person has now, and its words */
  facts?: { of(userId: string, now: Date): SQL; say(data: unknown): { label: string; value: string | null }[] }
}

interface Found {
  part: number
  id: string
  at: Date | string
  data: unknown
}

const foundOfEach = 6
/** So many of the latest events of a person are told. */
export const toldEvents = 60

/** What a text that was typed may mean, a few of each kind. */
export async function findObjects(db: Reader, parts: readonly ObjectPart[], q: string): Promise<ObjectLine[]> {
  const found = await joined(db, parts, part => part.find?.(q), foundOfEach)
  return found.map(row => lineOf(parts, row))
}

/** What happened to a person, the latest first. */
export async function historyOf(db: Reader, parts: readonly ObjectPart[], userId: string) {
  const found = await joined(db, parts, part => part.history?.(userId), toldEvents)
  return found
    .map(row => ({ ...lineOf(parts, row), at: new Date(row.at) }))
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, toldEvents)
}

/** What a person has now, in the order of the parts. */
export async function factsOf(db: Reader, parts: readonly ObjectPart[], userId: string, now: Date) {
  const telling = parts.flatMap(({ facts }) => (facts ? [facts] : []))
  const values = sql.join(
    telling.map(({ of }) => sql`(${of(userId, now)})`),
    sql`, `,
  )
  const { rows } = await db.execute<{ facts: unknown[] }>(sql`select jsonb_build_array(${values}) as facts`)
  return telling.flatMap(({ say }, index) => say(rows[0]?.facts[index] ?? null))
}

/** The selects of all parts as one statement. */
async function joined(
  db: Reader,
  parts: readonly ObjectPart[],
  selectOf: (part: ObjectPart) => SQL | undefined,
  atMost: number,
): Promise<Found[]> {
  const selects = parts.flatMap((part, index) => {
    const select = selectOf(part)
    return select
      ? [sql`select ${index}::int as part, p.id, p.at, p.data from (${select} limit ${atMost}) p(id, at, data)`]
      : []
  })
  const { rows } = await db.execute<Found & Record<string, unknown>>(sql.join(selects, sql` union all `))
  return rows
}

function lineOf(parts: readonly ObjectPart[], { part, id, at, data }: Found): ObjectLine {
  const { noun, say } = parts[part]!
  return { noun, id, ...say(data, new Date(at)) }
}
