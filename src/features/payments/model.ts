import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, isNull } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import { notFound, refusal } from '#platform/errors.ts'
import type { JobContext, QueuedJob } from '#platform/job.ts'
import type { Runtime } from '#platform/runtime.ts'
import { user } from '#platform/tables.ts'
import { type Cause, type Tx, transact } from '#platform/work.ts'
import { orderGoneMail } from './mail.tsx'
import { type Charge, canBecomePaid, chargeProblem, checkoutClosesAt, orderTotal } from './rules.ts'
import { ledgerEntries, type OrderLine, orders, paymentCustomers, refunds } from './table.ts'

export type Order = typeof orders.$inferSelect
export type OrderKindName = 'booking' | 'membership' | 'tokens' | (string & {})

/** What a feature does with its orders; listed in src/orders.ts. */
export interface OrderKind {
  name: OrderKindName
  /**
   * The order was paid (also late, after it had been released): gives what was bought, in the same transaction. `gone` when
   * that is no longer there: everything is refunded and the person is told.
   */
  fulfil(tx: Tx, order: Order): Promise<{ outcome: 'fulfilled' } | { outcome: 'gone'; reason: string }>
  /** The order expired or failed unpaid: gives back what it held. */
  release(tx: Tx, order: Order): Promise<void>
}

/** What became of an event: `ignored` is not ours, `refused` contradicts what we know and granted nothing. */
export type Followed = 'done' | 'ignored' | { refused: string }

/** Whoever moves something forward when the provider tells of it; listed in src/orders.ts. */
export interface EventFollower {
  /** Beginning of the event types, e.g. `invoice.`. */
  prefix: string
  /** Reads the object again and acts on what it is now: events come twice and in any order. */
  follow(context: JobContext, objectId: string): Promise<Followed>
}

export interface NewOrder {
  userId: string
  kind: OrderKindName
  description: string
  lines: OrderLine[]
  expiresAt: Date
  /** What the order is about where its kind needs to know. */
  reference?: string
}

// The jobs behind these names are in jobs.ts, which knows every kind of order; kinds only need the names.
export const expireOrders: QueuedJob<Record<never, never>> = {
  name: 'payments.expire',
  payload: z.object({}),
}
export const sendRefund: QueuedJob<{ refundId: string }> = {
  name: 'payments.refund',
  payload: z.object({ refundId: z.uuid() }),
}
export const handleEvent: QueuedJob<{ eventId: string }> = {
  name: 'payments.event',
  payload: z.object({ eventId: z.string().max(255) }),
}

/** Opens an order over the sum of its lines (above 0) and returns its id. Unpaid, it is released at `expiresAt`. */
export async function openOrder(tx: Tx, order: NewOrder): Promise<string> {
  const [row] = await tx
    .insert(orders)
    .values({
      ...order,
      reference: order.reference ?? null,
      amountPence: orderTotal(order.lines),
      createdAt: tx.now,
    })
    .returning({ id: orders.id })
  await tx.enqueue(expireOrders, {}, { runAt: order.expiresAt })
  return row!.id
}

/**
 * The hosted payment page of a pending order; calling again gives the same page. No transaction may be open. Throws
 * CHECKOUT_FAILED when the provider cannot be reached (the order stays pending and can be tried again) and ORDER_CLOSED
 * when it is no longer pending.
 */
export async function startCheckout(runtime: Runtime, orderId: string, paths: CheckoutPaths): Promise<{ url: string }> {
  return openCheckout(runtime, orderId, paths, async order => ({
    mode: 'payment',
    line_items: order.lines.map(({ name, quantity, unitPence }) => ({
      quantity,
      price_data: { currency: order.currency, unit_amount: unitPence, product_data: { name } },
    })),
    payment_intent_data: { metadata: { orderId: order.id }, description: order.description },
    ...(await payer(runtime, order.userId)),
  }))
}

export interface CheckoutPaths {
  /** Own path of the site; the caller puts the order's id into it. */
  success: string
  cancel: string
}

