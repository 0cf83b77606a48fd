import { z } from 'zod'

export const mailStatuses = ['queued', 'sent', 'failed', 'suppressed'] as const
export type MailStatus = (typeof mailStatuses)[number]

export const mailList = z.object({
  status: z.enum(mailStatuses).optional(),
  q: z.string().trim().max(100).default(''),
  sort: z.enum(['createdAt', '-createdAt']).default('-createdAt'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(25),
})

export const mailId = z.object({ id: z.uuid() })
