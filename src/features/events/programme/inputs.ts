import { z } from 'zod'
import { eventTypes } from '#features/events/events/inputs.ts'
import { isStorable, unstorable } from '#platform/inputs.ts'

const q = z.string().trim().max(100, 'Use at most 100 characters').refine(isStorable, unstorable).optional()

export const programmeInput = z.strictObject({
  when: z.enum(['upcoming', 'past']).default('upcoming'),
  type: z.enum(eventTypes).optional(),
  q,
})

/** A month as `2026-11`. */
export const monthInput = z.strictObject({
  month: z.string().regex(/^2\d{3}-(0[1-9]|1[0-2])$/, 'Use a month like 2026-11'),
  type: z.enum(eventTypes).optional(),
  q,
})

export const eventRef = z.strictObject({ id: z.uuid('Event not found') })

export const messages = {
  exportFailed: 'Failed to export calendar',
  fileFailed: 'Failed to download calendar file',
}
