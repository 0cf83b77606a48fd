import { eq, type SQL, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import { knownCustomer } from '#features/money/customers/model.ts'
import { idAtProvider } from '#features/money/customers/rules.ts'
import { followDispute } from '#features/money/disputes/model.ts'
import { enterLedger } from '#features/money/ledger/model.ts'
import { ledgerEntries } from '#features/money/ledger/table.ts'
import { type AnyOrderKind, closeOrder, kindOf, lockOrder } from '#features/money/orders/model.ts'
import { type Charge, canBecomePaid, chargeProblem } from '#features/money/orders/rules.ts'
import { orders } from '#features/money/orders/table.ts'
import {
  followRefund,
  giveBackGone,
  giveBackRefused,
  type RefusedPayment,
  wasRefused,
} from '#features/money/refunds/model.ts'
import { causes, refunds } from '#features/money/refunds/table.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { JobContext, QueuedJob } from '#platform/jobs/define.ts'
import { followerOf } from './rules.ts'
import { paymentEvents } from './table.ts'

/** What became of an event: `ignored` is not ours, `refused` contradicts what we know and granted nothing. */
export type Followed = 'done' | 'ignored' | { refused: string }

/**
 * A message that somebody must see to: it failed, or what it tells of was refused and has not gone back. What goes back by itself
 * is over with its refund, which stands among the refunds until then; what was refused without one, as a dispute in another currency,
 * waits. Of a subscription the message about its invoice is the one that counts.
 */
export const wantsHand: SQL = sql`(${paymentEvents.status} = 'failed' or ${paymentEvents.status} = 'refused'
  and ${paymentEvents.type} not like 'customer.subscription.%' and not exists (
  select from ${refunds} r
  left join ${orders} o on o.id = r.order_id and (r.refused_payment_intent_id is not null or ${causes.gone.isIn(sql`r.ref`)})
  left join ${ledgerEntries} l on l.order_id = o.id and l.external_ref = ${paymentEvents.objectId}
  where r.status in ('done', 'settled') and ${paymentEvents.objectId}
    in (r.invoice_id, r.refused_payment_intent_id, o.stripe_session_id, l.external_ref)))`

/** Whoever moves something forward when the provider tells of it; listed in src/orders.ts. */
export interface EventFollower {
  /** Beginning of the event types, e.g. `invoice.`. */
  prefix: string
  /** Reads the object again and acts on what it is now: events come twice and in any order. */
  follow(context: JobContext, objectId: string): Promise<Followed>
}

/** Handles one kept event; run in jobs.ts, which knows every follower. */
export const handleEvent: QueuedJob<{ eventId: string }> = {
  name: 'payments.event',
  payload: z.object({ eventId: z.string().max(255) }),
}

/** Keeps an event by its id and queues it for whoever follows it. One that is known already stays as it is. */
export async function keepEvent(
  tx: Tx,
  followers: readonly EventFollower[],
  event: { id: string; type: string; objectId: string },
): Promise<void> {
  const isFollowed = followerOf(followers, event.type) !== undefined
  const [kept] = await tx
    .insert(paymentEvents)
    .values({ ...event, receivedAt: tx.now, ...(!isFollowed && { status: 'ignored', handledAt: tx.now }) })
    .onConflictDoNothing()
    .returning({ id: paymentEvents.id })
  if (kept && isFollowed) await tx.enqueue(handleEvent, { eventId: event.id })
}

export interface Payment extends Charge {
  /** Payment or invoice at the provider: the same one is entered once. */
  externalRef: string
  paymentIntentId: string | null
  /**
   * Of an invoice, which the provider makes out: what credit paid beside the card, and what speaks against giving what was
   * bought (null: nothing). Its amount is then taken as it is, and what speaks against it sends the money back.
   */
  invoiced?: { creditPence: number; problem: string | null }
}

export type PaymentResult =
  | { result: 'paid'; outcome: 'fulfilled' | 'gone'; reason?: string }
  | { result: 'known' }
  | { result: 'refused'; reason: string }

/**
 * A verified payment of an order: compares amount and currency, enters it in the ledger, and lets the kind fulfil it. What
 * is no longer there is refunded in full. Repeating it changes nothing.
 */
export async function payOrder(tx: Tx, kind: AnyOrderKind, orderId: string, payment: Payment): Promise<PaymentResult> {
  const order = await lockOrder(tx, orderId)
  const { amountPence, invoiced } = payment
  const problem = chargeProblem(invoiced ? { ...order, amountPence } : order, payment)
  if (problem) return { result: 'refused', reason: problem }
  if (!canBecomePaid(order.status)) return { result: 'known' }
  const paid = {
    status: 'paid' as const,
    paidAt: tx.now,
    stripePaymentIntentId: payment.paymentIntentId,
    amountPence,
    creditPence: invoiced?.creditPence ?? 0,
  }
  await tx.update(orders).set(paid).where(eq(orders.id, orderId))
  if (amountPence > 0) {
    const { userId, kind, description } = order
    const { externalRef } = payment
    const isNew = await enterLedger(tx, { userId, orderId, kind, amountPence, description, externalRef })
    if (!isNew) throw new Error(`the payment ${externalRef} is in the ledger already`)
  }
  const paidOrder = { ...order, ...paid }
  const done = invoiced?.problem
    ? { outcome: 'gone' as const, reason: invoiced.problem }
    : await kind.fulfil(tx, paidOrder)
  if (done.outcome === 'gone') await giveBackGone(tx, paidOrder, done.reason)
  if (order.userId !== null) await tx.announce({ to: { userId: order.userId }, kind: 'order.paid' })
  return { result: 'paid', ...done }
}

/** Every follower: of payment pages, payments, refunds and disputes, for these kinds of order, and of `sellers` by other ways. */
export function followersFor(kinds: AnyOrderKind[], sellers: EventFollower[]): EventFollower[] {
  const others = oneEach(sellers)
  const checkouts: EventFollower = {
    prefix: 'checkout.session.',
    follow: (context, id) => followCheckout(context, id, kinds, others),
  }
  const intents: EventFollower = {
    prefix: 'payment_intent.',
    follow: (context, id) => followIntent(context, id, checkouts),
  }
  const backs: EventFollower[] = [
    { prefix: 'refund.', follow: (context, id) => followRefund(context, id, kinds) },
    { prefix: 'charge.dispute.', follow: (context, id) => followDispute(context, id, kinds) },
  ]
  return [checkouts, intents, ...backs, ...others]
}

/** One follower of each sort of event: several are asked one after the other, until one knows what it is about. */
function oneEach(followers: EventFollower[]): EventFollower[] {
  return [...Map.groupBy(followers, ({ prefix }) => prefix)].map(([prefix, those]) => ({
    prefix,
    async follow(context, objectId) {
      for (const each of those) {
        const followed = await each.follow(context, objectId)
        if (followed !== 'ignored') return followed
      }
      return 'ignored'
    },
  }))
}

async function followCheckout(
  context: JobContext,
  sessionId: string,
  kinds: AnyOrderKind[],
  others: EventFollower[],
): Promise<Followed> {
  const { runtime, write } = context
  const session = await runtime.stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent'] })
  const orderId = z.uuid().safeParse(session.client_reference_id).data
  const [order] = orderId ? await runtime.db.select().from(orders).where(eq(orders.id, orderId)) : []
  if (!order) return 'ignored'
  const isOther = order.stripeSessionId !== null && order.stripeSessionId !== session.id
  const kind = kindOf(kinds, order)
  if (session.status === 'expired' && !isOther) {
    await write(tx => closeOrder(tx, kind, order.id, 'expired'))
    return 'done'
  }
  if (session.status !== 'complete') return 'done'
  if (session.mode === 'subscription' && !isOther) {
    const subscription = idAtProvider(session.subscription)
    return subscription
      ? ((await followerOf(others, 'customer.subscription.')?.follow(context, subscription)) ?? 'ignored')
      : 'done'
  }
  const intent = session.payment_intent as Stripe.PaymentIntent | null
  if (session.payment_status === 'unpaid') {
    if (isOther) return 'done'
    if (intent?.status === 'requires_payment_method' || intent?.status === 'canceled')
      await write(tx => closeOrder(tx, kind, order.id, 'failed'))
    return 'done'
  }
  const customer = idAtProvider(session.customer)
  const known = order.userId && (await knownCustomer(runtime, order.userId))
  const problem = isOther
    ? 'another payment page belongs to this order'
    : customer && known && customer !== known
      ? 'paid by another customer'
      : null
  const received = intent ? intent.amount_received : (session.amount_total ?? 0)
  const payment = {
    amountPence: received === session.amount_total ? received : -1,
    currency: session.currency ?? '',
    externalRef: intent?.id ?? session.id,
    paymentIntentId: intent?.id ?? null,
  }
  const arrived = intent && { intentId: intent.id, amountPence: received, currency: intent.currency }
  return write(tx => payOnce(tx, kind, { orderId: order.id, sessionId: session.id, payment, problem, arrived }))
}

interface OnePayment {
  orderId: string
  sessionId: string
  payment: Payment
  /** What speaks against the payment before its sum is looked at. */
  problem: string | null
  /** The money itself; null when nothing was charged. */
  arrived: RefusedPayment | null
}

/** A payment page pays its order, or is refused: then the order ends and whatever arrived goes back by itself. */
async function payOnce(tx: Tx, kind: AnyOrderKind, paid: OnePayment): Promise<Followed> {
  const { payment, problem, arrived } = paid
  const order = await lockOrder(tx, paid.orderId)
  const isGone = arrived !== null && (await wasRefused(tx, arrived.intentId))
  const done = isGone
    ? { result: 'refused' as const, reason: 'it was refused before and goes back' }
    : problem
      ? { result: 'refused' as const, reason: problem }
      : await payOrder(tx, kind, order.id, payment)
  const isSecond = done.result === 'known' && order.stripePaymentIntentId !== payment.paymentIntentId
  if (done.result !== 'refused' && !isSecond) return 'done'
  // Whoever opened the page is the one whose money it is, whatever order the page names.
  const [opened] = await tx.select().from(orders).where(eq(orders.stripeSessionId, paid.sessionId)).for('update')
  if (opened && !isSecond) await closeOrder(tx, kind, opened.id, 'failed')
  if (arrived && arrived.amountPence > 0) await giveBackRefused(tx, opened ?? order, arrived)
  return { refused: done.result === 'refused' ? done.reason : 'the order was paid before' }
}

/** A payment that names our order: its page tells the rest. */
async function followIntent(context: JobContext, intentId: string, checkouts: EventFollower): Promise<Followed> {
  const { stripe, db } = context.runtime
  const intent = await stripe.paymentIntents.retrieve(intentId)
  const orderId = z.uuid().safeParse(intent.metadata.orderId).data
  const [order] = orderId ? await db.select().from(orders).where(eq(orders.id, orderId)) : []
  return order?.stripeSessionId ? checkouts.follow(context, order.stripeSessionId) : 'ignored'
}
