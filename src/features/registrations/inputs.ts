import { z } from 'zod'

export const registrationStatuses = ['pending', 'approved', 'rejected'] as const

export const messages = {
  already: 'Already registered',
  failed: 'Something went wrong. Please try again.',
  noneSelectedTitle: 'No members selected',
  noneSelected: 'Please select members to update',
} as const

const line = (required: string) => z.string().trim().min(1, required).max(100, 'Use at most 100 characters')

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
export const registrationInput = z.object({
  firstName: line('First name is required'),
  lastName: line('Last name is required'),
  city: line('City is required'),
  email: z.string().trim().max(255, 'Use at most 255 characters').pipe(z.email('Invalid email')),
  phoneCountry: z.enum(Object.keys(phoneCountries) as [PhoneCountry, ...PhoneCountry[]]).default('GB'),
  phone: z.string().trim().min(1, 'Phone number is required').max(20, 'Use at most 20 characters'),
})

/** A number as it is stored: with the country's code unless it was typed with one; a leading 0 falls away. */
export function fullNumber(country: PhoneCountry, phone: string): string {
  return phone.startsWith('+') ? phone : `${phoneCountries[country]} ${phone.replace(/^0/, '')}`
}

export const registrationList = z.object({
  status: z.enum(registrationStatuses).optional(),
  q: z.string().trim().max(100).default(''),
  sort: z.enum(['createdAt', '-createdAt', 'lastName', '-lastName']).default('-createdAt'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(100),
})

/** A decision on several registrations; those that are decided already stay as they are (APPL-22…24). */
export const decisionInput = z.object({
  ids: z.array(z.uuid()).max(500),
  status: z.enum(['approved', 'rejected']),
})
