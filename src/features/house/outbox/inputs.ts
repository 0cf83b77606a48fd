import { z } from 'zod'
import { listInput } from '#platform/list.ts'

export const mailStatuses = ['queued', 'sent', 'failed', 'suppressed'] as const
export type MailStatus = (typeof mailStatuses)[number]

export const mailList = listInput(['createdAt'], '-createdAt', { status: z.enum(mailStatuses) })

export const mailInput = z.strictObject({ id: z.uuid() })

export const mostAtOnce = 500
/** Mails that are sent again together. */
export const mailsInput = z.strictObject({
  ids: z.array(z.uuid()).min(1).max(mostAtOnce, `At most ${mostAtOnce} emails are sent again at once`),
})
