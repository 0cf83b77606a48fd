import { z } from 'zod'
import { isStorable, unstorable } from '#platform/inputs.ts'

/** What has a panel of its own, by the word that opens it in an address: `?object=booking:ID`. */
export const objectNouns = ['person', 'booking', 'order', 'application'] as const
export type ObjectNoun = (typeof objectNouns)[number]

/** Shorter texts find everything and help nobody. */
export const leastTyped = 2

export const findInput = z.strictObject({
  q: z.string().trim().min(leastTyped, 'Type two letters or more').max(100).refine(isStorable, unstorable),
})
export const personRef = z.strictObject({ id: z.string().min(1).max(100).refine(isStorable, unstorable) })
