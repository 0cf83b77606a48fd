import type { Problem } from '#platform/problem.ts'

export const whyNot = {
  /** `blockedBy`: what of the person's is still under way, in the words of the data map; null when nothing is. */
  erase(actor: { userId: string | null }, person: { userId: string; blockedBy: string | null }): Problem | null {
    const message = actor.userId === person.userId ? 'Nobody erases themselves. Ask another admin.' : person.blockedBy
    return message === null ? null : { code: 'ERASURE_BLOCKED', message }
  },
}
