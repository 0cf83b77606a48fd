import { z } from 'zod'
import { day, statuses, wishInput } from '#features/spaces/calendar/inputs.ts'
import { staffText } from '#features/spaces/facilities/inputs.ts'
import { listInput } from '#platform/list.ts'

/** The specified words of booking (BOOK-20, BOOK-31), shared by screens and server. */
export const messages = {
  acceptTerms: 'Accept terms required',
  bookingFailed: 'Failed to create booking. Please try again.',
  notFound: 'Booking not found',
  moveFailed: 'The booking was not moved',
  timesFailed: 'The times of this day could not be loaded',
}

/** Terms are accepted, or nothing is booked (BOOK-20, BOOK-40). */
export const termsAccepted = z.literal(true, { error: messages.acceptTerms })

/** A sum as the person was told it before they confirmed: what it costs, or what comes back. */
export const toldSum = z.strictObject({ tokens: z.int().min(0), pence: z.int().min(0) })

/** `seen` is the price that the person was shown, if they were shown one. */
export const placeInput = wishInput.extend({ termsAccepted, seen: toldSum.optional() })
export const bookingId = z.strictObject({ id: z.uuid() })
/** `refund` is what the person was told before they confirmed (decision 23). */
export const ownBookingInput = z.object({
  id: z.uuid(),
  refund: toldSum.optional(),
})
/** Another time for a booking: the slot that begins on the day `on` at `startsAt`. */
export const moveInput = z.object({ id: z.uuid(), on: placeInput.shape.on, startsAt: placeInput.shape.startsAt })
export const timesInput = moveInput.omit({ startsAt: true })

/** What staff give back of what was paid: all of it, what the person would get by the rule of hours, or nothing. */
export const givesBack = ['all', 'rule', 'nothing'] as const
export type GivesBack = (typeof givesBack)[number]

/** A reason that the person whose booking it is reads. */
export const cancelByStaffInput = z.object({
  id: z.uuid(),
  reason: staffText(500).min(3, 'Say why: the person reads it'),
  giveBack: z.enum(givesBack).default('all'),
})

/** Own bookings: what is still to come in time order, or the rest, newest first. */
export const mineList = listInput(['startsAt'], 'startsAt', { when: z.enum(['upcoming', 'past']) })
/** What is not over yet, or what is; a day of its own (`on`) says more than that. `id`: this booking alone. */
export const bookingList = listInput(['startsAt', 'createdAt'], '-startsAt', {
  when: z.enum(['coming', 'past']),
  status: z.enum(statuses),
  facility: z.uuid(),
  on: day,
  id: z.uuid(),
})
