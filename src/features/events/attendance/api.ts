import { eq } from 'drizzle-orm'
import { registrationRef } from '#features/events/registrations/inputs.ts'
import { eventRegistrations as r } from '#features/events/registrations/table.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import { attend, unattend } from './model.ts'

/** Who was there, as the office says; mounted under `events` in src/api.ts. */
export const attendance = {
  /**
   * Somebody was there: from registered to attended, and the event's points are theirs, once (EVA-16, EVA-19, decision 25).
   * CANNOT_MARK, NOT_FOUND.
   */
  markAttended: forAdmin
    .route({ summary: 'Mark a registration as attended' })
    .input(registrationRef)
    .handler(({ input, context: { write } }) => write(tx => attend(tx, eq(r.id, input.id)))),

  /** That was a mistake: attendance and points go back. CANNOT_UNMARK, POINTS_SPENT, NOT_FOUND. */
  unmarkAttended: forAdmin
    .route({ summary: 'Take back that a registration attended' })
    .input(registrationRef)
    .handler(({ input, context: { write } }) => write(tx => unattend(tx, eq(r.id, input.id)))),
}
