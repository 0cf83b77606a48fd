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

/**
 * Where somebody stands who cancelled: the membership still runs, is over, is over and another is paid for now, or was kept after
 * all.
 */
export const leavingStates = ['leaving', 'left', 'back', 'stayed'] as const
export type LeavingState = (typeof leavingStates)[number]
export const leavingStateWords: Record<LeavingState, string> = {
  leaving: 'Leaving',
  left: 'Left',
  back: 'Back',
  stayed: 'Stayed',
}

/** Who has cancelled, the latest first. */
export const leavingList = listInput(['createdAt'], '-createdAt', {
  reason: z.enum(leavingReasons),
  state: z.enum(leavingStates),
})
