import { z } from 'zod'
import { messages as facilityMessages } from '#features/spaces/facilities/inputs.ts'
import { mostLengths } from '#features/spaces/facilities/rules.ts'
import { isWallTime } from '#platform/dates.ts'
import { calendarDay } from '#platform/inputs.ts'

/** The specified words of choosing a place (BOOK-12 … BOOK-28), shared by screens and server. */
export const messages = {
  slotsFailed: 'Failed to load available time slots',
  signIn: 'Sign in required',
  chooseDate: 'Select a date',
  chooseTime: 'Select a time',
  slotTaken: 'This slot was just taken. Please choose another.',
  waitedFor: 'Others are waiting for this time. Join the list and it is offered to you in turn.',
  slotNotOffered: 'This time cannot be booked. Please choose another.',
  overlapsOwn: 'This overlaps another booking in your cart.',
  noTokensOnFree: 'Tokens not available on Free plan. You can pay by card.',
}

/** How long before a session people are asked to arrive (BOOK-33); every sentence that says it is built from this. */
export const arriveEarly = '10 minutes'

/** What a room can be taken for. */
export const reservationKinds = ['booking', 'studio', 'rental', 'market', 'closure', 'offer', 'event'] as const

export const statuses = ['pending', 'confirmed', 'cancelled'] as const
export type BookingStatus = (typeof statuses)[number]

/** What a booking was paid with. */
export const paymentForms = ['tokens', 'card'] as const
/** What somebody wants to pay with: `auto` takes tokens where they can be used, else the card (BOOK-28). */
export const paymentChoices = ['auto', ...paymentForms] as const
export type PaymentChoice = (typeof paymentChoices)[number]

export const day = calendarDay(messages.chooseDate)
const facilityId = z.uuid(facilityMessages.notFound)
/** A place: the slot of a facility that begins on the day `on` at the wall time `startsAt` of the venue, `HH:MM`. */
const place = {
  facilityId,
  on: day,
  startsAt: z
    .string({ error: messages.chooseTime })
    .max(5, messages.chooseTime)
    .refine(isWallTime, messages.chooseTime),
}

/** A place that somebody wants, and how they want to pay for it. */
export const wishInput = z.object({
  ...place,
  /** So many of the facility's lengths one after another, in one booking. */
  lengths: z.coerce.number().int().min(1).max(mostLengths).default(1),
  payWith: z.enum(paymentChoices).default('auto'),
})
export type Wish = z.output<typeof wishInput>

export const facilityInput = z.object({ id: facilityId })
export const slotsInput = z.object({ facilityId, on: day })

/** A place that could not be had: others near it are looked for. */
export const nearestInput = wishInput.omit({ payWith: true })

/** How many days the strip of days shows at a time. */
export const daysShown = 14
export const daysInput = z.object({ facilityId, from: day })
/** What is free on a day, or without one in the days to come; of times that begin at `from` or later. */
export const openingsInput = z.object({ on: day.optional(), from: place.startsAt.optional() })
