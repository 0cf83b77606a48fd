import { z } from 'zod'
import { mentioned } from '#features/community/posts/inputs.ts'
import { neededText } from '#platform/inputs.ts'

/** The specified words (COM-10 … COM-13), and our own for what it leaves open. */
export const messages = {
  empty: 'Comment cannot be empty',
  signIn: 'Please sign in to comment',
  add: 'Failed to add comment',
  remove: 'Failed to delete comment',
  load: 'Failed to load comments',
} as const

export const longestComment = 2_000

/** `postId` is that of the post which it is said to. */
export const commentInput = z.strictObject({
  postId: z.uuid(),
  content: neededText(messages.empty, longestComment),
  mentions: mentioned,
})

export const commentRef = z.strictObject({ id: z.uuid() })

/** The comments of a post, those `before` the first of the page that was read. */
export const commentPage = z.strictObject({
  postId: z.uuid(),
  before: z
    .string()
    .regex(/^\d{1,14}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'This is no place among the comments.')
    .optional(),
})
