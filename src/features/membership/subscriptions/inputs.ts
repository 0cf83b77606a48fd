import { z } from 'zod'

/** For calls that take nothing: anything else is refused. */
export const nothing = z.strictObject({}).optional()

export const tierChoice = z.strictObject({ tierId: z.uuid() })

/**
 * `isProRata`: pay for the rest of this month now, and by calendar months from the first of the next one on. `startOn`: begin, and
 * pay the first month, on this day ahead.
 */
export const tierStart = tierChoice.extend({
  isProRata: z.boolean().default(false),
  startOn: z.iso.date().nullable().default(null),
})
