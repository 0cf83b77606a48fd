import { addMonths, type CalendarDate } from '#platform/time.ts'

export type CatalogueName = 'information' | 'application'

/** A tier that ships with the house (decision 10). Money in pence a month, tokens a week. */
export interface ShippedTier {
  slug: string
  name: string
  description: string
  pricePence: number
  weeklyTokens: number
  tokenDiscountPercent: number
  marketDiscountPercent: number
  features: string[]
}

const explorer: ShippedTier = {
  slug: 'explorer',
  name: 'Explorer',
  description: 'Come in, look around, join what is on.',
  pricePence: 0,
  weeklyTokens: 0,
  tokenDiscountPercent: 0,
  marketDiscountPercent: 0,
  features: ['Events and workshops', 'Market stalls', 'Community'],
}

const paid = (
  slug: string,
  name: string,
  pounds: number,
  more: Partial<ShippedTier> & Pick<ShippedTier, 'description' | 'features'>,
): ShippedTier => ({
  slug,
  name,
  pricePence: pounds * 100,
  weeklyTokens: 0,
  tokenDiscountPercent: 0,
  marketDiscountPercent: 0,
  ...more,
})

/** The two sets of tiers (MEM-05…08, JOIN-05). Only the free tier is in both. */
export const catalogues: Record<CatalogueName, ShippedTier[]> = {
  information: [
    explorer,
    paid('builder', 'Builder', 40, {
      description: 'For a steady practice that needs a room now and then.',
      weeklyTokens: 50,
      features: ['Facilities with tokens or card', 'Loyalty tokens every 3 months'],
    }),
    paid('creator', 'Creator', 90, {
      description: 'For people who are here every week.',
      weeklyTokens: 150,
      tokenDiscountPercent: 10,
      marketDiscountPercent: 30,
      features: ['Facilities with tokens or card', 'Loyalty tokens every 3 months'],
    }),
    paid('innovator', 'Innovator', 175, {
      description: 'For studios and teams who make the house their base.',
      weeklyTokens: 250,
      tokenDiscountPercent: 20,
      features: ['Facilities with tokens or card', 'Loyalty tokens every 3 months'],
    }),
  ],
  application: [
    explorer,
    paid('creative', 'Creative', 50, {
      description: 'A place to work among makers.',
      features: ['Facilities by card or topped-up tokens'],
    }),
    paid('collective', 'Collective', 150, {
      description: 'For small teams and shared projects.',
      features: ['Facilities by card or topped-up tokens'],
    }),
    paid('catalyst', 'Catalyst', 300, {
      description: 'For those who set things in motion.',
      features: ['Facilities by card or topped-up tokens'],
    }),
  ],
}

/** The slug under which a tier is known here: `free` is another name of Explorer (decision 10, ROLE-10). */
export const canonicalSlug = (slug: string): string => (slug === 'free' ? explorer.slug : slug)

/** The tier that somebody outside means by `slug`, however the free one is called among `tiers`. */
export function tierNamed<T extends { slug: string }>(tiers: readonly T[], slug: string): T | undefined {
  const wanted = canonicalSlug(slug)
  return tiers.find(tier => tier.slug === wanted) ?? tiers.find(tier => canonicalSlug(tier.slug) === wanted)
}

export const isFree = (tier: { pricePence: number }): boolean => tier.pricePence === 0

/** Four weeks make the monthly allowance (decision 11). */
const monthlyTokens = (weeklyTokens: number): number => weeklyTokens * 4

/** Percent taken off, rounded to the penny as the provider rounds. */
export const takeOff = (pence: number, percent: number): number => pence - Math.round((pence * percent) / 100)

/**
 * What changing to another price costs now for the rest of the period, in pence; negative is a credit on the next invoice.
 */
export function proration(change: { fromPence: number; toPence: number; start: Date; end: Date; now: Date }): number {
  const { start, end, now } = change
  const share = Math.min(1, Math.max(0, (end.getTime() - now.getTime()) / (end.getTime() - start.getTime())))
  return Math.round(change.toPence * share) - Math.round(change.fromPence * share)
}

const loyaltyMonths = 3

/** How many times three unbroken paid months have passed on `today` (MEM-09). */
export function loyaltySteps(paidSinceOn: CalendarDate, today: CalendarDate): number {
  let steps = 0
  while (addMonths(paidSinceOn, (steps + 1) * loyaltyMonths) <= today) steps++
  return steps
}

/** One grant for each membership and week; the same week grants once. */
export const weekRef = (membershipId: string, monday: CalendarDate): string => `weekly:${membershipId}:${monday}`

export type PaymentStatus = 'paid' | 'pending' | 'overdue' | 'waived'

/** Our word for the provider's state of a subscription; null when it has ended. */
export function paymentStatusOf(subscriptionStatus: string): PaymentStatus | null {
  switch (subscriptionStatus) {
    case 'active':
      return 'paid'
    case 'trialing':
    case 'paused':
      return 'waived'
    case 'past_due':
      return 'overdue'
    case 'incomplete':
      return 'pending'
    default:
      return null
  }
}

/** What screens show of a tier. */
export function tierFacts(tier: ShippedTier & { id: string }) {
  return {
    id: tier.id,
    slug: tier.slug,
    name: tier.name,
    description: tier.description,
    pricePence: tier.pricePence,
    isFree: isFree(tier),
    weeklyTokens: tier.weeklyTokens,
    monthlyTokens: monthlyTokens(tier.weeklyTokens),
    tokenDiscountPercent: tier.tokenDiscountPercent,
    marketDiscountPercent: tier.marketDiscountPercent,
    features: tier.features,
  }
}
