import { z } from 'zod'

export const rotateInput = z
  .strictObject({
    /** Somebody else may have the key: its codes end at once. */
    isLeaked: z.boolean().optional(),
  })
  .optional()
