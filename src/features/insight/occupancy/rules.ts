import { addDays, mondayOf } from '#platform/dates.ts'

/** So many days stand in the picture: four whole weeks. */
export const daysShown = 28

/** Visits a day since Monday, today counted whole (OCC-06): of 9 by Wednesday 3. `week`: since Monday; `today`: a calendar day. */
export function dailyAverage(week: number, today: string): number {
  const monday = mondayOf(today)
  let days = 1
  while (addDays(monday, days - 1) < today) days++
  return Math.round((week / days) * 10) / 10
}
