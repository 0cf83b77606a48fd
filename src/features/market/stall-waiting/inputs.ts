import { z } from 'zod'
import { stallInput, stallTypes } from '#features/market/stalls/inputs.ts'
import { waitingStatuses } from '#features/spaces/waiting/inputs.ts'
import { calendarDay } from '#platform/inputs.ts'
import { listInput } from '#platform/list.ts'

/** The stall to wait for: on a day, of a kind and a size. */
export const waitInput = stallInput.pick({ marketDate: true, stallType: true, stallSize: true }).strict()

/** Who waits for stalls; without a state those who are in line or have an offer. */
export const waitList = listInput(['place', 'startsAt'], 'startsAt', {
  status: z.enum(waitingStatuses),
  type: z.enum(stallTypes),
  on: calendarDay(),
})
