import { z } from 'zod'

export const waitingStatuses = ['pending', 'contacted', 'approved', 'rejected'] as const
export type WaitingStatus = (typeof waitingStatuses)[number]

const line = (required: string) => z.string().trim().min(1, required).max(100, 'Use at most 100 characters')

/** What a visitor leaves to hear of a free place (JOIN-41). */
export const joinInput = z.object({
  firstName: line('First name is required'),
  lastName: line('Last name is required'),
  email: z.string().trim().max(255, 'Use at most 255 characters').pipe(z.email('Invalid email')),
  phoneNumber: z.string().trim().max(20, 'Use at most 20 characters').default(''),
})

export const waitingListInput = z.object({
  status: z.enum(waitingStatuses).default('pending'),
  q: z.string().trim().max(100).default(''),
  sort: z.enum(['createdAt', '-createdAt']).default('-createdAt'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(25),
})

export const statusInput = z.object({ id: z.uuid(), status: z.enum(waitingStatuses) })
export const entryInput = z.object({ id: z.uuid() })
