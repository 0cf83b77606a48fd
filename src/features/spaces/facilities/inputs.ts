import { z } from 'zod'
import { imageAddress } from '#features/house/images/inputs.ts'
import { weekdays } from '#platform/dates.ts'
import { editOf } from '#platform/edit.ts'
import { isStorable, unstorable } from '#platform/inputs.ts'
import { formatNumber } from '#platform/words.ts'

/** The specified words of facilities (BOOK-11, CNT-59), shared by screens and server. */
export const messages = {
  notFound: 'Facility not found',
  loadFailed: 'Failed to load facility information',
  listFailed: 'Failed to load booking types',
  changeFailed: 'Failed to update booking type',
  imagesFailed: 'Failed to load facility images',
  imageFailed: 'Failed to update facility image',
  imageGone: 'This picture is no longer there. Please choose another.',
}

export const groups = ['photography', 'wellness', 'other'] as const

/** Text of the venue's staff that can be stored, `max` characters at most. */
export const staffText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Keep it under ${formatNumber(max)} characters`)
    .refine(isStorable, unstorable)

/** What staff may change of a facility (CNT-59): not its name, slug or duration. */
export const facilityFields = z.object({
  description: staffText(2_000),
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
export const facilityChange = z.strictObject({ id: z.uuid(), ...editOf(facilityFields) })

/** Of a facility image only the picture changes (CNT-55). */
export const facilityImageFields = z.strictObject({ imageUrl: imageAddress })
export const facilityImageChange = z.strictObject({
  id: z.uuid(),
  imageUrl: imageAddress,
  was: editOf(facilityImageFields).was,
})

/** What the house begins with; token costs as specified (TOK-14). Staff change them under Manage Booking Types. */
export const standardFacilities = [
  {
    slug: 'photo_studio',
    room: 'photography-studio',
    people: 8,
    features: ['Natural light', 'Infinity cove', 'Lighting', 'Step-free'],
    name: 'Photography Studio',
    group: 'photography',
    description: 'Infinity cove, four-metre colorama and continuous light. Tripods and stands are in the room.',
    tokenCost: 15,
    cashPricePence: 4_500,
  },
  {
    slug: 'podcast_studio',
    room: 'podcast-studio',
    people: 4,
    features: ['Microphones', 'Soundproof', 'Step-free'],
    name: 'Podcast Studio',
    group: 'photography',
    description: 'A quiet room for four voices: microphones, headphones and a recorder that starts with one button.',
    tokenCost: 15,
    cashPricePence: 4_000,
  },
  {
    slug: 'ice_bath',
    room: 'ice-bath',
    people: 1,
    features: ['Towels', 'Showers'],
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
    room: 'sauna',
    people: 1,
    features: ['Towels', 'Showers'],
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
    room: 'music-studio',
    people: 6,
    features: ['Instruments', 'Amplifiers', 'Soundproof'],
    name: 'Music Studio',
    group: 'other',
    description: 'Drum kit, piano, two amplifiers and walls thick enough for all of them.',
    tokenCost: 15,
    cashPricePence: 4_000,
  },
  {
    slug: 'meeting_room',
    room: 'meeting-room',
    people: 10,
    features: ['Screen', 'Whiteboard', 'Wi-Fi', 'Natural light', 'Step-free'],
    name: 'Meeting Room',
    group: 'other',
    description: 'A table for ten, a screen, and a door that closes.',
    tokenCost: 8,
    cashPricePence: 2_500,
  },
  {
    slug: 'coworking',
    room: 'coworking-space',
    people: 1,
    features: ['Wi-Fi', 'Natural light', 'Lockers', 'Step-free'],
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
  /** The key of its room, which is made with it: of so many units. */
  room: string
  /** For so many people is one booking. */
  people: number
  features: readonly string[]
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
