import { expect, test } from 'vitest'
import { isRead } from '#platform/rpc/terms.ts'
import { projectRoot, readProject } from '../checks/project.ts'
import { readingsIn, readsFreely } from '../checks/screens-reach.ts'
import { listProcedures } from './procedures.ts'

// The check of screens lets these through without a piece for actions, since they change nothing.

/** They write down no more than that they were asked, and asking again does no harm. */
const asked = new Set([
  'market.ticket', // each call signs a new code of the same ticket
  'incidents.open', // that the link was opened is noted once for each opening
])
const writes = new Set(
  listProcedures().flatMap(({ name, procedure }) => (isRead(procedure) || asked.has(name) ? [] : [name])),
)

test('no procedure that writes is read as a query', () => {
  const read = readingsIn(readProject(projectRoot))
  expect(read.size).toBeGreaterThan(100)
  expect([...read].filter(([name]) => writes.has(name))).toEqual([])
})

test('what is called without a piece for actions only reads', () => {
  expect([...readsFreely].filter(name => writes.has(name))).toEqual([])
})
