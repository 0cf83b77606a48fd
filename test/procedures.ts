import { type AnyProcedure, isProcedure } from '@orpc/server'
import { router } from '#api.ts'
import type { Audience } from '#platform/actor.ts'

export interface Listed {
  /** Dotted name, e.g. `bookings.place`. */
  name: string
  path: string[]
  procedure: AnyProcedure
  audience: Audience
}

/** Every procedure of the router: what the guards enumerate, so that a new one is covered without being remembered. */
export function listProcedures(node: object = router, path: string[] = []): Listed[] {
  return Object.entries(node).flatMap(([key, child]) => {
    const at = [...path, key]
    if (!isProcedure(child)) return child && typeof child === 'object' ? listProcedures(child, at) : []
    const { audience } = child['~orpc'].meta as { audience?: Audience }
    if (!audience) throw new Error(`${at.join('.')} names no audience`)
    return [{ name: at.join('.'), path: at, procedure: child, audience }]
  })
}

/** Calls a procedure by its name on a caller; inputs of any shape are the point. */
export function callByName(caller: object, path: string[], input: unknown): Promise<unknown> {
  const procedure = path.reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], caller)
  return (procedure as (input: unknown) => Promise<unknown>)(input)
}
