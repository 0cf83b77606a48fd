import { z } from 'zod'
import { listInput } from '#platform/list.ts'

export const membershipStatuses = ['active', 'cancelled'] as const

/** `waived`: nothing is to pay for it now. */
export const paymentStatuses = ['paid', 'pending', 'overdue', 'waived'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** Why members leave, as they choose it. */
export const leavingReasons = ['price', 'unused', 'moving', 'missing', 'other'] as const
export type LeavingReason = (typeof leavingReasons)[number]
export const leavingWords: Record<LeavingReason, string> = {
  price: 'It costs too much',
  unused: 'I do not use it enough',
  moving: 'I am moving away',
  missing: 'Something is missing',
  other: 'Something else',
}

/** Who has cancelled, the latest first. */
export const leavingList = listInput(['createdAt'], '-createdAt', {
  reason: z.enum(leavingReasons),
  state: z.enum(['leaving', 'stayed']),
})
