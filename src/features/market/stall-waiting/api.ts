import { knownOf, lockDay, tellStalls } from '#features/market/stalls/model.ts'
import { subjectOf, whyNot } from '#features/market/stalls/rules.ts'
import { joinLine } from '#features/spaces/waiting/model.ts'
import { demand } from '#platform/rpc/errors.ts'
import { forMember } from '#platform/rpc/procedures.ts'
import { waitInput } from './inputs.ts'

/** Waiting for a pitch; part of `stalls` in the router. One leaves by `waiting.leave`. */
export const stallWaits = {
  /**
   * Puts the person at the end of the line for a stall of a kind and size on a day that is full, or full of that kind; who waits
   * for it already keeps their place. Throws NO_MARKET, PITCH_FREE, TOO_LATE_TO_WAIT, TOO_MANY_WAITED_FOR.
   */
  wait: forMember
    .route({ summary: 'Wait for a stall at the market' })
    .input(waitInput)
    .handler(({ input: { marketDate: on, stallType, stallSize }, context: { actor, write } }) =>
      write(async tx => {
        await lockDay(tx, on)
        const known = await knownOf(tx, { userId: actor.userId, on, stallType, stallSize, now: tx.now })
        demand(whyNot.bookOn(known?.day, tx.now))
        const { day, ofKind, due, own, settings } = known!
        if (own) return { id: own.id }
        const taking = whyNot.take(
          { ...day, ofKind, due },
          { stallType, stallSize },
          { perKind: settings.stallsPerKind },
        )
        demand(whyNot.wait(taking))
        const { startsAt, endsAt } = day
        const id = await joinLine(tx, 'stall', actor.userId, {
          ...{ subject: subjectOf({ on, stallType, stallSize }), on, startsAt, endsAt },
        })
        await tellStalls(tx, actor.userId)
        return { id }
      }),
    ),
}
