import { z } from 'zod'
import { paymentStatuses } from '#features/membership/memberships/inputs.ts'
import { isStorable, unstorable } from '#platform/inputs.ts'
import { listInput } from '#platform/list.ts'

/** PAY-07: what a reminder is about. */
export const reminderTypes = ['upcoming', 'due', 'overdue'] as const
export type ReminderType = (typeof reminderTypes)[number]

/** PAY-11 */
export const reminderFailed = 'Failed to send reminder'

/** Memberships by what is to pay for them; `plans: paid` leaves out those that cost nothing (PAY-02). */
export const dueList = listInput(
  ['name', 'monthlyPence', 'currentPeriodEnd', 'lastReminderAt', 'overdueSince'],
  'name',
  {
    status: z.enum(paymentStatuses),
    plans: z.enum(['paid']),
    tier: z.string().max(100).refine(isStorable, unstorable),
  },
)

export const reminderChoice = z.strictObject({ membershipId: z.uuid() })

export const reminderInput = reminderChoice.extend({
  /** How many the form showed: a second press, or a second tab, sends nothing twice. */
  seenCount: z.number().int().min(0).max(100_000),
})
