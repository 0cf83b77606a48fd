import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import {
  enterElsewhere,
  enterLedger,
  heldOf,
  type NewEntry,
  type PaidWith,
  paidWith,
} from '#features/money/ledger/model.ts'
import { ledgerEntries, refs } from '#features/money/ledger/table.ts'
import { wayWords } from '#features/money/orders/inputs.ts'
import { type AnyOrder, type AnyOrderKind, kindOf, lockOrder } from '#features/money/orders/model.ts'
import { leftOf } from '#features/money/orders/rules.ts'
import { orders } from '#features/money/orders/table.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { JobContext, QueuedJob } from '#platform/jobs/define.ts'
import { refusal } from '#platform/rpc/errors.ts'
import type { settledWays } from './inputs.ts'
import { type Gone, guestGoneMail, guestRefundedMail, orderGoneMail, refundedMail } from './mail.tsx'
import { formatSum, isDead } from './rules.ts'
import { causes, refunds } from './table.ts'

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
 * Gives money of a paid order back: ledger entry now, the provider by a job; what was paid at the desk is in the person's hand
 * then. Never more than was paid (REFUND_TOO_HIGH). `order` is locked by whoever has it already.
 */
export async function refundOrder(tx: Tx, refund: NewRefund, order?: AnyOrder): Promise<void> {
  const locked = order ?? (await lockOrder(tx, refund.orderId))
  const refundId = await recordRefund(tx, refund, { locked })
  if (refundId && locked.way === 'card') await tx.enqueue(sendRefund, { refundId })
}

/**
 * Something was cancelled while the bank has its money: so much more of the order goes back when the bank returns it, by itself
 * (`payOwed`), and nothing when the payer keeps it.
 */
export async function oweBack(tx: Tx, orderId: string, pence: number): Promise<void> {
  if (pence > 0)
    await tx
      .update(orders)
      .set({ owedPence: sql`${orders.owedPence} + ${pence}` })
      .where(eq(orders.id, orderId))
}

/**
 * The banks have decided about a locked order: what was cancelled meanwhile goes back as far as they returned it, and its payer
 * is told. Answers with how much, in pence.
 */
export async function payOwed(tx: Tx, order: AnyOrder, disputeId: string): Promise<number> {
  const amountPence = Math.min(order.owedPence, leftOf(order))
  await tx.update(orders).set({ owedPence: 0 }).where(eq(orders.id, order.id))
  if (amountPence === 0) return 0
  const reason = 'Cancelled before the bank returned the payment'
  await refundOrder(tx, { orderId: order.id, amountPence, reason, ref: causes.owed(disputeId) }, order)
  const { userId, id: orderId, description } = order
  if (userId === null) await tellGuest(tx, order, amountPence)
  else await tellRefunded(tx, { userId, orderId, description }, amountPence)
  return amountPence
}

/** The rows of a refund. Null when this cause has refunded already. */
export async function recordRefund(
  tx: Tx,
  refund: NewRefund,
  { locked, ...known }: { stripeRefundId?: string; locked?: AnyOrder | undefined } = {},
): Promise<string | null> {
  const order = locked ?? (await lockOrder(tx, refund.orderId))
  const { id: orderId, userId, kind } = order
  const isDone = known.stripeRefundId !== undefined || order.way === 'desk'
  const done = isDone && { ...known, status: 'done' as const, doneAt: tx.now }
  const row = { ...refund, userId, ...done }
  const id = await book(tx, row, { orderId, kind, description: refund.reason })
  if (!id) return null
  if (order.status !== 'paid') throw refusal('NOT_PAID', 'This order has not been paid.')
  // What the bank has taken already cannot be given a second time.
  if (!known.stripeRefundId && refund.amountPence > leftOf(order))
    throw refusal('REFUND_TOO_HIGH', 'More than was paid cannot be given back.')
  const refundedPence = order.refundedPence + refund.amountPence
  await tx
    .update(orders)
    .set({ refundedPence, ...(refundedPence === order.amountPence && { status: 'refunded' }) })
    .where(eq(orders.id, orderId))
  if (userId !== null) await tx.announce({ to: { userId }, kind: 'order.refunded' })
  return id
}

/** The row of a refund and its ledger entry, if it is in the currency of the books. Null when this cause has refunded already. */
async function book(
  tx: Tx,
  refund: typeof refunds.$inferInsert,
  entry: Pick<NewEntry, 'orderId' | 'kind' | 'description'>,
): Promise<string | null> {
  const { userId, amountPence, currency = booksCurrency, ref } = refund
  const paidRef = refund.refusedPaymentIntentId ?? refund.invoiceId ?? null
  const [row] = await tx
    .insert(refunds)
    .values({ ...refund, createdAt: tx.now })
    .onConflictDoNothing()
    .returning({ id: refunds.id })
  if (!row) return null
  if (currency === booksCurrency) {
    const moved = { amountPence: -amountPence, externalRef: refs.refund(ref), paidRef }
    const isNew = await enterLedger(tx, { userId, ...entry, ...moved })
    if (!isNew) throw new Error(`the refund ${ref} is in the ledger already`)
  }
  return row.id
}

