import { eq, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { readSettings } from '#features/house/settings/model.ts'
import { enterLedger, type PaidWith, paidWith } from '#features/money/ledger/model.ts'
import { heldPayments, ledgerEntries, refs } from '#features/money/ledger/table.ts'
import { type AnyOrderKind, kindOf, lockOrder } from '#features/money/orders/model.ts'
import { orders } from '#features/money/orders/table.ts'
import { payOwed } from '#features/money/refunds/model.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { JobContext } from '#platform/jobs/define.ts'
import { formatDate } from '#platform/words.ts'
import type { DisputeStatus } from './inputs.ts'
import { disputeOpenedMail } from './mail.tsx'
import { disputeStatusOf, isNews, isOver, takenOf } from './rules.ts'
import { disputes } from './table.ts'

/**
 * A payer objected to a payment at their bank: what the bank took, or gave back after it decided, is entered in the ledger; the

 * house is told when an answer is wanted. While it is out nothing of it can be refunded a second time; when the payer keeps it, what was bought
 * goes back as far as its kind can; when it is returned, so does what was cancelled meanwhile.
 */
export async function followDispute(
  { runtime, write }: JobContext,
  disputeId: string,
  kinds: AnyOrderKind[],
): Promise<'done' | 'ignored' | { refused: string }> {
  const dispute = await runtime.stripe.disputes.retrieve(disputeId)
  const paid = await paidWith(runtime, dispute.payment_intent)
  if (!paid) return 'ignored'
  if (dispute.currency !== 'gbp') return { refused: `disputed in ${dispute.currency}` }
  await write(tx => enterDispute(tx, dispute, paid, kinds))
  return 'done'
}

/** What banks have of an order by all its disputes, in pence, what of it for good, and whether all of them are decided. */
async function disputesOf(tx: Tx, orderId: string) {
  const { rows } = await tx.execute<{ status: DisputeStatus; pence: number }>(sql`
    select d.status, coalesce(-sum(l.amount_pence), 0)::int as pence from ${disputes} d
    left join ${ledgerEntries} l on l.external_ref in (${refs.disputeTaken.of(sql`d.id`)}, ${refs.disputeReturned.of(sql`d.id`)})
    where d.order_id = ${orderId} group by d.id, d.status`)
  const sumOf = (some: typeof rows) => some.reduce((sum, { pence }) => sum + pence, 0)
  return {
    takenPence: sumOf(rows),
    lostPence: sumOf(rows.filter(({ status }) => status === 'lost')),
    isOver: rows.every(({ status }) => isOver(status)),
  }
}

/** Whether a bank kept a person's payment for a kind of thing, of those since a moment, for good: for a select. */
export const isLostSince = (userId: string, kind: string, since: Date) =>
  sql<boolean>`exists (select from ${disputes} d
    join ${heldPayments} h on h.order_id = d.order_id or h.external_ref = d.invoice_id
    where d.user_id = ${userId} and d.status = 'lost' and h.kind = ${kind} and h.created_at >= ${since})`

async function enterDispute(tx: Tx, dispute: Stripe.Dispute, paid: PaidWith, kinds: AnyOrderKind[]): Promise<void> {
  const { userId, orderId, invoiceId, kind, description } = paid
  const order = orderId && (await lockOrder(tx, orderId))
  const [before] = await tx.select().from(disputes).where(eq(disputes.id, dispute.id)).for('update')
  const status = disputeStatusOf(dispute)
  const dueBy = dispute.evidence_details.due_by
  const state = {
    status,
    invoiceId,
    amountPence: dispute.amount,
    dueAt: dueBy ? new Date(dueBy * 1000) : null,
    closedAt: isOver(status) ? (before?.closedAt ?? tx.now) : null,
  }
  const row = { id: dispute.id, userId, orderId, description, reason: dispute.reason, createdAt: tx.now, ...state }
  await tx.insert(disputes).values(row).onConflictDoUpdate({ target: disputes.id, set: state })

  const takenPence = takenOf(dispute)
  const entry = { userId, orderId, kind, paidRef: invoiceId }
  const isOut = takenPence > 0 || dispute.balance_transactions.length > 1
  if (isOut) {
    const amountPence = -dispute.amount
    const words = `Taken back by the bank: ${description}`
    await enterLedger(tx, { ...entry, amountPence, description: words, externalRef: refs.disputeTaken(dispute.id) })
  }
  if (isOut && takenPence <= 0) {
    const words = `Returned by the bank: ${description}`
    const externalRef = refs.disputeReturned(dispute.id)
    await enterLedger(tx, { ...entry, amountPence: dispute.amount, description: words, externalRef })
  }
  if (order) {
    const all = await disputesOf(tx, order.id)
    const ofOrder = (pence: number) => Math.min(order.amountPence, Math.max(0, pence))
    const taken = { disputedPence: ofOrder(all.takenPence), lostPence: ofOrder(all.lostPence) }
    const now = { ...order, ...taken }
    await tx.update(orders).set(taken).where(eq(orders.id, order.id))
    const { takeBack, owedBack } = kindOf(kinds, order)
    if (status === 'lost' && before?.status !== 'lost' && takenPence > 0)
      // What another bank has not decided about may come back.
      await takeBack?.(tx, { ...now, disputedPence: taken.lostPence }, ofOrder(takenPence))
    if (all.isOver && order.owedPence > 0) {
      const pence = await payOwed(tx, now, dispute.id)
      await owedBack?.(tx, now, pence)
    }
  }
  if (userId) await kinds.find(({ name }) => name === kind)?.moneyMoved?.(tx, userId)
  await tx.announce({ to: { role: 'admin' }, kind: 'dispute.changed' })
  if (!isNews(status, before?.status)) return
  const { venueEmail } = await readSettings(tx)
  await tx.mail(
    disputeOpenedMail,
    { address: venueEmail, relatesTo: `disputes/${dispute.id}` },
    {
      description,
      amountPence: dispute.amount,
      takenPence: Math.max(0, takenPence),
      isLost: status === 'lost',
      dueOn: state.dueAt && formatDate(state.dueAt, { year: true }),
    },
  )
}
