import { getTableName, type Table } from 'drizzle-orm'
import type { Listener } from './listen.ts'
import type { Db, Reader } from './pool.ts'

/**
 * Something small about the house that changes rarely: read once per process and forgotten when a row of its tables
 * changes anywhere. For what is only shown; a write reads inside its transaction.
 */
export interface Fact<T> {
  /** Every table that `read` looks at; each has the trigger `tell_facts` (see drizzle/). */
  tables: Table[]
  read(db: Reader): Promise<T>
}

export function fact<T>(definition: Fact<T>): Fact<T> {
  for (const table of definition.tables) factTables.add(getTableName(table))
  return definition
}

/** Names of all tables that some fact is made of. */
export const factTables = new Set<string>()

/** How facts are asked for: `context.fact` in a procedure, `runtime.facts.get` elsewhere. */
export type ReadFact = <T>(fact: Fact<T>) => Promise<T>

export interface Facts {
  /** The fact as it is; without a statement when it was read before. What it answers is shared and cannot be changed. */
  get: ReadFact
  /** To be called after a commit, before anybody is told of it: who wrote then reads what they wrote. */
  forget(tables: Iterable<string>): void
  /** Rises with every change of a fact. Null while changes cannot be heard: then nothing may be kept. */
  version(): number | null
}

const factsChannel = 'exchange_facts'

export async function openFacts(db: Db, listener: Listener): Promise<Facts> {
  const kept = new Map<Fact<unknown>, Promise<unknown>>()
  let version = 1
  const forget = (names: Iterable<string>) => {
    const changed = [...names].filter(name => factTables.has(name))
    if (changed.length === 0) return
    version++
    // A reading that is under way goes too: it may have begun before the change.
    for (const known of kept.keys())
      if (known.tables.some(table => changed.includes(getTableName(table)))) kept.delete(known)
  }
  await listener.on(
    factsChannel,
    table => forget([table]),
    () => forget(factTables),
  )
  return {
    get<T>(wanted: Fact<T>): Promise<T> {
      const found = kept.get(wanted)
      if (found) return found as Promise<T>
      const reading = wanted.read(db).then(deepFrozen)
      if (!listener.isHearing()) return reading
      kept.set(wanted, reading)
      reading.catch(() => {
        if (kept.get(wanted) === reading) kept.delete(wanted)
      })
      return reading
    },
    forget,
    version: () => (listener.isHearing() ? version : null),
  }
}

function deepFrozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const part of Object.values(value)) deepFrozen(part)
  return Object.freeze(value)
}