/** As `startCheckout`, with the caller's own terms of the session. */
export async function openCheckout(
  runtime: Runtime,
  orderId: string,
  paths: CheckoutPaths,
  termsOf: (order: Order) => Promise<Stripe.Checkout.SessionCreateParams>,
): Promise<{ url: string }> {
  const { publicUrl } = runtime.env
  // The key and the paths are stored before the call, so that a repetition asks for exactly the same session.
  const order = await transact(runtime, quietly(runtime), async tx => {
    const found = await lockOrder(tx, orderId)
    if (found.status !== 'pending' || found.expiresAt <= tx.now)
      throw refusal('ORDER_CLOSED', 'This order is no longer open.')
    if (found.successPath !== null) return found
    const kept = { successPath: paths.success, cancelPath: paths.cancel }
    await tx.update(orders).set(kept).where(eq(orders.id, orderId))
    return { ...found, ...kept }
  })
  if (order.checkoutUrl !== null) return { url: order.checkoutUrl }
  try {
    const session = await runtime.stripe.checkout.sessions.create(
      {
        ...(await termsOf(order)),
        client_reference_id: order.id,
        metadata: { orderId: order.id },
        success_url: `${publicUrl}${order.successPath}`,
        cancel_url: `${publicUrl}${order.cancelPath}`,
        expires_at: Math.floor(checkoutClosesAt(order.expiresAt).getTime() / 1000),
      },
      { ...briefly, idempotencyKey: `order:${order.id}:${order.attempt}` },
    )
    if (!session.url) throw new Error('the session has no page')
    await runtime.db
      .update(orders)
      .set({ stripeSessionId: session.id, checkoutUrl: session.url })
      .where(and(eq(orders.id, orderId), isNull(orders.stripeSessionId)))
    return { url: session.url }
  } catch (error) {
    const opened = isUnderWay(error) ? await openedByAnother(runtime, orderId) : null
    if (opened) return { url: opened }
    runtime.log.warn({ err: error, orderId }, 'a checkout could not be opened')
    // A definite no is remembered under its key: the next try needs another one. After silence the key stays.
    if (isDefinite(error))
      await runtime.db
        .update(orders)
        .set({ attempt: order.attempt + 1 })
        .where(and(eq(orders.id, orderId), eq(orders.attempt, order.attempt)))
    throw refusal('CHECKOUT_FAILED', 'Failed to create checkout session. Please try again.', { status: 424 })
  }
}

/** Closes the page of a pending order for good. PAYMENT_UNDER_WAY when it has just been paid, CHECKOUT_FAILED when nobody answers. */
export async function abandonOrder(runtime: Runtime, kind: OrderKind, orderId: string): Promise<void> {
  const [order] = await runtime.db.select().from(orders).where(eq(orders.id, orderId))
  if (order?.stripeSessionId) {
    try {
      const { checkout } = runtime.stripe
      const session = await checkout.sessions.retrieve(order.stripeSessionId, {}, briefly)
      if (session.status === 'complete')
        throw refusal('PAYMENT_UNDER_WAY', 'Your payment is being processed. Please wait a moment.')
      if (session.status === 'open') await checkout.sessions.expire(order.stripeSessionId, {}, briefly)
    } catch (error) {
      if ((error as { code?: string }).code === 'PAYMENT_UNDER_WAY') throw error
      throw refusal('CHECKOUT_FAILED', 'Failed to start checkout. Please try again.', { status: 424 })
    }
  }
  await transact(runtime, quietly(runtime), tx => closeOrder(tx, kind, orderId, 'expired'))
}

export interface NewRefund {
  orderId: string
  amountPence: number
  reason: string
  /** Unique cause: the same one refunds once. */
  ref: string
}

/** Gives money of a paid order back: ledger entry now, the provider by a job. Never more than was paid (REFUND_TOO_HIGH). */
export async function refundOrder(tx: Tx, refund: NewRefund): Promise<void> {
  const refundId = await recordRefund(tx, refund)
  if (refundId) await tx.enqueue(sendRefund, { refundId })
}

/** The rows of a refund. Null when this cause has refunded already. */
export async function recordRefund(
  tx: Tx,
  refund: NewRefund,
  known: { stripeRefundId?: string } = {},
): Promise<string | null> {
  const order = await lockOrder(tx, refund.orderId)
  const [row] = await tx
    .insert(refunds)
    .values({
      ...refund,
      createdAt: tx.now,
      ...(known.stripeRefundId && { ...known, status: 'done', doneAt: tx.now }),
    })
    .onConflictDoNothing()
    .returning({ id: refunds.id })
  if (!row) return null
  if (order.status !== 'paid') throw refusal('NOT_PAID', 'This order has not been paid.')
  const refundedPence = order.refundedPence + refund.amountPence
  await tx
    .update(orders)
    .set({ refundedPence, ...(refundedPence === order.amountPence && { status: 'refunded' }) })
    .where(eq(orders.id, order.id))
  await tx.insert(ledgerEntries).values({
    userId: order.userId,
    orderId: order.id,
    kind: order.kind,
    amountPence: -refund.amountPence,
    description: refund.reason,
    externalRef: `refund:${refund.ref}`,
    createdAt: tx.now,
  })
  await tx.announce({ to: { userId: order.userId }, kind: 'order.refunded', refresh: ['payments'] })
  return row.id
}

export interface Payment extends Charge {
  /** Payment or invoice at the provider: the same one is entered once. */
  externalRef: string
  paymentIntentId: string | null
}

export type PaymentResult =
  | { result: 'paid'; outcome: 'fulfilled' | 'gone'; reason?: string }
  | { result: 'known' }
  | { result: 'refused'; reason: string }

/**
 * A verified payment of an order: compares amount and currency, enters it in the ledger, and lets the kind fulfil it. What
 * is no longer there is refunded in full. Repeating it changes nothing.
 */
