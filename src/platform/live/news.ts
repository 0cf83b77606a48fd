import { and, asc, getTableColumns, gt, lt, or, sql } from 'drizzle-orm'
import type { Reader } from '#platform/db/pool.ts'
import { liveEvents } from '#platform/db/tables.ts'
import { type Place, type Snapshot, snapshotOf } from './cursor.ts'
import type { LiveEvent } from './publish.ts'

export interface Batch {
  events: {
    audience: string
    payload: Omit<LiveEvent, 'to'> & { topic?: string }
    transaction: number
    /** Where a reader is who has read as far as this one. */
    place: Place
  }[]
  /** Where a reader is after this batch and those that follow. */
  until: Snapshot
}

const batchSize = 500

/** What is committed now; the place of a reader who wants only what comes. */
export async function snapshotNow(db: Reader): Promise<Snapshot> {
  const { rows } = await db.execute<{ now: string }>(sql`select pg_current_snapshot()::text as now`)
  return snapshotOf(rows[0]!.now)
}

/**
 * The events that became visible after `from`, up to what `upTo` shows or up to now: each once, in the order of their
 * ids, at most 500 at a time. Nothing is yielded when there are none.
 */
export async function* readNews(db: Reader, { known, rest }: Place, upTo?: Snapshot): AsyncGenerator<Batch> {
  if (rest) yield* between(db, known, rest.until, rest.after)
  yield* between(db, rest?.until ?? known, upTo)
}

async function* between(db: Reader, known: Snapshot, upTo?: Snapshot, from = 0): AsyncGenerator<Batch> {
  let until = upTo
  let after = from
  for (let isFull = true; isFull; ) {
    const rows = await db
      .select({ ...getTableColumns(liveEvents), now: sql<string>`pg_current_snapshot()::text` })
      .from(liveEvents)
      .where(and(isNewTo(known), gt(liveEvents.id, after), until ? isShownBy(until) : isOfThisDatabase))
      .orderBy(asc(liveEvents.id))
      .limit(batchSize)
    if (rows.length === 0) return
    isFull = rows.length === batchSize
    const end = until ?? snapshotOf(rows[0]!.now)
    yield {
      until: end,
      events: rows.map(({ id, audience, payload, transaction }, i) => ({
        audience,
        payload: payload as Batch['events'][number]['payload'],
        transaction,
        place: isFull || i < rows.length - 1 ? { known, rest: { until: end, after: id } } : { known: end },
      })),
    }
    until = end
    after = rows.at(-1)!.id
  }
}

const { transaction } = liveEvents
const anyOf = (open: number[]) => sql`${transaction} = any(${sql.param(open)}::bigint[])`
const isNewTo = ({ below, open }: Snapshot) => or(sql`${transaction} >= ${below}`, anyOf(open))
const isShownBy = ({ below, open }: Snapshot) => and(lt(transaction, below), sql`not ${anyOf(open)}`)
/** A backup brings rows with the numbers of another database, which may be higher than any of this one. */
const isOfThisDatabase = sql`${transaction} < pg_snapshot_xmax(pg_current_snapshot())::text::bigint`
