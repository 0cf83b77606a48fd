import { and, desc, eq, type SQLWrapper, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { settingsFrom, storedSettings } from '#features/house/settings/model.ts'
import { vatOf } from '#features/house/vat/rules.ts'
import { idAtProvider } from '#features/money/customers/rules.ts'
import type { Way } from '#features/money/orders/inputs.ts'
import { orders } from '#features/money/orders/table.ts'
import type { Reader } from '#platform/db/pool.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { Runtime } from '#platform/runtime.ts'
import { heldPayments, isPayment, ledgerEntries } from './table.ts'

export type NewEntry = Pick<
  typeof ledgerEntries.$inferInsert,
  'userId' | 'orderId' | 'kind' | 'amountPence' | 'description' | 'externalRef'
> & {
  /** The payment or invoice whose money goes back, or comes again, where no order says which it is. */
  paidRef?: string | null
  /** Without one it moves as its payment did, and what is no part of another payment by card. */
  way?: Way
}

/**
 * Writes money that came in (positive pence) or went back (negative). False when this outside reference is there. A payment
 * keeps the VAT of its day and the way it came, and what goes back of it has the same.
 */
export async function enterLedger(tx: Tx, { paidRef = null, ...entry }: NewEntry): Promise<boolean> {
  const asPaid = await likeItsPayment(tx, { ...entry, paidRef })
  const [row] = await tx
    .insert(ledgerEntries)
    .values({ ...asPaid, ...entry, createdAt: tx.now })
    .onConflictDoNothing({ target: ledgerEntries.externalRef })
    .returning({ id: ledgerEntries.id })
  return row !== undefined
}

type Words = Pick<NewEntry, 'description' | 'externalRef'>

/** What an entry says went out one way went out another: it comes in again and goes out that way, with the same VAT. */
export async function enterElsewhere(
  tx: Tx,
  { userId, orderId, kind, way, amountPence, vatPercent, vatNumber }: typeof ledgerEntries.$inferSelect,
  to: Way,
  { back, out }: { back: Words; out: Words },
): Promise<void> {
  const same = { userId, orderId, kind, vatPercent, vatNumber, createdAt: tx.now }
  await tx.insert(ledgerEntries).values([
    { ...same, ...back, way, amountPence: -amountPence },
    { ...same, ...out, way: to, amountPence },
  ])
}

type OfPayment = Pick<typeof ledgerEntries.$inferSelect, 'vatPercent' | 'vatNumber' | 'way'>

async function likeItsPayment(
  tx: Tx,
  { kind, orderId = null, paidRef }: Pick<NewEntry, 'kind' | 'orderId' | 'paidRef'>,
): Promise<Partial<OfPayment> | null> {
  const { rows } = await tx.execute<{ paid: OfPayment | null; stored: Record<string, unknown> }>(
    sql`select ${storedSettings} as stored, (
      select jsonb_build_object('vatPercent', l.vat_percent, 'vatNumber', l.vat_number, 'way', l.way) from ${ledgerEntries} l
      where ${isPayment} and (l.order_id = ${orderId} or l.external_ref = ${paidRef}) limit 1) as paid`,
  )
  const { paid, stored } = rows[0]!
  return paid ?? vatOf(kind, settingsFrom(stored))
}

/** A payment, and what of it is still with the house, in pence: more than this can never be given back. */
export interface HeldPayment {
  orderId: string | null
  /** The payment or invoice at the provider. */
  externalRef: string
  leftPence: number
}

/** What the house holds of a person's payments for this kind of thing, the latest first. */
export async function heldOf(db: Reader, userId: string, kind: string): Promise<HeldPayment[]> {
  const rows = await db
    .select()
    .from(heldPayments)
    .where(and(eq(heldPayments.userId, userId), eq(heldPayments.kind, kind)))
    .orderBy(desc(heldPayments.createdAt), desc(heldPayments.externalRef))
  return rows.map(({ orderId, externalRef, paidPence, givenBackPence, disputedPence }) => ({
    orderId,
    externalRef,
    leftPence: Math.max(0, paidPence - givenBackPence - disputedPence),
  }))
}

/** A person's payments for a kind of thing since a moment, and what of them is still with the house, in pence: for a select. */
export const sumsSince = (userId: string | SQLWrapper, kind: string, since: Date | SQLWrapper) =>
  sql<Sums>`(select jsonb_build_object('paid', coalesce(sum(h.paid_pence), 0),
      'left', coalesce(sum(greatest(0, h.paid_pence - h.given_back_pence - h.disputed_pence)), 0))
    from ${heldPayments} h where h.user_id = ${userId} and h.kind = ${kind} and h.created_at >= ${since})`

export interface Sums {
  paid: number
  left: number
}

/** Whether all of some payments has gone back, by a refund or a bank, or a part; null while it is with the house, or nothing came. */
export const goneOf = ({ paid, left }: Sums): 'all' | 'part' | null =>
  left === paid ? null : left === 0 ? 'all' : 'part'

export type PaidWith = Pick<NewEntry, 'userId' | 'kind' | 'description'> & {
  orderId: string | null
  /** Where it has no order of its own. */
  invoiceId: string | null
}

/** What a payment at the provider paid for, by its order, or by the ledger entry of its invoice. Null: nothing of ours. */
export async function paidWith(
  { db, stripe }: Pick<Runtime, 'db' | 'stripe'>,
  paymentIntent: string | { id: string } | null,
): Promise<PaidWith | null> {
  const intentId = idAtProvider(paymentIntent)
  if (!intentId) return null
  const { userId, kind, description, id: orderId } = orders
  const [order] = await db
    .select({ userId, kind, description, orderId })
    .from(orders)
    .where(eq(orders.stripePaymentIntentId, intentId))
  if (order) return { ...order, invoiceId: null }
  const { data } = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: intentId },
    limit: 1,
  })
  const invoiceId = idAtProvider(data[0]?.invoice)
  if (!invoiceId) return null
  const [entry] = await db.select().from(ledgerEntries).where(eq(ledgerEntries.externalRef, invoiceId))
  return entry ? { ...entry, invoiceId } : null
}

/** The payment of a paid invoice; null when credit alone paid it. */
export async function intentOf(stripe: Stripe, invoiceId: string): Promise<string | null> {
  const { data } = await stripe.invoicePayments.list({ invoice: invoiceId, status: 'paid', limit: 1 })
  return idAtProvider(data[0]?.payment.payment_intent)
}
