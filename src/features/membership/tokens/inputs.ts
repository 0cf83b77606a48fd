import { z } from 'zod'
import { listInput } from '#platform/list.ts'

/** Where a lot comes from. */
export const lotTypes = ['weekly', 'bonus', 'purchase', 'loyalty', 'referral', 'refund'] as const
export type LotType = (typeof lotTypes)[number]
export const moveTypes = ['debit', 'credit', 'bonus', 'reversal'] as const

const invalid = 'Invalid quantity'

/** How many tokens to buy: a whole number from 1 to 1000 (TOK-03). */
export const purchase = z.strictObject({
  quantity: z.number({ error: invalid }).int(invalid).min(1, invalid).max(1_000, invalid),
})

export const historyList = listInput(['createdAt'], '-createdAt', {}, { pageSize: 10 })
