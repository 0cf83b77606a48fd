import { z } from 'zod'
import { calendarDay } from '#platform/inputs.ts'
import { listInput } from '#platform/list.ts'

export const ticketTypes = ['member', 'guest'] as const
/** A ticket that was paid back unused is `cancelled`; a guest's who was let in by mistake is `void`. */
export const ticketStatuses = ['issued', 'used', 'void', 'cancelled'] as const

/** Today unless it says another day: the last market, or, for admins alone, any. */
export const attendanceDay = z.strictObject({ on: calendarDay().optional() }).default({})

/** Searched by name or ticket code; of which day as above. */
export const checkInList = listInput(['lastEntryAt', 'name'], '-lastEntryAt', { on: calendarDay() })
