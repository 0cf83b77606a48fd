import { z } from 'zod'
import { givesBack, toldSum } from '#features/spaces/bookings/inputs.ts'
import { staffText } from '#features/spaces/facilities/inputs.ts'
import { isWallTime } from '#platform/dates.ts'
import { calendarDay, emailLine, neededLine, shortPhone } from '#platform/inputs.ts'
import { listInput } from '#platform/list.ts'

/** The specified words of the studio (STU-06 … STU-24, STA-07), shared by screens and server. */
export const messages = {
  time: 'Invalid time format',
  date: 'Please select a booking date',
  notTuesday: 'Invalid date for token booking',
  daily: 'Daily limit exceeded',
  weekly: 'Weekly limit exceeded',
  tooFew: 'Insufficient tokens',
  duration: 'Invalid booking duration',
  failed: 'Booking failed',
  notFound: 'There is no such booking of the studio.',
  loadFailed: 'Failed to load studio bookings',
  statusFailed: 'Failed to update booking status',
}

/** STU-04 */
export const projectTypes = ['portrait', 'product', 'commercial', 'fashion', 'other'] as const
export const projectWords: Record<(typeof projectTypes)[number], string> = {
  portrait: 'Portrait',
  product: 'Product',
  commercial: 'Commercial',
  fashion: 'Fashion',
  other: 'Something else',
}

/** STA-03 */
export const studioStatuses = ['confirmed', 'completed', 'cancelled'] as const
export const paidWith = ['card', 'tokens'] as const

const time = z.string(messages.time).refine(isWallTime, messages.time)

/** A session in the studio (STU-03 … STU-07); its hours are those from start to end (STU-21). */
export const sessionInput = z.object({
  bookingDate: calendarDay(messages.date),
  startTime: time,
  endTime: time,
  clientName: neededLine('Name is required'),
  email: emailLine('Invalid email address'),
  phone: shortPhone(),
  projectType: z.enum(projectTypes),
  description: staffText(1_000).default(''),
  paidWith: z.enum(paidWith),
  /** The price that the person was shown. */
  seen: toldSum.optional(),
})
export type SessionInput = z.output<typeof sessionInput>

/** What is taken from a day on. */
export const daysInput = z.object({ from: calendarDay(messages.date) })
export const sessionId = z.strictObject({ id: z.uuid() })
/** Own sessions: what is still to come or to pay, or the rest. */
export const ownSessions = z.object({ when: z.enum(['upcoming', 'past']) })
/** `refund` is what the person was told before they confirmed (decision 23). */
export const ownSession = z.object({
  id: z.uuid(),
  refund: z.strictObject({ tokens: z.int().min(0), pence: z.int().min(0), deskPence: z.int().min(0) }),
})
/** A reason that the person reads. */
export const cancelSession = z.object({
  id: z.uuid(),
  reason: staffText(500).min(3, 'Say why: the person reads it'),
  giveBack: z.enum(givesBack).default('all'),
})
export const sessionList = listInput(['startsAt', 'createdAt'], '-startsAt', {
  when: z.enum(['coming', 'past']),
  status: z.enum(studioStatuses),
  /** Of what the desk still owes, or of what is still to pay. */
  money: z.enum(['owed', 'due']),
  /** This session alone. */
  id: z.uuid(),
})
