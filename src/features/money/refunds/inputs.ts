import { z } from 'zod'
import { neededText } from '#platform/inputs.ts'
import { listInput } from '#platform/list.ts'

/** `settled`: the provider could never make it, and the house gave the money back another way. */
export const refundStatuses = ['pending', 'done', 'failed', 'settled'] as const
export type RefundStatus = (typeof refundStatuses)[number]

export const refundId = z.strictObject({ id: z.uuid() })

/** Which way money goes back that the provider can never give back. */
export const settledWays = ['desk', 'transfer'] as const

/** The reason is for the office: why the provider cannot make it, and how the money went back. */
export const settleInput = z.strictObject({
  id: z.uuid(),
  way: z.enum(settledWays),
  reason: neededText('Say why, and how it went back', 300),
})

export const openRefundStatuses = ['pending', 'failed'] as const satisfies RefundStatus[]
export const openRefundList = listInput(['createdAt'], '-createdAt', { status: z.enum(openRefundStatuses) })
