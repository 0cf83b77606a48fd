import { z } from 'zod'
import { termsAccepted, toldSum } from '#features/spaces/bookings/inputs.ts'
import { wishInput } from '#features/spaces/calendar/inputs.ts'

/** The specified words of the cart (BOOK-40, BOOK-43), shared by screens and server. */
export const messages = {
  empty: 'Your booking cart is empty.',
  load: 'Failed to load your booking cart',
  checkoutFailed: 'Failed to create checkout session. Please try again.',
}

export const maxCartItems = 20
export const cartItemInput = wishInput
export const ownItemInput = z.object({ id: z.uuid() })
/** `seen` is the sum that the person was shown. */
export const checkoutInput = z.strictObject({ termsAccepted, seen: toldSum.optional() })
