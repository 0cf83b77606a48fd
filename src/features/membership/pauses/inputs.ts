import { z } from 'zod'

/** A pause of whole months; `seenFrom` is the end of the paid month as it was shown. */
export const pauseWish = z.strictObject({
  months: z.int('Choose how many months').min(1, 'One month or more').max(12, 'At most 12 months'),
  seenFrom: z.iso.datetime(),
})
