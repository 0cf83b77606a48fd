import { and, asc, eq, inArray, lte } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import { type AnyJob, defineJob, type JobContext } from '#platform/job.ts'
import {
  briefly,
  closeOrder,
  type EventFollower,
  expireOrders,
  type Followed,
  handleEvent,
  knownCustomer,
  type Order,
  type OrderKind,
  payOrder,
  recordRefund,
  sendRefund,
} from './model.ts'
import { isFollowed } from './rules.ts'
import { orders, paymentEvents, refunds } from './table.ts'

/** The jobs of payments, for these kinds of order and these followers of other events. */
export function paymentJobs(kinds: OrderKind[], followers: EventFollower[]): AnyJob[] {
  const kindOf = (order: Pick<Order, 'kind'>): OrderKind => {
    const kind = kinds.find(({ name }) => name === order.kind)
    if (!kind) throw new Error(`no kind of order called ${order.kind}`)
    return kind
  }
  const checkouts: EventFollower = {
    prefix: 'checkout.session.',
    follow: (context, id) => followCheckout(context, id, kindOf, all),
  }
  const intents: EventFollower = {
    prefix: 'payment_intent.',
    follow: (context, id) => followIntent(context, id, checkouts),
  }
  const all: EventFollower[] = [checkouts, intents, { prefix: 'refund.', follow: followRefund }, ...followers]

  const event = defineJob({
    ...handleEvent,
    retries: 8,
    async run({ eventId }, context) {
      const { db } = context.runtime
      const row = eq(paymentEvents.id, eventId)
      const [found] = await db.select().from(paymentEvents).where(row)
      if (!found || found.status === 'done' || found.status === 'ignored') return
      const attempts = found.attempts + 1
      try {
        const followed = (await followerOf(all, found.type)?.follow(context, found.objectId)) ?? 'ignored'
        const outcome =
          typeof followed === 'string'
            ? { status: followed, lastError: null }
            : { status: 'refused' as const, lastError: followed.refused }
        await db
          .update(paymentEvents)
          .set({ ...outcome, attempts, handledAt: context.now })
          .where(row)
        if (typeof followed !== 'string')
          context.runtime.log.warn({ eventId, reason: followed.refused }, 'a payment was refused')
      } catch (error) {
        await db
          .update(paymentEvents)
          .set({ status: 'failed', lastError: (error as Error).message.slice(0, 300), attempts })
          .where(row)
        throw error
      }
    },
  })

  const expire = defineJob({
    ...expireOrders,
    cron: '* * * * *',
    cronPayload: {},
    async run(_, context) {
      const { runtime, now } = context
      const isDue = and(eq(orders.status, 'pending'), lte(orders.expiresAt, now))
      const due = await runtime.db.select().from(orders).where(isDue).orderBy(asc(orders.expiresAt)).limit(200)
      let isReachable = true
      for (const order of due) {
        // Paid at the last moment, or its page is closed for good. While nobody answers, the place is freed all the same:
        // money that arrives later is given back by itself.
        if (order.stripeSessionId && isReachable)
          isReachable = await closePage(context, order.stripeSessionId, checkouts)
        await context
          .write(tx => closeOrder(tx, kindOf(order), order.id, 'expired'))
          .catch(error => runtime.log.error({ err: error, orderId: order.id }, 'an order could not be released'))
      }
    },
  })

  return [event, expire, refund, fetchMissed]
}

const followerOf = (all: EventFollower[], type: string) => all.find(({ prefix }) => type.startsWith(prefix))

/** Closes a payment page and follows what it came to. False when the provider does not answer. */
async function closePage(context: JobContext, sessionId: string, checkouts: EventFollower): Promise<boolean> {
  const { stripe, log } = context.runtime
  try {
    const session = await stripe.checkout.sessions.retrieve(sessionId, {}, briefly)
    if (session.status === 'open') await stripe.checkout.sessions.expire(sessionId, {}, briefly)
  } catch (error) {
    log.warn({ err: error, sessionId }, 'a payment page could not be closed')
    if ((error as { type?: string }).type === 'StripeConnectionError') return false
  }
  await checkouts
    .follow(context, sessionId)
    .catch(error => log.warn({ err: error, sessionId }, 'a payment page could not be followed'))
  return true
}

async function followCheckout(
  context: JobContext,
  sessionId: string,
  kindOf: (order: Order) => OrderKind,
  all: EventFollower[],
): Promise<Followed> {
  const { runtime, write } = context
  const session = await runtime.stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent'] })
  const orderId = z.uuid().safeParse(session.client_reference_id).data
  const [order] = orderId ? await runtime.db.select().from(orders).where(eq(orders.id, orderId)) : []
  if (!order) return 'ignored'
  if (order.stripeSessionId !== null && order.stripeSessionId !== session.id)
    return { refused: 'another payment page belongs to this order' }
  const kind = kindOf(order)
  if (session.status === 'expired') {
    await write(tx => closeOrder(tx, kind, order.id, 'expired'))
    return 'done'
  }
  if (session.status !== 'complete') return 'done'
  if (session.mode === 'subscription') {
    const subscription = idOf(session.subscription)
    return subscription
      ? ((await followerOf(all, 'customer.subscription.')?.follow(context, subscription)) ?? 'ignored')
      : 'done'
  }
  const intent = session.payment_intent as Stripe.PaymentIntent | null
  if (session.payment_status === 'unpaid') {
    if (intent?.status === 'requires_payment_method' || intent?.status === 'canceled')
      await write(tx => closeOrder(tx, kind, order.id, 'failed'))
    return 'done'
  }
  const customer = idOf(session.customer)
  const known = await knownCustomer(runtime, order.userId)
  if (customer && known && customer !== known) return { refused: 'paid by another customer' }
  const received = intent ? intent.amount_received : (session.amount_total ?? 0)
  const paid = await write(tx =>
    payOrder(tx, kind, order.id, {
      amountPence: received === session.amount_total ? received : -1,
      currency: session.currency ?? '',
      externalRef: intent?.id ?? session.id,
      paymentIntentId: intent?.id ?? null,
    }),
  )
  return paid.result === 'refused' ? { refused: paid.reason } : 'done'
}

