import { type Chance, whyNot as whyNotRegister } from '#features/events/registrations/rules.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Problem } from '#platform/problem.ts'

export const whyNot = {
  /** Waiting for an event: one that they may take part in, and that has no place for them now (decision 32). */
  join(actor: Actor | null, event: Chance, people: number, now: Date): Problem | null {
    const problem = whyNotRegister.takePart(actor, event, people, now)
    if (problem) return problem
    return whyNotRegister.register(actor, event, people, now)
      ? null
      : { code: 'PLACES_FREE', message: 'There is room for you. You can register at once.' }
  },
}
