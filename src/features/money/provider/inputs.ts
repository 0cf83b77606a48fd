import { z } from 'zod'
import { listInput } from '#platform/list.ts'

/** `refused`: it contradicts what we know (amount, currency, customer), so nothing was granted. */
export const eventStatuses = ['received', 'done', 'ignored', 'failed', 'refused'] as const
export type EventStatus = (typeof eventStatuses)[number]

export const eventId = z.strictObject({ id: z.string().max(255) })

/** `wants`: those that somebody must see to; of what was refused, while its money has not gone back. */
export const failedEventList = listInput(['receivedAt'], '-receivedAt', { wants: z.enum(['hand']) })
