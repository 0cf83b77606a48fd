import { z } from 'zod'

const invalid = 'Invalid quantity'

/** How many tokens to buy: a whole number from 1 to 1000 (TOK-03). */
export const purchase = z.strictObject({
  quantity: z.number({ error: invalid }).int(invalid).min(1, invalid).max(1_000, invalid),
})

export const historyList = z.strictObject({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(25),
})
