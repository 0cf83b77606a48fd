import { and, eq, inArray } from 'drizzle-orm'
import { orders, payerColumns } from '#features/money/orders/table.ts'
import { listPage, matchingPerson } from '#platform/db/list-page.ts'
import { user } from '#platform/db/tables.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import { disputeList, toAnswer } from './inputs.ts'
import { disputes } from './table.ts'

/** Payments that are disputed at the payer's bank; part of `payments` in the router. */
export const disputeCalls = {
  /** Every dispute, with who paid, what for, and until when the house is heard. Amounts in pence. */
  disputes: forAdmin
    .route({ method: 'GET', summary: 'Disputed payments' })
    .input(disputeList)
    .handler(({ input, context: { db } }) => {
      const { id, orderId, description, amountPence, status, reason, dueAt, createdAt, closedAt, userId } = disputes
      const select = db
        .select({
          id,
          orderId,
          description,
          amountPence,
          status,
          reason,
          dueAt,
          createdAt,
          closedAt,
          userId,
          ...payerColumns,
        })
        .from(disputes)
        .leftJoin(user, eq(user.id, userId))
        .leftJoin(orders, eq(orders.id, orderId))
        .where(
          and(
            input.wants && inArray(status, [...toAnswer]),
            matchingPerson(input.q, userId, description, orders.payerName, orders.payerEmail),
          ),
        )
        .$dynamic()
      return listPage(db, select, input, { sort: { createdAt }, tie: id })
    }),
}
