import type { AnyProcedure } from '@orpc/server'
import type { Audience } from '#platform/auth/actor.ts'
import type { CsvColumns, CsvLines } from './export.ts'
import type { NamedLimit } from './limits.ts'
import { proceduresOf } from './router.ts'

/** What there is only so much of. */
export type Scarce = 'money' | 'tokens' | 'points' | 'places' | 'votes' | 'keys'

/** What a procedure is held to, beside its input; said with `.meta(…)`. */
export interface Terms {
  /** Said by the builder that it starts from, and by nothing else. */
  audience: Audience
  /** A limit of its own; without one the usual limit holds (`usualLimit`). */
  limit?: NamedLimit
  /**
   * Only for who signed in within the hour, and never by key (`whyNotFresh`): keys of any kind, accounts and
   * invitations made for others, roles, sessions of others, export, erasure, refunds.
   */
  fresh?: true
  /**
   * What there is only so much of. The builder then lets one such call of a person in at a time, across all processes,
   * and demands an idempotency key, so that a repetition is done once; a race test is made for each (test/spending.test.ts).
   */
  spends?: readonly Scarce[]
  /** Columns of the list's export, see export.ts. */
  csv?: CsvColumns
  /** Lines of the export that a row is, where it is not one. */
  csvLines?: CsvLines
}

export const termsOf = (procedure: AnyProcedure): Terms => procedure['~orpc'].meta as Terms

/** Whether a procedure only reads: those that do are asked with GET, and by nothing else is it known. */
export const isRead = (procedure: AnyProcedure) => procedure['~orpc'].route.method === 'GET'

/** A limit as Security Settings shows it (OPS-22). */
export interface ShownLimit {
  name: string
  /** Dotted name of the procedure, or what else is limited. */
  procedure: string
  points: number
  seconds: number
  per: 'person' | 'IP' | 'address'
}

/** The limits that procedures name, made of what the server enforces. */
export const namedLimits = (router: object): ShownLimit[] =>
  proceduresOf(router).flatMap(({ path, procedure }) => {
    const { limit, audience } = termsOf(procedure)
    if (!limit) return []
    const { as, points, seconds } = limit
    return [{ name: as, procedure: path.join('.'), points, seconds, per: audience === 'visitor' ? 'IP' : 'person' }]
  })
