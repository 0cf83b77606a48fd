import { type AnyProcedure, isProcedure } from '@orpc/server'
import { router } from '#api.ts'
import type { Audience } from '#platform/auth/actor.ts'
import { type Terms, termsOf } from '#platform/rpc/terms.ts'

export interface Listed {
  /** Dotted name, e.g. `bookings.place`. */
  name: string
  path: string[]
  procedure: AnyProcedure
  audience: Audience
  /** All that it is held to, as the policy table writes it. */
  terms: string
}

/** Every procedure of the router: what the guards enumerate, so that a new one is covered without being remembered. */
export function listProcedures(node: object = router, path: string[] = []): Listed[] {
  return Object.entries(node).flatMap(([key, child]) => {
    const at = [...path, key]
    if (!isProcedure(child)) return child && typeof child === 'object' ? listProcedures(child, at) : []
    const { audience } = termsOf(child)
    if (!audience) throw new Error(`${at.join('.')} names no audience`)
    return [{ name: at.join('.'), path: at, procedure: child, audience, terms: inWords(termsOf(child)) }]
  })
}

const inWords = ({ audience, limit, fresh, spends }: Terms) =>
  [audience, limit && `${limit.points} in ${limit.seconds} s`, fresh && 'fresh', spends && `spends ${spends.join(' ')}`]
    .filter(Boolean)
    .join(', ')

/** Calls a procedure by its name on a caller; inputs of any shape are the point. */
export function callByName(caller: object, path: string[], input: unknown): Promise<unknown> {
  const procedure = path.reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], caller)
  return (procedure as (input: unknown) => Promise<unknown>)(input)
}
