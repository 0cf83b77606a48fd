import { z } from 'zod'

const paged = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(25),
}
const search = z.string().trim().max(200).optional()

export const orderId = z.strictObject({ id: z.uuid() })
export const refundId = z.strictObject({ id: z.uuid() })
export const eventId = z.strictObject({ id: z.string().max(255) })

export const orderList = z.strictObject({
  ...paged,
  sort: z.enum(['createdAt', '-createdAt', 'amountPence', '-amountPence']).optional(),
  status: z.enum(['pending', 'paid', 'failed', 'expired', 'refunded']).optional(),
  kind: z.string().max(40).optional(),
  q: search,
})

export const ledgerList = z.strictObject({
  ...paged,
  sort: z.enum(['createdAt', '-createdAt', 'amountPence', '-amountPence']).optional(),
  kind: z.string().max(40).optional(),
  direction: z.enum(['in', 'out']).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  q: search,
})

export const problemList = z.strictObject({ ...paged })
