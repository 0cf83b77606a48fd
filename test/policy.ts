import type { Audience } from '#platform/actor.ts'

/**
 * Every procedure and who it is for, written down a second time on purpose: a new procedure, or one that opens to
 * others, changes this file and is seen in review.
 */
export const policy: Record<string, Audience> = {
  'members.me': 'visitor',
  'venue.about': 'visitor',
  'venue.settings': 'admin',
  'venue.changeSettings': 'admin',
}
