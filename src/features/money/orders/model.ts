import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, isNull } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import { readSettings } from '#features/house/settings/model.ts'
import { payerAtProvider, shortTimeout } from '#features/money/customers/model.ts'
import { systemCause, type Tx, transact } from '#platform/db/transaction.ts'
import type { QueuedJob } from '#platform/jobs/define.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import type { Runtime } from '#platform/runtime.ts'
import { turns } from '#platform/turns.ts'
import { messages } from './inputs.ts'
import { canBecomePaid, checkoutClosesAt, isDefinite, isUnderWay, orderTotal, whyNot } from './rules.ts'
import { type OrderLine, orders } from './table.ts'

/** An order of anybody: who has no account is reached by `payerEmail`. */
export type AnyOrder = typeof orders.$inferSelect
/** An order of somebody with an account, as of nearly all kinds. */
export type Order = AnyOrder & { userId: string }

/** What a feature does with its orders; listed in src/orders.ts. */
export interface OrderKind<Sold extends AnyOrder = Order> {
  /** Its word in `orders.kind` and in the ledger. */
  name: string
  /** Terms of the payment page other than "these lines, paid once". */
  termsOf?(runtime: Runtime, order: Sold): Promise<Stripe.Checkout.SessionCreateParams>
  /**
   * The order was paid (also late, after it had been released): gives what was bought, in the same transaction. `gone` when
   * that is no longer there: everything is refunded and the person is told.
   */
  fulfil(tx: Tx, order: Sold): Promise<{ outcome: 'fulfilled' } | { outcome: 'gone'; reason: string }>
  /** The order expired or failed unpaid: gives back what it held. */
  release(tx: Tx, order: Sold): Promise<void>
  /**
   * Money of the paid order went back without us: staff refunded it at the provider, or the bank took it (`order` says how
   * much by now, `pence` what went back this time). Takes back what can be; without this, what was bought stays.
   */
  takeBack?(tx: Tx, order: Sold, pence: number): Promise<void>
  /** The bank has decided: so much of what was cancelled meanwhile goes back. */
  owedBack?(tx: Tx, order: Sold, pence: number): Promise<void>
  /** Money of this kind went back without us, or came again. */
  moneyMoved?(tx: Tx, userId: string): Promise<void>
}

/** Any kind of order: what `checkout` is called with says who pays. */
export type AnyOrderKind = OrderKind<AnyOrder>

/** The kind of an order; listed in src/orders.ts. */
export function kindOf(kinds: AnyOrderKind[], order: Pick<AnyOrder, 'kind'>): AnyOrderKind {
  const kind = kinds.find(({ name }) => name === order.kind)
  if (!kind) throw new Error(`no kind of order called ${order.kind}`)
  return kind
}

/** Ends orders that were not paid in time; run in money/provider/jobs.ts. */
export const expireOrders: QueuedJob<Record<never, never>> = {
  name: 'payments.expire',
  payload: z.object({}),
}

/** Closes the page of an order let go of; run in money/provider/jobs.ts. */
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
export type OpenOrder = (goods: Goods) => Promise<Pick<AnyOrder, 'id' | 'expiresAt'>>

