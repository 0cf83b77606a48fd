import type { Problem } from '#platform/problem.ts'
import { messages } from './inputs.ts'

interface Reason {
  reason: string
  needsNotes: boolean
}

/**
 * The reason that is stored and mailed: the words written where the chosen reason asks for some, else the reason. Null:
 * none was given.
 */
export function reasonText(chosen: Reason | null, notes: string): string | null {
  if (!chosen) return null
  return chosen.needsNotes ? notes.trim() || null : chosen.reason
}

export const whyNot = {
  /** A rejection has a reason from the list, or words of its own where the reason asks for them (APPL-36). */
  give: (chosen: Reason | null, notes: string): Problem | null =>
    reasonText(chosen, notes) !== null
      ? null
      : {
          code: 'REASON_REQUIRED',
          message: messages.required,
          title: 'Reason required',
          field: chosen ? 'notes' : 'reasonId',
          status: 400,
        },
}
