import { z } from 'zod'
import { staffText } from '#features/spaces/facilities/inputs.ts'
import { editOf } from '#platform/edit.ts'
import { fullTime } from '#platform/inputs.ts'

export const messages = {
  notFound: 'Room not found',
  listFailed: 'Failed to load rooms',
  changeFailed: 'Failed to save the room',
}

/** A wall time `HH:MM`; empty: the venue's. */
const hour = z
  .string()
  .transform(typed => (typed.trim() === '' ? '' : fullTime(typed)))
  .pipe(z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, 'Use a time like 09:00, or leave it empty'))
const whole = (min: number, max: number) => {
  const words = `Use a whole number from ${min} to ${max}`
  return z.number({ error: words }).int(words).min(min, words).max(max, words)
}

/** How many features a room may have, and how long each may be. */
export const mostFeatures = 20
export const featureLength = 40

/** What staff say of a room. Blank features are dropped, and one that is there twice is there once. */
export const roomFields = z.object({
  name: staffText(80).min(1, 'Give the room a name'),
  opensAt: hour,
  /** `00:00` is the end of the day. */
  closesAt: hour,
  turnaroundMinutes: whole(0, 240),
  units: whole(1, 1_000),
  people: whole(1, 1_000),
  features: z
    .array(staffText(featureLength))
    .max(mostFeatures, `Use ${mostFeatures} at most`)
    .transform(list => [...new Set(list.filter(feature => feature !== ''))]),
})
export const roomChange = z.strictObject({ id: z.uuid(messages.notFound), ...editOf(roomFields) })
export const hoursInput = z.object({ id: z.uuid(messages.notFound), opensAt: hour, closesAt: hour })
