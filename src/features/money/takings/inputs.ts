import { z } from 'zod'
import { calendarDay } from '#platform/inputs.ts'
import { listInput } from '#platform/list.ts'

/** Days are the venue's, both included; without any, the month that it is now. */
export const takingsList = listInput(
  ['on'],
  '-on',
  { kind: z.string().max(40), from: calendarDay(), to: calendarDay() },
  { pageSize: 200 },
)
