import type { Problem } from '#platform/problem.ts'
import { messages } from './inputs.ts'

export const whyNot = {
  /**
   * Waiting for a slot: one that the house offers and that is taken, or goes to others first. `problem` is why it cannot be
   * booked; `hasOwn`: the person has something there at that time.
   */
  join({ problem, hasOwn }: { problem: Problem | null; hasOwn: boolean }): Problem | null {
    if (!problem) return { code: 'SLOT_FREE', message: messages.slotFree }
    if (problem.code !== 'SLOT_TAKEN' && problem.code !== 'WAITED_FOR') return problem
    return hasOwn ? { code: 'OWN_TIME', message: messages.ownTime } : null
  },
}
