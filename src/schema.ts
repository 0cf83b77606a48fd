import { applicationRefusals } from './features/applications/table.ts'
import { bookingRefusals } from './features/bookings/table.ts'
import { committeeRefusals } from './features/committee/table.ts'
import { conductRefusals } from './features/conduct/table.ts'
import { marketRefusals } from './features/market/table.ts'
import { memberRefusals } from './features/members/table.ts'
import { membershipRefusals } from './features/memberships/table.ts'
import { paymentRefusals } from './features/payments/table.ts'
import { privacyRefusals } from './features/privacy/table.ts'
import { registrationRefusals } from './features/registrations/table.ts'
import { tokenRefusals } from './features/tokens/table.ts'
import { waitlistRefusals } from './features/waitlist/table.ts'

export * from './features/applications/table.ts'
export * from './features/bookings/table.ts'
export * from './features/cart/table.ts'
export * from './features/committee/table.ts'
export * from './features/conduct/table.ts'
export * from './features/content/table.ts'
export * from './features/facilities/table.ts'
export * from './features/market/table.ts'
export * from './features/members/table.ts'
export * from './features/memberships/table.ts'
export * from './features/payments/table.ts'
export * from './features/privacy/table.ts'
export * from './features/registrations/table.ts'
export * from './features/tokens/table.ts'
export * from './features/venue/table.ts'
export * from './features/waitlist/table.ts'
// Every table, one line per feature; migrations are generated from here.
export * from './platform/tables.ts'

/** Domain errors by the constraint that refuses. */
export const refusals = {
  ...waitlistRefusals,
  ...registrationRefusals,
  ...conductRefusals,
  ...committeeRefusals,
  ...applicationRefusals,
  ...bookingRefusals,
  ...marketRefusals,
  ...memberRefusals,
  ...membershipRefusals,
  ...paymentRefusals,
  ...privacyRefusals,
  ...tokenRefusals,
}
