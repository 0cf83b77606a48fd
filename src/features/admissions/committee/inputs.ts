import { z } from 'zod'

export const messages = {
  alreadyVoted: 'You already voted',
  recused: 'You do not vote on this application.',
  closed: 'The vote on this application is closed.',
  changed: 'This application was changed meanwhile: read it again.',
  approved: 'You voted to approve this application.',
  rejected: 'You voted to reject this application.',
  notVoting: 'Only committee members vote.',
  readAfterVote: 'The documents can be read once you have voted.',
  notReading: 'Documents are read by those who decide on them.',
} as const

export const votes = ['approve', 'reject'] as const
export type Vote = (typeof votes)[number]

const words = (required: string) => z.string().trim().min(1, required).max(2_000, 'Use at most 2,000 characters')

/** An empty reason is stored as null (APPL-07). A vote is on the text that was read: `version` is that of `review`. */
export const voteInput = z.strictObject({
  applicationId: z.uuid(),
  version: z.iso.datetime(),
  vote: z.enum(votes),
  reason: z
    .string()
    .trim()
    .max(2_000, 'Use at most 2,000 characters')
    .nullish()
    .transform(reason => reason || null),
})

export const recusalInput = z.strictObject({ applicationId: z.uuid() })
export const questionInput = z.strictObject({ applicationId: z.uuid(), question: words('Write a question') })
export const noteInput = z.strictObject({ applicationId: z.uuid(), body: words('Write a note') })
