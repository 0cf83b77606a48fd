import { cancelInput, moveInput } from '#features/market/stalls/inputs.ts'
import { forSignedIn } from '#platform/rpc/procedures.ts'
import { cancelStall, moveToDay, moveToPitch } from './model.ts'

/** What a person does about a stall they have; part of `stalls` in the router. */
export const stallChanges = {
  /** Cancels an own stall, or lets go of an unpaid one; `back` comes back, in pence (decision 23). NOT_FOUND, CANNOT_CANCEL, REFUND_CHANGED. */
  cancel: forSignedIn
    .route({ summary: 'Cancel an own stall' })
    .input(cancelInput)
    .handler(({ input: { id, back }, context: { actor, write } }) =>
      write(async tx => ({ back: await cancelStall(tx, id, { userId: actor.userId, seen: back }) })),
    ),

  /** Moves an own stall to another day or pitch at the same price. CANNOT_MOVE, NOT_FOUND, PITCH_TAKEN, and what keeps it from a day. */
  move: forSignedIn
    .meta({ spends: ['places'] })
    .route({ summary: 'Move an own stall' })
    .input(moveInput)
    .handler(({ input: { id, marketDate, pitchId }, context: { actor, write } }) =>
      write(async tx => {
        const by = { userId: actor.userId, isStaff: false }
        if (marketDate !== undefined) await moveToDay(tx, id, marketDate, by)
        else await moveToPitch(tx, id, pitchId!, by)
        return { id }
      }),
    ),
}