const booksCurrency = 'gbp'

/** A locked refund that the provider can never make went back another way: its entry comes in again, and goes out that way. */
export async function settleOtherwise(
  tx: Tx,
  refund: typeof refunds.$inferSelect,
  { way, reason }: { way: (typeof settledWays)[number]; reason: string },
): Promise<void> {
  const { id, ref, userId } = refund
  const settled = { status: 'settled' as const, settledWay: way, settledReason: reason, doneAt: tx.now }
  await tx.update(refunds).set(settled).where(eq(refunds.id, id))
  const [entered] = await tx
    .select()
    .from(ledgerEntries)
    .where(eq(ledgerEntries.externalRef, refs.refund(ref)))
  // What is not in the currency of the books is not in them.
  if (entered) {
    const { description } = entered
    await enterElsewhere(tx, entered, way, {
      back: { description: `Not given back by card: ${description}`, externalRef: refs.refundFailed(ref) },
      out: { description: `${description}; ${wayWords[way].toLowerCase()}`, externalRef: refs.refundOtherwise(ref) },
    })
  }
  if (userId !== null) await tx.announce({ to: { userId }, kind: 'order.refunded' })
}

/** What was paid for is no longer there: everything goes back, and the person is told why. */
export async function giveBackGone(tx: Tx, order: AnyOrder, reason: string): Promise<void> {
  const { id: orderId, amountPence, creditPence, currency } = order
  if (amountPence > 0) await refundOrder(tx, { orderId, amountPence, reason, ref: causes.gone(orderId) })
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
  (await tx.$count(refunds, eq(refunds.ref, causes.refused(intentId)))) > 0

/**
 * Money arrived that does not pay the order it was made for: all of it goes back by itself, once. It is entered both ways, if
 * it is in the currency of the books, and the person is told.
 */
export async function giveBackRefused(tx: Tx, order: AnyOrder, payment: RefusedPayment): Promise<void> {
  const { intentId, amountPence, currency } = payment
  const { id: orderId, userId, kind, description } = order
  const row = { userId, orderId, amountPence, currency, reason: refusedWords, refusedPaymentIntentId: intentId }
  // Of no order: what was paid for an order is what its entries say.
  const entry = { orderId: null, kind, description: `Refused payment given back: ${description}` }
  const refundId = await book(tx, { ...row, ref: causes.refused(intentId) }, entry)
  if (!refundId) return
  if (currency === booksCurrency) {
    const words = `Refused payment: ${description}`
    await enterLedger(tx, { userId, ...entry, amountPence, description: words, externalRef: intentId })
  }
  await tx.enqueue(sendRefund, { refundId })
  await tellGone(tx, order, { amountPence, currency, creditPence: 0, reason: refusedWords })
}

export interface RefusedInvoice {
  invoiceId: string
  userId: string
  /** The kind under which the invoice is in the ledger, and what it was for. */
  kind: string
  description: string
  /** What the card paid, in the smallest unit of its currency. */
  amountPence: number
  currency: string
  /** Why, in fixed words of the house. */
  reason: string
}

/**
 * Gives money back that an invoice without an order was paid with: ledger entry now, the provider by a job. The same cause once,
 * and never more than is left of the payment (REFUND_TOO_HIGH).
 */
export async function refundInvoice(
  tx: Tx,
  { kind, description, ...refund }: Omit<RefusedInvoice, 'currency'> & { currency?: string; ref: string },
): Promise<void> {
  const held = (await heldOf(tx, refund.userId, kind)).find(({ externalRef }) => externalRef === refund.invoiceId)
  const refundId = await book(tx, refund, { orderId: null, kind, description })
  if (!refundId) return
  if (held && refund.amountPence > held.leftPence)
    throw refusal('REFUND_TOO_HIGH', 'More than was paid cannot be given back.')
  await tx.enqueue(sendRefund, { refundId })
}

/** An invoice was paid that belongs to nothing here: what the card paid goes back by itself, once. Whoever refuses it tells the person. */
export async function giveBackInvoice(tx: Tx, refused: RefusedInvoice): Promise<void> {
  if (refused.amountPence === 0) return
  const description = `Refused payment given back: ${refused.description}`
  await refundInvoice(tx, { ...refused, description, ref: causes.invoice(refused.invoiceId) })
}

const refusedWords = 'It was not the payment that we had asked for.'

async function tellGone(tx: Tx, order: AnyOrder, about: Omit<Gone, 'firstName' | 'description'>) {
  const { id, userId, description } = order
  if (userId === null) {
    const { amountPence, currency, reason } = about
    return tx.mail(guestGoneMail, toGuest(order), { ...guestFacts(order, amountPence, currency), reason })
  }
  const [person] = await tx
    .select({ address: user.email, firstName: user.firstName })
    .from(user)
    .where(eq(user.id, userId))
  const { address, firstName } = person!
  const to = { address, userId, relatesTo: `orders/${id}` }
  return tx.mail(orderGoneMail, to, { orderId: id, firstName, description, ...about })
}

/** Whoever paid without an account: staff find the mail by the order, and its page is where the payment came back to. */
const toGuest = (order: AnyOrder) => ({ address: order.payerEmail!, relatesTo: `orders/${order.id}` })
const guestFacts = (order: AnyOrder, amount: number, currency: string) => ({
  description: order.description,
  sum: formatSum(amount, currency),
  path: order.successPath ?? '/',
})

/**
 * One of ours is done or failed. One that staff made at the provider itself is entered here too, whatever it paid for: what
 * was bought goes back as far as its kind can, and the person is told.
 */
export async function followRefund(
  { runtime, write, now }: JobContext,
  stripeRefundId: string,
  kinds: AnyOrderKind[],
): Promise<'done' | 'ignored' | { refused: string }> {
  const { stripe, db } = runtime
  const refund = await stripe.refunds.retrieve(stripeRefundId)
  const refundId = z.uuid().safeParse(refund.metadata?.refundId).data
  if (refundId) {
    // One that came to nothing says nothing about the one that took its place.
    const isCurrent = or(isNull(refunds.stripeRefundId), eq(refunds.stripeRefundId, refund.id))
    const isOurs = and(eq(refunds.id, refundId), ne(refunds.status, 'settled'))
    const followed = await db
      .update(refunds)
      .set(outcomeOf(refund, now))
      .where(and(isOurs, isDead(refund) ? isCurrent : undefined))
      .returning({ id: refunds.id })
    // The person has it twice: that is for the office to look at.
    return followed.length > 0 || isDead(refund) ? 'done' : { refused: 'given back another way before' }
  }
  const paid = await paidWith(runtime, refund.payment_intent)
  if (!paid) return 'ignored'
  await write(tx => enterForeign(tx, refund, paid, kinds))
  return 'done'
}

/** A refund that was made without us. One that fails afterwards waits for the office as ours do. */
async function enterForeign(tx: Tx, refund: Stripe.Refund, paid: PaidWith, kinds: AnyOrderKind[]): Promise<void> {
  const { id, amount } = refund
  const { userId, orderId, invoiceId, kind } = paid
  if (isDead(refund)) {
    // What the office has given back another way is over.
    const isOpen = and(eq(refunds.stripeRefundId, id), ne(refunds.status, 'settled'))
    await tx.update(refunds).set(outcomeOf(refund, tx.now)).where(isOpen)
    return
  }
  const row = { amountPence: amount, reason: 'Refunded at the payment provider', ref: causes.atProvider(id) }
  if (orderId) {
    const order = await lockOrder(tx, orderId)
    if (!(await recordRefund(tx, { ...row, orderId }, { stripeRefundId: id, locked: order }))) return
    await kindOf(kinds, order).takeBack?.(tx, { ...order, refundedPence: order.refundedPence + amount }, amount)
    if (!userId) return tellGuest(tx, order, amount)
  } else {
    const done = { stripeRefundId: id, status: 'done' as const, doneAt: tx.now }
    const entry = { orderId, kind, description: `${row.reason}: ${paid.description}` }
    if (!(await book(tx, { ...row, userId, invoiceId, ...done }, entry))) return
  }
  if (!userId) return
  await kinds.find(({ name }) => name === kind)?.moneyMoved?.(tx, userId)
  await tellRefunded(tx, { userId, orderId, description: paid.description }, amount)
}

async function tellRefunded(
  tx: Tx,
  { userId, orderId, description }: { userId: string; orderId: string | null; description: string },
  amountPence: number,
): Promise<void> {
  const [person] = await tx
    .select({ address: user.email, firstName: user.firstName })
    .from(user)
    .where(eq(user.id, userId))
  const { address, firstName } = person!
  const about = { orderId, firstName, description, amountPence, creditPence: 0 }
  await tx.mail(refundedMail, { address, userId, ...(orderId && { relatesTo: `orders/${orderId}` }) }, about)
}

async function tellGuest(tx: Tx, order: AnyOrder, amountPence: number): Promise<void> {
  await tx.mail(guestRefundedMail, toGuest(order), guestFacts(order, amountPence, booksCurrency))
}

/** What a refund has come to, as the provider tells it. */
export function outcomeOf(refund: Stripe.Refund, now: Date) {
  return isDead(refund)
    ? {
        status: 'failed' as const,
        stripeRefundId: refund.id,
        lastError: refund.failure_reason ?? 'The bank refused it.',
        doneAt: null,
      }
    : { status: 'done' as const, stripeRefundId: refund.id, lastError: null, doneAt: now }
}
