import { z } from 'zod'
import { calendarDay, isStorable, line, unstorable } from '#platform/inputs.ts'

/** Texts that people read, from the specification where it gives them. */
export const messages = {
  /** PAY-05, decision 19 */
  chooseEnd: 'Choose an end date',
  /** PAY-10 */
  saveFailed: 'Failed to update membership',
  months: 'Whole months, from 0 to 23',
  price: 'From £0.50 to £10,000',
  oneOfBoth: 'Choose months or an end date, not both.',
} as const

/** The provider counts free time of at most 730 days. */
export const mostGiftMonths = 23

export const personChoice = z.strictObject({ userId: z.string().min(1).max(100).refine(isStorable, unstorable) })

/** Free time and a price of one's own for somebody's membership (PAY-03…06). */
export const gift = personChoice
  .extend({
    /** The plan, for somebody who pays for none now; else theirs stays. */
    tierId: z.union([z.literal(''), z.uuid()], 'Choose a plan'),
    /** PAY-04 */
    giftMonths: z
      .number({ error: messages.months })
      .int(messages.months)
      .min(0, messages.months)
      .max(mostGiftMonths, messages.months),
    isComplimentary: z.boolean(),
    /** The last day that is free; empty when it is not complimentary. */
    complimentaryUntil: z.union([z.literal(''), calendarDay()]),
    /** What a month costs from the next invoice on; null: what the plan costs, or what it cost when they chose it. */
    customPence: z
      .number({ error: messages.price })
      .int(messages.price)
      .min(50, messages.price)
      .max(1_000_000, messages.price)
      .nullable(),
    /** For the office alone. */
    notes: line(300),
    /** The end of the running period as the form showed it: a second gift on top is never an accident. */
    seenUntil: z.iso.datetime().nullable(),
  })
  .superRefine(({ giftMonths, isComplimentary, complimentaryUntil }, context) => {
    if (isComplimentary && complimentaryUntil === '')
      context.addIssue({ code: 'custom', path: ['complimentaryUntil'], message: messages.chooseEnd })
    if (isComplimentary && giftMonths > 0)
      context.addIssue({ code: 'custom', path: ['giftMonths'], message: messages.oneOfBoth })
  })
