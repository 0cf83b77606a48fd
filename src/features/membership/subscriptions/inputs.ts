import { z } from 'zod'
import { tierChoice } from '#features/membership/plans/inputs.ts'
import { calendarDay } from '#platform/inputs.ts'

/** For calls that take nothing: anything else is refused. */
export const nothing = z.strictObject({}).optional()

/** With the price that the person agreed to: pence now (negative: credit), reckoned at this moment, in seconds. */
export const tierChange = tierChoice.extend({
  quote: z.strictObject({ nowPence: z.int(), at: z.int() }),
})

/**
 * `isProRata`: pay for the rest of this month now, and by calendar months from the first of the next one on. `startOn`: begin, and
 * pay the first month, on this day ahead.
 */
export const tierStart = tierChoice.extend({
  isProRata: z.boolean().default(false),
  startOn: calendarDay().nullable().default(null),
})
