import { z } from 'zod'
import { listInput } from '#platform/list.ts'

export const refundStatuses = ['pending', 'done', 'failed'] as const
export type RefundStatus = (typeof refundStatuses)[number]

export const refundId = z.strictObject({ id: z.uuid() })

export const openRefundStatuses = ['pending', 'failed'] as const satisfies RefundStatus[]
export const openRefundList = listInput(['createdAt'], '-createdAt', { status: z.enum(openRefundStatuses) })
