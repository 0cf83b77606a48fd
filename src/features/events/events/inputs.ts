import { z } from 'zod'

/** What an event is (EVT-08). */
export const eventTypes = ['workshop', 'talk', 'social', 'meetup', 'other'] as const
export type EventType = (typeof eventTypes)[number]

/** A host's application: being written, before the house, decided, or taken back by the host (EVT-37, EVA-07, EVA-08). */
export const applicationStatuses = ['draft', 'pending', 'approved', 'rejected', 'withdrawn'] as const
export type ApplicationStatus = (typeof applicationStatuses)[number]

/** Where a host would like to be (EVT-32). The room of the house for each is in `preferredRooms` of rules.ts. */
export const spacePreferences = ['Main Hall', 'Studio A', 'Studio B', 'Lounge', 'Outdoor Area'] as const
export type SpacePreference = (typeof spacePreferences)[number]

/** The part of a picture that is not cut off where its place has another shape. */
export const imageFocuses = ['middle', 'top', 'bottom', 'left', 'right'] as const
export type ImageFocus = (typeof imageFocuses)[number]

/** Nobody brings more along to one event, whatever its host allows. */
export const mostPlusOnes = 5

export const eventRef = z.strictObject({ id: z.uuid() })
