import { z } from 'zod'
import { place, reason, termsAccepted } from '#features/facilities/inputs.ts'

const { facilityId, on, startsAt, payWith } = place
const paging = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(25),
}

export const facilityInput = z.object({ id: facilityId })
export const slotsInput = z.object({ facilityId, on })
export const quoteInput = z.object({ facilityId, on, startsAt, payWith })
export const placeInput = z.object({ facilityId, on, startsAt, payWith, termsAccepted })
export const ownBookingInput = z.object({ id: z.uuid() })
export const mineInput = z.object({ view: z.enum(['upcoming', 'past']).default('upcoming'), ...paging })

export const statuses = ['pending', 'confirmed', 'cancelled'] as const
export type BookingStatus = (typeof statuses)[number]

export const listInput = z.object({
  ...paging,
  sort: z.enum(['startsAt', '-startsAt', 'createdAt', '-createdAt']).default('-startsAt'),
  /** Part of a person's name or e-mail. */
  q: z.string().trim().max(100).optional(),
  facility: z.uuid().optional(),
  status: z.enum(statuses).optional(),
  on: on.optional(),
})

export const cancelByStaffInput = z.object({ id: z.uuid(), reason })
