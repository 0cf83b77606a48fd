export const membershipStatuses = ['active', 'cancelled'] as const

/** `waived`: nothing is to pay for it now. */
export const paymentStatuses = ['paid', 'pending', 'overdue', 'waived'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]
