import { z } from 'zod'
import { isStorable, unstorable } from '#platform/inputs.ts'

/** Texts whose words are kept for searching. */
export const textKinds = ['event', 'post'] as const

/** Fewer letters find everything and help nobody: with less, nothing is sent (NAV-21). */
export const leastTyped = 2

/** So many of each kind are told (NAV-25), with so many characters of their text (NAV-26). */
export const mostOfKind = 5
export const snippetLength = 100

export const searchInput = z.strictObject({
  q: z
    .string()
    .trim()
    .min(leastTyped, 'Type two letters or more')
    .max(100, 'Use at most 100 characters')
    .refine(isStorable, unstorable),
})

/** The specified words (NAV-27, NAV-28). */
export const messages = {
  failed: 'Unable to perform search',
  nothing: 'No results found',
} as const
