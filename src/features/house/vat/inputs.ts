import { z } from 'zod'

/** Its part of the settings page. */
export const vatGroup = {
  id: 'vat',
  title: 'VAT',
  lead: 'Prices include VAT. Without a number no VAT is reckoned or shown. A change counts for what is paid from then on.',
} as const

/** Whole percent of VAT within the prices of one kind of sale. */
const vatPercent = (label: string, usual = 20) =>
  ({ of: z.number().int().min(0).max(100).default(usual), group: 'vat', label, kind: 'count', unit: '%' }) as const

/** What the house says of its VAT; part of its settings. */
export const vatSettings = {
  /** Empty: the house is not registered. */
  vatNumber: {
    of: z
      .string()
      .trim()
      .max(20)
      .regex(/^(?:(?:GB|XI) ?(?:\d ?){8}\d(?: ?\d{3})?)?$/, 'Use a number like GB 123 4567 89')
      .default(''),
    group: 'vat',
    label: 'VAT number',
    kind: 'text',
    hint: 'Empty: not registered.',
    isOptional: true,
  },
  vatPercentBookings: vatPercent('Bookings'),
  vatPercentMemberships: vatPercent('Memberships'),
  vatPercentTokens: vatPercent('Tokens'),
  vatPercentStalls: vatPercent('Market stalls'),
  vatPercentGuestTickets: vatPercent('Guest tickets'),
  /** Letting a room is exempt unless the house has chosen otherwise; a deposit is no sale. */
  vatPercentRentals: vatPercent('Studio rentals', 0),
} as const
