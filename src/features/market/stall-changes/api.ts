import { cancelInput, moveInput, pitchInput } from '#features/market/stalls/inputs.ts'
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

  /** Moves an own stall to another day at the same price. CANNOT_MOVE, NOT_FOUND, and what keeps it from that day. */
  move: forSignedIn
    .meta({ spends: ['places'] })
    .route({ summary: 'Move an own stall to another day' })
    .input(moveInput)
    .handler(({ input: { id, marketDate }, context: { actor, write } }) =>
      write(async tx => {
        await moveToDay(tx, id, marketDate, { userId: actor.userId, isStaff: false })
        return { id }
      }),
    ),

  /** Moves an own stall to another pitch of its day. CANNOT_MOVE, NOT_FOUND, PITCH_TAKEN, PITCH_SIZE. */
  changePitch: forSignedIn
    .meta({ spends: ['places'] })
    .route({ summary: 'Move an own stall to another pitch' })
    .input(pitchInput)
    .handler(({ input: { id, pitchId }, context: { actor, write } }) =>
      write(async tx => {
        await moveToPitch(tx, id, pitchId, { userId: actor.userId, isStaff: false })
        return { id }
      }),
    ),
}
