import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildSchema, execute, GraphQLError, type GraphQLSchema, parse, specifiedRules, validate } from 'graphql'
import type { Context } from 'hono'
import { z } from 'zod'
import { settings } from './settings.ts'
import { type Simulator, transact, type Work } from './store.ts'

export interface Asked {
  work: Work
  pagesUrl: string
  refuseCarts: boolean
}

// biome-ignore lint/suspicious/noExplicitAny: what resolvers get and give has the types of the schema, checked as it is executed.
export type Resolvers = Record<string, Record<string, (from: any, args: any, asked: Asked) => unknown>>

/** A schema of a file beside this one; whatever its roots have no resolver for is refused by name. */
export function schemaOf(file: string, resolvers: Resolvers): () => GraphQLSchema {
  let made: GraphQLSchema | null = null
  return () => {
    if (made) return made
    // The built server runs from the project's folder too.
    const typeDefs = readFileSync(join(process.cwd(), 'simulators/shopify', file), 'utf8')
    // Answers come in one piece here, and the executor takes no schema that promises parts.
    made = buildSchema(typeDefs.replace(/^directive @defer.*$/m, ''))
    for (const root of [made.getQueryType(), made.getMutationType()])
      for (const [name, field] of Object.entries(root?.getFields() ?? {}))
        field.resolve = resolvers[root?.name ?? '']?.[name] ?? (() => refuse(name))
    return made
  }
}

function refuse(name: string): never {
  throw new GraphQLError(`The simulator does not know ${name}.`)
}

const request = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
})

/** Answers one GraphQL request as Shopify does: 200 with `errors` when the query is wrong, everything in one transaction. */
export async function serveGraphql(simulator: Simulator, c: Context, schema: () => GraphQLSchema, isAllowed: boolean) {
  const given = await settings.read(simulator.pool)
  if (given.slowMs > 0) await pause(given.slowMs)
  if (given.down) return c.json({ errors: 'Service Unavailable' }, 503)
  if (given.paymentRequired) return c.json({ errors: 'Payment Required' }, 402)
  if (given.garbled) return c.html('<!doctype html><title>Something went wrong</title>')
  if (!isAllowed) return c.json({ errors: [{ message: '', extensions: { code: 'UNAUTHORIZED' } }] }, 401)
  const asked = request.safeParse(await c.req.json().catch(() => null))
  if (!asked.success) return c.json({ errors: { query: 'Required parameter missing or invalid' } }, 400)
  try {
    const document = parse(asked.data.query, { maxTokens: 5_000 })
    const errors = validate(schema(), document, specifiedRules)
    if (errors.length > 0) return c.json({ errors })
    return c.json(
      await transact(simulator, async work => {
        const result = await execute({
          schema: schema(),
          document,
          variableValues: asked.data.variables ?? {},
          operationName: asked.data.operationName ?? null,
          contextValue: { work, pagesUrl: simulator.pagesUrl, refuseCarts: given.refuseCarts } satisfies Asked,
        })
        if (result.errors) throw new Failed(result)
        return result
      }),
    )
  } catch (error) {
    if (error instanceof Failed) return c.json(error.result as object)
    if (error instanceof GraphQLError) return c.json({ errors: [error] })
    throw error
  }
}

/** An answer with errors: nothing of what it did stays. */
class Failed extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super('failed')
    this.result = result
  }
}

/** A page of a list that is there as a whole, by `first` and `after` or `last` and `before`; cursors are places in it. */
export function connection<T>(all: T[], args: { first?: number; last?: number; after?: string; before?: string }) {
  if ((args.first ?? args.last) === undefined) throw new GraphQLError('you must provide one of first or last')
  if ((args.first ?? args.last ?? 0) > 250) throw new GraphQLError('No more than 250 can be asked for at once.')
  const after = args.after ? placeOf(args.after) + 1 : 0
  const before = args.before ? placeOf(args.before) : all.length
  const start = args.first === undefined ? Math.max(after, before - (args.last ?? 0)) : after
  const end = args.first === undefined ? before : Math.min(before, after + args.first)
  const nodes = all.slice(start, end)
  const edges = nodes.map((node, at) => ({ node, cursor: cursorOf(start + at) }))
  return {
    edges,
    nodes,
    filters: [],
    pageInfo: {
      hasNextPage: end < all.length,
      hasPreviousPage: start > 0,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  }
}

const cursorOf = (place: number) => Buffer.from(String(place)).toString('base64url')

function placeOf(cursor: string): number {
  const place = Number(Buffer.from(cursor, 'base64url').toString())
  if (!Number.isInteger(place) || place < 0) throw new GraphQLError(`Invalid cursor: ${cursor}`)
  return place
}
