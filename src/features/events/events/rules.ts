import type { SpacePreference } from './inputs.ts'

/** The specified words (EVT-06 … EVT-23), and our own for what it leaves open. */
export const messages = {
  load: 'Failed to load events. Please try again.',
  notFound: 'Event not found',
  full: 'This event has reached its maximum capacity',
  already: 'You are registered for this event already.',
} as const

/** The room of the house that stands for each wish of EVT-32, by the key that stays. */
export const preferredRooms: Record<SpacePreference, string> = {
  'Main Hall': 'event-space',
  'Studio A': 'studio-a',
  'Studio B': 'studio-b',
  Lounge: 'lounge',
  'Outdoor Area': 'outdoor-area',
}

/** People who can still register, offers to those who wait already taken off. */
export const leftOf = (event: { capacity: number; registeredCount: number; offeredCount: number }) =>
  event.capacity - event.registeredCount - event.offeredCount
