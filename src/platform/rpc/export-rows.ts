import { type AnyProcedure, call } from '@orpc/server'
import { inSnapshot } from '#platform/db/pool.ts'
import { maxPageSize } from '#platform/list.ts'
import type { RequestContext } from './procedures.ts'

interface ListAnswer {
  rows: unknown[]
}

/**
 * The rows of a list procedure for this filter, `most` of them at most, all as they were at one moment. Each page passes the
 * procedure's own gate; the reading counts as one call. It ends with the request: `signal` says when nobody waits any more.
 */
export async function readRows(
  procedure: AnyProcedure,
  path: string[],
  query: Record<string, string>,
  { context, signal, most }: { context: RequestContext; signal: AbortSignal; most: number },
): Promise<{ rows: unknown[]; isCut: boolean }> {
  // Before a connection is held: finding out who is asking takes another one.
  await context.identify()
  return inSnapshot(context.runtime.db, async db => {
    const rows: unknown[] = []
    for (let page = 1; rows.length <= most; page++) {
      signal.throwIfAborted()
      const input = { ...query, page, pageSize: maxPageSize }
      const reading = { db, isContinued: page > 1 }
      const answer = (await call(procedure, input, { context: { ...context, reading }, path })) as ListAnswer
      rows.push(...answer.rows)
      if (answer.rows.length < maxPageSize) break
    }
    return { rows: rows.slice(0, most), isCut: rows.length > most }
  })
}
