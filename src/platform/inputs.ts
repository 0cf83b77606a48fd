import { z } from 'zod'
import { formatNumber } from './words.ts'

/** Text of one line, with at most `max` characters and none that only machines write. */
export const line = (max = 100) =>
  text(max).refine(value => !hasControl(value), 'This text contains a character that cannot be stored.')

/** A line that has to be filled in, with these words to whoever leaves it empty. */
export const neededLine = (required: string, max = 100) => line(max).min(1, required)

/** Text of several lines that has to be filled in. */
export const neededText = (required: string, max: number) => text(max).min(1, required)

/** Addresses are stored with at most so many characters (HOME-30). */
const emailMax = 255

/** An e-mail address, with the form's words for one that is none and, where it has them, for one that is too long. */
export const emailLine = (invalid: string, tooLong = atMost(emailMax)) =>
  z.string().trim().max(emailMax, tooLong).pipe(z.email(invalid))

const text = (max: number) => z.string().trim().max(max, atMost(max))
const atMost = (max: number) => `Use at most ${formatNumber(max)} characters`

function hasControl(value: string): boolean {
  return Array.from(value).some(char => char.charCodeAt(0) < 32 || char.charCodeAt(0) === 127)
}
