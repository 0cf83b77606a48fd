import type { Problem } from '#platform/problem.ts'
import { maxCartItems, messages } from './inputs.ts'

/** What may not be done with a cart of so many items, and why. */
export const whyNot = {
  checkOut: (items: number): Problem | null => (items === 0 ? { code: 'CART_EMPTY', message: messages.empty } : null),
  keep: (items: number): Problem | null =>
    items > maxCartItems ? { code: 'CART_FULL', message: `A cart holds ${maxCartItems} bookings at most.` } : null,
}
