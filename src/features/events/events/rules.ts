import type { Settings } from '#features/house/settings/inputs.ts'
import { type Actor, whyNotIn } from '#platform/auth/actor.ts'
import type { Problem } from '#platform/problem.ts'
import { formatCount } from '#platform/words.ts'
import type { EventType, ImageFocus, SpacePreference } from './inputs.ts'

/** The specified words (EVT-06 … EVT-23, EVA-21), and our own for what it leaves open. */
export const messages = {
  load: 'Failed to load events. Please try again.',
  notFound: 'Event not found',
  full: 'This event has reached its maximum capacity',
  already: 'You are registered for this event already.',
} as const

export const typeWords: Record<EventType, string> = {
  workshop: 'Workshop',
  talk: 'Talk',
  social: 'Social',
  meetup: 'Meetup',
  other: 'Event',
}

/** Where the part of a picture is that stays, in percent from the left and the top. */
export const focusOf: Record<ImageFocus, readonly [left: number, top: number]> = {
  middle: [50, 50],
  top: [50, 0],
  bottom: [50, 100],
  left: [0, 50],
  right: [100, 50],
}

/** The room of the house that stands for each wish of EVT-32, by the key that stays. */
export const preferredRooms: Record<SpacePreference, string> = {
  'Main Hall': 'event-space',
  'Studio A': 'studio-a',
  'Studio B': 'studio-b',
  Lounge: 'lounge',
  'Outdoor Area': 'outdoor-area',
}

/** People who can still register, offers to those who wait taken off. */
export const leftOf = (event: { capacity: number; registeredCount: number; offeredCount: number }) =>
  event.capacity - event.registeredCount - event.offeredCount

/** So few places left are said (EVT-13). */
const fewLeft = 5

/** How an event's badge says what is left; null: enough (EVT-13). */
export function availabilityOf(left: number): string | null {
  if (left <= 0) return 'Fully Booked'
  return left <= fewLeft ? `Only ${formatCount(left, 'space')} left` : null
}

export const whyNot = {
  /** /events is open to people in good standing, and to visitors while the setting says so (NAV-08, decision 4). */
  look(actor: Actor | null, { pagesOpenToVisitors }: Pick<Settings, 'pagesOpenToVisitors'>): Problem | null {
    if (!actor && pagesOpenToVisitors.includes('/events')) return null
    const problem = whyNotIn(actor, 'signedIn')
    // The procedure is open to everybody as such; a code of its own says that the setting, not the gate, keeps it closed.
    return problem && { ...problem, code: 'NOT_OPEN' }
  },
}
