import { z } from 'zod'
import { emailLine, neededLine, phoneText, plainPhone } from '#platform/inputs.ts'
import { listInput } from '#platform/list.ts'

export const registrationStatuses = ['pending', 'approved', 'rejected'] as const
export type RegistrationStatus = (typeof registrationStatuses)[number]

export const messages = {
  already: 'Already registered',
  failed: 'Something went wrong. Please try again.',
  noneSelectedTitle: 'No members selected',
  noneSelected: 'Please select members to update',
  decided: 'This registration has been decided already.',
} as const

/** Calling codes of the countries that the form offers; GB first, as it is the default (JOIN-42). */
export const phoneCountries = {
  GB: '+44',
  IE: '+353',
  FR: '+33',
  DE: '+49',
  ES: '+34',
  IT: '+39',
  NL: '+31',
  PT: '+351',
  US: '+1',
} as const
export type PhoneCountry = keyof typeof phoneCountries

/** Registration for the launch show (JOIN-42, JOIN-43). */
export const registrationInput = z
  .strictObject({
    firstName: neededLine('First name is required'),
    lastName: neededLine('Last name is required'),
    city: neededLine('City is required'),
    email: emailLine('Invalid email'),
    phoneCountry: z.enum(Object.keys(phoneCountries) as [PhoneCountry, ...PhoneCountry[]]).default('GB'),
    phone: z.string().trim().min(1, 'Phone number is required').max(20, 'Use at most 20 characters'),
  })
  .refine(({ phoneCountry, phone }) => fullNumber(phoneCountry, phone) !== null, {
    path: ['phone'],
    message: phoneText,
  })

/** A number as it is stored: with the country's code unless it was typed with one; a leading 0 falls away. Null: it is none. */
export function fullNumber(country: PhoneCountry, phone: string): string | null {
  return plainPhone(/^(\+|00)/.test(phone) ? phone : `${phoneCountries[country]}${phone.replace(/^0/, '')}`)
}

export const registrationList = listInput(
  ['createdAt', 'lastName'],
  '-createdAt',
  { status: z.enum(registrationStatuses) },
  { pageSize: 100 },
)

/** Which pending ones: those of a search, or all. */
export const pendingInput = registrationList.pick({ q: true })

/** How many registrations one decision takes at most. */
export const decidedAtOnce = 1_000

/** A decision on several registrations; those that are decided already stay as they are (APPL-22…24). */
export const decisionInput = z.strictObject({
  ids: z.array(z.uuid()).max(decidedAtOnce),
  status: z.enum(['approved', 'rejected']),
})
