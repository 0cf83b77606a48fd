import { z } from 'zod'
import { isCalendarDate, isWallTime, weekdays } from '#platform/time.ts'

/** The specified words (BOOK-11 … BOOK-43), shared by screens and server. */
export const messages = {
  notFound: 'Facility not found',
  facilityFailed: 'Failed to load facility information',
  slotsFailed: 'Failed to load available time slots',
  signIn: 'Sign in required',
  chooseDate: 'Select a date',
  chooseTime: 'Select a time',
  acceptTerms: 'Accept terms required',
  slotTaken: 'This slot was just taken. Please choose another.',
  bookingFailed: 'Failed to create booking. Please try again.',
  checkoutFailed: 'Failed to create checkout session. Please try again.',
  noTokensOnFree: 'Tokens not available on Free plan. You can pay by card.',
  typesFailed: 'Failed to load booking types',
  typeChangeFailed: 'Failed to update booking type',
}

/** How far ahead a facility can be booked. */
export const bookableDays = 365
export const maxCartItems = 20

export const groups = ['photography', 'wellness', 'other'] as const
export type FacilityGroup = (typeof groups)[number]

const facilityId = z.uuid(messages.notFound)
const on = z
  .string({ error: messages.chooseDate })
  .max(10, messages.chooseDate)
  .refine(isCalendarDate, messages.chooseDate)
const startsAt = z
  .string({ error: messages.chooseTime })
  .max(5, messages.chooseTime)
  .refine(isWallTime, messages.chooseTime)
const payWith = z.enum(['auto', 'tokens', 'card']).default('auto')
const termsAccepted = z.literal(true, { error: messages.acceptTerms })
const paging = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(25),
}

export const facilityInput = z.object({ id: facilityId })
/** A day of a facility: `on` is a calendar date of the venue. */
export const slotsInput = z.object({ facilityId, on })
/** A place: `startsAt` is the wall time `HH:MM` of a slot on the day `on`. */
export const quoteInput = z.object({ facilityId, on, startsAt, payWith })
export const placeInput = z.object({ facilityId, on, startsAt, payWith, termsAccepted })
export const cartItemInput = z.object({ facilityId, on, startsAt, payWith })
export const checkoutInput = z.object({ termsAccepted })
export const ownBookingInput = z.object({ id: z.uuid() })

export const mineInput = z.object({ view: z.enum(['upcoming', 'past']).default('upcoming'), ...paging })

export const statuses = ['pending', 'confirmed', 'cancelled'] as const
export type BookingStatus = (typeof statuses)[number]
export type PayWith = z.output<typeof payWith>

export const listInput = z.object({
  ...paging,
  sort: z.enum(['startsAt', '-startsAt', 'createdAt', '-createdAt']).default('-startsAt'),
  /** Part of a person's name or e-mail. */
  q: z.string().trim().max(100).optional(),
  facility: z.uuid().optional(),
  status: z.enum(statuses).optional(),
  /** Calendar date of the bookings. */
  on: z.string().max(10).refine(isCalendarDate, messages.chooseDate).optional(),
})

export const cancelByStaffInput = z.object({
  id: z.uuid(),
  reason: z
    .string()
    .trim()
    .min(3, 'Say why: the person reads it')
    .max(500, 'Keep it under 500 characters')
    .refine(text => !text.includes('\u0000'), 'This text contains a character that cannot be stored.'),
})

/** What staff may change of a facility (CNT-59): not its name, slug or duration. */
export const typeChange = z.object({
  id: z.uuid(),
  description: z
    .string()
    .trim()
    .max(2_000, 'Keep it under 2,000 characters')
    .refine(text => !text.includes('\u0000'), 'This text contains a character that cannot be stored.'),
  tokenCost: z
    .number({ error: 'Enter a number of tokens' })
    .int('Enter a whole number')
    .min(0, 'Use 0 or more')
    .max(10_000, 'Use 10,000 or less'),
  cashPricePence: z
    .number({ error: 'Enter a price such as 12.50' })
    .int('Enter a price such as 12.50')
    .min(0, 'Use 0 or more')
    .max(10_000_000, 'Use £100,000 or less'),
  tokenAvailableDays: z
    .array(z.enum(weekdays))
    .max(7)
    .transform(days => weekdays.filter(day => days.includes(day))),
  isActive: z.boolean(),
})
