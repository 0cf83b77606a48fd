import { z } from 'zod'
import { isStorable, line, unstorable } from '#platform/inputs.ts'
import { listInput } from '#platform/list.ts'

/** Texts that people read, from the specification where it gives them. */
export const messages = {
  chooseMember: 'Please select a member and enter a valid token amount',
  bonusFailed: 'Failed to give bonus tokens',
  noMembership: 'Tokens are for members. This person has no membership.',
  onHold: 'This account is on hold. Lift that first, then give the tokens.',
} as const

/** Bonus tokens to give at once: enough for every occasion, and a slip of the finger costs no fortune. */
export const mostBonusTokens = 1_000

/** Bonus tokens for a member (MBR-31, CNT-63). */
export const bonus = z.strictObject({
  userId: z
    .string(messages.chooseMember)
    .min(1, messages.chooseMember)
    .max(100)
    .refine(isStorable, messages.chooseMember),
  amount: z
    .number({ error: messages.chooseMember })
    .int(messages.chooseMember)
    .min(1, messages.chooseMember)
    .max(mostBonusTokens, `At most ${mostBonusTokens} tokens at once`),
  /** The member reads it; empty when there is none. */
  reason: line(200),
})

/** Who has tokens, most first. */
export const balanceList = listInput(['name', 'balance', 'bought', 'oldestAt'], '-balance', {
  has: z.enum(['tokens', 'none']),
  id: z.string().max(100).refine(isStorable, unstorable),
})
