import { z } from 'zod'
import { isCalendarDate } from './dates.ts'
import { formatNumber } from './words.ts'

/** Text of one line, with at most `max` characters and none that only machines write. */
export const line = (max = 100) => text(max).refine(value => !hasControl(value), unstorable)

/** A line that has to be filled in, with these words to whoever leaves it empty. */
export const neededLine = (required: string, max = 100) => needed(line(max), required)

/** Whether PostgreSQL can keep this text: it knows no character of the number zero. */
export const isStorable = (value: string) => !value.includes('\u0000')
export const unstorable = 'This text contains a character that cannot be stored.'

/** A day of the house's calendar, `YYYY-MM-DD`, with these words for anything else. */
export const calendarDay = (invalid = 'Enter a date like 2026-11-18') =>
  z
    .string({ error: invalid })
    .max(10, { error: invalid, abort: true })
    .refine(isCalendarDate, { error: invalid, abort: true })

/** Text of several lines that has to be filled in. */
export const neededText = (required: string, max: number) => needed(text(max), required)

/** Addresses are stored with at most so many characters (HOME-30). */
const emailMax = 255

/** An email address, with the form's words for one that is none and, where it has them, for one that is too long. */
export const emailLine = (invalid: string, tooLong = atMost(emailMax)) =>
  z.string().trim().max(emailMax, tooLong).pipe(z.email(invalid))

/** Said of a telephone number that is neither British nor in international form (AUTH-07, decision 51). */
export const phoneText = 'Phone must be in format +44XXXXXXXXXX'

/** A telephone number, kept as `plainPhone` makes it; `required` is said where none was given. */
export const phoneLine = (required = phoneText) =>
  neededLine(required, 40).transform((typed, context) => {
    const plain = plainPhone(typed)
    if (plain === null) context.issues.push({ code: 'custom', message: phoneText, input: typed })
    return plain ?? z.NEVER
  })

/** The same where it may be left out: then it is empty. */
export const optionalPhone = () => z.union([z.literal(''), phoneLine()], { error: phoneText })

/** The optional phone number of a form whose specified limit is 20 characters (STU-03, TOUR-04, MKT-06). */
export const shortPhone = () =>
  z
    .string()
    .trim()
    .max(20, 'Phone numbers have at most 20 characters')
    .refine(isStorable)
    .pipe(optionalPhone())
    .default('')

/**
 * `+` and digits (E.164): any country's number in international form, also with `00`, and British ones as people write them
 * (07700 900456, +44 (0)20 7946 0000). Null for anything else (decision 51).
 */
export function plainPhone(typed: string): string | null {
  const bare = typed.replaceAll(/[\s().\-/]/g, '').replace(/^00/, '+')
  const number = bare.startsWith('0') ? `+44${bare.slice(1)}` : bare.replace(/^\+440/, '+44')
  const isPhone = number.startsWith('+44') ? /^\+44\d{10}$/ : /^\+[1-9]\d{6,14}$/
  return isPhone.test(number) ? number : null
}

/** A time as people type it, written out: `9`, `9:00` and `9.00` are `09:00`. What is none stays as it is. */
export function fullTime(typed: string): string {
  const [, hours, minutes = '00'] = /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(typed.trim()) ?? []
  return hours === undefined ? typed : `${hours.padStart(2, '0')}:${minutes}`
}

/** Spaces are not the only signs that show nothing: whoever reads it sees a letter, a number or a mark. */
const needed = (written: z.ZodString, required: string) =>
  written.min(1, { error: required, abort: true }).refine(isVisible, required)

/** Whether anything of this text is to be seen. */
const isVisible = (value: string) => /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u.test(value)

const text = (max: number) => z.string().trim().max(max, atMost(max))
const atMost = (max: number) => `Use at most ${formatNumber(max)} characters`

function hasControl(value: string): boolean {
  return Array.from(value).some(char => char.charCodeAt(0) < 32 || char.charCodeAt(0) === 127)
}
