import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { orderId, messages as orderMessages } from '#features/money/orders/inputs.ts'
import { whyNot } from '#features/money/orders/rules.ts'
import { orders } from '#features/money/orders/table.ts'
import type { RefundStatus } from '#features/money/refunds/inputs.ts'
import { refunds } from '#features/money/refunds/table.ts'
import { listPage } from '#platform/db/list-page.ts'
import { user } from '#platform/db/tables.ts'
import { notFound } from '#platform/rpc/errors.ts'
import { forSignedIn } from '#platform/rpc/procedures.ts'
import { ownPayments } from './inputs.ts'
import type { OrderThings } from './model.ts'
import { billOf } from './rules.ts'

interface GivenBack {
  id: string
  pence: number
  currency: string
  reason: string
  status: RefundStatus
  at: string
}

/** Own payments and the page of each, which leads to these things; part of `payments` in the router. */
export const receiptCalls = (things: OrderThings[]) => ({
  /** Own payments by card, newest first: what was paid, and what still waits for it. */
  mine: forSignedIn
    .route({ method: 'GET', summary: 'Own payments' })
    .input(ownPayments)
    .handler(({ input, context: { db, actor } }) => {
      const { id, description, status, amountPence, createdAt } = orders
      const select = db
        .select({ id, description, status, amountPence, createdAt })
        .from(orders)
        .where(
          and(
            eq(orders.userId, actor.userId),
            or(isNotNull(orders.paidAt), inArray(orders.status, ['pending', 'arranged'])),
          ),
        )
        .$dynamic()
      return listPage(db, select, input, { sort: { createdAt }, tie: id })
    }),

  /**
   * One order with its lines, what was paid and how, and what went back, in pence; for whoever pays it and for admins.
   * NOT_FOUND for everybody else.
   */
  receipt: forSignedIn
    .route({ method: 'GET', summary: 'One payment, as a receipt' })
    .input(orderId)
    .handler(async ({ input, context: { db, actor, now } }) => {
      const [row] = await db
        .select({ order: orders, person: user.name, givenBack })
        .from(orders)
        .innerJoin(user, eq(user.id, orders.userId))
        .where(eq(orders.id, input.id))
      if (!row || whyNot.read(actor, row.order)) throw notFound(orderMessages.notFound)
      const { order, person } = row
      const isOwn = order.userId === actor.userId
      const { id, status, description, amountPence, creditPence, refundedPence, disputedPence } = order
      return {
        ...{ id, status, description, amountPence, creditPence, refundedPence, disputedPence },
        ...{ createdAt: order.createdAt, paidAt: order.paidAt, expiresAt: order.expiresAt },
        person,
        isOwn,
        bill: billOf(order),
        givenBack: row.givenBack.map(({ at, ...back }) => ({ ...back, at: new Date(at) })),
        things: (await things.find(({ kind }) => kind === order.kind)?.of(db, id)) ?? [],
        can: { pay: isOwn && whyNot.pay(order, now) === null },
      }
    }),
})

const givenBack = sql<GivenBack[]>`(select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'pence', r.amount_pence,
  'currency', r.currency, 'reason', r.reason, 'status', r.status, 'at', coalesce(r.done_at, r.created_at))
  order by r.created_at, r.id), '[]') from ${refunds} r where r.order_id = ${orders.id})`
