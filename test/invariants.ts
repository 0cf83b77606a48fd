import { expect } from 'vitest'
import { areBooks, findViolations, readInvariants } from '#commands/violations.ts'
import type { Clock } from '#platform/clock.ts'

/** A test's server, or a database beside a running one. */
interface Looking {
  sql(text: string, values?: unknown[]): Promise<{ what: string }[]>
  clock: Clock
}

/** Fails naming everything that breaks an invariant; for the end of races, crashes and fuzzing. */
export async function expectInvariants(where: Looking): Promise<void> {
  expect(await brokenInvariants(where)).toEqual([])
}

/** What breaks an invariant, as `npm run invariants` prints it; for the controls that break one on purpose. */
export const brokenInvariants = (where: Looking): Promise<string[]> =>
  findViolations((text, values) => where.sql(text, values), where.clock.now())

/** What breaks the books of tokens and money, asked in one go: for whoever looks after every step. */
export async function brokenBooks(where: Looking): Promise<string[]> {
  const each = books.map(
    ({ name, query }, index) => `select '${name.replaceAll("'", "''")}: ' || what as what from (${query}) v${index}`,
  )
  const rows = await where.sql(
    `with at as (select $1::timestamptz as now) select what from (${each.join(' union all ')}) broken limit 20`,
    [where.clock.now()],
  )
  return rows.map(({ what }) => what)
}
const books = readInvariants().filter(areBooks)
