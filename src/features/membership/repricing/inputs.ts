import { z } from 'zod'

export const tierRef = z.strictObject({ tierId: z.uuid() })

/** Moves subscribers to the plan's price, as the office saw it: how many, and to what, in pence a month. */
export const move = tierRef.extend({
  seenPence: z.number().int().min(1).max(1_000_000),
  seenCount: z.number().int().min(1).max(100_000),
})
