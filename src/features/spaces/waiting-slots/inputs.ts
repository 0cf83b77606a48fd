import { z } from 'zod'
import { wishInput } from '#features/spaces/calendar/inputs.ts'
import { waitingStatuses } from '#features/spaces/waiting/inputs.ts'
import { listInput } from '#platform/list.ts'

export const messages = {
  slotFree: 'This time is free: book it.',
  ownTime: 'You have this time already.',
  removeFailed: 'The person was not taken off the list',
}

/** The slot to wait for, as one that is booked is named. */
export const joinInput = wishInput.omit({ payWith: true })
export const entryInput = z.strictObject({ id: z.uuid() })

/** Who waits for slots; without a state those who are in line or have an offer. */
export const waitingList = listInput(['place', 'startsAt'], 'startsAt', {
  status: z.enum(waitingStatuses),
  facility: z.uuid(),
})
