import { z } from 'zod'
import { staffText } from '#features/spaces/facilities/inputs.ts'
import { isWallTime } from '#platform/dates.ts'
import { calendarDay } from '#platform/inputs.ts'

export const messages = {
  loadFailed: 'Failed to load the calendar of the house',
  chooseRoom: 'Choose a room',
  noRoom: 'There is no such room.',
  closeFailed: 'The room was not closed',
  notFound: 'There is no such closure.',
  noSuchTime: 'The clock goes forward then, and this time does not exist. Choose a later end.',
}

export const closureStatuses = ['planned', 'lifted'] as const

/** So many bookings at most are cancelled in one go; more are closed in parts. */
export const mostCancelled = 100

const time = z.string().refine(isWallTime, 'Use a time like 10:00')

/** From one wall time of the venue to another. */
const stretch = {
  spaceId: z.uuid(messages.chooseRoom),
  fromOn: calendarDay('Choose a day'),
  fromAt: time,
  untilOn: calendarDay('Choose a day'),
  untilAt: time,
}
type Stretch = Record<'fromOn' | 'fromAt' | 'untilOn' | 'untilAt', string>
const isForward = ({ fromOn, fromAt, untilOn, untilAt }: Stretch) => `${fromOn} ${fromAt}` < `${untilOn} ${untilAt}`
const forward = { path: ['untilAt'], message: 'The end is after the beginning' }

export const stretchInput = z.strictObject(stretch).refine(isForward, forward)

/** `cancels`: so many bookings were shown to be in the way, and are cancelled. The reason is read by their people. */
export const newClosure = z
  .strictObject({
    ...stretch,
    reason: staffText(500).min(3, 'Say why: whoever had booked reads it'),
    cancels: z.int().min(0).max(mostCancelled).default(0),
  })
  .refine(isForward, forward)

export const closureInput = z.strictObject({ id: z.uuid() })

/** Days shown: one, or a week from the day on. */
export const daysInput = z.strictObject({
  from: calendarDay('Choose a day'),
  days: z.coerce.number().int().min(1).max(7).default(1),
})
