import { z } from 'zod'
import { outcomes } from '#features/community/moderation/inputs.ts'
import { visibilities } from '#features/community/posts/inputs.ts'
import { listInput } from '#platform/list.ts'

/** The specified words (CNT-44), and our own for what it leaves open. */
export const messages = {
  load: 'Failed to fetch posts',
  pin: 'Failed to update pin status',
  reports: 'Failed to load reports',
  decisions: 'Failed to load decisions',
  decide: 'The decision was not saved',
} as const

export const pinInput = z.strictObject({ id: z.uuid(), isPinned: z.boolean() })

export const postList = listInput(['createdAt'], '-createdAt', {
  status: z.enum(visibilities),
  pinned: z.enum(['yes', 'no']),
})

export const reportStates = ['waiting', 'decided'] as const
export const reportList = listInput(['createdAt'], '-createdAt', { state: z.enum(reportStates) })

export const appealStates = ['waiting', 'restored', 'upheld'] as const
export const decisionList = listInput(['createdAt'], '-createdAt', {
  outcome: z.enum(outcomes),
  appeal: z.enum(appealStates),
})
