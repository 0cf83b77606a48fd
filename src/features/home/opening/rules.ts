import { defaultSettings, type Settings } from '#features/house/settings/inputs.ts'

/** What is known of a venue before it opens. Prices in pence. */
export interface Facts {
  settings: Pick<Settings, 'venueAddress' | 'venuePhone' | 'venueEmail'>
  tierPricesPence: readonly number[]
  facilities: number
  landingTexts: number
  hasPayments: boolean
  hasMail: boolean
  hasBackup: boolean
}

/** What a venue does before it opens, each with whether it is done: read off what is there, never ticked by hand. */
export function checklistOf(facts: Facts) {
  const { venueAddress, venuePhone, venueEmail } = facts.settings
  const isReachable =
    venueAddress !== defaultSettings.venueAddress &&
    venuePhone !== defaultSettings.venuePhone &&
    venueEmail !== defaultSettings.venueEmail
  return [
    { step: 'house', isDone: isReachable },
    { step: 'tiers', isDone: facts.tierPricesPence.some(price => price > 0) },
    { step: 'facilities', isDone: facts.facilities > 0 },
    { step: 'landing', isDone: facts.landingTexts > 0 },
    { step: 'payments', isDone: facts.hasPayments },
    { step: 'mail', isDone: facts.hasMail },
    { step: 'backup', isDone: facts.hasBackup },
  ] as const
}
