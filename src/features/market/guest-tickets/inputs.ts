import { z } from 'zod'
import { calendarDay, emailLine, neededLine, neededText } from '#platform/inputs.ts'
import { listInput } from '#platform/list.ts'

/**
 * Being paid, paid, never paid, paid back as somebody asked, paid back as the market was cancelled. Only forward; what ran out
 * is confirmed all the same when its money comes late.
 */
export const purchaseStatuses = ['pending', 'confirmed', 'expired', 'cancelled', 'withdrawn'] as const
export type PurchaseStatus = (typeof purchaseStatuses)[number]

/** So many tickets are bought at once. */
export const mostTickets = 10

export const purchaseRef = z.strictObject({ id: z.uuid() })

/** Tickets for guests (MKT-24, decision 35). Order is the order of the form: the first error is the one shown. */
export const newPurchase = z.strictObject({
  on: calendarDay('Choose a market day'),
  quantity: z.coerce
    .number<string | number>({ error: 'Enter how many tickets' })
    .int('Enter a whole number of tickets')
    .min(1, 'At least one ticket')
    .max(mostTickets, `At most ${mostTickets} tickets at once`),
  guestName: neededLine('Please tell us your name'),
  guestEmail: emailLine('Please enter a valid email address', 'Email addresses have at most 255 characters'),
  /** What a ticket cost where the buyer looked, in pence: nobody pays a price that was not seen. */
  seenPence: z.int().min(0),
})

/** Cancels what the buyer saw: so much comes back, in pence. */
export const cancelInput = z.strictObject({ id: z.uuid(), seenPence: z.int().min(0) })

export const staffCancel = z.strictObject({ id: z.uuid(), reason: neededText('Say why', 500) })

/** `on`: of this market day alone; without it, `next` means the market that is today or comes next. Searched by name and address. */
export const purchaseList = listInput(['createdAt', 'on', 'quantity'], '-createdAt', {
  status: z.enum(purchaseStatuses),
  on: calendarDay(),
  when: z.enum(['next']),
})
