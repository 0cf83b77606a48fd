import { z } from 'zod'
import { isWallTime, minutesOf, weekdayOf } from '#platform/dates.ts'
import { editOf } from '#platform/edit.ts'
import { calendarDay, isStorable, unstorable } from '#platform/inputs.ts'
import { listInput } from '#platform/list.ts'

/** The next market first, then the later ones, and what has been after them, the last one first. */
export const dayList = listInput(['on', 'next'], 'next')
export const dayInput = z.strictObject({ id: z.uuid() })

const time = z.string().refine(isWallTime, 'Use a time like 10:00')

/** Decision 33. */
export const usualTimes = { setUpFrom: '08:00', opensAt: '10:00', closesAt: '17:00' }

/** What the office says of a market day; weekends only (MKT-08, decision 33). */
const fields = z.strictObject({
  on: calendarDay('Date required').refine(isWeekend, 'Markets are on Saturdays and Sundays'),
  setUpFrom: time,
  opensAt: time,
  closesAt: time,
  pitches: z.coerce
    .number<string | number>({ error: 'Enter a number of pitches' })
    .int('Enter a whole number of pitches')
    .min(1, 'Enter a number of pitches')
    .max(1_000, 'At most 1,000 pitches'),
  note: z.string().trim().max(500, 'Use at most 500 characters').refine(isStorable, unstorable),
})

interface Hours {
  setUpFrom: string
  opensAt: string
  closesAt: string
}

/** Hours in their order. */
const inOrder = <S extends z.ZodType<Hours>>(day: S) =>
  day
    .refine(({ opensAt, closesAt }) => !isWallTime(closesAt) || minutesOf(opensAt) < minutesOf(closesAt), {
      path: ['closesAt'],
      message: 'The market closes after it opens',
    })
    .refine(({ setUpFrom, opensAt }) => !isWallTime(setUpFrom) || minutesOf(setUpFrom) <= minutesOf(opensAt), {
      path: ['setUpFrom'],
      message: 'Set-up is before the market opens',
    })

/** A market day as it stands. */
export const wholeDay = inOrder(fields)

export const newDay = inOrder(
  fields.extend({
    setUpFrom: time.default(usualTimes.setUpFrom),
    opensAt: time.default(usualTimes.opensAt),
    closesAt: time.default(usualTimes.closesAt),
    pitches: fields.shape.pitches.default(60),
    note: fields.shape.note.default(''),
  }),
)

/** What is changed of a market day, and what stood there before. */
export const dayEdit = z.strictObject({ id: z.uuid(), ...editOf(fields) })

function isWeekend(on: string): boolean {
  const weekday = weekdayOf(on)
  return weekday === 'saturday' || weekday === 'sunday'
}
