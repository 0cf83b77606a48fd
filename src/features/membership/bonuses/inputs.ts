import { z } from 'zod'
import { isStorable, line, unstorable } from '#platform/inputs.ts'
import { listInput } from '#platform/list.ts'

/** Texts that people read, from the specification where it gives them. */
export const messages = {
  chooseMember: 'Please select a member and enter a valid token amount',
  sayWhat: 'Say what the tokens are for',
  chargeFailed: 'Failed to take tokens',
  bonusFailed: 'Failed to give bonus tokens',
  noMembership: 'Tokens are for members. This person has no membership.',
  onHold: 'This account is on hold. Lift that first.',
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

/** Tokens to take at once at most: three days of the event space, and a slip of the finger takes no fortune. */
export const mostChargedTokens = 1_000

/** Tokens that the office takes for what was arranged with a member, such as a day in the market hall (TOK-14). */
export const charge = z.strictObject({
  userId: bonus.shape.userId,
  amount: z
    .number({ error: messages.chooseMember })
    .int(messages.chooseMember)
    .min(1, messages.chooseMember)
    .max(mostChargedTokens, `At most ${mostChargedTokens} tokens at once`),
  /** The member reads it. */
  what: line(200).min(1, messages.sayWhat),
})

/** Who has tokens, most first. */
export const balanceList = listInput(['name', 'balance', 'bought', 'oldestAt'], '-balance', {
  has: z.enum(['tokens', 'none']),
  id: z.string().max(100).refine(isStorable, unstorable),
})
