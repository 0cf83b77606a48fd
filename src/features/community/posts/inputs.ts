import { z } from 'zod'
import { editOf } from '#platform/edit.ts'
import { isStorable, line, neededLine, neededText, unstorable } from '#platform/inputs.ts'

/** Hidden ones are shown to their author and to the house only. */
export const visibilities = ['published', 'hidden'] as const
export type Visibility = (typeof visibilities)[number]

/** The specified words (COM-03, COM-09, CNT-39, CNT-40, HOME-22), and our own for what it leaves open. */
export const messages = {
  notFound: 'Post not found',
  hidden: 'A hidden post',
  signInToLike: 'Please sign in to like posts',
  like: 'Failed to update like',
  updates: 'Failed to load community updates',
  required: 'Title and content are required',
  save: 'Failed to save post',
  signInToSave: 'You must be logged in',
  remove: 'Failed to delete post',
  load: 'Failed to load the community',
  alt: 'Say what is to be seen on it',
} as const

export const longestTitle = 150
export const longestPost = 5_000
export const longestAlt = 200
/** So many people one post or comment may speak to. */
const mostMentions = 20

/** Where pictures of posts are uploaded, and how large they may be. */
export const pictureUpload = {
  purpose: 'community-image',
  maxBytes: 5 * 1_048_576,
  accept: ['image/jpeg', 'image/png', 'image/webp'],
} as const

/** Who is spoken to; only those whose name stands in the text behind an `@` are kept. */
export const mentioned = z.array(z.string().max(100)).max(mostMentions, 'Mention at most 20 people').default([])

const words = z.strictObject({
  title: neededLine(messages.required, longestTitle),
  content: neededText(messages.required, longestPost),
  /** An upload; empty: none. */
  fileId: z.union([z.literal(''), z.uuid()]).default(''),
  /** What is to be seen on the picture. */
  alt: line(longestAlt).default(''),
  mentions: mentioned,
})

const needsAlt = { error: messages.alt, path: ['alt'] }

const hasItsWords = ({ fileId = '', alt }: { fileId?: string | undefined; alt?: string | undefined }) =>
  fileId === '' || alt !== ''

/** A new post: plain text, with a picture if there is one, which then has its words. */
export const postInput = words.refine(hasItsWords, needsAlt)

const edited = words.extend({ isPictureKept: z.boolean().default(true) })

/** What is changed of a post, and in `was` what stood there; the picture that it has stays unless there is another, or it is not kept. */
export const postEdit = z.strictObject({ id: z.uuid(), ...editOf(edited) }).refine(hasItsWords, needsAlt)

/** What the form holds, of a new post as of one that is changed. */
export const postForm = edited.refine(hasItsWords, needsAlt)

export const postRef = z.strictObject({ id: z.uuid(messages.notFound) })

const searched = z.string().trim().max(100, 'Use at most 100 characters').refine(isStorable, unstorable).optional()

/**
 * A page of the feed: what comes `after` the last post of the page before (its `next`), of what was there `until` a moment (its
 * `at`): what others post meanwhile moves nothing.
 */
export const feedInput = z.strictObject({
  q: searched,
  after: z
    .string()
    .regex(/^[01]_\d{1,14}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'This is no place in the feed.')
    .optional(),
  until: z.iso
    .datetime('This is no moment.')
    .refine(at => at >= '2000', 'This is no moment.')
    .optional(),
})

export const mentionSearch = z.strictObject({
  q: z.string().trim().max(100).refine(isStorable, unstorable).default(''),
})
