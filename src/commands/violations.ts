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

/** Everything that breaks an invariant, in words: `name: row`. At most 20 rows of each. */
export async function findViolations(query: (text: string) => Promise<{ what: string }[]>): Promise<string[]> {
  const found: string[] = []
  for (const invariant of readInvariants()) {
    const rows = await query(`select what from (${invariant.query}) violations limit 20`)
    found.push(...rows.map(({ what }) => `${invariant.name}: ${what}`))
  }
  return found
}
