import { z } from 'zod'

export const accountChoice = z.strictObject({ userId: z.string().min(1).max(100) })
