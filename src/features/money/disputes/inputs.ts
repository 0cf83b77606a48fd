import { z } from 'zod'
import { listInput } from '#platform/list.ts'

/**
 * `inquiry`: the bank asks and has taken nothing; `to_answer`: our side is wanted; `under_review`: it was given, the bank
 * decides; `won`: what was taken came back; `lost`: the payer keeps it; `closed`: over, and nothing was taken.
 */
export const disputeStatuses = ['inquiry', 'to_answer', 'under_review', 'won', 'lost', 'closed'] as const
export type DisputeStatus = (typeof disputeStatuses)[number]

/** Those that want an answer of the house. */
export const toAnswer = ['inquiry', 'to_answer'] as const satisfies DisputeStatus[]

export const disputeList = listInput(['createdAt'], '-createdAt', { wants: z.enum(['answer']) })
