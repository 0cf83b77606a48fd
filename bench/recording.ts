import pg from 'pg'

export interface Statement {
  text: string
  values: unknown[]
  /** Name of a prepared statement. */
  name?: string
}

/** What a request sends to the database. Strings in `values` may name facts: `{{on}}`, or a new id: `{{#1}}`. */
export type Script = Statement[]

/** What is particular to one request of a call, such as its day; no two requests share any of them. */
export type Facts = Record<string, string>

/** The statements that `work` sends over any connection of this process, in order. */
export async function recorded(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const { prototype } = pg.Client
  const original = prototype.query as (...args: unknown[]) => unknown
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [query, values] = args
    const { text, values: own, name } = typeof query === 'string' ? { text: query } : (query as Query)
    const given = Array.isArray(values) ? values : (own ?? [])
    // What tells browsers of a commit, and the heartbeat of the listening connection, come at a time of their own.
    if (!text.includes('pg_notify') && text !== 'select 1')
      statements.push({ text, values: given.map(plain), ...(name && { name }) })
    return original.apply(this, args)
  } as typeof prototype.query
  try {
    await work()
  } finally {
    prototype.query = original as typeof prototype.query
  }
  return statements
}

/**
 * Turns two recordings of one call into a script for any further request: where the values are a request's own facts it
 * names them, and ids that nobody knew before become new ones. Throws when the two did different things.
 */
export function scriptOf(a: { did: Statement[]; facts: Facts }, b: { did: Statement[]; facts: Facts }): Script {
  for (const [key, value] of Object.entries(a.facts))
    if (b.facts[key] === value) throw new Error(`both recordings have the same ${key}`)
  const texts = ({ did, facts }: { did: Statement[]; facts: Facts }) => {
    const ids = new Map<string, number>()
    return did.map(({ text }) => named(text, facts, ids))
  }
  const [mine, others] = [texts(a), texts(b)]
  if (mine.join() !== others.join())
    throw new Error(`two requests of one call did different things:\n${mine.join(';\n')}\n---\n${others.join(';\n')}`)
  const ids = new Map<string, number>()
  return a.did.map((statement, i) => ({
    ...statement,
    // The beginning of a transaction names the person and the request in its text.
    text: statement.text === b.did[i]!.text ? statement.text : named(statement.text, a.facts, ids),
    values: statement.values.map((value, j) => namedWhereDifferent(value, b.did[i]!.values[j], a.facts, ids)),
  }))
}

/** A list that is one value, as for `unnest`, is named item by item. */
function namedWhereDifferent(value: unknown, other: unknown, facts: Facts, ids: Map<string, number>): unknown {
  if (Array.isArray(value))
    return value.map((item, i) => namedWhereDifferent(item, Array.isArray(other) ? other[i] : undefined, facts, ids))
  return typeof value === 'string' && value !== other ? named(value, facts, ids) : value
}

interface Query {
  text: string
  values?: unknown[]
  name?: string
}

const plain = (value: unknown): unknown =>
  value instanceof Date ? value.toISOString() : Array.isArray(value) ? value.map(plain) : value

function named(value: string, facts: Facts, ids: Map<string, number>): string {
  const longestFirst = Object.entries(facts).sort(([, x], [, y]) => y.length - x.length)
  let text = value
  for (const [key, fact] of longestFirst) text = text.replaceAll(fact, `{{${key}}}`)
  return text.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, id => {
    if (!ids.has(id)) ids.set(id, ids.size + 1)
    return `{{#${ids.get(id)}}}`
  })
}
