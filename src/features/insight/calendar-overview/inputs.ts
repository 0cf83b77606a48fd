import { z } from 'zod'
import { calendarDay } from '#platform/inputs.ts'

/** What the overview shows, in the order in which it counts them (OCC-10). */
export const itemTypes = ['event', 'booking', 'tour', 'studio', 'market'] as const
export type ItemType = (typeof itemTypes)[number]

/** When a stall is there, within the hours of its market (OCC-14). */
export const stallHours = { from: '10:00', until: '16:00' } as const

/** Of one day; today without it. */
export const overviewDay = z.strictObject({ on: calendarDay().optional() }).default({})

export const messages = { load: 'Failed to fetch calendar events' } as const
