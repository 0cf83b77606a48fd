import type { CartLine } from '#features/store/cart/rules.ts'
import type { StorefrontOrder } from '#features/store/storefront/inputs.ts'
import type { Problem } from '#platform/problem.ts'
import { messages, type OfficeNote, type ShopOrderItem, type ShopOrderStatus } from './inputs.ts'

/** What the success page says of a purchase (SHOP-23). */
export type PurchaseState = 'success' | 'pending' | 'failure'

interface Standing {
  status: ShopOrderStatus
  expiresAt: Date
}

/** Pending, and within its 30 minutes (SHOP-22). */
export const isOpen = ({ status, expiresAt }: Standing, now: Date): boolean => status === 'pending' && expiresAt > now

/** Which of the three results it is, in the specified words (SHOP-23, SHOP-24); nothing to say of a success. */
export function resultOf(order: Standing, now: Date): { state: PurchaseState; isExpired: boolean; message: string } {
  if (order.status === 'paid') return { state: 'success', isExpired: false, message: '' }
  if (isOpen(order, now)) return { state: 'pending', isExpired: false, message: messages.notCompleted }
  const isExpired = order.status === 'pending' || order.status === 'expired'
  if (order.status === 'refunded') return { state: 'failure', isExpired, message: messages.refunded }
  // The storefront gave no page for it: there is nothing to verify.
  if (order.status === 'failed') return { state: 'failure', isExpired, message: messages.checkoutFailed }
  return { state: 'failure', isExpired, message: messages.checkoutNotVerified }
}

/** What is kept of a cart that is checked out. */
export const itemsOf = (lines: readonly CartLine[]): ShopOrderItem[] =>
  lines.map(({ variantId, quantity, pricePence, selectedOptions, product }) => ({
    ...{ productId: product.id, productTitle: product.title, variantId, quantity },
    ...{ pointsRequired: product.requiredPoints, handle: product.handle, pricePence, selectedOptions },
    image: product.image,
  }))

/** Whether two orders are for the same things on the same terms: then one page serves both. */
export function isSamePurchase(one: readonly ShopOrderItem[], other: readonly ShopOrderItem[]): boolean {
  const said = (items: readonly ShopOrderItem[]) =>
    items
      .map(({ variantId, quantity, pricePence, pointsRequired }) =>
        [variantId, quantity, pricePence, pointsRequired].join(' '),
      )
      .sort()
      .join('\n')
  return said(one) === said(other)
}

/** What an order is called in a list and in the ledger of points. */
export function titleOf(items: readonly Pick<ShopOrderItem, 'productTitle'>[]): string {
  const [first, ...others] = items
  return others.length === 0 ? (first?.productTitle ?? 'Store') : `${first!.productTitle} and ${others.length} more`
}

/** Whether the storefront has, or had, the money of it. */
export const isPaidFor = ({ status }: Pick<StorefrontOrder, 'status'>): boolean =>
  status === 'paid' || status === 'partlyRefunded' || status === 'refunded'

/**
 * Whether an order at the storefront is for what was checked out, each at its price: its reference alone can be written by anybody.
 * What was deleted there since has no id any more, and is known by its price.
 */
export function isWhatWasAsked(items: readonly ShopOrderItem[], lines: StorefrontOrder['lines']): boolean {
  const left = [...items]
  const knownFirst = [...lines].sort((a, b) => Number(a.variantId === null) - Number(b.variantId === null))
  for (const { variantId, quantity, pricePence } of knownFirst) {
    const at = left.findIndex(
      item =>
        (variantId === null || item.variantId === variantId) &&
        item.quantity === quantity &&
        item.pricePence === pricePence,
    )
    if (at < 0) return false
    left.splice(at, 1)
  }
  return left.length === 0
}

/** What the office should look at of an order that was just paid. */
export function noteOf(
  order: { expiresAt: Date; totalPointsRequired: number },
  paidAt: Date,
  deducted: number,
): OfficeNote | null {
  if (deducted < order.totalPointsRequired) return 'points_short'
  return paidAt > order.expiresAt ? 'paid_late' : null
}

export const whyNot = {
  /** Its page is opened while the order is (SHOP-22). */
  pay: (order: Standing, now: Date): Problem | null =>
    isOpen(order, now) ? null : { code: 'ORDER_CLOSED', message: messages.checkoutFailed },
}
