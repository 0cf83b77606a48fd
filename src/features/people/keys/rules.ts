import type { Problem } from '#platform/problem.ts'

export const maxKeys = 10

export const whyNot = {
  /** `keys`: those that the person has and that are good. */
  make(keys: number): Problem | null {
    return keys >= maxKeys ? { code: 'TOO_MANY_KEYS', message: `You have ${maxKeys} keys. Revoke one first.` } : null
  },
}
