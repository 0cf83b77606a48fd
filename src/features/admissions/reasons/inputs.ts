import { z } from 'zod'

export const messages = {
  required: 'Please select or enter a rejection reason',
  exists: 'This reason is in the list already.',
} as const

export const notesLimit = 2_000

export const reasonInput = z.strictObject({
  id: z.uuid().optional(),
  reason: z.string().trim().min(1, 'Reason required').max(200, 'Use at most 200 characters'),
  isActive: z.boolean().default(true),
})
