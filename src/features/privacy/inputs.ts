import { z } from 'zod'

const paging = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(100),
}

/** Values of the audit log's filter (OPS-16). */
export const auditActions = ['all', 'create', 'update', 'delete', 'login', 'logout', 'export'] as const

export const auditQuery = z.object({
  ...paging,
  /** Part of a table's name, or of the id of whoever did it. */
  q: z.string().trim().max(100).optional(),
  action: z.enum(auditActions).default('all'),
})

export const exportInput = z.object({
  userId: z.string().trim().min(1, 'Please enter a user ID to export data').max(100),
})

export const erasureWish = z.object({ reason: z.string().trim().max(1000).default('') })

export const erasureQuery = z.object({
  ...paging,
  status: z.enum(['pending', 'done', 'declined', 'withdrawn']).optional(),
})

export const erasureInput = z.object({ id: z.uuid() })

export const declineInput = z.object({
  id: z.uuid(),
  note: z.string().trim().min(1, 'Say why, so that the person knows').max(1000),
})
