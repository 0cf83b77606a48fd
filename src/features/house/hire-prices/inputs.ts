import { z } from 'zod'

const tokens = (label: string, usual: number) =>
  ({
    of: z.number().int().min(0).max(10_000).default(usual),
    group: 'tokens',
    label,
    kind: 'count',
    unit: 'tokens',
    hint: 'Hire by the day is arranged with the house. The membership page says from how many tokens to how many.',
  }) as const

/** What a day in the two large rooms costs in tokens, which the house agrees with whoever asks (TOK-14). */
export const hireSettings = {
  marketHireLeastTokens: tokens('Market hall for a day, from', 20),
  marketHireMostTokens: tokens('Market hall for a day, to', 40),
  eventSpaceLeastTokens: tokens('Event space for a day, from', 100),
  eventSpaceMostTokens: tokens('Event space for a day, to', 300),
} as const
