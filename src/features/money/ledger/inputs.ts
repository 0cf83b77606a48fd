import { z } from 'zod'
import { ways } from '#features/money/orders/inputs.ts'
import { calendarDay } from '#platform/inputs.ts'
import { listInput } from '#platform/list.ts'

/** Paid, or given back. */
export const directions = ['in', 'out'] as const

/** Days are the venue's, both included. */
export const ledgerList = listInput(['createdAt', 'amountPence'], '-createdAt', {
  kind: z.string().max(40),
  way: z.enum(ways),
  direction: z.enum(directions),
  from: calendarDay(),
  to: calendarDay(),
})
