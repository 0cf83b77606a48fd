import { z } from 'zod'
import { listInput } from '#platform/list.ts'

export const mailStatuses = ['queued', 'sent', 'failed', 'suppressed'] as const
export type MailStatus = (typeof mailStatuses)[number]

export const mailList = listInput(['createdAt'], '-createdAt', { status: z.enum(mailStatuses) })

export const mailInput = z.strictObject({ id: z.uuid() })
