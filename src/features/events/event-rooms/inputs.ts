import { z } from 'zod'
import { calendarDay } from '#platform/inputs.ts'

/** What the house has on a day; without the event that is being planned. */
export const dayInput = z.strictObject({ on: calendarDay('Choose a day'), eventId: z.uuid().optional() })
