import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, isNull } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import { readSettings } from '#features/house/settings/model.ts'
import { shortTimeout } from '#features/money/customers/model.ts'
import { paymentCustomers } from '#features/money/customers/table.ts'
import { user } from '#platform/db/tables.ts'
import { systemCause, type Tx, transact } from '#platform/db/transaction.ts'
import type { QueuedJob } from '#platform/jobs/define.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import type { Runtime } from '#platform/runtime.ts'
import { turns } from '#platform/turns.ts'
import { messages } from './inputs.ts'
import { canBecomePaid, checkoutClosesAt, orderTotal, whyNot } from './rules.ts'
import { type OrderLine, orders } from './table.ts'

export type Order = typeof orders.$inferSelect

/** What a feature does with its orders; listed in src/orders.ts. */
export interface OrderKind {
  /** Its word in `orders.kind` and in the ledger. */
  name: string
  /** Terms of the payment page other than "these lines, paid once". */
  termsOf?(runtime: Runtime, order: Order): Promise<Stripe.Checkout.SessionCreateParams>
  /**
   * The order was paid (also late, after it had been released): gives what was bought, in the same transaction. `gone` when
   * that is no longer there: everything is refunded and the person is told.
   */
  fulfil(tx: Tx, order: Order): Promise<{ outcome: 'fulfilled' } | { outcome: 'gone'; reason: string }>
  /** The order expired or failed unpaid: gives back what it held. */
  release(tx: Tx, order: Order): Promise<void>
  /**
   * Money of the paid order went back without us: staff refunded it at the provider, or the bank took it (`order` says how
   * much by now, `pence` what went back this time). Takes back what can be; without this, what was bought stays.
   */
  takeBack?(tx: Tx, order: Order, pence: number): Promise<void>
  /** Money of this kind went back without us, or came again. */
  moneyMoved?(tx: Tx, userId: string): Promise<void>
}

/** The kind of an order; listed in src/orders.ts. */
export function kindOf(kinds: OrderKind[], order: Pick<Order, 'kind'>): OrderKind {
  const kind = kinds.find(({ name }) => name === order.kind)
  if (!kind) throw new Error(`no kind of order called ${order.kind}`)
  return kind
}

/** Ends orders that were not paid in time; run in money/provider/jobs.ts, which first asks the provider about their pages. */
export const expireOrders: QueuedJob<Record<never, never>> = {
  name: 'payments.expire',
  payload: z.object({}),
}

/** Closes the payment page of an order that was let go of, and follows what it came to; run in money/provider/jobs.ts. */
export const closeLeftPage: QueuedJob<{ sessionId: string }> = {
  name: 'payments.close-page',
  payload: z.object({ sessionId: z.string().max(255) }),
}

/** What a person is asked to pay by card: lines with a sum above 0. */
export interface Goods {
  description: string
  lines: OrderLine[]
  /** What the order is about where its kind needs to know. */
  reference?: string
}

/** Opens the order of a sale in its transaction; what it holds is given back at `expiresAt` unless it is paid. */
export type OpenOrder = (goods: Goods) => Promise<Pick<Order, 'id' | 'expiresAt'>>

export interface Sale<Reserved extends { orderId: string | null }> {
  kind: OrderKind
  /** Own paths of the site to come back to from the payment page. */
  back(orderId: string): { paid: string; left: string }
  /** What people read when the payment page cannot be opened. What was reserved stays theirs until the hold ends. */
  failed: FailureWords
  /**
   * Takes what is sold, in the order's transaction, and opens the order when something is to pay by card; or names an order
   * that is open already. Must return plain JSON.
   */
  reserve(tx: Tx, open: OpenOrder): Promise<Reserved>
}

export interface FailureWords {
  message: string
  title?: string
}

/** What selling needs of a procedure's context. */
export interface Selling {
  runtime: Runtime
  actor: { userId: string }
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

type PageOf<OrderId> = OrderId extends string ? string : null

/**
 * Sells anything: what is sold is taken and the order opened in one transaction, held for the venue's `holdMinutes`; then the
 * payment page is opened at `url` (null: nothing is to pay by card). Repeated with the same idempotency key it sells once and
 * gives the same page. Throws what `reserve` refuses, CHECKOUT_FAILED in the words of `failed` with the order's id (it can be
 * paid later, by payments.retry), and ORDER_CLOSED.
 */
export async function checkout<Reserved extends { orderId: string | null }>(
  context: Selling,
  sale: Sale<Reserved>,
): Promise<Reserved & { url: PageOf<Reserved['orderId']> }> {
  const { runtime, actor } = context
  let opened: Order | undefined
  const reserved = await context.write(tx =>
    sale.reserve(tx, async goods => {
      opened = await openOrder(tx, actor.userId, sale, goods)
      return opened
    }),
  )
  if (reserved.orderId === null) return { ...reserved, url: null as PageOf<Reserved['orderId']> }
  const order = opened?.id === reserved.orderId ? opened : await orderOf(runtime, actor.userId, reserved.orderId)
  const url = await paymentPage(runtime, sale.kind, order, sale.failed)
  return { ...reserved, url: url as PageOf<Reserved['orderId']> }
}

/** An own order; NOT_FOUND for anybody else. */
export async function orderOf({ db }: Pick<Runtime, 'db'>, userId: string, orderId: string): Promise<Order> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId)))
  if (!order) throw notFound(messages.notFound)
  return order
}

