import { z } from 'zod'
import type { StorefrontImage } from '#features/store/storefront/inputs.ts'
import { listInput } from '#platform/list.ts'

/**
 * Pending → paid → refunded; pending → expired after 30 minutes, or failed when the storefront gave no page, and from there to
 * paid when it was paid all the same.
 */
export const shopOrderStatuses = ['pending', 'paid', 'refunded', 'expired', 'failed'] as const
export type ShopOrderStatus = (typeof shopOrderStatuses)[number]

/** A line of an order (SHOP-10), with what else the person saw when they checked out. */
export interface ShopOrderItem {
  productId: string
  productTitle: string
  variantId: string
  quantity: number
  /** Of one; the house's rule when it was checked out. */
  pointsRequired: number
  handle: string
  pricePence: number
  selectedOptions: { name: string; value: string }[]
  image: StorefrontImage | null
}

/** What of an order the office should look at: it was paid late, for more points than were left, twice, or for other things. */
export const officeNotes = ['paid_late', 'points_short', 'other_goods', 'paid_twice', 'partly_refunded'] as const
export type OfficeNote = (typeof officeNotes)[number]
/** What an order at the storefront is that names one of ours and did not settle it. */
export const strayNotes = ['other_goods', 'paid_twice'] as const satisfies OfficeNote[]
export const noteWords: Record<OfficeNote, string> = {
  paid_late: 'Paid after its 30 minutes',
  points_short: 'Fewer points left than it asked for',
  other_goods: 'Other goods or prices than checked out',
  paid_twice: 'Paid twice at the storefront',
  partly_refunded: 'Refunded in part: points stay',
}

/** `ignored`: it is about no order of the house, or of no consequence to it. */
export const messageStatuses = ['received', 'done', 'ignored'] as const

/** SHOP-22. */
export const pendingMinutes = 30

/** The specified words (SHOP-20, SHOP-24). */
export const messages = {
  checkoutFailed: 'Failed to create checkout. Please try again.',
  checkoutUrlFailed: 'Failed to create checkout URL. Please try again.',
  notCompleted: 'Purchase not yet completed',
  checkoutNotVerified: 'Failed to verify checkout',
  purchaseNotVerified: 'Failed to verify purchase',
  refunded: 'This purchase was refunded',
  notFound: 'Order not found',
  listFailed: 'Failed to load purchases',
} as const

export const checkoutInput = z.strictObject({})
export const shopOrderRef = z.strictObject({ orderId: z.uuid() })
export const ownOrderList = listInput(['createdAt'], '-createdAt')
export const shopOrderList = listInput(['createdAt', 'totalPence', 'totalPointsRequired'], '-createdAt', {
  status: z.enum(shopOrderStatuses),
  note: z.enum(officeNotes),
})
