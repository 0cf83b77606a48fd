import { readFileSync } from 'node:fs'

export interface Invariant {
  name: string
  query: string
}

/** The invariants of invariants.sql, each with its name. */
export function readInvariants(): Invariant[] {
  const text = readFileSync(new URL('./invariants.sql', import.meta.url), 'utf8')
  return text
    .split(/;\s*\n/)
    .map(part => part.trim())
    .filter(part => part !== '')
    .map(part => {
      const lines = part.split('\n')
      const names = lines.filter(line => line.startsWith('-- '))
      return {
        name: names.at(-1)!.slice(3),
        query: lines.filter(line => !line.startsWith('--')).join('\n'),
      }
    })
}

/** The books: every balance of tokens and money, recomputed from its movements. */
export const areBooks = ({ name }: Invariant): boolean => /^(tokens|money): /.test(name)

export type Ask = (text: string, values: unknown[]) => Promise<{ what: string }[]>

/** Everything that breaks one of the invariants at the moment `now`, in words: `name: row`. At most 20 rows of each. */
export async function findViolations(ask: Ask, now: Date, invariants = readInvariants()): Promise<string[]> {
  const found: string[] = []
  for (const { name, query } of invariants) {
    const text = `with at as (select $1::timestamptz as now) select what from (${query}) violations limit 20`
    found.push(...(await ask(text, [now])).map(({ what }) => `${name}: ${what}`))
  }
  return found
}
