import type { Problem } from '#platform/problem.ts'

export const whyNot = {
  /** Whoever is in the archive does not come back by registering (ARC-07, JOIN-28). */
  register: ({ isArchived }: { isArchived: boolean }): Problem | null =>
    isArchived
      ? {
          code: 'REGISTRATION_NOT_ALLOWED',
          message: 'This email is tied to an archived account. Please contact support.',
          title: 'Registration Not Allowed',
          status: 403,
        }
      : null,
}