export async function payOrder(tx: Tx, kind: OrderKind, orderId: string, payment: Payment): Promise<PaymentResult> {
  const order = await lockOrder(tx, orderId)
  const problem = chargeProblem(order, payment)
  if (problem) return { result: 'refused', reason: problem }
  if (!canBecomePaid(order.status)) return { result: 'known' }
  const paid = { status: 'paid' as const, paidAt: tx.now, stripePaymentIntentId: payment.paymentIntentId }
  await tx.update(orders).set(paid).where(eq(orders.id, orderId))
  await tx.insert(ledgerEntries).values({
    userId: order.userId,
    orderId,
    kind: order.kind,
    amountPence: payment.amountPence,
    description: order.description,
    externalRef: payment.externalRef,
    createdAt: tx.now,
  })
  const done = await kind.fulfil(tx, { ...order, ...paid })
  if (done.outcome === 'gone') await giveBackGone(tx, order, done.reason)
  await tx.announce({ to: { userId: order.userId }, kind: 'order.paid', refresh: ['payments'] })
  return { result: 'paid', ...done }
}

/** Ends an unpaid order and gives back what it held. Nothing happens to an order that is no longer pending. */
export async function closeOrder(
  tx: Tx,
  kind: OrderKind,
  orderId: string,
  status: 'expired' | 'failed',
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (order.status !== 'pending') return
  await tx.update(orders).set({ status, checkoutUrl: null }).where(eq(orders.id, orderId))
  await kind.release(tx, { ...order, status })
  await tx.announce({ to: { userId: order.userId }, kind: 'order.closed', refresh: ['payments'] })
}

/** Locks an order; NOT_FOUND when there is none. */
export async function lockOrder(tx: Tx, orderId: string): Promise<Order> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update')
  if (!order) throw notFound('Order not found')
  return order
}

/** The provider's record of a person, made when it is first needed. */
export async function customerOf(runtime: Runtime, userId: string): Promise<string> {
  const known = await knownCustomer(runtime, userId)
  if (known) return known
  const [person] = await runtime.db.select({ email: user.email, name: user.name }).from(user).where(eq(user.id, userId))
  if (!person) throw notFound()
  const customer = await runtime.stripe.customers.create(
    { ...person, metadata: { userId } },
    { ...briefly, idempotencyKey: `customer:${userId}:${person.email}:${person.name}`.slice(0, 255) },
  )
  await runtime.db.insert(paymentCustomers).values({ userId, stripeCustomerId: customer.id }).onConflictDoNothing()
  return (await knownCustomer(runtime, userId)) ?? customer.id
}

/** Calls made while a person waits: a slow provider is a failure that they can repeat. */
export const briefly: Stripe.RequestOptions = { timeout: 2_500, maxNetworkRetries: 0 }

export async function knownCustomer({ db }: Pick<Runtime, 'db'>, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: paymentCustomers.stripeCustomerId })
    .from(paymentCustomers)
    .where(eq(paymentCustomers.userId, userId))
  return row?.id ?? null
}

async function giveBackGone(tx: Tx, order: Order, reason: string): Promise<void> {
  await refundOrder(tx, {
    orderId: order.id,
    amountPence: order.amountPence,
    reason,
    ref: `gone:${order.id}`,
  })
  const [person] = await tx
    .select({ email: user.email, firstName: user.firstName })
    .from(user)
    .where(eq(user.id, order.userId))
  await tx.mail(
    orderGoneMail,
    { address: person!.email, userId: order.userId, relatesTo: `orders/${order.id}` },
    { firstName: person!.firstName, description: order.description, amountPence: order.amountPence, reason },
  )
}

async function payer(runtime: Runtime, userId: string) {
  const customer = await knownCustomer(runtime, userId)
  if (customer) return { customer }
  const [person] = await runtime.db.select({ email: user.email }).from(user).where(eq(user.id, userId))
  return person ? { customer_email: person.email } : {}
}

/** A change of our own books that no member of staff made. */
const quietly = (runtime: Runtime): Cause => ({
  actorId: null,
  isAudited: false,
  ipAddress: null,
  requestId: null,
  now: runtime.clock.now(),
})

// The same order is being asked for at this moment, by a second press or another process.
const isUnderWay = (error: unknown) => (error as { statusCode?: number }).statusCode === 409

async function openedByAnother({ db }: Runtime, orderId: string): Promise<string | null> {
  for (let look = 0; look < 10; look++) {
    await pause(200)
    const [order] = await db.select({ url: orders.checkoutUrl }).from(orders).where(eq(orders.id, orderId))
    if (order?.url) return order.url
  }
  return null
}

// The provider answered, and would answer the same again under the same key.
function isDefinite(error: unknown): boolean {
  const { type, statusCode } = error as { type?: string; statusCode?: number }
  return (
    type !== 'StripeConnectionError' && statusCode !== undefined && ![409, 429].includes(statusCode) && statusCode < 500
  )
}
