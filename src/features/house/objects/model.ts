import { type SQL, sql } from 'drizzle-orm'
import type { Reader } from '#platform/db/pool.ts'
import type { HistoryInput, ObjectFact, ObjectNoun } from './inputs.ts'

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
  find?(q: string, now: Date): SQL
  /**
   * By whose history it is: selects `key` (text: no two of the part have the same; of one instant the greater comes
   * later), `id` (text: what opens, null for nothing), `at` (timestamptz, never null) and `data` (jsonb) of all that happened.
   * How many are read, and in which order, is not the part's business. `readerId` is the admin who reads.
   */
  history?: Partial<Record<ObjectNoun, (id: string, readerId: string) => SQL>>
  say(data: Data, at: Date): Pick<ObjectLine, 'title' | 'detail'>
  /** one value (jsonb) with what a person has now, and its words */
  facts?: {
    of(userId: string, now: Date, readerId: string): SQL
    say(data: unknown): ObjectFact[]
    /** comes after what a person has: what is rarely looked for */
    isLast?: true
  }
}

interface Found {
  part: number
  id: string | null
  at: Date | string
  data: unknown
}

const foundOfEach = 6
/** So many events are told at a time. */
export const eventsOfPage = 30

/** What a text that was typed may mean, a few of each kind. */
export async function findObjects(
  db: Reader,
  parts: readonly ObjectPart[],
  q: string,
  now: Date,
): Promise<ObjectLine[]> {
  const select = joined(parts, (part, index) => {
    const select = part.find?.(q, now)
    return (
      select &&
      sql`select ${index}::int as part, p.id, p.at, p.data from (${select} limit ${foundOfEach}) p(id, at, data)`
    )
  })
  if (!select) return []
  const { rows } = await db.execute<Found & Record<string, unknown>>(select)
  return rows.map(row => lineOf(parts, row))
}

interface Event extends Found {
  key: string
  micros: string
}

/**
 * A page of what happened to an object, the latest first, in one statement: of each part as many as the page has at most.
 * `earlier` is where the next page begins, null after the last: an instant in microseconds, the part and its key, so
 * that of many events of one instant none is lost and none told twice.
 */
export async function historyOf(
  db: Reader,
  parts: readonly ObjectPart[],
  { noun, id, before }: HistoryInput,
  readerId: string,
) {
  const last = before === undefined ? null : placeOf(before)
  const select = joined(parts, (part, index) => {
    const select = part.history?.[noun]?.(id, readerId)
    return (
      select &&
      sql`(select ${index}::int as part, p.key collate "C" as key, p.id, p.at, p.data,
            (extract(epoch from p.at) * 1000000)::bigint::text as micros
          from (${select}) p(key, id, at, data) ${last ? sql`where ${isBefore(index, last)}` : sql``}
          order by p.at desc, p.key collate "C" desc limit ${eventsOfPage + 1})`
    )
  })
  if (!select) return { rows: [], earlier: null }
  const { rows: found } = await db.execute<Event & Record<string, unknown>>(
    sql`select * from (${select}) h order by h.at desc, h.part, h.key desc limit ${eventsOfPage + 1}`,
  )
  const rows = found.slice(0, eventsOfPage)
  const { micros, part, key } = rows.at(-1) ?? {}
  return {
    rows: rows.map(row => ({ ...lineOf(parts, row), key: `${row.part}.${row.key}`, at: new Date(row.at) })),
    earlier: found.length > rows.length ? `${micros}.${part}.${key}` : null,
  }
}

interface Place {
  micros: string
  part: number
  key: string
}

function placeOf(before: string): Place {
  const [, micros = '', part = '', key = ''] = /^(-?\d+)\.(\d+)\.(.+)$/s.exec(before) ?? []
  return { micros, part: Number(part), key }
}

/** What of this part comes after the place: of the very instant the parts behind, and of the same part the lesser keys. */
function isBefore(part: number, last: Place): SQL {
  const instant = sql`(timestamptz 'epoch' + ${last.micros}::float8 * interval '1 microsecond')`
  if (part < last.part) return sql`p.at < ${instant}`
  if (part > last.part) return sql`p.at <= ${instant}`
  return sql`p.at <= ${instant} and (p.at < ${instant} or p.key collate "C" < ${last.key})`
}

/** What a person has now, in the order of the parts, what is rarely looked for last. */
export async function factsOf(db: Reader, parts: readonly ObjectPart[], userId: string, now: Date, readerId: string) {
  const all = parts.flatMap(({ facts }) => (facts ? [facts] : []))
  const telling = [...all.filter(({ isLast }) => !isLast), ...all.filter(({ isLast }) => isLast)]
  const values = sql.join(
    telling.map(({ of }) => sql`(${of(userId, now, readerId)})`),
    sql`, `,
  )
  const { rows } = await db.execute<{ facts: unknown[] }>(sql`select jsonb_build_array(${values}) as facts`)
  return telling.flatMap(({ say }, index) => say(rows[0]?.facts[index] ?? null))
}

/** The selects of all parts as one statement; none when no part has any. */
function joined(
  parts: readonly ObjectPart[],
  selectOf: (part: ObjectPart, index: number) => SQL | undefined,
): SQL | null {
  const selects = parts.flatMap((part, index) => selectOf(part, index) ?? [])
  return selects.length > 0 ? sql.join(selects, sql` union all `) : null
}

function lineOf(parts: readonly ObjectPart[], { part, id, at, data }: Found): ObjectLine {
  const { noun, say } = parts[part]!
  return { noun: id ? noun : null, id: id ?? '', ...say(data, new Date(at)) }
}

/** `Cancelled` and who did it, where that is known: `Cancelled by Ada Quill`. */
export const doneBy = (deed: string, name: string | null) => (name ? `${deed} by ${name}` : deed)
