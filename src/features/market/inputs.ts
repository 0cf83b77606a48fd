import { z } from 'zod'
import { isCalendarDate, isWallTime, minutesOf, weekdayOf } from '#platform/time.ts'
import { messages } from './rules.ts'

const stored = (text: string) => !text.includes('\u0000')
const unstorable = 'This text contains a character that cannot be stored.'
const paging = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(25),
}
const scan = {
  /** Made by the device: the same scan sent again is the same scan. */
  scanId: z.uuid(),
  deviceId: z.string().max(64).refine(stored, unstorable).default(''),
  /** When the device saw it, by the server's clock as the device knows it. Only used for scans made offline. */
  scannedAt: z.iso.datetime(),
  /** True when the device decided without a connection: what happened is then a fact that is only recorded. */
  isOffline: z.boolean().default(false),
}

export const admitInput = z.object({
  ...scan,
  // Longer than any code of ours: what else a camera may read is answered in words, not by a refused request.
  code: z.string().max(4_000).refine(stored, messages.badFormat),
  /** For offline scans: whether the device let the person in. */
  wasAdmitted: z.boolean().default(true),
})
export type AdmitInput = z.output<typeof admitInput>

export const guestInput = z.object({
  ...scan,
  name: z.string().trim().max(100, 'Keep it under 100 characters').refine(stored, unstorable).default(''),
})

export const checkInsInput = z.object({
  ...paging,
  /** Part of a name or a ticket code. */
  q: z.string().trim().max(100).refine(stored, unstorable).optional(),
  sort: z.enum(['-lastEntryAt', 'lastEntryAt', 'name', '-name']).default('-lastEntryAt'),
})

export const daysInput = z.object({ ...paging, sort: z.enum(['-on', 'on']).default('-on') })
export const dayInput = z.object({ id: z.uuid() })

const time = z.string().refine(isWallTime, 'Use a time like 10:00')

/** A market day; weekends only (MKT-08, decision 33). */
export const newDay = z
  .object({
    on: z
      .string({ error: 'Date required' })
      .max(10, 'Date required')
      .refine(isCalendarDate, 'Date required')
      .refine(on => !isCalendarDate(on) || isWeekend(on), 'Markets are on Saturdays and Sundays'),
    setUpFrom: time.default('08:00'),
    opensAt: time.default('10:00'),
    closesAt: time.default('17:00'),
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
