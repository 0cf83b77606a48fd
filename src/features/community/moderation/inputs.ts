import { z } from 'zod'
import type { Visibility } from '#features/community/posts/inputs.ts'
import { neededText } from '#platform/inputs.ts'

/** What the house decided about something that was reported or that it saw itself; what it deletes is decided by that. */
export const outcomes = ['kept', 'hidden', 'deleted'] as const
export type Outcome = (typeof outcomes)[number]

/** What is chosen between where something was reported. */
const answers = ['kept', 'hidden'] as const
export type Answer = (typeof answers)[number]

/** What became of what was reported: its author may have deleted it. */
export type Fate = Visibility | 'gone'

/** What became of an author's appeal. */
export const appealOutcomes = ['restored', 'upheld'] as const
export type AppealOutcome = (typeof appealOutcomes)[number]

export const longestReason = 1_000

const thing = { postId: z.uuid(), commentId: z.uuid().optional() }

/** A post, or a comment on it. */
export const thingRef = z.strictObject(thing)

/** That it should not be there, and why. */
export const reportInput = z.strictObject({
  ...thing,
  reason: neededText('Say what is wrong with it', longestReason),
})

export const hideInput = z.strictObject({
  ...thing,
  reason: neededText('Say why it is hidden', longestReason),
})

/** `id` is that of a report; whoever wrote what is hidden is told the reason. */
export const decisionInput = z
  .strictObject({
    id: z.uuid(),
    outcome: z.enum(answers),
    reason: z.string().trim().max(longestReason, 'Use at most 1,000 characters').default(''),
  })
  .refine(({ outcome, reason }) => outcome === 'kept' || reason !== '', {
    error: 'Say why it is hidden',
    path: ['reason'],
  })

/** `id` is that of the decision. */
export const appealInput = z.strictObject({
  id: z.uuid(),
  words: neededText('Say why it should be shown again', longestReason),
})

export const appealDecision = z.strictObject({
  id: z.uuid(),
  outcome: z.enum(appealOutcomes),
  answer: neededText('Say why you decide so', longestReason),
})
