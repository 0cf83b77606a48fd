import { sessionId } from '#features/spaces/studio/inputs.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import { handBack, payAtDesk, takeBackPayment } from './model.ts'

/** Money for the studio that moves at the desk; mounted under `studio` in src/api.ts. */
export const studioDesk = {
  /** What was due was paid at the desk (decision 29); an open payment page is closed. Throws NOT_FOUND, NOTHING_DUE. */
  markPaid: forAdmin
    .meta({ spends: ['money'] })
    .route({ summary: 'A studio booking was paid at the desk' })
    .input(sessionId)
    .handler(({ input: { id }, context: { write } }) =>
      write(async tx => {
        await payAtDesk(tx, id)
        return { id }
      }),
    ),

  /** What was marked as paid at the desk was not: it is due as before. Throws NOT_FOUND, NOT_PAID_AT_DESK. */
  takeBackPayment: forAdmin
    .meta({ fresh: true, spends: ['money'] })
    .route({ summary: 'A studio booking was not paid at the desk after all' })
    .input(sessionId)
    .handler(({ input: { id }, context: { write } }) =>
      write(async tx => {
        await takeBackPayment(tx, id)
        return { id }
      }),
    ),

  /** The desk handed back in cash what it owed for a cancelled session. Throws NOT_FOUND, NOTHING_OWED. */
  handBack: forAdmin
    .meta({ fresh: true, spends: ['money'] })
    .route({ summary: 'The desk handed back what it owed for a studio booking' })
    .input(sessionId)
    .handler(({ input: { id }, context: { write } }) =>
      write(async tx => {
        await handBack(tx, id)
        return { id }
      }),
    ),
}
