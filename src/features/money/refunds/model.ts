import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import { idAtProvider } from '#features/money/customers/rules.ts'
import { enterLedger } from '#features/money/ledger/model.ts'
import { lockOrder, type Order } from '#features/money/orders/model.ts'
import { orders } from '#features/money/orders/table.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { JobContext, QueuedJob } from '#platform/jobs/define.ts'
import { refusal } from '#platform/rpc/errors.ts'
import { orderGoneMail } from './mail.tsx'
import { refunds } from './table.ts'

/** Asks the provider for a refund; run in jobs.ts. */
export const sendRefund: QueuedJob<{ refundId: string }> = {
  name: 'payments.refund',
  payload: z.object({ refundId: z.uuid() }),
}

export interface NewRefund {
  orderId: string
  amountPence: number
  reason: string
  /** Unique cause: the same one refunds once. */
  ref: string
}

/**
 * Gives money of a paid order back: ledger entry now, the provider by a job. Never more than was paid (REFUND_TOO_HIGH).
 * `locked` is the order for whoever has locked it already.
 */
export async function refundOrder(tx: Tx, refund: NewRefund, locked?: Order): Promise<void> {
  const refundId = await recordRefund(tx, refund, { locked })
  if (refundId) await tx.enqueue(sendRefund, { refundId })
}

/** The rows of a refund. Null when this cause has refunded already. */
export async function recordRefund(
  tx: Tx,
  refund: NewRefund,
  { locked, ...known }: { stripeRefundId?: string; locked?: Order | undefined } = {},
): Promise<string | null> {
  const order = locked ?? (await lockOrder(tx, refund.orderId))
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
  const isNew = await enterLedger(tx, {
    userId: order.userId,
    orderId: order.id,
    kind: order.kind,
    amountPence: -refund.amountPence,
    description: refund.reason,
    externalRef: `refund:${refund.ref}`,
  })
  if (!isNew) throw new Error(`the refund ${refund.ref} is in the ledger already`)
  await tx.announce({ to: { userId: order.userId }, kind: 'order.refunded' })
  return row.id
}

/** What was paid for is no longer there: everything goes back, and the person is told why. */
export async function giveBackGone(tx: Tx, order: Order, reason: string): Promise<void> {
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

/** One of ours is done or failed; one that staff made at the provider itself is entered here too. */
export async function followRefund(
  { runtime, write, now }: JobContext,
  stripeRefundId: string,
): Promise<'done' | 'ignored'> {
  const { stripe, db } = runtime
  const refund = await stripe.refunds.retrieve(stripeRefundId)
  const refundId = z.uuid().safeParse(refund.metadata?.refundId).data
  if (refundId) {
    await db.update(refunds).set(outcomeOf(refund, now)).where(eq(refunds.id, refundId))
    return 'done'
  }
  const intentId = idAtProvider(refund.payment_intent)
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

/** What a refund has come to, as the provider tells it. */
export function outcomeOf(refund: Stripe.Refund, now: Date) {
  return refund.status === 'failed' || refund.status === 'canceled'
    ? {
        status: 'failed' as const,
        stripeRefundId: refund.id,
        lastError: refund.failure_reason ?? 'The bank refused it.',
        doneAt: null,
      }
    : { status: 'done' as const, stripeRefundId: refund.id, lastError: null, doneAt: now }
}