export interface Sale<Reserved extends { orderId: string | null }> {
  kind: AnyOrderKind
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

/** Who pays: somebody with an account, or without, by their address. */
export type Payer = { userId: string } | { name: string; email: string }

/** What selling needs of a procedure's context. */
export interface Selling {
  runtime: Runtime
  actor: { userId: string }
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

type Page<Id> = { url: Id extends string ? string : null; left: string | null }

/**
 * Sells anything: what is sold is taken and the order opened in one transaction, held for the venue's `holdMinutes`; then the
 * payment page is opened at `url` (null: nothing is to pay by card), and `left` is where whoever leaves it unpaid comes back.
 * Repeated with the same idempotency key it sells once. Throws what `reserve` refuses, ORDER_CLOSED, CHECKOUT_FAILED.
 */
export async function checkout<Reserved extends { orderId: string | null }>(
  context: Selling | (Omit<Selling, 'actor'> & { payer: Payer }),
  sale: Sale<Reserved>,
): Promise<Reserved & Page<Reserved['orderId']>> {
  const { runtime } = context
  const payer = 'payer' in context ? context.payer : { userId: context.actor.userId }
  let opened: AnyOrder | undefined
  const reserved = await context.write(tx =>
    sale.reserve(tx, async goods => {
      opened = await openOrder(tx, payer, sale, goods)
      return opened
    }),
  )
  const answer = (url: string | null, left: string | null) =>
    ({ ...reserved, url, left }) as Reserved & Page<Reserved['orderId']>
  if (reserved.orderId === null) return answer(null, null)
  const order =
    opened?.id === reserved.orderId
      ? opened
      : await orderOf(runtime, 'userId' in payer ? payer.userId : null, reserved.orderId)
  const url = await paymentPage(runtime, sale.kind, order, sale.failed)
  return answer(url, order.cancelPath)
}

/**
 * An own order, or with null one of somebody without an account, of which the caller knows that it is theirs; NOT_FOUND for
 * anybody else.
 */
export async function orderOf({ db }: Pick<Runtime, 'db'>, userId: string | null, orderId: string): Promise<AnyOrder> {
  const isTheirs = userId === null ? isNull(orders.userId) : eq(orders.userId, userId)
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), isTheirs))
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
  kind: AnyOrderKind,
  order: AnyOrder,
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
    if ((error as { code?: string }).code === 'ORDER_CLOSED') throw error
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
export async function abandonOrder(runtime: Runtime, kind: AnyOrderKind, orderId: string): Promise<void> {
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
export async function letGoOf(tx: Tx, order: AnyOrder): Promise<void> {
  if (order.status !== 'pending') return
  // It did not run out: nothing of its time is left, and none was used up.
  const ended = { status: 'expired', checkoutUrl: null, expiresAt: order.createdAt } as const
  await tx.update(orders).set(ended).where(eq(orders.id, order.id))
  if (order.stripeSessionId) await tx.enqueue(closeLeftPage, { sessionId: order.stripeSessionId })
  if (order.userId !== null) await tx.announce({ to: { userId: order.userId }, kind: 'order.closed' })
}

/**
 * Ends an unpaid order and gives back what it held. Nothing happens to one that is no longer pending (or `arranged`, if asked).
 */
export async function closeOrder(
  tx: Tx,
  kind: AnyOrderKind,
  orderId: string,
  status: 'expired' | 'failed',
  from: 'pending' | 'arranged' = 'pending',
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (order.status !== from) return
  await tx.update(orders).set({ status, checkoutUrl: null }).where(eq(orders.id, orderId))
  await kind.release(tx, { ...order, status })
  if (order.userId !== null) await tx.announce({ to: { userId: order.userId }, kind: 'order.closed' })
}

/** The card of a pending order is known and is charged on a day ahead. False when it was so before, or was paid. */
export async function arrangeOrder(tx: Tx, orderId: string): Promise<boolean> {
  const order = await lockOrder(tx, orderId)
  if (order.status === 'arranged' || !canBecomePaid(order.status)) return false
  await tx.update(orders).set({ status: 'arranged', checkoutUrl: null }).where(eq(orders.id, orderId))
  if (order.userId !== null) await tx.announce({ to: { userId: order.userId }, kind: 'order.arranged' })
  return true
}

/** Locks an order; NOT_FOUND when there is none. */
export async function lockOrder(tx: Tx, orderId: string): Promise<AnyOrder> {
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
  payer: Payer,
  { kind, back }: Pick<Sale<{ orderId: string }>, 'kind' | 'back'>,
  goods: Goods,
): Promise<AnyOrder> {
  const { holdMinutes } = await readSettings(tx)
  const id = randomUUID()
  const { paid, left } = back(id)
  const [order] = await tx
    .insert(orders)
    .values({
      ...('userId' in payer ? payer : { payerName: payer.name, payerEmail: payer.email }),
      ...{ id, kind: kind.name, successPath: paid, cancelPath: left },
      ...goods,
      amountPence: orderTotal(goods.lines),
      expiresAt: new Date(tx.now.getTime() + holdMinutes * minuteMs),
      createdAt: tx.now,
    })
    .returning()
  await tx.enqueue(expireOrders, {}, { runAt: order!.expiresAt })
  return order!
}

/** What most orders ask for: their lines, paid once. */
async function paidOnce(runtime: Runtime, order: AnyOrder): Promise<Stripe.Checkout.SessionCreateParams> {
  return {
    mode: 'payment',
    line_items: order.lines.map(({ name, quantity, unitPence }) => ({
      quantity,
      price_data: { currency: order.currency, unit_amount: unitPence, product_data: { name } },
    })),
    payment_intent_data: { metadata: { orderId: order.id }, description: order.description },
    ...(order.userId === null ? { customer_email: order.payerEmail! } : await payerAtProvider(runtime, order.userId)),
  }
}

/** A change of our own books that no member of staff made. */
const ownBooks = ({ clock }: Runtime) => systemCause(clock.now(), { isAudited: false })

async function openedByAnother({ db }: Runtime, orderId: string): Promise<string | null> {
  // Longer than anybody waits for the provider.
  for (let look = 0; look < 15; look++) {
    await pause(200)
    const [order] = await db.select({ url: orders.checkoutUrl }).from(orders).where(eq(orders.id, orderId))
    if (order?.url) return order.url
  }
  return null
}
