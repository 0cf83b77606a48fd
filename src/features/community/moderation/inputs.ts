import { z } from 'zod'
import { neededText } from '#platform/inputs.ts'

/** What the house decided about something that was reported or that it saw itself. */
export const outcomes = ['kept', 'hidden'] as const
export type Outcome = (typeof outcomes)[number]

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
    outcome: z.enum(outcomes),
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
