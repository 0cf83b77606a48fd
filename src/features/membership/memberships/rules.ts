import { addMonths, type CalendarDate } from '#platform/dates.ts'

const loyaltyMonths = 3

/** How many times three unbroken paid months have passed on `today` (MEM-09). */
export function loyaltySteps(paidSinceOn: CalendarDate, today: CalendarDate): number {
  let steps = 0
  while (addMonths(paidSinceOn, (steps + 1) * loyaltyMonths) <= today) steps++
  return steps
}

/** One grant for each membership and week; the same week grants once. */
export const weekRef = (membershipId: string, monday: CalendarDate): string => `weekly:${membershipId}:${monday}`
