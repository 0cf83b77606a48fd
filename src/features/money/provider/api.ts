import { and, eq, inArray } from 'drizzle-orm'
import { listPage, matching } from '#platform/db/list-page.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import { eventId, failedEventList } from './inputs.ts'
import { handleEvent, wantsHand } from './model.ts'
import { stuck, whyNot } from './rules.ts'
import { paymentEvents } from './table.ts'

/** Events of the provider that need a hand; part of `payments` in the router. */
export const eventCalls = {
  /** Events that failed or were refused. */
  failedEvents: forAdmin
    .route({ method: 'GET', summary: 'Payment messages that failed' })
    .input(failedEventList)
    .handler(async ({ input, context: { db } }) => {
      const { id, type, objectId, status, lastError, attempts, receivedAt } = paymentEvents
      const select = db
        .select({ id, type, objectId, status, lastError, attempts, receivedAt })
        .from(paymentEvents)
        .where(and(inArray(status, stuck), input.wants && wantsHand, matching(input.q, type, objectId, lastError)))
        .$dynamic()
      const page = await listPage(db, select, input, { sort: { receivedAt }, tie: id })
      return { ...page, rows: page.rows.map(row => ({ ...row, can: { retry: whyNot.retry(row) === null } })) }
    }),

  /** Handles a failed or refused event once more. NOT_FOUND, NOT_FAILED. */
  retryEvent: forAdmin
    .route({ summary: 'Handle a failed payment message again' })
    .input(eventId)
    .handler(({ input: { id }, context }) =>
      context.write(async tx => {
        const [event] = await tx.select().from(paymentEvents).where(eq(paymentEvents.id, id)).for('update')
        if (!event) throw notFound('Event not found')
        demand(whyNot.retry(event))
        await tx.update(paymentEvents).set({ status: 'received' }).where(eq(paymentEvents.id, id))
        await tx.enqueue(handleEvent, { eventId: id })
        return { id }
      }),
    ),
}
