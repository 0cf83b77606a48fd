import { z } from 'zod'

/** For calls that take nothing: anything else is refused. */
export const nothing = z.strictObject({}).optional()

export const tierChoice = z.strictObject({ tierId: z.uuid() })
