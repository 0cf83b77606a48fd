/** How often a page asks again while a payment is on its way, in milliseconds. */
export const askEveryMs = 2_000

/** There is no such thing for this person, or its address is none; asking again brings the same answer. */
export const isMissing = (error: unknown): boolean =>
  ['NOT_FOUND', 'INVALID_INPUT'].includes((error as { code?: string } | null)?.code ?? '')
