import { z } from 'zod'
import { place, termsAccepted } from '#features/facilities/inputs.ts'

export const maxCartItems = 20
export const cartItemInput = z.object(place)
export const ownItemInput = z.object({ id: z.uuid() })
export const checkoutInput = z.object({ termsAccepted })
