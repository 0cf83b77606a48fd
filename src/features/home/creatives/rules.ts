import type { Problem } from '#platform/problem.ts'
import { slugOf } from '#platform/slug.ts'
import { messages, mostWorks, type Visibility } from './inputs.ts'

/** The id of a creative: the lower-case name with hyphens for spaces (CNT-21), of letters that an address has everywhere, with a number when it is taken. */
export function creativeId(name: string, taken: readonly string[]): string {
  const base = slugOf(name, 100) || 'creative'
  let id = base
  for (let number = 2; taken.includes(id); number++) id = `${base}-${number}`
  return id
}

/** Whether an address is one of this name, with a number or without. */
export const isAddressOf = (id: string, name: string) => {
  const base = creativeId(name, [])
  return id === base || (id.startsWith(`${base}-`) && /^\d+$/.test(id.slice(base.length + 1)))
}

/** Whether one of these holds the words that were searched for (HOME-19). */
export const holds = (q: string | undefined, ...texts: string[]) =>
  !q || texts.some(text => text.toLowerCase().includes(q.toLowerCase()))

/** Who somebody is to the directory: a visitor, somebody with an account, a member. */
export type Viewer = 'visitor' | 'account' | 'member'

/** What a viewer may see: what is for everyone, and members what is for members. */
export const seenBy = (viewer: Viewer): Visibility[] => (viewer === 'member' ? ['members', 'everyone'] : ['everyone'])

interface Shown {
  visibility: Visibility
  role: string
  isOpen: boolean
  portfolioLinks: readonly string[]
  showsEmail: boolean
}

/** Whether whoever sees the profile can turn to its member. */
const isReached = ({ portfolioLinks, showsEmail }: Pick<Shown, 'portfolioLinks' | 'showsEmail'>) =>
  showsEmail || portfolioLinks.some(link => link !== '')

export const whyNot = {
  /** Others see who it is and what they do. */
  show: ({ visibility, role, ...reach }: Shown, name: string): Problem | null => {
    if (visibility === 'nobody') return null
    if (name === '')
      return {
        code: 'NO_NAME',
        message: 'Give your name under Personal before others see your profile',
        field: 'visibility',
      }
    if (role === '')
      return { code: 'NO_ROLE', message: 'Say what you do before others see your profile', field: 'role' }
    return reach.isOpen && !isReached(reach)
      ? {
          code: 'NO_WAY_TO_REACH',
          message: 'Add a link or show your email address, so that others reach you',
          field: 'isOpen',
        }
      : null
  },

  addWork: (works: number): Problem | null =>
    works < mostWorks
      ? null
      : { code: 'ENOUGH_WORKS', message: `A profile shows ${mostWorks} works. Remove one first.` },

  /** The office takes a profile down that must not be seen. */
  takeDown: (isAdmin: boolean, visibility: Visibility | null): Problem | null =>
    isAdmin && visibility !== null && visibility !== 'nobody'
      ? null
      : { code: 'NOT_FOUND', message: messages.notFound, status: 404 },
}
