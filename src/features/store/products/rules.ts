import type { StorefrontImage, StorefrontProduct, StorefrontVariant } from '#features/store/storefront/inputs.ts'
import { type Actor, whyNotIn } from '#platform/auth/actor.ts'
import type { Problem } from '#platform/problem.ts'
import { formatCount } from '#platform/words.ts'
import { fewLeft, messages, mostRelated } from './inputs.ts'

/** A product of the storefront with what the house asks for it, as somebody sees it; money in pence. */
export interface StoreProduct {
  id: string
  handle: string
  title: string
  minPence: number
  maxPence: number
  image: StorefrontImage | null
  /** 0: open to all. */
  requiredPoints: number
  isExclusive: boolean
  isLocked: boolean
  /** Why this person cannot buy it now; null: they can. */
  whyNotBuy: Problem | null
  /** Something of it can be had. */
  isAvailable: boolean
  createdAt: Date
}

export interface StoreVariant {
  id: string
  title: string
  pricePence: number
  availableForSale: boolean
  selectedOptions: { name: string; value: string }[]
  /** What the storefront really has when that is less than ten; null: enough, or not counted. */
  left: number | null
}

export interface Requirement {
  requiredPoints: number
  isExclusive: boolean
}

/** Of a product that has no rule. */
export const noRequirement: Requirement = { requiredPoints: 0, isExclusive: false }

/** Who looks: nobody is signed in where `actor` is null, and then there are no points. */
export interface Buyer {
  actor: Actor | null
  points: number
}

/** What is too dear in points, in the specified words (SHOP-14, PRD-20). */
export const insufficient = (needed: number): Problem => ({
  code: 'INSUFFICIENT_POINTS',
  title: messages.insufficient,
  message: `You need ${formatCount(needed, 'point')} to access this product`,
})

/**
 * SHOP-13, PRD-19: locked while the person has fewer points than it asks for; for a visitor, whenever it asks for any. One that
 * asks for none is open.
 */
export const isLocked = ({ requiredPoints }: Requirement, { actor, points }: Buyer): boolean =>
  requiredPoints > 0 && (actor === null || points < requiredPoints)

export const whyNot = {
  /** Who has less than a product asks for does not buy it (SHOP-14), nor does anybody what cannot be had (SHOP-17). */
  buy: (good: Pick<StorefrontProduct, 'availableForSale'>, requirement: Requirement, buyer: Buyer): Problem | null =>
    whyNotIn(buyer.actor, 'member') ??
    (isLocked(requirement, buyer) ? insufficient(requirement.requiredPoints) : null) ??
    (good.availableForSale ? null : soldOut),

  /** The same of one variant. */
  take: (variant: { availableForSale: boolean }, requirement: Requirement, buyer: Buyer): Problem | null =>
    whyNotIn(buyer.actor, 'member') ??
    (isLocked(requirement, buyer) ? insufficient(requirement.requiredPoints) : null) ??
    (variant.availableForSale ? null : soldOut),

  /** The store is for people in good standing, and for visitors while the setting opens it (SHOP-13). */
  look(actor: Actor | null, opened: readonly string[]): Problem | null {
    if (!actor && opened.includes('/store')) return null
    const problem = whyNotIn(actor, 'signedIn')
    // The procedure is open to everybody as such; a code of its own says that the setting, not the gate, keeps it closed.
    return problem && { ...problem, code: 'NOT_OPEN' }
  },
}

const soldOut: Problem = { code: 'SOLD_OUT', message: messages.soldOut }

export function productFor(good: StorefrontProduct, requirement: Requirement, buyer: Buyer): StoreProduct {
  const { id, handle, title, minPence, maxPence, images, createdAt } = good
  const { requiredPoints, isExclusive } = requirement
  return {
    ...{ id, handle, title, minPence, maxPence, requiredPoints, isExclusive, createdAt },
    image: images[0] ?? null,
    isLocked: isLocked(requirement, buyer),
    whyNotBuy: whyNot.buy(good, requirement, buyer),
    isAvailable: good.availableForSale,
  }
}

/** A variant with its real stock where that is little and can still be had (SHOP-07, decision 42). */
export function variantFor(variant: StorefrontVariant): StoreVariant {
  const { id, title, pricePence, availableForSale, selectedOptions, quantityAvailable: stock } = variant
  const isLittle = availableForSale && stock !== null && stock > 0 && stock < fewLeft
  return { id, title, pricePence, availableForSale, selectedOptions, left: isLittle ? stock : null }
}

/** Up to four others: those that can be had first, then those that cost about the same (SHOP-06). */
export const relatedTo = (good: StorefrontProduct, others: readonly StorefrontProduct[]): StorefrontProduct[] =>
  others
    .filter(({ id }) => id !== good.id)
    .map(other => ({ other, isGone: !other.availableForSale, away: Math.abs(other.minPence - good.minPence) }))
    .sort((a, b) => Number(a.isGone) - Number(b.isGone) || a.away - b.away || (a.other.id < b.other.id ? -1 : 1))
    .slice(0, mostRelated)
    .map(({ other }) => other)
