import { z } from 'zod'
import { calendarDay, isStorable, neededLine } from '#platform/inputs.ts'
import { listInput } from '#platform/list.ts'

/** STA-14; `ended` is ours: a rental that is over, and no longer holds its room. */
export const migrationStatuses = ['pending', 'link_sent', 'activated', 'ended'] as const
export type MigrationStatus = (typeof migrationStatuses)[number]

/** Texts that people read, from the specification where it gives them (STA-12). */
export const messages = {
  missingTitle: 'Missing Information',
  missingStudio: 'Please provide studio name',
  chooseMember: 'Select a member',
  rent: 'Choose one of the monthly rents',
  deposit: 'A deposit is £0 or more, in steps of £50',
  reason: 'Say why it ends',
  load: 'Failed to load studio rental members',
  addFailed: 'Failed to add studio rental member',
  linkFailed: 'Failed to generate payment link',
  endFailed: 'Failed to end the rental',
  notFound: 'There is no such studio rental.',
} as const

/** What a studio costs a month, in pence, the first by default (STA-13). */
export const monthlyRents = [50_000, 55_000, 60_000, 145_000, 230_000] as const
/** In pence (STA-13). */
export const depositStep = 5_000
const mostDeposit = 1_000_000

/** The search starts after more than two characters, and gives so many people at most (STA-10). */
export const shortestSearch = 3
export const mostFound = 10

export const memberSearch = z.strictObject({
  q: z.string().trim().min(shortestSearch).max(100).refine(isStorable),
})

/** A rental that an admin adds (STA-12, STA-13). Days are the venue's, both included; without a last day it goes on. */
export const newRental = z
  .strictObject({
    userId: z.string(messages.chooseMember).min(1, messages.chooseMember).max(100).refine(isStorable),
    studioName: neededLine(messages.missingStudio),
    /** The room of the house that it holds; empty: none, such as a studio elsewhere. */
    spaceId: z.union([z.literal(''), z.uuid('Choose a room')]).default(''),
    monthlyRentAmount: z
      .number({ error: messages.rent })
      .refine(pence => monthlyRents.some(rent => rent === pence), messages.rent)
      .default(monthlyRents[0]),
    depositAmount: z
      .number({ error: messages.deposit })
      .int(messages.deposit)
      .min(0, messages.deposit)
      .max(mostDeposit, 'At most £10,000')
      .multipleOf(depositStep, messages.deposit)
      .default(0),
    rentalStartDate: calendarDay('Choose the first day').refine(on => on >= '2000-01-01' && on < '2100-01-01', {
      error: 'Choose a day of this century',
    }),
    rentalEndDate: z.union([z.literal(''), calendarDay()]).default(''),
  })
  .refine(
    ({ rentalStartDate, rentalEndDate }) =>
      rentalEndDate === '' || (rentalEndDate >= rentalStartDate && rentalEndDate < '2100-01-01'),
    { path: ['rentalEndDate'], message: 'The last day is not before the first' },
  )

/** Named as the specification names it (STA-18). */
export const rentalRef = z.strictObject({ rentalMemberId: z.uuid() })

/** Why a rental ends; the member reads it. */
export const rentalEnd = rentalRef.extend({ reason: neededLine(messages.reason, 200) })

export const rentalList = listInput(['fullName', 'rentalStartDate', 'monthlyRentAmount', 'createdAt'], '-createdAt', {
  status: z.enum(migrationStatuses),
  /** This rental alone. */
  id: z.uuid(),
})
