import { z } from 'zod'
import { eventRef } from '#features/events/events/inputs.ts'
import { isStorable } from '#platform/inputs.ts'
import { listInput } from '#platform/list.ts'

/** The specified words of deciding (EVA-09, EVA-11), and our own for what it leaves open. */
export const messages = {
  load: 'Failed to load event applications',
  reasonTitle: 'Rejection Reason Required',
  reason: 'Please provide a reason for rejection',
  changed: 'The host has changed this application. Please read it again.',
  own: 'Somebody else decides on your own event.',
} as const

export const longestReason = 1_000

/** Applications of hosts: those that wait, those that are still written (decision 31), or those that are decided. */
export const views = ['pending', 'drafts', 'decided'] as const
export const reviewList = listInput(['appliedAt', 'eventDate', 'name'], '-appliedAt', { view: z.enum(views) })

const read = eventRef.extend({
  /** The text that was read, by the instant at which it was last written. */
  version: z.iso.datetime(),
})

/** How many may come to an event, and what coming brings and costs. */
export const coming = {
  capacity: z.coerce
    .number<string | number>({ error: 'Enter how many people may come' })
    .int('Enter a whole number of people')
    .min(1, 'At least one person comes')
    .max(1_000, 'At most 1,000 people'),
  pointsReward: z.coerce
    .number<string | number>({ error: 'Enter a number of points' })
    .int('Enter a whole number of points')
    .min(1, 'At least 1 point')
    .max(1_000, 'At most 1,000 points'),
  tokensCost: z.coerce
    .number<string | number>({ error: 'Enter a number of tokens' })
    .int('Enter a whole number of tokens')
    .min(0, 'A number of tokens is 0 or more')
    .max(1_000, 'At most 1,000 tokens')
    .default(0),
}

/** A yes, with how many may come and what coming brings and costs. */
export const approval = read.extend(coming)

/** A no, with the reason that the host reads; that it must say something is a rule, with words of its own (EVA-09). */
export const rejection = read.extend({
  reason: z
    .string({ error: messages.reason })
    .trim()
    .max(longestReason, `Use at most ${longestReason.toLocaleString('en-GB')} characters`)
    .refine(isStorable),
})
