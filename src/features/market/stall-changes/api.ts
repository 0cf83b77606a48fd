import { cancelInput, factsEdit, moveInput, pitchInput } from '#features/market/stalls/inputs.ts'
import { forSignedIn } from '#platform/rpc/procedures.ts'
import { cancelStall, changeFacts, moveToDay, moveToPitch } from './model.ts'

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

  /**
   * Changes what stands of an own stall: its name, what it sells, whom to reach; its price stays. CANNOT_CHANGE, CHANGED_MEANWHILE,
   * KIND_FULL and WAITED_FOR for another kind, NOT_FOUND.
   */
  changeFacts: forSignedIn
    .route({ summary: 'Change what stands of an own stall' })
    .input(factsEdit)
    .handler(({ input, context: { actor, write } }) =>
      write(tx => changeFacts(tx, input, { userId: actor.userId, isStaff: false })),
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