/**
 * The hosted payment page of an order; calling again gives the same page. No transaction may be open. Throws ORDER_CLOSED
 * when the order cannot be paid any more, and CHECKOUT_FAILED in the words of `failed` when the provider cannot be reached:
 * the order stays pending and can be tried again.
 */
export async function paymentPage(
  runtime: Runtime,
  kind: OrderKind,
  order: Order,
  failed: FailureWords,
): Promise<string> {
  demand(whyNot.pay(order, runtime.clock.now()))
  if (order.checkoutUrl !== null) return order.checkoutUrl
  const { publicUrl } = runtime.env
  try {
    const terms = await (kind.termsOf ?? paidOnce)(runtime, order)
    const idempotencyKey = `order:${order.id}:${order.attempt}`
    // The same order asks for the same session, however often and from wherever; the patience for the provider begins
    // when the call does, so that a crowd at our door is not taken for its silence.
    const session = await inTurn(idempotencyKey, () =>
      runtime.stripe.checkout.sessions.create(
        {
          ...terms,
          client_reference_id: order.id,
          metadata: { orderId: order.id },
          success_url: `${publicUrl}${order.successPath}`,
          cancel_url: `${publicUrl}${order.cancelPath}`,
          expires_at: Math.floor(checkoutClosesAt(order.expiresAt).getTime() / 1000),
        },
        { ...shortTimeout, idempotencyKey },
      ),
    )
    if (!session.url) throw new Error('the session has no page')
    const [kept] = await runtime.db
      .update(orders)
      .set({ stripeSessionId: session.id, checkoutUrl: session.url })
      .where(and(eq(orders.id, order.id), isNull(orders.stripeSessionId)))
      .returning({ status: orders.status, expiresAt: orders.expiresAt })
    // Let go of meanwhile: nobody else knows this page.
    const closed = kept && whyNot.pay(kept, runtime.clock.now())
    if (closed) {
      await closePage(runtime, session.id).catch(error =>
        runtime.log.warn({ err: error, orderId: order.id }, 'a payment page could not be closed'),
      )
      demand(closed)
    }
    return session.url
  } catch (error) {
    if (isOrderClosed(error)) throw error
    const byAnother = isUnderWay(error) ? await openedByAnother(runtime, order.id) : null
    if (byAnother) return byAnother
    runtime.log.warn({ err: error, orderId: order.id }, 'a payment page could not be opened')
    // A definite no is remembered under its key; after silence the key stays.
    if (isDefinite(error))
      await runtime.db
        .update(orders)
        .set({ attempt: order.attempt + 1 })
        .where(and(eq(orders.id, order.id), eq(orders.attempt, order.attempt)))
    const { message, ...words } = failed
    throw refusal('CHECKOUT_FAILED', message, { status: 424, ...words, orderId: order.id })
  }
}

/** Closes the page of a pending order for good. PAYMENT_UNDER_WAY when it has just been paid, CHECKOUT_FAILED when nobody answers. */
export async function abandonOrder(runtime: Runtime, kind: OrderKind, orderId: string): Promise<void> {
  const [order] = await runtime.db.select().from(orders).where(eq(orders.id, orderId))
  if (order?.stripeSessionId) {
    const status = await closePage(runtime, order.stripeSessionId).catch(() => {
      throw refusal('CHECKOUT_FAILED', 'Failed to start checkout. Please try again.', { status: 424 })
    })
    if (status === 'complete')
      throw refusal('PAYMENT_UNDER_WAY', 'Your payment is being processed. Please wait a moment.')
  }
  await transact(runtime, ownBooks(runtime), tx => closeOrder(tx, kind, orderId, 'expired'))
}

/**
 * Closes a payment page for good. Answers what the page has come to: `complete` when it was paid before. Throws when the
 * provider does not answer. No transaction may be open.
 */
export async function closePage(
  { stripe }: Pick<Runtime, 'stripe'>,
  sessionId: string,
): Promise<Stripe.Checkout.Session.Status | null> {
  const { sessions } = stripe.checkout
  const { status } = await sessions.retrieve(sessionId, {}, shortTimeout)
  return status === 'open' ? (await sessions.expire(sessionId, {}, shortTimeout)).status : status
}

/**
 * Ends an unpaid, locked order whose owner lets go of what it holds: nobody can pay it any more, and its payment page is
 * closed right after the commit. Money that is quicker is given back by itself. The caller gives back what was held.
 */
