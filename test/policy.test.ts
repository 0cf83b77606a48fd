import { beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp } from './app.ts'
import { admitted, crowd, gateCodes, type Kind, kinds } from './crowd.ts'
import { policy } from './policy.ts'
import { callByName, listProcedures } from './procedures.ts'

const app = sharedTestApp()
let people: Awaited<ReturnType<typeof crowd>>
beforeAll(async () => {
  people = await crowd(app)
})

const procedures = listProcedures()

test('every procedure stands in the policy table, and nothing else does', () => {
  expect(Object.fromEntries(procedures.map(({ name, terms }) => [name, terms]))).toEqual(policy)
})

describe.each(procedures)('$name', ({ name, path, audience }) => {
  test(`lets in exactly its audience (${audience}) [ROLE-12, ADM-03]`, async () => {
    const letIn: Kind[] = []
    for (const kind of kinds) {
      // A broken input: what matters is whether the gate refuses before anything looks at it.
      const failure = await callByName(app.as(people[kind]), path, { '\u0000': [] }).then(
        () => null,
        (error: { code?: string }) => error,
      )
      if (!gateCodes.includes(failure?.code ?? '')) letIn.push(kind)
      expect(failure?.code, `${name} as ${kind}`).not.toBe('INTERNAL_SERVER_ERROR')
    }
    expect(letIn).toEqual(kinds.filter(kind => admitted[audience].includes(kind)))
  })
})
