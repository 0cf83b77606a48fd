import { z } from 'zod'

/** Its part of the settings page. */
export const stallGroup = {
  id: 'stalls',
  title: 'Market stalls',
  lead: 'Prices for a day at the market. A change counts for what is booked from then on.',
} as const

/** The least is what a card can be asked for. */
const price = (label: string, pence: number, least = 0) =>
  ({ of: z.number().int().min(least).max(10_000_000).default(pence), group: 'stalls', label, kind: 'money' }) as const

const count = (label: string, unit: string, [least, usual, most]: [number, number, number], hint?: string) =>
  ({
    of: z.number().int().min(least).max(most).default(usual),
    group: 'stalls',
    label,
    kind: 'count',
    unit,
    ...(hint && { hint }),
  }) as const

/** What a stall costs and how stalls are given out (MKT-10, MKT-11, decision 34); part of the house's settings. */
export const stallSettings = {
  stallSinglePence: price('Single stall', 3_000, 100),
  stallDoublePence: price('Double stall', 5_000, 100),
  stallCarParkPence: price('Car park', 1_500),
  stallElectricityPence: price('Electricity', 1_000),
  stallTablePence: price('Table and chairs', 500),
  westminsterPercent: count(
    'Less for Westminster residents',
    '%',
    [0, 30, 100],
    'On the stall with its extras, once the proof is accepted. Of this and the plan’s discount the larger one counts.',
  ),
  proofMonths: count('A proof of residence is good for', 'months', [1, 12, 60]),
  stallsPerKind: count(
    'Stalls of one kind on a day at most',
    'stalls',
    [1, 15, 1_000],
    'Whoever comes later can wait for their kind.',
  ),
  stallOfferHours: count('Whoever waits has a free pitch for', 'hours', [1, 12, 72]),
} as const
