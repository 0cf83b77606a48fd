import type { z } from 'zod'
import { z as zod } from 'zod'
import { natural, readParams, text } from './params.ts'
import { type Kind, listOf } from './samples.ts'
import { load, select, type Work } from './store.ts'
import { invalidRequest, type Params } from './wire.ts'

/** One address of the REST interface. `ids` are the variable parts of the path. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  run(work: Work, params: Params, ids: Record<string, string>): Promise<object>
}

/** An endpoint whose parameters are read by a schema first. */
export function endpoint<T extends z.ZodType>(
  method: Endpoint['method'],
  path: string,
  schema: T,
  run: (work: Work, params: z.output<T>, ids: Record<string, string>) => Promise<object>,
): Endpoint {
  return { method, path, run: (work, params, ids) => run(work, readParams(schema, params), ids) }
}

export const nothing = zod.strictObject({})

export function retrieve(path: string, kind: Kind): Endpoint {
  return endpoint('GET', `${path}/:id`, nothing, (work, _, ids) => load(work, kind, ids.id!))
}

const range = zod.strictObject({
  gt: natural.optional(),
  gte: natural.optional(),
  lt: natural.optional(),
  lte: natural.optional(),
})

const paging = {
  limit: natural.refine(value => value >= 1 && value <= 100).optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
  created: zod.union([natural, range]).optional(),
}

/** A filter: the SQL condition with `$` for the value that the caller gave. */
export type Filters = Record<string, string>

/** A list with Stripe's pagination. `always` is a condition that holds when its filter is not given. */
export function list(path: string, kind: Kind, filters: Filters, always: Filters = {}): Endpoint {
  const filterValue = zod.union([text, zod.array(text).max(100), zod.record(zod.string(), text)])
  const schema = zod.strictObject({
    ...paging,
    ...Object.fromEntries(Object.keys(filters).map(name => [name, filterValue.optional()])),
  })
  return endpoint('GET', path, schema, async (work, params) => {
    const conditions: string[] = []
    const values: unknown[] = []
    const add = (sql: string, value: unknown) => {
      values.push(value)
      conditions.push(sql.replaceAll('$', () => `$${values.length}`))
    }
    const given = params as Record<string, unknown>
    for (const [name, sql] of Object.entries(filters)) {
      if (given[name] !== undefined) add(sql, filterValueOf(name, sql, given[name]))
    }
    for (const [name, sql] of Object.entries(always)) if (given[name] === undefined) conditions.push(sql)
    const created = typeof params.created === 'number' ? { gte: params.created, lte: params.created } : params.created
    for (const [name, sign] of Object.entries({ gt: '>', gte: '>=', lt: '<', lte: '<=' })) {
      const bound = created?.[name as keyof typeof created]
      if (bound !== undefined) add(`(body->>'created')::bigint ${sign} $`, bound)
    }
    if (params.starting_after && params.ending_before) {
      throw invalidRequest('You cannot parameterize both `starting_after` and `ending_before`.')
    }
    return page(work, path, kind, params, { conditions, values, add })
  })
}

interface Query {
  conditions: string[]
  values: unknown[]
  add(sql: string, value: unknown): void
}

async function page(
  work: Work,
  path: string,
  kind: Kind,
  params: { limit?: number; starting_after?: string; ending_before?: string },
  query: Query,
) {
  const limit = params.limit ?? 10
  const cursor = params.starting_after ?? params.ending_before
  if (cursor) {
    await load(work, kind, cursor, 'look', params.starting_after ? 'starting_after' : 'ending_before')
    const sign = params.starting_after ? '<' : '>'
    query.add(`seq ${sign} (select o.seq from simulator_stripe.objects o where o.id = $)`, cursor)
  }
  const where = query.conditions.join(' and ') || 'true'
  if (!params.ending_before) {
    const rows = await select(work, kind, where, query.values, limit + 1)
    return listOf(path, rows.slice(0, limit), rows.length > limit)
  }
  const { rows } = await work.client.query<{ body: object }>(
    `select body from simulator_stripe.objects where kind = $${query.values.length + 1} and (${where})
     order by seq limit ${limit + 1}`,
    [...query.values, kind],
  )
  const bodies = rows.map(row => row.body)
  return listOf(path, bodies.slice(0, limit).reverse(), bodies.length > limit)
}

/** What a filter compares with: a list where its SQL takes any of several, the nested fields where it reads those. */
function filterValueOf(name: string, sql: string, value: unknown): string | unknown[] {
  if (sql.includes('any($)') && Array.isArray(value)) return value
  if (sql.includes('$::jsonb') && typeof value === 'object' && !Array.isArray(value)) return JSON.stringify(value)
  if (typeof value === 'string' && !sql.includes('any($)') && !sql.includes('$::jsonb')) return value
  throw invalidRequest(`Invalid ${name}`, name)
}
