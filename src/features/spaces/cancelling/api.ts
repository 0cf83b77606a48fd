import { cancelByStaffInput, ownBookingInput } from '#features/spaces/bookings/inputs.ts'
import { forAdmin, forSignedIn } from '#platform/rpc/procedures.ts'
import { cancelBooking } from './model.ts'

/** Giving bookings back; mounted under `bookings` in src/api.ts. */
export const cancelling = {
  /**
   * Cancels an own booking; the answer says what came back (decision 23). An unpaid hold lets go of its whole order. Throws
   * REFUND_CHANGED when that is no longer what the person was shown.
   */
  cancel: forSignedIn
    .route({ summary: 'Cancel an own booking' })
    .input(ownBookingInput)
    .handler(({ input, context: { actor, write } }) =>
      write(tx =>
        cancelBooking(tx, input.id, { userId: actor.userId, reason: null, isStaff: false, seen: input.refund }),
      ),
    ),

  /** Cancels somebody's booking with a reason that they read; everything they paid comes back unless staff say otherwise (decision 23). */
  cancelByStaff: forAdmin
    .meta({ fresh: true })
    .route({ summary: 'Cancel a booking of anybody' })
    .input(cancelByStaffInput)
    .handler(({ input, context: { actor, write } }) =>
      write(tx =>
        cancelBooking(tx, input.id, {
          ...{ userId: actor.userId, reason: input.reason, isStaff: true },
          giveBack: input.giveBack,
        }),
      ),
    ),
}
