import { expect } from 'vitest'
import { findViolations } from '#commands/violations.ts'
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
