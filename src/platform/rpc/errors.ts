import { ORPCError } from '@orpc/server'
import type { Problem } from '#platform/problem.ts'

export interface RefusalData {
  /** Heading of the notice, where the specification has one beside the text. */
  title?: string
  /** Name of the input that the text belongs to. */
  field?: string
  [key: string]: unknown
}

/** An expected failure: `message` is the exact text that people read. */
export type Refusal = ORPCError<string, RefusalData>

/**
 * Builds an expected failure to throw. `status` is the HTTP status (default 409: the state of things forbids it).
 * `code` is stable and in capitals; clients decide by it, people read the message.
 */
export function refusal(code: string, message: string, options: { status?: number } & RefusalData = {}): Refusal {
  const { status = 409, ...data } = options
  return new ORPCError(code, { status, message, data })
}

/** Throws the refusal that `problem` describes; nothing when there is none. Writes begin with it. */
export function demand(problem: Problem | null): void {
  if (!problem) return
  const { code, message, ...options } = problem
  throw refusal(code, message, options)
}

/** "Not yours" and "not there" are one answer. */
export const notFound = (message = 'Not found') => refusal('NOT_FOUND', message, { status: 404 })

/** Expected failures by the name of the database constraint that refuses; each feature's `table.ts` lists its own. */
export type ConstraintRefusals = Record<string, () => Refusal>

interface PostgresFailure {
  code: string
  constraint?: string
}

/** The PostgreSQL error underneath, if this is one: SQLSTATE and, where there is one, the constraint's name. */
export function postgresFailure(error: unknown): PostgresFailure | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code, constraint } = at as Error & Partial<PostgresFailure>
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return { code, ...(constraint && { constraint }) }
  }
  return null
}

/** 40001 serialization_failure and 40P01 deadlock_detected: nothing happened, the same work may be tried again. */
export const isRetryable = (error: unknown) => ['40001', '40P01'].includes(postgresFailure(error)?.code ?? '')

/**
 * Turns a database refusal into the domain's error: a constraint by its name, a lock that was not had in time
 * (55P03), a statement that ran too long (57014) and a text that PostgreSQL cannot hold (22P05, 22021) by their
 * code. Anything else comes back as it was.
 */
export function translateFailure(error: unknown, refusals: ConstraintRefusals): unknown {
  const failure = postgresFailure(error)
  if (!failure) return isPoolExhausted(error) ? busy() : error
  const known = failure.constraint ? refusals[failure.constraint] : undefined
  if (known) return known()
  if (['40001', '40P01', '55P03', '57014'].includes(failure.code)) return busy()
  if (['22P05', '22021'].includes(failure.code)) return unstorableText()
  return error
}

/** A text that PostgreSQL cannot hold, in this field of the input where that is known. */
export const unstorableText = (field = '') =>
  refusal('INVALID_INPUT', 'This text contains a character that cannot be stored.', {
    status: 400,
    title: 'Invalid input',
    field,
  })

const busy = () => refusal('BUSY', 'This is busy right now. Please try again.', { status: 503 })

/** The pool gave no connection in time: too much at once, and nothing was begun. It has no code of its own. */
function isPoolExhausted(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (at.message === 'timeout exceeded when trying to connect') return true
  return false
}
