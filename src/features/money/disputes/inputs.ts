import { listInput } from '#platform/list.ts'

/** `open`: the bank has taken the money back and asks for our side; `won`: it came back; `lost`: the payer keeps it. */
export const disputeStatuses = ['open', 'won', 'lost'] as const
export type DisputeStatus = (typeof disputeStatuses)[number]

export const disputeList = listInput(['createdAt'], '-createdAt')
