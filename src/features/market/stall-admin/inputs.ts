import { z } from 'zod'
import { stallSizes } from '#features/market/pitches/inputs.ts'
import { stallStatuses, stallTypes } from '#features/market/stalls/inputs.ts'
import { calendarDay, neededLine } from '#platform/inputs.ts'
import { listInput } from '#platform/list.ts'

/** Market Stall Bookings (MKA-02, MKA-05); cancelled ones are listed when they are asked for. */
export const stallList = listInput(['marketDate', 'createdAt', 'finalPrice'], '-marketDate', {
  status: z.enum(stallStatuses),
  on: calendarDay(),
  /** Of the next market, where none is planned the last; or of all to come. */
  when: z.enum(['next', 'coming']),
  type: z.enum(stallTypes),
  size: z.enum(stallSizes),
  /** Those that stand nowhere yet, at a market to come. */
  without: z.enum(['pitch']),
  /** This stall alone, also when it is cancelled. */
  id: z.uuid(),
})

/** `back` is what the admin was told goes back, in pence; the person reads the reason. */
export const stallDeletion = z.strictObject({
  id: z.uuid(),
  back: z.int().min(0),
  reason: neededLine('Say why: the person reads it', 300),
})

/** A pitch of the plan, or none. */
export const assignment = z.strictObject({ id: z.uuid(), pitchId: z.uuid().nullable() })
/** To another market day, at the same price. */
export const staffMove = z.strictObject({ id: z.uuid(), marketDate: calendarDay('Date required') })

export const dayIncomeList = listInput(['on', 'next', 'income'], 'next')
