import { z } from 'zod'
import { termsAccepted, toldSum } from '#features/spaces/bookings/inputs.ts'
import { day } from '#features/spaces/calendar/inputs.ts'
import { mostOccurrences, occurrenceInput, seriesInput } from '#features/spaces/series/inputs.ts'

/** A series, with the days that are left out of it and those that begin at another time. */
export const previewInput = seriesInput.extend({
  skipped: z.array(day).max(mostOccurrences).default([]),
  moved: z.array(occurrenceInput).max(mostOccurrences).default([]),
})

/** A series with the times of it that are booked, and what the person was told that all of them cost. */
export const bookInput = seriesInput.extend({
  occurrences: z.array(occurrenceInput).min(1).max(mostOccurrences),
  total: toldSum,
  termsAccepted,
})

/** `refund` is what the person was told comes back for all that are cancelled. */
export const cancelFromInput = z.strictObject({ id: z.uuid(), refund: toldSum })
