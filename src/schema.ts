import { bookingRefusals } from './features/bookings/table.ts'
import { memberRefusals } from './features/members/table.ts'
import { membershipRefusals } from './features/memberships/table.ts'
import { paymentRefusals } from './features/payments/table.ts'
import { tokenRefusals } from './features/tokens/table.ts'

// Every table, one line per feature; migrations are generated from here.
export * from './platform/tables.ts'
export * from './features/bookings/table.ts'
export * from './features/cart/table.ts'
export * from './features/facilities/table.ts'
export * from './features/members/table.ts'
export * from './features/memberships/table.ts'
export * from './features/payments/table.ts'
export * from './features/tokens/table.ts'
export * from './features/venue/table.ts'

/** Domain errors by the constraint that refuses. */
export const refusals = { ...bookingRefusals, ...memberRefusals, ...membershipRefusals, ...paymentRefusals, ...tokenRefusals }
