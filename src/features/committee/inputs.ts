import { z } from 'zod'

export const messages = {
  alreadyVoted: 'You already voted',
  recused: 'You do not vote on this application.',
  closed: 'The vote on this application is closed.',
  approved: 'You voted to approve this application.',
  rejected: 'You voted to reject this application.',
} as const

const words = (required: string) => z.string().trim().min(1, required).max(2_000, 'Use at most 2,000 characters')

/** An empty reason is stored as null (APPL-07). */
export const voteInput = z.object({
  applicationId: z.uuid(),
  vote: z.enum(['approve', 'reject']),
  reason: z
    .string()
    .trim()
    .max(2_000, 'Use at most 2,000 characters')
    .nullish()
    .transform(reason => reason || null),
})

export const questionInput = z.object({ applicationId: z.uuid(), question: words('Write a question') })
export const noteInput = z.object({ applicationId: z.uuid(), body: words('Write a note') })
export const recusalInput = z.object({ applicationId: z.uuid() })
export const reviewInput = z.object({ id: z.uuid() })
export const votingList = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(25),
})
