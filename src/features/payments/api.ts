import { and, asc, count, desc, eq, gte, ilike, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { containing } from '#platform/db.ts'
import { notFound, refusal } from '#platform/errors.ts'
import { admin, signedIn } from '#platform/rpc.ts'
import { user } from '#platform/tables.ts'
import { addDays, instantOf } from '#platform/time.ts'
import { eventId, ledgerList, orderId, orderList, problemList, refundId } from './inputs.ts'
import { handleEvent, sendRefund, startCheckout } from './model.ts'
import { ledgerEntries, orders, paymentEvents, refunds } from './table.ts'

export const payments = {
  /** One's own order, as success pages ask for it until it is no longer pending (decision 21). NOT_FOUND. */
  order: signedIn
    .route({ method: 'GET', summary: 'State of an own order' })
    .input(orderId)
    .handler(async ({ input, context: { db, actor, now } }) => {
      const [order] = await db
        .select({
          ...orderColumns,
          expiresAt: orders.expiresAt,
          hasPage: sql<boolean>`${orders.successPath} is not null and ${orders.kind} <> 'membership'`,
        })
        .from(orders)
        .where(and(eq(orders.id, input.id), eq(orders.userId, actor.userId)))
      if (!order) throw notFound('Order not found')
      const { hasPage, ...shown } = order
      return { ...shown, can: { pay: hasPage && order.status === 'pending' && order.expiresAt > now } }
    }),

  /** The payment page of an own order that is still pending. NOT_FOUND, ORDER_CLOSED, CHECKOUT_FAILED. */
  retry: signedIn
    .route({ summary: 'Payment page of a pending own order' })
    .input(orderId)
    .handler(async ({ input, context: { db, actor, runtime } }) => {
      const [order] = await db
        .select({ success: orders.successPath, cancel: orders.cancelPath, kind: orders.kind })
        .from(orders)
        .where(and(eq(orders.id, input.id), eq(orders.userId, actor.userId)))
      if (!order) throw notFound('Order not found')
      // A membership is paid by its own page: memberships.subscribe.
      if (!order.success || !order.cancel || order.kind === 'membership')
        throw refusal('ORDER_CLOSED', 'This order is no longer open.')
      return startCheckout(runtime, input.id, { success: order.success, cancel: order.cancel })
    }),

  /** Orders of everybody; paged, by state, kind and person. */
  orders: admin
    .route({ method: 'GET', summary: 'All orders' })
    .input(orderList)
    .handler(async ({ input, context: { db } }) => {
      const where = and(
        input.status && eq(orders.status, input.status),
        input.kind ? eq(orders.kind, input.kind) : undefined,
        matches(input.q, orders.description),
      )
      const of = db.select({ total: count() }).from(orders).innerJoin(user, eq(user.id, orders.userId)).where(where)
      const rows = await db
        .select({
          ...orderColumns,
          refundedPence: orders.refundedPence,
          paidAt: orders.paidAt,
          expiresAt: orders.expiresAt,
          stripeSessionId: orders.stripeSessionId,
          stripePaymentIntentId: orders.stripePaymentIntentId,
          person: user.name,
          email: user.email,
        })
        .from(orders)
        .innerJoin(user, eq(user.id, orders.userId))
        .where(where)
        .orderBy(
          ordering(input.sort, { createdAt: orders.createdAt, amountPence: orders.amountPence }),
          desc(orders.id),
        )
        .limit(input.pageSize)
        .offset((input.page - 1) * input.pageSize)
      return { rows, total: (await of)[0]!.total }
    }),

  /** The ledger: every penny in or out, newest first unless sorted; days are the venue's. */
  ledger: admin
    .route({ method: 'GET', summary: 'The money ledger' })
    .input(ledgerList)
    .handler(async ({ input, context: { db } }) => {
      const where = and(
        input.kind ? eq(ledgerEntries.kind, input.kind) : undefined,
        input.direction && sql`${ledgerEntries.amountPence} ${sql.raw(input.direction === 'in' ? '>' : '<')} 0`,
        input.from ? gte(ledgerEntries.createdAt, instantOf(input.from, '00:00')) : undefined,
        input.to ? lt(ledgerEntries.createdAt, instantOf(addDays(input.to, 1), '00:00')) : undefined,
        matches(input.q, ledgerEntries.description, ledgerEntries.externalRef),
      )
      const [sums] = await db
        .select({
          total: count(),
          sumPence: sql<number>`coalesce(sum(${ledgerEntries.amountPence}), 0)::int`,
        })
        .from(ledgerEntries)
        .innerJoin(user, eq(user.id, ledgerEntries.userId))
        .where(where)
      const rows = await db
        .select({
          id: ledgerEntries.id,
          orderId: ledgerEntries.orderId,
          kind: ledgerEntries.kind,
          amountPence: ledgerEntries.amountPence,
          description: ledgerEntries.description,
          externalRef: ledgerEntries.externalRef,
          createdAt: ledgerEntries.createdAt,
          person: user.name,
          email: user.email,
        })
        .from(ledgerEntries)
        .innerJoin(user, eq(user.id, ledgerEntries.userId))
        .where(where)
        .orderBy(
          ordering(input.sort, {
            createdAt: ledgerEntries.createdAt,
            amountPence: ledgerEntries.amountPence,
          }),
          desc(ledgerEntries.id),
        )
        .limit(input.pageSize)
        .offset((input.page - 1) * input.pageSize)
      return { rows, ...sums! }
    }),

  /** Events that failed or were refused, newest first. */
  failedEvents: admin
    .route({ method: 'GET', summary: 'Webhooks that failed' })
    .input(problemList)
    .handler(async ({ input, context: { db } }) => {
      const where = inArray(paymentEvents.status, ['failed', 'refused'])
      const rows = await db
        .select({
          id: paymentEvents.id,
          type: paymentEvents.type,
          objectId: paymentEvents.objectId,
          status: paymentEvents.status,
          lastError: paymentEvents.lastError,
          attempts: paymentEvents.attempts,
          receivedAt: paymentEvents.receivedAt,
        })
        .from(paymentEvents)
        .where(where)
        .orderBy(desc(paymentEvents.receivedAt), desc(paymentEvents.id))
        .limit(input.pageSize)
        .offset((input.page - 1) * input.pageSize)
      return { rows, total: (await db.select({ total: count() }).from(paymentEvents).where(where))[0]!.total }
    }),

  /** Handles a failed or refused event once more. NOT_FOUND when it is neither. */
  retryEvent: admin
    .route({ summary: 'Handle a failed webhook again' })
    .input(eventId)
    .handler(({ input, context }) =>
      context.write(async tx => {
        const [event] = await tx
          .update(paymentEvents)
          .set({ status: 'received' })
          .where(and(eq(paymentEvents.id, input.id), inArray(paymentEvents.status, ['failed', 'refused'])))
          .returning({ id: paymentEvents.id })
        if (!event) throw notFound('Event not found')
        await tx.enqueue(handleEvent, { eventId: event.id })
        return { id: event.id }
      }),
    ),

  /** Refunds that have not reached the provider, or failed there. */
  openRefunds: admin
    .route({ method: 'GET', summary: 'Refunds under way or failed' })
    .input(problemList)
    .handler(async ({ input, context: { db } }) => {
      const where = inArray(refunds.status, ['pending', 'failed'])
      const rows = await db
        .select({
          id: refunds.id,
          orderId: refunds.orderId,
          amountPence: refunds.amountPence,
          reason: refunds.reason,
          status: refunds.status,
          lastError: refunds.lastError,
          createdAt: refunds.createdAt,
          person: user.name,
        })
        .from(refunds)
        .innerJoin(orders, eq(orders.id, refunds.orderId))
        .innerJoin(user, eq(user.id, orders.userId))
        .where(where)
        .orderBy(desc(refunds.createdAt), desc(refunds.id))
        .limit(input.pageSize)
        .offset((input.page - 1) * input.pageSize)
      return { rows, total: (await db.select({ total: count() }).from(refunds).where(where))[0]!.total }
    }),

  /** Asks the provider for a failed refund once more. NOT_FOUND when it did not fail. */
  retryRefund: admin
    .route({ summary: 'Try a failed refund again' })
    .input(refundId)
    .handler(({ input, context }) =>
      context.write(async tx => {
        const [refund] = await tx
          .update(refunds)
          .set({ status: 'pending' })
          .where(and(eq(refunds.id, input.id), eq(refunds.status, 'failed')))
          .returning({ id: refunds.id })
        if (!refund) throw notFound('Refund not found')
        await tx.enqueue(sendRefund, { refundId: refund.id })
        return { id: refund.id }
      }),
    ),
}

const orderColumns = {
  id: orders.id,
  kind: orders.kind,
  status: orders.status,
  amountPence: orders.amountPence,
  description: orders.description,
  createdAt: orders.createdAt,
}

type Sortable =
  | typeof orders.createdAt
  | typeof orders.amountPence
  | typeof ledgerEntries.createdAt
  | typeof ledgerEntries.amountPence

function ordering(sort: string | undefined, columns: Record<string, Sortable>): SQL {
  const column = columns[(sort ?? '-createdAt').replace('-', '')]!
  return sort === undefined || sort.startsWith('-') ? desc(column) : asc(column)
}

function matches(
  q: string | undefined,
  ...columns: (typeof orders.description | typeof ledgerEntries.description | typeof ledgerEntries.externalRef)[]
) {
  if (!q) return undefined
  const pattern = containing(q)
  return or(ilike(user.name, pattern), ilike(user.email, pattern), ...columns.map(column => ilike(column, pattern)))
}
