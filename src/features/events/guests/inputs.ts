import { z } from 'zod'
import { eventRef } from '#features/events/events/inputs.ts'
import { neededText } from '#platform/inputs.ts'

/** Calls an event off. `seen` is how many were registered when it was asked, so that nobody is called off unseen. */
export const cancellation = eventRef.extend({
  reason: neededText('Say why: whoever comes reads it', 500),
  seen: z.int().min(0),
})

/** Somebody who comes to an own event. */
export const guestRef = z.strictObject({ id: z.uuid() })
