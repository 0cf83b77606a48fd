import { z } from 'zod'
import type { Problem } from './problem.ts'

/**
 * The fields of an edit's input: only what was changed, and in `was` what stood there when it was read. A field without its
 * `was` is written whatever stands there, as a caller that compares nothing means it.
 */
export function editOf<Fields extends z.ZodRawShape>(fields: z.ZodObject<Fields>) {
  const names = Object.keys(fields.shape) as (keyof Fields & string)[]
  return { ...fields.partial().shape, was: z.partialRecord(z.enum(names), z.unknown()).optional() }
}

/** Why this edit may not be written over `present`: somebody else changed one of its fields since. The refusal says what is there. */
export function whyNotEdit(edit: object & { was?: object | undefined }, present: object): Problem | null {
  const [wanted, now] = [edit, present] as Record<string, unknown>[]
  for (const [field, was] of Object.entries(edit.was ?? {})) {
    const is = now![field]
    if (wanted![field] === undefined || isSame(is, was) || isSame(is, wanted![field])) continue
    return { code: 'CHANGED_MEANWHILE', message: 'Somebody else has changed this meanwhile.', field, is }
  }
  return null
}

/** Whether two values of a field, as they go over the wire, are the same. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
