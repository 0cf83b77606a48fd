import { z } from 'zod'
import { mostCancelled } from '#features/spaces/schedule/inputs.ts'
import { isWallTime } from '#platform/dates.ts'
import { calendarDay } from '#platform/inputs.ts'

export const messages = {
  moveFailed: 'Nothing was moved',
  lookFailed: 'What that changes could not be looked up',
  notMovable: 'There is nothing like that to move.',
}

/** What staff put to another time in the calendar of the house. */
export const movableKinds = ['booking', 'studio', 'closure'] as const
export type MovableKind = (typeof movableKinds)[number]
export const isMovableKind = (kind: string): kind is MovableKind => (movableKinds as readonly string[]).includes(kind)

const shift = {
  kind: z.enum(movableKinds),
  id: z.uuid(),
  on: calendarDay('Choose a day'),
  startsAt: z.string().refine(isWallTime, 'Use a time like 10:00'),
  /** Another room, which only a closure can have. */
  spaceId: z.union([z.literal(''), z.uuid()]).default(''),
}
export const lookInput = z.strictObject(shift)
/** `cancels`: so many bookings were shown to give way. */
export const shiftInput = z.strictObject({ ...shift, cancels: z.int().min(0).max(mostCancelled).default(0) })
