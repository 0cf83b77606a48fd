import { z } from 'zod'
import { calendarDay } from '#platform/inputs.ts'
import { listInput } from '#platform/list.ts'

/** Values of the audit log's filter (OPS-16). */
export const auditActions = ['all', 'create', 'update', 'delete', 'login', 'logout', 'export'] as const

/** Whoever looks for what was done reads it without who came and went. */
export const auditSignIns = ['without'] as const

/** `q` is part of a table's name, of what it holds in words, or of the name or id of whoever did it; `from` and `to` are whole days. */
export const auditList = listInput(
  ['createdAt'],
  '-createdAt',
  { action: z.enum(auditActions), signIns: z.enum(auditSignIns), from: calendarDay(), to: calendarDay() },
  { pageSize: 100 },
)

export const exportInput = z.object({
  userId: z.string().trim().min(1, 'Please enter a user ID to export data').max(100),
})

/** Where a request for erasure has got to. */
export const erasureStatuses = ['pending', 'done', 'declined', 'withdrawn'] as const

export const erasureWish = z.object({ reason: z.string().trim().max(1000).default('') })

export const erasureList = listInput(['createdAt'], 'createdAt', {
  status: z.enum(erasureStatuses),
})

export const erasureInput = z.object({ id: z.uuid() })

export const declineInput = z.object({
  id: z.uuid(),
  note: z.string().trim().min(1, 'Say why, so that the person knows').max(1000),
})
