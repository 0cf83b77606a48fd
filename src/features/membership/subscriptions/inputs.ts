import { z } from 'zod'
import { leavingReasons } from '#features/membership/memberships/inputs.ts'
import { tierChoice } from '#features/membership/plans/inputs.ts'
import { calendarDay, line } from '#platform/inputs.ts'

/** A cancellation, with the reason where somebody gives one. */
export const leaving = z
  .strictObject({
    reason: z.enum(leavingReasons).nullable().default(null),
    words: line(500).default(''),
  })
  .optional()

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
