import { z } from 'zod'
import { isStorable, unstorable } from '#platform/inputs.ts'
import { listInput } from '#platform/list.ts'

/** How somebody's coming in was noted: by hand, by a scanned or typed code, or by what they paid at the door (OCC-03). */
export const entryMethods = ['manual', 'qr', 'typed', 'paid'] as const
export type EntryMethod = (typeof entryMethods)[number]

/** Why a visit ended: somebody was seen leaving, or the day was over (decision 37). */
export const endings = ['left', 'midnight'] as const

/** The most names that one look at the house gives; far above what it holds. */
export const mostInside = 5_000

/** How many people a search by name gives. */
export const mostFound = 8

/** Who is in the house: searched by name; `since=earlier` shows whom nobody saw leave on an earlier day (OCC-05). */
export const insideList = listInput(['checkInTime', 'name'], '-checkInTime', { since: z.enum(['today', 'earlier']) })

const id = z.uuid()
const shortText = (most: number) =>
  z.string().trim().max(most, `Keep it under ${most} characters`).refine(isStorable, unstorable)

/** A member by account, or a guest by name; the id is the device's own, so that the same check-in sent again is the same. */
export const checkInInput = z
  .strictObject({
    id,
    userId: z.string().max(64).optional(),
    guestName: shortText(100).optional(),
    notes: shortText(200).default(''),
  })
  .refine(({ userId, guestName }) => (userId === undefined) !== (guestName === undefined || guestName === ''), {
    message: 'Give a name, or choose a member',
    path: ['guestName'],
  })

export const visitRef = z.strictObject({ id })

/** `withGuests`: whoever came in with them by the same scan, too. */
export const checkOutInput = z.strictObject({ id, withGuests: z.boolean().default(false) })

export const peopleSearch = z.strictObject({ q: shortText(100).pipe(z.string().min(2, 'Type two letters or more')) })
