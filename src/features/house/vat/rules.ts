import type { vatSettings } from './inputs.ts'

/** The setting with the rate of VAT of each kind of order, by its word in the ledger. */
const percentSettings: Readonly<Record<string, VatSetting>> = {
  booking: 'vatPercentBookings',
  studio: 'vatPercentBookings',
  membership: 'vatPercentMemberships',
  tokens: 'vatPercentTokens',
  stall: 'vatPercentStalls',
  rental: 'vatPercentRentals',
  guest_tickets: 'vatPercentGuestTickets',
}

type VatSettings = { vatNumber: string } & Record<VatSetting, number>
type VatSetting = Exclude<keyof typeof vatSettings, 'vatNumber'>

export interface Vat {
  /** Whole percent, which the price includes. */
  vatPercent: number
  vatNumber: string
}

/** What VAT is within a payment of this kind that comes in under these settings; null when the house is not registered. */
export function vatOf(kind: string, settings: VatSettings): Vat | null {
  const setting = percentSettings[kind]
  if (!setting) throw new Error(`no rate of VAT for ${kind}`)
  return settings.vatNumber === '' ? null : { vatPercent: settings[setting], vatNumber: settings.vatNumber }
}
