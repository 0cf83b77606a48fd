import { z } from 'zod'
import { isCalendarDate, isWallTime, weekdays } from '#platform/time.ts'

/** The specified words of booking a facility (BOOK-11 … BOOK-43), shared by screens and server. */
export const messages = {
  notFound: 'Facility not found',
  facilityFailed: 'Failed to load facility information',
  slotsFailed: 'Failed to load available time slots',
  signIn: 'Sign in required',
  chooseDate: 'Select a date',
  chooseTime: 'Select a time',
  acceptTerms: 'Accept terms required',
  slotTaken: 'This slot was just taken. Please choose another.',
  slotNotOffered: 'This time cannot be booked. Please choose another.',
  bookingFailed: 'Failed to create booking. Please try again.',
  checkoutFailed: 'Failed to create checkout session. Please try again.',
  noTokensOnFree: 'Tokens not available on Free plan. You can pay by card.',
  typesFailed: 'Failed to load booking types',
  typeChangeFailed: 'Failed to update booking type',
}

/** How far ahead a facility can be booked. */
export const bookableDays = 365

export const groups = ['photography', 'wellness', 'other'] as const

const typed = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Keep it under ${max.toLocaleString('en-GB')} characters`)
    .refine(text => !text.includes('\u0000'), 'This text contains a character that cannot be stored.')

/** A place: `on` is a calendar date of the venue, `startsAt` the wall time `HH:MM` at which a slot begins. */
export const place = {
  facilityId: z.uuid(messages.notFound),
  on: z.string({ error: messages.chooseDate }).max(10, messages.chooseDate).refine(isCalendarDate, messages.chooseDate),
  startsAt: z
    .string({ error: messages.chooseTime })
    .max(5, messages.chooseTime)
    .refine(isWallTime, messages.chooseTime),
  payWith: z.enum(['auto', 'tokens', 'card']).default('auto'),
}
export type PayWith = z.output<typeof place.payWith>

/** Terms are accepted, or nothing is booked (BOOK-20, BOOK-40). */
export const termsAccepted = z.literal(true, { error: messages.acceptTerms })

/** What staff may change of a facility (CNT-59): not its name, slug or duration. */
export const typeChange = z.object({
  id: z.uuid(),
  description: typed(2_000),
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

/** A reason that somebody else will read. */
export const reason = typed(500).min(3, 'Say why: the person reads it')

/** What the house begins with; token costs as specified (TOK-14). Staff change them under Manage Booking Types. */
export const standardFacilities = [
  {
    slug: 'photo_studio',
    name: 'Photography Studio',
    group: 'photography',
    description: 'Infinity cove, four-metre colorama and continuous light. Tripods and stands are in the room.',
    tokenCost: 15,
    cashPricePence: 4_500,
  },
  {
    slug: 'podcast_studio',
    name: 'Podcast Studio',
    group: 'photography',
    description: 'A quiet room for four voices: microphones, headphones and a recorder that starts with one button.',
    tokenCost: 15,
    cashPricePence: 4_000,
  },
  {
    slug: 'ice_bath',
    name: 'Ice Bath',
    group: 'wellness',
    description: 'Three to five degrees. A towel and a hot drink are waiting.',
    tokenCost: 5,
    cashPricePence: 1_500,
    isPricedPerSession: true,
    durationMinutes: 30,
  },
  {
    slug: 'sauna',
    name: 'Sauna',
    group: 'wellness',
    description: 'Dry heat for up to six people at a time, each on their own bench.',
    tokenCost: 8,
    cashPricePence: 2_000,
    isPricedPerSession: true,
    units: 6,
  },
  {
    slug: 'music_studio',
    name: 'Music Studio',
    group: 'other',
    description: 'Drum kit, piano, two amplifiers and walls thick enough for all of them.',
    tokenCost: 15,
    cashPricePence: 4_000,
  },
  {
    slug: 'meeting_room',
    name: 'Meeting Room',
    group: 'other',
    description: 'A table for ten, a screen, and a door that closes.',
    tokenCost: 8,
    cashPricePence: 2_500,
  },
  {
    slug: 'coworking',
    name: 'Coworking Desk',
    group: 'other',
    description: 'A desk of your own for eight hours, with a lamp, a locker and the print room next door.',
    tokenCost: 10,
    cashPricePence: 3_000,
    isPricedPerSession: true,
    durationMinutes: 480,
    units: 24,
    lastSlotAt: '12:00',
  },
] as const satisfies StandardFacility[]

interface StandardFacility {
  slug: string
  name: string
  group: (typeof groups)[number]
  description: string
  tokenCost: number
  cashPricePence: number
  isPricedPerSession?: boolean
  durationMinutes?: number
  units?: number
  lastSlotAt?: string
}
