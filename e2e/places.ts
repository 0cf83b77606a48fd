import { addDays } from '#platform/dates.ts'
import { calendarDate } from '#platform/time.ts'

/** `days` from today, as the venue's calendar has it, at every hour and beyond a change of the clocks. */
export function dayAhead(days: number): string {
  return addDays(calendarDate(new Date()), days)
}

/** The next Tuesday but `weeks`, never today: tokens are taken on it everywhere, and none of its hours is over. */
export function tuesday(weeks = 0): string {
  let days = 1
  while (new Date(dayAhead(days)).getUTCDay() !== 2) days++
  return dayAhead(days + 7 * weeks)
}

/** A wish for a place of a facility, that many days ahead. */
export const placeIn = (facility: { id: string }, days: number, startsAt: string, payWith = 'auto') => ({
  facilityId: facility.id,
  on: dayAhead(days),
  startsAt,
  payWith,
})
