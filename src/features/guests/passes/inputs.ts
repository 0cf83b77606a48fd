import { z } from 'zod'
import { calendarDay, emailLine, line, neededLine } from '#platform/inputs.ts'

/** States of a pass (GST-02); one whose last day has passed is `expired` without anything being written. */
export const passStatuses = ['active', 'used', 'expired', 'cancelled'] as const
export type PassStatus = (typeof passStatuses)[number]
export const storedStatuses = ['active', 'used', 'cancelled'] as const

/** How far ahead the last day of a pass may be, in days. */
export const longestDays = 90

/** A guest whom a member invites (GST-03). */
export const invitation = z.strictObject({
  guestName: neededLine('Enter your guest’s name'),
  guestEmail: z
    .string({ error: 'Enter your guest’s email' })
    .trim()
    .min(1, 'Enter your guest’s email')
    .pipe(emailLine('Enter a valid email address')),
  validUntil: calendarDay('Choose the last day of the pass'),
  notes: line(200).default(''),
})

export const passInput = z.strictObject({ id: z.uuid() })
