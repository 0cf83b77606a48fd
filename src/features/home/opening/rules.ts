import { defaultSettings, type Settings } from '#features/house/settings/inputs.ts'

/** What a venue does before it opens. */
export type OpeningStep = 'house' | 'tiers' | 'facilities' | 'landing' | 'payments' | 'mail' | 'backup'

/** What is known of a venue before it opens. A house starts with tiers, facilities and texts: that they are there says nothing. */
export interface Facts {
  settings: Pick<Settings, (typeof reach)[number] | (typeof claims)[number]>
  /** Somebody of the house has changed a tier, a facility. */
  hasChangedTiers: boolean
  hasChangedFacilities: boolean
  /** Somebody has paid: what stands is what people buy by, also where it is as it was shipped. */
  hasSold: boolean
  /** The key of the payment provider, if there is one. */
  paymentKey: string | undefined
  hasSentMail: boolean
  hasBackup: boolean
}

const reach = ['venueAddress', 'venuePhone', 'venueEmail'] as const
const claims = ['landingPlace', 'landingSize', 'landingMarket'] as const

/** Each step with whether it is done: read off what is there, never ticked by hand. */
export function checklistOf(facts: Facts): { step: OpeningStep; isDone: boolean }[] {
  const { hasSold, paymentKey = '' } = facts
  const isOwn = (key: keyof Facts['settings']) => facts.settings[key] !== defaultSettings[key]
  return [
    { step: 'house', isDone: reach.every(isOwn) },
    { step: 'tiers', isDone: hasSold || facts.hasChangedTiers },
    { step: 'facilities', isDone: hasSold || facts.hasChangedFacilities },
    { step: 'landing', isDone: hasSold || claims.some(isOwn) },
    // Keys of the provider's test mode take no money.
    { step: 'payments', isDone: /^[rs]k_live_/.test(paymentKey) },
    { step: 'mail', isDone: facts.hasSentMail },
    { step: 'backup', isDone: facts.hasBackup },
  ]
}
