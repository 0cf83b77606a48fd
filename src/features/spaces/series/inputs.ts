import { z } from 'zod'
import { day, wishInput } from '#features/spaces/calendar/inputs.ts'

/** How often a booking can be repeated: so many weeks from one to the next. */
export const rhythms = [1, 2] as const

/** So many occurrences of a series can be booked at once. */
export const mostOccurrences = 26

/** A place that somebody wants again and again: the first one, every how many weeks, and the last day it may fall on. */
export const seriesInput = wishInput.extend({
  everyWeeks: z.coerce.number().refine((weeks): weeks is 1 | 2 => weeks === 1 || weeks === 2, 'Choose how often'),
  until: day,
})
export type Series = z.output<typeof seriesInput>

/** One time of a series, on one of its days; it may begin at another time than the others. */
export const occurrenceInput = wishInput.pick({ on: true, startsAt: true })
export type Occurrence = z.output<typeof occurrenceInput>
