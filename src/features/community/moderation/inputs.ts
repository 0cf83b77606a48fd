/** What the house decided about something that was reported or that it saw itself. */
export const outcomes = ['kept', 'hidden'] as const
export type Outcome = (typeof outcomes)[number]

/** What became of an author's appeal. */
export const appealOutcomes = ['restored', 'upheld'] as const
export type AppealOutcome = (typeof appealOutcomes)[number]
