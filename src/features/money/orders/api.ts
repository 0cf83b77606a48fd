import { and, eq, or } from 'drizzle-orm'
import { listPage, matchingPerson, matchingReference } from '#platform/db/list-page.ts'
import { user } from '#platform/db/tables.ts'
import { exportable } from '#platform/rpc/export.ts'
import { forAdmin, forSignedIn } from '#platform/rpc/procedures.ts'
import { orderId, orderList, wayWords } from './inputs.ts'
import { type AnyOrderKind, kindOf, orderOf, paymentPage } from './model.ts'
import { whyNot } from './rules.ts'
import { orders, payerColumns } from './table.ts'

/** Own orders and everybody's, for these kinds of order; part of `payments` in the router. */
export const orderCalls = (kinds: AnyOrderKind[]) => ({
  /** One's own order, as success pages ask for it until it is no longer pending (decision 21). NOT_FOUND. */
  order: forSignedIn
    .route({ method: 'GET', summary: 'State of an own order' })
    .input(orderId)
    .handler(async ({ input, context: { db, actor, now } }) => {
      const order = await orderOf({ db }, actor.userId, input.id)
      const { id, kind, status, amountPence, creditPence, description, createdAt, expiresAt } = order
      const can = { pay: whyNot.pay(order, now) === null }
      return { id, kind, status, amountPence, creditPence, description, createdAt, expiresAt, can }
    }),

  /** The payment page of an own order that is still pending. NOT_FOUND, ORDER_CLOSED, CHECKOUT_FAILED. */
  retry: forSignedIn
    .route({ summary: 'Payment page of a pending own order' })
    .input(orderId)
    .handler(async ({ input, context: { actor, runtime } }) => {
      const order = await orderOf(runtime, actor.userId, input.id)
      const message = 'Failed to create checkout session. Please try again.'
      return { url: await paymentPage(runtime, kindOf(kinds, order), order, { message }) }
    }),

  /** Orders of everybody, by state, kind and person; with the kinds there are. */
  orders: exportable(
    forAdmin
      .route({ method: 'GET', summary: 'All orders' })
      .input(orderList)
      .handler(async ({ input, context: { db } }) => {
        const select = db
          .select(listed)
          .from(orders)
          .leftJoin(user, eq(user.id, orders.userId))
          .where(
            and(
              input.status && eq(orders.status, input.status),
              input.kind ? eq(orders.kind, input.kind) : undefined,
              input.id ? eq(orders.id, input.id) : undefined,
              or(
                matchingPerson(input.q, orders.userId, orders.description, orders.payerName, orders.payerEmail),
                matchingReference(input.q, orders.id),
              ),
            ),
          )
          .$dynamic()
        const { createdAt, amountPence, id } = orders
        const page = await listPage(db, select, input, { sort: { createdAt, amountPence }, tie: id })
        return { ...page, kinds: kinds.map(({ name }) => name) }
      }),
    {
      Made: row => row.createdAt,
      Person: row => row.person,
      Email: row => row.email,
      For: row => row.description,
      Kind: row => row.kind,
      Status: row => row.status,
      How: row => wayWords[row.way],
      'Amount (£)': row => row.amountPence / 100,
      'Paid with credit (£)': row => row.creditPence / 100,
      'Given back (£)': row => row.refundedPence / 100,
      'Disputed (£)': row => row.disputedPence / 100,
      Paid: row => row.paidAt,
      Payment: row => row.stripePaymentIntentId,
      Order: row => row.id,
    },
  ),
})

const listed = {
  id: orders.id,
  kind: orders.kind,
  status: orders.status,
  way: orders.way,
  amountPence: orders.amountPence,
  description: orders.description,
  createdAt: orders.createdAt,
  creditPence: orders.creditPence,
  disputedPence: orders.disputedPence,
  refundedPence: orders.refundedPence,
  paidAt: orders.paidAt,
  expiresAt: orders.expiresAt,
  stripeSessionId: orders.stripeSessionId,
  stripePaymentIntentId: orders.stripePaymentIntentId,
  userId: orders.userId,
  ...payerColumns,
}
