import { z } from 'zod'
import type { Problem } from './problem.ts'

/**
 * The fields of an edit's input: only what was changed, and in `was` what stood there when it was read. A field without its
 * `was` is written whatever stands there, as a caller that compares nothing means it.
 */
export function editOf<Fields extends z.ZodRawShape>(fields: z.ZodObject<Fields>) {
  const names = Object.keys(fields.shape) as (keyof Fields & string)[]
  const some = Object.fromEntries(
    names.map(name => [name, bare(fields.shape[name]!).optional()]),
  ) as object as Some<Fields>
  return { ...some, was: z.partialRecord(z.enum(names), z.unknown()).optional() }
}

type Some<Fields extends z.ZodRawShape> = { [Name in keyof Fields]: z.ZodOptional<Bare<Fields[Name]>> }
type Bare<Field extends z.core.SomeType> = Field extends z.ZodDefault<infer Of> | z.ZodPrefault<infer Of> ? Of : Field

// A default would be filled in for what was left out, and written over what stands there.
function bare(field: z.core.SomeType): z.ZodType {
  return field instanceof z.ZodDefault || field instanceof z.ZodPrefault ? bare(field.unwrap()) : (field as z.ZodType)
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
