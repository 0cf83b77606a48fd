import { and, eq, inArray, sql } from 'drizzle-orm'
import { orders, payerColumns } from '#features/money/orders/table.ts'
import { listPage, matchingPerson } from '#platform/db/list-page.ts'
import { user } from '#platform/db/tables.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import { openRefundList, openRefundStatuses, refundId, settleInput } from './inputs.ts'
import { sendRefund, settleOtherwise } from './model.ts'
import { whyNot } from './rules.ts'
import { refunds } from './table.ts'

/** The order of which a refund gives back, for a select from both; null of what paid none. */
const paidOrder = sql<{ amountPence: number; refundedPence: number; disputedPence: number } | null>`case
  when ${orders.id} is not null and ${refunds.refusedPaymentIntentId} is null then jsonb_build_object('amountPence', ${orders.amountPence},
    'refundedPence', ${orders.refundedPence}, 'disputedPence', ${orders.disputedPence}) end`

/** Refunds that need a hand; part of `payments` in the router. */
export const refundCalls = {
  /** Refunds that have not reached the provider, or failed there. */
  openRefunds: forAdmin
    .route({ method: 'GET', summary: 'Refunds under way or failed' })
    .input(openRefundList)
    .handler(async ({ input, context: { db } }) => {
      const select = db
        .select({
          id: refunds.id,
          orderId: refunds.orderId,
          amountPence: refunds.amountPence,
          currency: refunds.currency,
          reason: refunds.reason,
          status: refunds.status,
          lastError: refunds.lastError,
          createdAt: refunds.createdAt,
          userId: refunds.userId,
          person: payerColumns.person,
          paid: paidOrder,
        })
        .from(refunds)
        .leftJoin(user, eq(user.id, refunds.userId))
        .leftJoin(orders, eq(orders.id, refunds.orderId))
        .where(
          and(
            inArray(refunds.status, input.status ? [input.status] : [...openRefundStatuses]),
            matchingPerson(input.q, refunds.userId, refunds.reason, orders.payerName, orders.payerEmail),
          ),
        )
        .$dynamic()
      const page = await listPage(db, select, input, { sort: { createdAt: refunds.createdAt }, tie: refunds.id })
      return {
        ...page,
        rows: page.rows.map(({ paid, ...row }) => ({
          ...row,
          can: { retry: whyNot.retry(row) === null, settle: whyNot.settle(row, paid) === null },
        })),
      }
    }),

  /** Asks the provider for a failed refund once more. NOT_FOUND, NOT_FAILED. */
  retryRefund: forAdmin
    .meta({ fresh: true, spends: ['money'] })
    .route({ summary: 'Try a failed refund again' })
    .input(refundId)
    .handler(({ input: { id }, context }) =>
      context.write(async tx => {
        const [refund] = await tx.select().from(refunds).where(eq(refunds.id, id)).for('update')
        if (!refund) throw notFound('Refund not found')
        demand(whyNot.retry(refund))
        // As a new attempt: under the key of the last one the provider would say again what it said then.
        await tx
          .update(refunds)
          .set({ status: 'pending', attempt: refund.attempt + 1 })
          .where(eq(refunds.id, id))
        await tx.enqueue(sendRefund, { refundId: id })
        return { id }
      }),
    ),

  /**
   * A failed refund that the provider can never make was given back another way: it leaves the list, and the books say how it
   * went. NOT_FOUND, NOT_FAILED, BANK_HAS_IT.
   */
  settleRefund: forAdmin
    .meta({ fresh: true, spends: ['money'] })
    .route({ summary: 'A failed refund was given back another way' })
    .input(settleInput)
    .handler(({ input: { id, ...settled }, context }) =>
      context.write(async tx => {
        // The order before its refund, as whoever moves its money locks them.
        const its = tx.select({ id: refunds.orderId }).from(refunds).where(eq(refunds.id, id))
        const [order] = await tx.select().from(orders).where(inArray(orders.id, its)).for('update')
        const [refund] = await tx.select().from(refunds).where(eq(refunds.id, id)).for('update')
        if (!refund) throw notFound('Refund not found')
        demand(whyNot.settle(refund, refund.refusedPaymentIntentId === null ? (order ?? null) : null))
        await settleOtherwise(tx, refund, settled)
        return { id }
      }),
    ),
}
