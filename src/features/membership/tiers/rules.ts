import type { Problem } from '#platform/problem.ts'
import { formatMoney } from '#platform/words.ts'
import type { CatalogueName } from './inputs.ts'

/** Word joiner: no line ends beside it, so that a range is never torn at its dash. */
const joined = '\u2060'

/** What plans cost between them, from pence a month: `Free, or £40–£175 a month`; null where there is no plan. */
export function priceRange(monthlyPences: number[]): string | null {
  if (monthlyPences.length === 0) return null
  const paid = monthlyPences.filter(pence => pence > 0)
  if (paid.length === 0) return 'Free'
  const [least, most] = [Math.min(...paid), Math.max(...paid)].map(pence => formatMoney(pence))
  const price = `${least === most ? least : `${least}${joined}–${joined}${most}`} a month`
  return paid.length < monthlyPences.length ? `Free, or ${price}` : price
}

/** A tier that ships with the house (decision 10). Money in pence a month, tokens a week. */
export interface ShippedTier {
  slug: string
  name: string
  description: string
  pricePence: number
  weeklyTokens: number
  tokenDiscountPercent: number
  marketDiscountPercent: number
  guestPassesPerMonth: number
  features: string[]
}

const explorer: ShippedTier = {
  slug: 'explorer',
  name: 'Explorer',
  description: 'Come in, look around, and be at every market.',
  pricePence: 0,
  weeklyTokens: 0,
  tokenDiscountPercent: 0,
  marketDiscountPercent: 0,
  guestPassesPerMonth: 1,
  features: ['Entry to the monthly market', 'A code on your phone for the door of the market'],
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
  guestPassesPerMonth: 4,
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
    guestPassesPerMonth: tier.guestPassesPerMonth,
    features: tier.features,
  }
}

/** A price at the payment provider, as far as it says whether a plan can be sold at it. */
interface NamedPrice {
  active: boolean
  currency: string
  recurring: { interval: string; interval_count: number } | null
  metadata: Record<string, string>
}

export const whyNot = {
  /** Sell a tier at this price of the provider; null: there is no such price. */
  price(tierId: string, price: NamedPrice | null): Problem | null {
    const field = 'stripePriceId'
    if (!price) return { code: 'PRICE_UNKNOWN', message: 'The payment provider has no price with this id.', field }
    const owner = price.metadata.tierId
    if (owner && owner !== tierId)
      return { code: 'PRICE_TAKEN', message: 'This price belongs to another plan at the payment provider.', field }
    const isMonthly = price.recurring?.interval === 'month' && price.recurring.interval_count === 1
    return price.active && price.currency === 'gbp' && isMonthly
      ? null
      : { code: 'PRICE_UNFIT', message: 'A plan needs an active price in pounds that is charged every month.', field }
  },
  /** Nobody could be a member without paying if the last free tier had a price. */
  charge: (pricePence: number, hasOtherFreeTier: boolean): Problem | null =>
    pricePence === 0 || hasOtherFreeTier
      ? null
      : { code: 'LAST_FREE_TIER', message: 'One tier must stay free.', field: 'priceMonthly' },
}
