import type { Settings } from '#features/house/settings/inputs.ts'
import { type Actor, isAdmin, whyNotIn } from '#platform/auth/actor.ts'
import { whyNotEdit } from '#platform/edit.ts'
import type { Problem } from '#platform/problem.ts'
import { messages, type Visibility } from './inputs.ts'

/** How whoever is gone is called. */
export const formerMember = 'A former member'

interface Written {
  userId: string | null
  status: Visibility
}

interface Said {
  title: string
  content: string
  imageAlt: string
}

interface Edit {
  was?: { fileId?: unknown; isPictureKept?: unknown; mentions?: unknown } | undefined
}

/** Why something may not be done with a post or a comment; null: it may. */
export const whyNot = {
  /** /community is open to people in good standing, and to visitors while the setting says so (NAV-08, decision 4). */
  look(actor: Actor | null, { pagesOpenToVisitors }: Pick<Settings, 'pagesOpenToVisitors'>): Problem | null {
    if (!actor && pagesOpenToVisitors.includes('/community')) return null
    const problem = whyNotIn(actor, 'signedIn')
    // The procedure is open to everybody as such; a code of its own says that the setting, not the gate, keeps it closed.
    return problem && { ...problem, code: 'NOT_OPEN' }
  },

  /** Its author, while the house has not hidden it: an appeal is about the words that were hidden. */
  edit(actor: Actor | null, written: Written): Problem | null {
    if (!isOwn(actor, written)) return notThere
    return written.status === 'hidden' ? hidden : null
  },

  /** Nobody writes over what somebody else has changed since they read it. */
  overwrite: (edit: Edit, { title, content, imageAlt }: Said): Problem | null =>
    // Of the picture and of mentions nothing is compared: they are chosen anew, or stay.
    whyNotEdit(edit, {
      ...{ title, content, alt: imageAlt },
      ...{ fileId: edit.was?.fileId, isPictureKept: edit.was?.isPictureKept, mentions: edit.was?.mentions },
    }),

  /** A picture has its words. */
  show: (image: string | null, alt: string): Problem | null =>
    image === null || alt !== '' ? null : { code: 'NO_ALT', message: messages.alt, field: 'alt' },

  /** Its author, whatever became of it (decision 38). */
  remove: (actor: Actor | null, written: Written): Problem | null => (isOwn(actor, written) ? null : notThere),

  /** Admins change and delete what anybody wrote (decision 38). */
  moderate: (actor: Actor | null): Problem | null => (actor && isAdmin(actor) ? null : notThere),

  /** Nobody answers to what the house has hidden. */
  answer: ({ status }: Written): Problem | null => (status === 'hidden' ? hidden : null),
}

export const isOwn = (actor: Actor | null, { userId }: Pick<Written, 'userId'>) =>
  actor !== null && userId === actor.userId

/** What is hidden only its author and admins read (decision 38). */
export const isSeen = (actor: Actor | null, written: Written) =>
  written.status === 'published' || isOwn(actor, written) || (actor !== null && isAdmin(actor))

/** Where somebody whose comment on this post is gone reads more: on its page, unless it is hidden from them. */
export const placeFor = (
  userId: string | null,
  post: Written & { id: string },
): `/community/${string}` | '/community' =>
  post.status === 'published' || post.userId === userId ? `/community/${post.id}` : '/community'

/** Patterns of names behind an `@`, the longest first: of Ann King and Ann Kingsley, each is found where they are spoken to. */
export const mentionPatterns = (names: readonly string[]): string[] =>
  [...new Set(names)].sort((a, b) => b.length - a.length).map(name => `@${escaped(name)}(?![\\p{L}\\p{N}])`)

/** Those of these names that are spoken to in a text. */
export function namesIn(text: string, names: readonly string[]): Set<string> {
  if (names.length === 0) return new Set()
  return new Set(
    [...text.matchAll(new RegExp(mentionPatterns(names).join('|'), 'gu'))].map(([found]) => found.slice(1)),
  )
}

const escaped = (name: string) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

const notThere: Problem = { code: 'NOT_FOUND', message: messages.notFound, status: 404 }
const hidden: Problem = { code: 'HIDDEN', message: 'The house has hidden this.' }
