import { settingsFact } from '#features/house/settings/model.ts'
import { heldBetween } from '#features/spaces/availability/model.ts'
import { moveInput, timesInput } from '#features/spaces/bookings/inputs.ts'
import { whyNot } from '#features/spaces/bookings/rules.ts'
import { freeUnit, placeOf } from '#features/spaces/calendar/rules.ts'
import { slotsOf } from '#features/spaces/facilities/rules.ts'
import { fairUseFrom } from '#features/spaces/fair-use/model.ts'
import { addDays } from '#platform/dates.ts'
import { forSignedIn } from '#platform/rpc/procedures.ts'
import { instantOf } from '#platform/time.ts'
import { fairTo, isStaff, lengthsIn, moveBooking, seenBy } from './model.ts'

/** Putting bookings to another time; mounted under `bookings` in src/api.ts. */
export const moves = {
  /** The times of a day to which a booking can be moved, its own among them only if it is another; for its person and staff. */
  timesFor: forSignedIn
    .route({ method: 'GET', summary: 'Times to which a booking can be moved' })
    .input(timesInput)
    .handler(async ({ input, context: { db, fact, actor, now } }) => {
      const { booking, facility, fairUse } = await seenBy(actor, db, input.id, now)
      const whyNotTo = fairTo(actor, booking, fairUseFrom(fairUse), now)
      const settings = await fact(settingsFact)
      const { cancellationHours } = settings
      const problem =
        whyNot.move(booking, { now, cancellationHours, isStaff: isStaff(actor) }) ??
        whyNot.moveTo(booking.paidWith, facility.tokenAvailableDays, input.on)
      if (problem) return { whyNot: problem.message, times: [] }
      const until = instantOf(addDays(input.on, 2), '00:00')
      const held = await heldBetween(db, [facility], instantOf(input.on, '00:00'), until, now)
      // What it holds itself it gives up by moving.
      const others = held.filter(({ ref }) => ref !== booking.id)
      const free = slotsOf(facility, input.on, settings, now, lengthsIn(booking, facility))
        .filter(slot => freeUnit(facility, slot, others) !== null)
        .filter(slot => slot.startsAt.getTime() !== booking.startsAt.getTime())
        .map(slot => ({ ...slot, unfair: whyNotTo(placeOf(facility, input.on, slot)) }))
      const times = free
        .filter(({ unfair }) => unfair === null)
        .map(({ startsAtTime, endsAtTime }) => ({ startsAt: startsAtTime, endsAt: endsAtTime }))
      // Free, but none of it for this person: they read which rule it is.
      return { whyNot: times.length === 0 ? (free[0]?.unfair?.message ?? null) : null, times }
    }),

  /**
   * Puts a confirmed booking to another slot of its facility, as long as it is, for the price that was paid; its person is
   * told. Staff move anybody's, and for others the rules of fair use do not bind them. Throws NOT_FOUND, CANNOT_MOVE,
   * TOKENS_NOT_AVAILABLE, SLOT_NOT_OFFERED, FAIR_USE, SLOT_TAKEN.
   */
  move: forSignedIn
    .meta({ spends: ['places'] })
    .route({ summary: 'Move a booking to another time' })
    .input(moveInput)
    .handler(({ input, context: { actor, write } }) =>
      write(async tx => {
        await moveBooking(tx, actor, input)
        return { id: input.id }
      }),
    ),
}
