import { z } from 'zod'
import { keyScopes } from '#platform/auth/actor.ts'
import { neededLine } from '#platform/inputs.ts'

/** How long a key is good, in days: a quarter unless its maker wants otherwise, never more than a year. */
export const keyDays = { usual: 90, longest: 365 }

export const keyInput = z.strictObject({
  name: neededLine('Give the key a name', 80),
  scope: z.enum(keyScopes).default('read'),
  days: z
    .number()
    .int()
    .min(1, 'A key is good for a day at least')
    .max(keyDays.longest, 'A key is good for a year at most')
    .default(keyDays.usual),
})
/** The same as the form asks for it. */
export const keyForm = keyInput.extend({ scope: z.enum(keyScopes), days: z.enum(['30', '90', '365']) })
export type KeyForm = z.input<typeof keyForm>
export const keyRef = z.strictObject({ keyId: z.uuid() })
