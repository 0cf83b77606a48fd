import type { AppealOutcome, Outcome } from '#features/community/moderation/inputs.ts'

export const outcomeWords: Record<Outcome, string> = { kept: 'Kept', hidden: 'Hidden', deleted: 'Deleted' }
export const appealWords: Record<AppealOutcome, string> = { restored: 'Shown again', upheld: 'Stays hidden' }
