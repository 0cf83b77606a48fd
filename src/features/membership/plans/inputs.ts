import { z } from 'zod'

export const tierChoice = z.strictObject({ tierId: z.uuid() })
