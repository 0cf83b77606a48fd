import { z } from 'zod'
import { stallSizes } from '#features/market/pitches/inputs.ts'
import { editOf } from '#platform/edit.ts'
import { calendarDay, emailLine, isStorable, neededLine, shortPhone, unstorable } from '#platform/inputs.ts'

/** What is sold (MKT-07): by these words people wait for a pitch, and there are only so many of one kind on a day. */
export const stallTypes = ['art', 'craft', 'fashion', 'food', 'books', 'vintage', 'other'] as const
export type StallType = (typeof stallTypes)[number]
export const stallTypeWords: Record<StallType, string> = {
  art: 'Art and prints',
  craft: 'Craft and ceramics',
  fashion: 'Fashion and textiles',
  food: 'Food and drink',
  books: 'Books and records',
  vintage: 'Vintage',
  other: 'Something else',
}

/** MKT-05, MKA-04 */
export const stallStatuses = ['pending', 'confirmed', 'cancelled'] as const
export type StallStatus = (typeof stallStatuses)[number]
/** Of the two that can lower a price the larger one counts (decision 34). */
export const discountKinds = ['none', 'westminster', 'tier'] as const
export type DiscountKind = (typeof discountKinds)[number]

/** The specified words (MKT-08, MKT-09, MKT-14, MKA-06), and our own for what they leave open. */
export const messages = {
  date: 'Date required',
  proof: 'Proof required',
  invalid: 'Invalid input',
  failed: 'Booking failed',
  load: 'Failed to load the market',
  oneLoad: 'Failed to load your stall',
  listLoad: 'Failed to load market bookings',
  deleteFailed: 'Failed to delete booking',
  notFound: 'There is no such stall.',
  notBookable: 'There is no market on this day that can be booked.',
  kindFull: 'There are as many stalls of this kind on this day as there may be.',
  waitedFor: 'The next free pitch goes to those who wait for it.',
  type: 'Choose what you sell',
  pitchTaken: 'Another stall has this pitch.',
  noPitch: 'There is no such pitch.',
  pitchSize: 'This pitch is of another size.',
} as const

const extras = {
  carParkAccess: z.boolean().default(false),
  electricityAccess: z.boolean().default(false),
  tableRental: z.boolean().default(false),
}

/**
 * A stall at a market (MKT-06…09). `proofFileId` is a proof of residence that was just uploaded, for whoever has none that is
 * accepted or being looked at. `seen` is the price in pence that the person was shown.
 */
export const stallInput = z.object({
  // In the order of the form: what is refused first is the first gap on the screen.
  marketDate: calendarDay(messages.date),
  stallType: z.enum(stallTypes, { error: messages.type }),
  stallSize: z.enum(stallSizes),
  ...extras,
  businessName: neededLine('Business name is required', 200),
  contactName: neededLine('Contact name is required'),
  email: emailLine('Invalid email address'),
  phone: shortPhone(),
  description: z.string().trim().max(1_000, 'Use at most 1,000 characters').refine(isStorable, unstorable).default(''),
  isWestminsterResident: z.boolean().default(false),
  proofFileId: z.union([z.literal(''), z.uuid()]).default(''),
  seen: z.int().min(0).optional(),
})
export type StallInput = z.output<typeof stallInput>

/** What of a stall can be changed without its price: its size and extras cannot. */
export const stallFacts = z.strictObject({
  ...stallInput.pick({ businessName: true, contactName: true, email: true, stallType: true }).shape,
  phone: stallInput.shape.phone.unwrap(),
  description: stallInput.shape.description.unwrap(),
})
export const factsEdit = z.strictObject({ id: z.uuid(), ...editOf(stallFacts) })
/** The facts as people call them. */
export const factWords: Record<keyof z.output<typeof stallFacts>, string> = {
  businessName: 'Business',
  contactName: 'Contact',
  email: 'Email',
  phone: 'Phone',
  stallType: 'Sells',
  description: 'Description',
}

export const stallId = z.strictObject({ id: z.uuid() })
/** `back` is what the person was told comes back, in pence (decision 23). */
export const cancelInput = z.strictObject({ id: z.uuid(), back: z.int().min(0) })
/** To another day, where a pitch is found by itself; or to another pitch of its day. */
export const moveInput = z.strictObject({ id: z.uuid(), marketDate: calendarDay(messages.date) })
export const pitchInput = z.strictObject({ id: z.uuid(), pitchId: z.uuid() })
export const planDay = z.strictObject({ marketDate: calendarDay(messages.date) })
