import { z } from 'zod'
import { storefrontId } from '#features/store/products/inputs.ts'

export const messages = {
  empty: 'Your cart is empty.',
  full: 'A cart holds 100 products at most.',
  gone: 'This is no longer in the store.',
  away: 'The store cannot be reached right now. Please try again.',
} as const

/** As many lines as the storefront takes in a cart. */
export const mostLines = 100
/** SHOP-15. */
export const lineQuantity = 1

export const lineRef = z.strictObject({ variantId: storefrontId })
