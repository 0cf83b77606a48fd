import { z } from 'zod'
import { invalidRequest, type Params } from './wire.ts'

/** Building blocks of parameter schemas. Every leaf arrives as text, because the bodies are form-encoded. */
export const text = z.string().min(1).max(5000)
export const whole = z
  .string()
  .regex(/^-?\d{1,12}$/)
  .transform(Number)
export const natural = whole.refine(value => value >= 0)
export const flag = z.enum(['true', 'false']).transform(value => value === 'true')
export const currency = z
  .string()
  .regex(/^[A-Za-z]{3}$/)
  .toLowerCase()
export const link = z.string().refine(value => /^https?:\/\/[^\s]+$/.test(value), 'Not a valid URL')
/** An empty text unsets a field. */
export const unset = z.literal('').transform(() => null)
export const metadata = z.union([
  z.record(z.string().max(40), z.string().max(500)).refine(value => Object.keys(value).length <= 50),
  z.literal('').transform((): Record<string, string> | null => null),
])

/** Reads parameters with a schema; a mismatch becomes the error that Stripe would answer. */
export function readParams<T extends z.ZodType>(schema: T, params: Params): z.output<T> {
  const result = schema.safeParse(params)
  if (result.success) return result.data
  throw failureOf(result.error.issues[0]!, params)
}

/** Merges metadata as Stripe does: an empty value removes a key, an empty text removes all. */
export function mergeMetadata(
  current: Record<string, string> | null,
  change: Record<string, string> | null | undefined,
): Record<string, string> {
  if (change === undefined) return current ?? {}
  if (change === null) return {}
  return Object.fromEntries(Object.entries({ ...current, ...change }).filter(([, value]) => value !== ''))
}

function failureOf(issue: z.core.$ZodIssue, params: Params) {
  const name = (path: PropertyKey[]) =>
    path.map((step, index) => (index === 0 ? String(step) : `[${String(step)}]`)).join('')
  const param = name(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const unknown = name([...issue.path, issue.keys[0]!])
    return invalidRequest(`Received unknown parameter: ${unknown}`, unknown, 'parameter_unknown')
  }
  const given = issue.path.reduce<unknown>((node, step) => (node as Params | undefined)?.[step as string], params)
  if (given === undefined) return invalidRequest(`Missing required param: ${param}.`, param, 'parameter_missing')
  if (issue.code === 'invalid_format')
    return invalidRequest(`Invalid integer: ${given}`, param, 'parameter_invalid_integer')
  if (issue.message === 'Not a valid URL') return invalidRequest('Not a valid URL', param, 'url_invalid')
  if (given === '') {
    return invalidRequest(`You passed an empty string for '${param}'.`, param, 'parameter_invalid_empty')
  }
  return invalidRequest(`Invalid ${param}: ${typeof given === 'string' ? given : 'unexpected value'}`, param)
}