export async function letGoOf(tx: Tx, order: Order): Promise<void> {
  if (order.status !== 'pending') return
  // It did not run out: nothing of its time is left, and none was used up.
  const ended = { status: 'expired', checkoutUrl: null, expiresAt: order.createdAt } as const
  await tx.update(orders).set(ended).where(eq(orders.id, order.id))
  if (order.stripeSessionId) await tx.enqueue(closeLeftPage, { sessionId: order.stripeSessionId })
  await tx.announce({ to: { userId: order.userId }, kind: 'order.closed' })
}

/**
 * Ends an unpaid order and gives back what it held. Nothing happens to one that is no longer pending (or `arranged`, if asked).
 */
export async function closeOrder(
  tx: Tx,
  kind: OrderKind,
  orderId: string,
  status: 'expired' | 'failed',
  from: 'pending' | 'arranged' = 'pending',
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (order.status !== from) return
  await tx.update(orders).set({ status, checkoutUrl: null }).where(eq(orders.id, orderId))
  await kind.release(tx, { ...order, status })
  await tx.announce({ to: { userId: order.userId }, kind: 'order.closed' })
}

/** The card of a pending order is known and is charged on a day ahead. False when it was so before, or was paid. */
export async function arrangeOrder(tx: Tx, orderId: string): Promise<boolean> {
  const order = await lockOrder(tx, orderId)
  if (order.status === 'arranged' || !canBecomePaid(order.status)) return false
  await tx.update(orders).set({ status: 'arranged', checkoutUrl: null }).where(eq(orders.id, orderId))
  await tx.announce({ to: { userId: order.userId }, kind: 'order.arranged' })
  return true
}

/** Locks an order; NOT_FOUND when there is none. */
export async function lockOrder(tx: Tx, orderId: string): Promise<Order> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update')
  if (!order) throw notFound(messages.notFound)
  return order
}

const minuteMs = 60_000

/** Payment pages asked for at once; those in line do not wait out a silence. */
export const pagesAtOnce = 4
const inTurn = turns(pagesAtOnce, error => (error as { type?: string }).type === 'StripeConnectionError')

async function openOrder(
  tx: Tx,
  userId: string,
  { kind, back }: Pick<Sale<{ orderId: string }>, 'kind' | 'back'>,
  goods: Goods,
): Promise<Order> {
  const { holdMinutes } = await readSettings(tx)
  const id = randomUUID()
  const { paid, left } = back(id)
  const [order] = await tx
    .insert(orders)
    .values({
      id,
      userId,
      kind: kind.name,
      ...goods,
      amountPence: orderTotal(goods.lines),
      expiresAt: new Date(tx.now.getTime() + holdMinutes * minuteMs),
      successPath: paid,
      cancelPath: left,
      createdAt: tx.now,
    })
    .returning()
  await tx.enqueue(expireOrders, {}, { runAt: order!.expiresAt })
  return order!
}

/** What most orders ask for: their lines, paid once. */
async function paidOnce({ db }: Runtime, order: Order): Promise<Stripe.Checkout.SessionCreateParams> {
  const [payer] = await db
    .select({ email: user.email, customer: paymentCustomers.stripeCustomerId })
    .from(user)
    .leftJoin(paymentCustomers, eq(paymentCustomers.userId, user.id))
    .where(eq(user.id, order.userId))
  return {
    mode: 'payment',
    line_items: order.lines.map(({ name, quantity, unitPence }) => ({
      quantity,
      price_data: { currency: order.currency, unit_amount: unitPence, product_data: { name } },
    })),
    payment_intent_data: { metadata: { orderId: order.id }, description: order.description },
    ...(payer?.customer ? { customer: payer.customer } : { customer_email: payer!.email }),
  }
}

/** A change of our own books that no member of staff made. */
const ownBooks = ({ clock }: Runtime) => systemCause(clock.now(), { isAudited: false })

// The same order is being asked for at this moment, by a second press or another process.
const isUnderWay = (error: unknown) => (error as { statusCode?: number }).statusCode === 409

async function openedByAnother({ db }: Runtime, orderId: string): Promise<string | null> {
  // Longer than anybody waits for the provider.
  for (let look = 0; look < 15; look++) {
    await pause(200)
    const [order] = await db.select({ url: orders.checkoutUrl }).from(orders).where(eq(orders.id, orderId))
    if (order?.url) return order.url
  }
  return null
}

const isOrderClosed = (error: unknown) => (error as { code?: string }).code === 'ORDER_CLOSED'

// The provider answered, and would answer the same again under the same key.
function isDefinite(error: unknown): boolean {
  const { type, statusCode } = error as { type?: string; statusCode?: number }
  return (
    type !== 'StripeConnectionError' && statusCode !== undefined && ![409, 429].includes(statusCode) && statusCode < 500
  )
}
