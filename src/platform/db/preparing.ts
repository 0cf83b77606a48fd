import { createHash } from 'node:crypto'
import pg from 'pg'

/** So often a statement was asked for before each connection prepares it: parsing and planning cost more than most do. */
const usesBefore = 20
/** A connection keeps the plans of so many statements, some 50 kB each. */
const mostPrepared = 100
const mostCounted = 2_000

const uses = new Map<string, number>()
const names = new Map<string, string>()

/**
 * A connection on which statements that are asked for again and again are prepared by themselves; PostgreSQL then plans
 * them anew only while that is worth it. Searches are not: their plan depends on what is searched for.
 */
export class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: as the library declares it, in ten forms
  override query(...[asked, values, ...rest]: any[]): any {
    const isPlain = asked !== null && typeof asked === 'object' && !asked.name && typeof asked.submit !== 'function'
    const name = isPlain && (values ?? asked.values)?.length > 0 ? nameOf(asked.text) : undefined
    // biome-ignore lint/suspicious/noExplicitAny: passed on as it came
    return (super.query as any)(name ? { ...asked, name } : asked, values, ...rest)
  }
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= mostPrepared) return known
  const count = (uses.get(text) ?? 0) + 1
  if (count > 1 || uses.size < mostCounted) uses.set(text, count)
  if (count <= usesBefore || / i?like /i.test(text)) return undefined
  const name = `often_${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`
  names.set(text, name)
  uses.delete(text)
  return name
}
