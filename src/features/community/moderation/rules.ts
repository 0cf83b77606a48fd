import type { Problem } from '#platform/problem.ts'
import type { AppealOutcome, Fate, Outcome } from './inputs.ts'

interface Decision {
  outcome: Outcome
  appealedAt: Date | null
  appealOutcome: AppealOutcome | null
  /** What became of the words since. */
  status: Fate
}

/** Why something may not be done about what was written; null: it may. */
export const whyNot = {
  /** Nobody reports what they wrote themselves. */
  report: (userId: string, authorId: string | null): Problem | null =>
    userId === authorId ? { code: 'OWN', message: 'This is yours. You can delete it.' } : null,

  /** One decision for each report. */
  decide: ({ decisionId }: { decisionId: string | null }): Problem | null =>
    decisionId === null ? null : { code: 'ALREADY_DECIDED', message: 'Somebody decided this already.' },

  hide: (status: Fate): Problem | null =>
    status === 'published' ? null : { code: 'ALREADY_HIDDEN', message: 'This is hidden already.' },

  show: (status: Fate): Problem | null =>
    status === 'hidden' ? null : { code: 'NOT_HIDDEN', message: 'This is shown already.' },

  /** Once, while it is hidden by this decision. */
  appeal({ outcome, appealedAt, status }: Decision): Problem | null {
    if (outcome !== 'hidden' || status !== 'hidden') return whyNot.show('published')
    return appealedAt === null ? null : { code: 'ALREADY_APPEALED', message: 'You have appealed against this already.' }
  },

  decideAppeal({ appealedAt, appealOutcome }: Pick<Decision, 'appealedAt' | 'appealOutcome'>): Problem | null {
    if (appealedAt === null) return { code: 'NOT_APPEALED', message: 'Nobody appealed against this.' }
    return appealOutcome === null ? null : { code: 'ALREADY_DECIDED', message: 'Somebody decided this already.' }
  },
}
