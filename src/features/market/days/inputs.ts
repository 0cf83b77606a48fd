import { z } from 'zod'
import { isWallTime, minutesOf, weekdayOf } from '#platform/dates.ts'
import { calendarDay } from '#platform/inputs.ts'
import { listInput } from '#platform/list.ts'

export const dayList = listInput(['on'], '-on')
export const dayInput = z.strictObject({ id: z.uuid() })

const time = z.string().refine(isWallTime, 'Use a time like 10:00')

/** Decision 33. */
export const usualTimes = { setUpFrom: '08:00', opensAt: '10:00', closesAt: '17:00' }

/** A market day; weekends only (MKT-08, decision 33). */
export const newDay = z
  .strictObject({
    on: calendarDay('Date required').refine(isWeekend, 'Markets are on Saturdays and Sundays'),
    setUpFrom: time.default(usualTimes.setUpFrom),
    opensAt: time.default(usualTimes.opensAt),
    closesAt: time.default(usualTimes.closesAt),
    pitches: z.coerce
      .number<string | number>({ error: 'Enter a number of pitches' })
      .int('Enter a whole number of pitches')
      .min(1, 'Enter a number of pitches')
      .max(1_000, 'At most 1,000 pitches')
      .default(60),
  })
  .refine(day => !isWallTime(day.closesAt) || minutesOf(day.opensAt) < minutesOf(day.closesAt), {
    path: ['closesAt'],
    message: 'The market closes after it opens',
  })
  .refine(day => !isWallTime(day.setUpFrom) || minutesOf(day.setUpFrom) <= minutesOf(day.opensAt), {
    path: ['setUpFrom'],
    message: 'Set-up is before the market opens',
  })

function isWeekend(on: string): boolean {
  const weekday = weekdayOf(on)
  return weekday === 'saturday' || weekday === 'sunday'
}
