import { type Buyer, insufficient } from '#features/store/products/rules.ts'
import type { StorefrontImage } from '#features/store/storefront/inputs.ts'
import { whyNotIn } from '#platform/auth/actor.ts'
import type { Problem } from '#platform/problem.ts'
import { formatCount } from '#platform/words.ts'
import { messages, mostLines } from './inputs.ts'

/** A line of the cart as its person sees it now; money in pence (SHOP-11). */
export interface CartLine {
  variantId: string
  quantity: number
  pricePence: number
  selectedOptions: { name: string; value: string }[]
  product: { id: string; handle: string; title: string; image: StorefrontImage | null; requiredPoints: number }
  /** Why it cannot be bought now; null: it can. */
  whyNot: Problem | null
}

/** SHOP-16: the sum over lines of the product's required points times quantity. */
export const totalPoints = (lines: readonly Pick<CartLine, 'quantity' | 'product'>[]): number =>
  lines.reduce((sum, { quantity, product }) => sum + quantity * product.requiredPoints, 0)

export const totalPence = (lines: readonly Pick<CartLine, 'quantity' | 'pricePence'>[]): number =>
  lines.reduce((sum, { quantity, pricePence }) => sum + quantity * pricePence, 0)

/** What a person has, and what of it is promised to purchases of theirs that are still open. */
export interface Purse extends Buyer {
  heldPoints: number
}

export const whyNot = {
  /**
   * Every line must be one that can be bought, and all of them together ask for no more points than the person has left beside
   * their purchases that are still open.
   */
  checkOut(lines: readonly CartLine[], { actor, points, heldPoints }: Purse): Problem | null {
    if (lines.length === 0) return { code: 'CART_EMPTY', message: messages.empty }
    const problem = whyNotIn(actor, 'member') ?? lines.find(({ whyNot }) => whyNot)?.whyNot
    if (problem) return problem
    const needed = totalPoints(lines)
    if (needed <= points - heldPoints) return null
    const [first] = lines
    if (lines.length === 1 && heldPoints === 0) return insufficient(first!.product.requiredPoints)
    const held = heldPoints > 0 ? `, of which ${formatCount(heldPoints, 'point')} wait for a purchase still open` : ''
    return {
      ...insufficient(needed),
      message: `You need ${formatCount(needed, 'point')} for all of this and have ${formatCount(points, 'point')}${held}.`,
    }
  },

  keep: (lines: number): Problem | null => (lines > mostLines ? { code: 'CART_FULL', message: messages.full } : null),
}
