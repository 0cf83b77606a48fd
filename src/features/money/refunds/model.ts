import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import { enterLedger, type PaidWith, paidWith } from '#features/money/ledger/model.ts'
import { ledgerEntries } from '#features/money/ledger/table.ts'
import { kindOf, lockOrder, type Order, type OrderKind } from '#features/money/orders/model.ts'
import { leftOf } from '#features/money/orders/rules.ts'
import { orders } from '#features/money/orders/table.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { JobContext, QueuedJob } from '#platform/jobs/define.ts'
import { refusal } from '#platform/rpc/errors.ts'
import { type Gone, orderGoneMail, refundedMail } from './mail.tsx'
import { refunds } from './table.ts'

/** Asks the provider for a refund; run in jobs.ts. */
export const sendRefund: QueuedJob<{ refundId: string }> = {
  name: 'payments.refund',
  payload: z.object({ refundId: z.uuid() }),
}

export interface NewRefund {
  orderId: string
  amountPence: number
  /** Why, in fixed words of the house: they stay in the books, whoever is erased. */
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
  // What the bank has taken already cannot be given a second time.
  if (!known.stripeRefundId && refund.amountPence > leftOf(order))
    throw refusal('REFUND_TOO_HIGH', 'More than was paid cannot be given back.')
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
  const { id: orderId, amountPence, creditPence, currency } = order
  if (amountPence > 0) await refundOrder(tx, { orderId, amountPence, reason, ref: `gone:${orderId}` })
  else await tx.update(orders).set({ status: 'refunded' }).where(eq(orders.id, orderId))
  await tellGone(tx, order, { amountPence, creditPence, currency, reason })
}

export interface RefusedPayment {
  intentId: string
  /** What arrived, in the smallest unit of its currency. */
  amountPence: number
  currency: string
}

/** Whether a payment was refused before: it goes back or has gone back, and pays nothing any more. */
export const wasRefused = async (tx: Tx, intentId: string): Promise<boolean> =>
  (await tx.$count(refunds, eq(refunds.ref, refusedRef(intentId)))) > 0

/**
 * Money arrived that does not pay the order it was made for: all of it goes back by itself, once. It is entered both ways, if
 * it is in the currency of the books, and the person is told.
 */
export async function giveBackRefused(tx: Tx, order: Order, payment: RefusedPayment): Promise<void> {
  const { intentId, amountPence, currency } = payment
  const { id: orderId, userId, kind, description } = order
  const ref = refusedRef(intentId)
  const [row] = await tx
    .insert(refunds)
    .values({ orderId, amountPence, currency, reason: refusedWords, ref, refusedPaymentIntentId: intentId })
    .onConflictDoNothing()
    .returning({ id: refunds.id })
  if (!row) return
  if (currency === order.currency) {
    // Of no order: what was paid for an order is what its entries say.
    const entry = { userId, orderId: null, kind }
    const inWords = { description: `Refused payment: ${description}`, externalRef: intentId }
    const outWords = { description: `Refused payment given back: ${description}`, externalRef: `refund:${ref}` }
    await enterLedger(tx, { ...entry, ...inWords, amountPence })
    await enterLedger(tx, { ...entry, ...outWords, amountPence: -amountPence })
  }
  await tx.enqueue(sendRefund, { refundId: row.id })
  await tellGone(tx, order, { amountPence, currency, creditPence: 0, reason: refusedWords })
}

const refusedRef = (intentId: string) => `refused:${intentId}`
const refusedWords = 'It was not the payment that we had asked for.'

async function tellGone(tx: Tx, { id, userId, description }: Order, about: Omit<Gone, 'firstName' | 'description'>) {
  const [person] = await tx
    .select({ address: user.email, firstName: user.firstName })
    .from(user)
    .where(eq(user.id, userId))
  const { address, firstName } = person!
  await tx.mail(orderGoneMail, { address, userId, relatesTo: `orders/${id}` }, { firstName, description, ...about })
}

/**
 * One of ours is done or failed. One that staff made at the provider itself is entered here too, whatever it paid for: what
 * was bought goes back as far as its kind can, and the person is told.
 */
export async function followRefund(
  { runtime, write, now }: JobContext,
  stripeRefundId: string,
  kinds: OrderKind[],
): Promise<'done' | 'ignored'> {
  const { stripe, db } = runtime
  const refund = await stripe.refunds.retrieve(stripeRefundId)
  const refundId = z.uuid().safeParse(refund.metadata?.refundId).data
  if (refundId) {
    await db.update(refunds).set(outcomeOf(refund, now)).where(eq(refunds.id, refundId))
    return 'done'
  }
  const paid = await paidWith(runtime, refund.payment_intent)
  if (!paid) return 'ignored'
  await write(tx => enterForeign(tx, refund, paid, kinds))
  return 'done'
}

/** A refund that was made without us. One that failed afterwards left the money with the house: its entry is taken back. */
async function enterForeign(
  tx: Tx,
  { id, amount, status }: Stripe.Refund,
  paid: PaidWith,
  kinds: OrderKind[],
): Promise<void> {
  const ref = `provider:${id}`
  const { userId, orderId, kind } = paid
  if (status === 'failed' || status === 'canceled') {
    const failed = { status: 'failed' as const, lastError: 'The bank refused it.', doneAt: null }
    if (orderId) return void (await tx.update(refunds).set(failed).where(eq(refunds.stripeRefundId, id)))
    const [entered] = await tx
      .select()
      .from(ledgerEntries)
      .where(eq(ledgerEntries.externalRef, `refund:${ref}`))
    const description = `Refund that the bank refused: ${paid.description}`
    const externalRef = `refund-failed:${ref}`
    if (entered) await enterLedger(tx, { userId, orderId, kind, amountPence: amount, description, externalRef })
    return
  }
  if (orderId) {
    const order = await lockOrder(tx, orderId)
    const entry = { orderId, amountPence: amount, reason: 'Refunded at the payment provider', ref }
    if (!(await recordRefund(tx, entry, { stripeRefundId: id, locked: order }))) return
    await kindOf(kinds, order).takeBack?.(tx, { ...order, refundedPence: order.refundedPence + amount }, amount)
  } else {
    const description = `Refunded at the payment provider: ${paid.description}`
    const externalRef = `refund:${ref}`
    if (!(await enterLedger(tx, { userId, orderId, kind, amountPence: -amount, description, externalRef }))) return
  }
  const [person] = await tx
    .select({ address: user.email, firstName: user.firstName })
    .from(user)
    .where(eq(user.id, userId))
  const { address, firstName } = person!
  const about = { firstName, description: paid.description, amountPence: amount }
  await tx.mail(refundedMail, { address, userId, ...(orderId && { relatesTo: `orders/${orderId}` }) }, about)
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
