import { z } from 'zod'
import { slotsInput, wishInput } from '#features/spaces/calendar/inputs.ts'

export const messages = {
  notFound: 'Member not found',
  choose: 'Choose a member',
  reason: 'Say why it costs nothing',
  bookFailed: 'Failed to book',
}

/** Who pays: the member's tokens, or nobody. */
export const payers = ['tokens', 'nobody'] as const

const userId = z.string().min(1, messages.choose).max(100)
const wanted = wishInput.omit({ payWith: true }).extend({ userId })
/** A day of a facility for somebody. */
export const slotsForInput = slotsInput.extend({ userId })
/** A place for somebody. */
export const quoteForInput = wanted
/** The same with who pays; without charge only for a reason. */
export const bookForInput = wanted
  .extend({
    payer: z.enum(payers),
    reason: z.string().trim().max(500, 'Use 500 characters or less').default(''),
  })
  .refine(({ payer, reason }) => payer === 'tokens' || reason !== '', { path: ['reason'], message: messages.reason })