/** A payment that names our order: its page tells the rest. */
async function followIntent(context: JobContext, intentId: string, checkouts: EventFollower): Promise<Followed> {
  const { stripe, db } = context.runtime
  const intent = await stripe.paymentIntents.retrieve(intentId)
  const orderId = z.uuid().safeParse(intent.metadata.orderId).data
  const [order] = orderId ? await db.select().from(orders).where(eq(orders.id, orderId)) : []
  return order?.stripeSessionId ? checkouts.follow(context, order.stripeSessionId) : 'ignored'
}

/** One of ours is done or failed; one that staff made at the provider itself is entered here too. */
async function followRefund({ runtime, write, now }: JobContext, stripeRefundId: string): Promise<Followed> {
  const { stripe, db } = runtime
  const refund = await stripe.refunds.retrieve(stripeRefundId)
  const refundId = z.uuid().safeParse(refund.metadata?.refundId).data
  if (refundId) {
    await db.update(refunds).set(outcomeOf(refund, now)).where(eq(refunds.id, refundId))
    return 'done'
  }
  const intentId = idOf(refund.payment_intent)
  const [order] = intentId
    ? await db.select({ id: orders.id }).from(orders).where(eq(orders.stripePaymentIntentId, intentId))
    : []
  if (!order) return 'ignored'
  await write(tx =>
    recordRefund(
      tx,
      {
        orderId: order.id,
        amountPence: refund.amount,
        reason: 'Refunded at the payment provider',
        ref: `provider:${refund.id}`,
      },
      { stripeRefundId: refund.id },
    ),
  )
  return 'done'
}

/** Asks the provider for a refund until it is made. A refund that was made before, and whose answer was lost, is found by its mark. */
const refund = defineJob({
  ...sendRefund,
  retries: 10,
  async run({ refundId }, { runtime, now }) {
    const { stripe, db } = runtime
    const row = eq(refunds.id, refundId)
    const [found] = await db
      .select({
        amountPence: refunds.amountPence,
        status: refunds.status,
        intent: orders.stripePaymentIntentId,
      })
      .from(refunds)
      .innerJoin(orders, eq(orders.id, refunds.orderId))
      .where(row)
    if (!found || found.status === 'done') return
    try {
      if (!found.intent) throw new Error('the order has no payment at the provider')
      const made = await stripe.refunds.list({ payment_intent: found.intent, limit: 100 })
      const existing = made.data.find(({ metadata, status }) => metadata?.refundId === refundId && status !== 'failed')
      const done =
        existing ??
        (await stripe.refunds.create(
          { payment_intent: found.intent, amount: found.amountPence, metadata: { refundId } },
          { idempotencyKey: `refund:${refundId}` },
        ))
      await db.update(refunds).set(outcomeOf(done, now)).where(row)
    } catch (error) {
      await db
        .update(refunds)
        .set({ status: 'failed', lastError: (error as Error).message.slice(0, 300) })
        .where(row)
      throw error
    }
  },
})

function outcomeOf(refund: Stripe.Refund, now: Date) {
  return refund.status === 'failed' || refund.status === 'canceled'
    ? {
        status: 'failed' as const,
        stripeRefundId: refund.id,
        lastError: refund.failure_reason ?? 'The bank refused it.',
        doneAt: null,
      }
    : { status: 'done' as const, stripeRefundId: refund.id, lastError: null, doneAt: now }
}

const missedHours = 26

/** Fetches events whose webhook never arrived. */
const fetchMissed = defineJob({
  name: 'payments.fetch-missed',
  payload: z.object({}),
  cron: '23 * * * *',
  cronPayload: {},
  async run(_, { runtime, now, write }) {
    const since = Math.floor(now.getTime() / 1000) - missedHours * 3_600
    const events = await runtime.stripe.events
      .list({ created: { gte: since }, limit: 100 })
      .autoPagingToArray({ limit: 5_000 })
    const wanted = events.filter(({ type }) => isFollowed(type))
    const known = await runtime.db
      .select({ id: paymentEvents.id })
      .from(paymentEvents)
      .where(
        inArray(
          paymentEvents.id,
          wanted.map(({ id }) => id),
        ),
      )
    const missed = wanted.filter(({ id }) => !known.some(each => each.id === id))
    for (const { id, type, data } of missed.reverse()) {
      await write(async tx => {
        const row = { id, type, objectId: (data.object as { id: string }).id, receivedAt: now }
        const [mine] = await tx
          .insert(paymentEvents)
          .values(row)
          .onConflictDoNothing()
          .returning({ id: paymentEvents.id })
        if (mine) await tx.enqueue(handleEvent, { eventId: id })
      })
    }
  },
})

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}
