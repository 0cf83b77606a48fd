import { z } from 'zod'

/** Its part of the settings page. */
export const studioGroup = {
  id: 'studio',
  title: 'Photography studio',
  lead: 'Prices by card, and with tokens. A change counts for what is booked from then on.',
} as const

/** The least is what a card can be asked for. */
const price = (label: string, pence: number) =>
  ({ of: z.number().int().min(30).max(10_000_000).default(pence), group: 'studio', label, kind: 'money' }) as const

/** What the photography studio costs (STU-14, STU-18), in pence and tokens; part of the house's settings. */
export const studioSettings = {
  /** Shown and asked only when the least length that a card pays for is below half a day (STU-19). */
  studioHourPence: price('An hour', 20_000),
  studioHalfDayPence: price('Half a day', 70_000),
  studioDayPence: price('A day', 120_000),
  studioHourTokens: {
    of: z.number().int().min(1).max(1_000).default(2),
    group: 'studio',
    label: 'An hour with tokens',
    kind: 'count',
    unit: 'tokens',
  },
} as const
