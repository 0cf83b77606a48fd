import { z } from 'zod'
import { mostPlusOnes } from '#features/events/events/inputs.ts'
import { isStorable, neededText, unstorable } from '#platform/inputs.ts'
import { listInput } from '#platform/list.ts'

/** Coming; was there; does not come any more (EVA-17). */
export const registrationStatuses = ['registered', 'attended', 'cancelled'] as const
export type RegistrationStatus = (typeof registrationStatuses)[number]

/** The specified words (EVT-15 … EVT-21, EVA-21), and our own for what it leaves open. */
export const messages = {
  registered: 'Event Registration',
  signIn: 'Please sign in to register for events',
  membershipNeeded: 'You need a membership to register for events',
  membershipUnknown: 'Unable to verify membership status',
  registerFailed: 'Failed to register for event',
  cancelFailed: 'Your registration was not cancelled',
  notFound: 'There is no such registration.',
  load: 'Failed to load event registrations',
  markFailed: 'Failed to mark attendance',
}

/** How many people somebody brings along; what the event allows is for the rules. */
const plusOnes = z.coerce
  .number<string | number>({ error: 'Enter how many you bring' })
  .int('Enter a whole number of people')
  .min(0, 'Enter how many you bring')
  .max(mostPlusOnes, `At most ${mostPlusOnes} people come along`)

/**
 * `id` is that of the event. `isShown`: other members may see that the person goes. `tokens` is what they were told that it costs
 * altogether; who says none takes whatever it costs.
 */
export const registerInput = z.strictObject({
  id: z.uuid(),
  plusOnes: plusOnes.default(0),
  isShown: z.boolean().default(false),
  tokens: z.int().min(0).optional(),
})

export const showInput = z.strictObject({ id: z.uuid(), isShown: z.boolean() })

/** `id` is that of the registration; `tokensBack` is what the person was told comes back. */
export const cancelInput = z.strictObject({ id: z.uuid(), tokensBack: z.int().min(0) })

/** The office calls somebody off; they read why. */
export const cancelByStaffInput = z.strictObject({
  id: z.uuid(),
  reason: neededText('Say why: they read it in the email', 500),
})

export const registrationRef = z.strictObject({ id: z.uuid() })

/** Events with their registrations whose name or place has a text in it. */
export const eventSearch = z
  .strictObject({
    q: z.string().trim().max(100, 'Use at most 100 characters').refine(isStorable, unstorable).optional(),
  })
  .default({})

/** Registrations for the office; of one event, or of all. */
export const registrationList = listInput(['registeredAt', 'name'], 'name', {
  event: z.uuid(),
  status: z.enum(registrationStatuses),
})
