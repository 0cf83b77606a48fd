import { expect } from 'vitest'
import { findViolations } from '#commands/violations.ts'
import type { TestApp } from './app.ts'

/** Fails naming everything that breaks an invariant; for the end of races, crashes and fuzzing. */
export async function expectInvariants(app: TestApp): Promise<void> {
  expect(await findViolations(text => app.sql<{ what: string }>(text))).toEqual([])
}
