import { and, desc, eq, gt, isNull, like, lt, lte, sql } from 'drizzle-orm'
import { isActiveMembership, userMemberships } from '#features/membership/memberships/table.ts'
import { disputes } from '#features/money/disputes/table.ts'
import { ledgerEntries, refs } from '#features/money/ledger/table.ts'
import { orders } from '#features/money/orders/table.ts'
import { causes, refunds } from '#features/money/refunds/table.ts'
import { mails, user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { Provider } from './provider.ts'
import { vat } from './words.ts'

const dayMs = 86_400_000

/**
 * What goes wrong in a house that is otherwise in order: a payment disputed at the bank, a month that staff gave back at the
 * provider itself, and mails that did not arrive. Our books and the provider's say the same of each.
 */
export async function insertTrouble(tx: Tx, provider: Provider): Promise<void> {
  const before = (days: number) => new Date(tx.now.getTime() - days * dayMs)
  const [disputed] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.kind, 'booking'), eq(orders.status, 'paid'), lt(orders.createdAt, before(20))))
    .orderBy(desc(orders.createdAt))
    .limit(1)
  if (disputed) {
    const { id: orderId, userId, kind, description, amountPence, stripePaymentIntentId } = disputed
    const createdAt = before(4.4)
    const { id, reason, evidence_details } = await provider.dispute(stripePaymentIntentId!, createdAt)
    const dueAt = new Date(evidence_details.due_by! * 1000)
    await tx
      .insert(disputes)
      .values({ id, userId, orderId, description, amountPence, status: 'to_answer', reason, dueAt, createdAt })
    await tx.insert(ledgerEntries).values({
      ...{ userId, orderId, kind, amountPence: -amountPence, createdAt, ...vat },
      ...{ description: `Taken back by the bank: ${description}`, externalRef: refs.disputeTaken(id) },
    })
    await tx.update(orders).set({ disputedPence: amountPence }).where(eq(orders.id, orderId))
  }
  const [month] = await tx
    .select()
    .from(ledgerEntries)
    .where(
      and(
        ...[eq(ledgerEntries.kind, 'membership'), isNull(ledgerEntries.orderId), gt(ledgerEntries.amountPence, 0)],
        lt(ledgerEntries.createdAt, before(9)),
      ),
    )
    .orderBy(desc(ledgerEntries.createdAt))
    .limit(1)
  if (month) {
    const { userId, kind, description, amountPence, externalRef } = month
    const createdAt = before(6.2)
    const id = await provider.refund(provider.intentOf(externalRef), null, createdAt)
    const reason = 'Refunded at the payment provider'
    const ref = causes.atProvider(id)
    await tx.insert(refunds).values({
      ...{ userId, invoiceId: externalRef, amountPence, reason, ref, createdAt },
      ...{ status: 'done', stripeRefundId: id, doneAt: createdAt },
    })
    await tx.insert(ledgerEntries).values({
      ...{ userId, orderId: null, kind, amountPence: -amountPence, createdAt, ...vat },
      ...{ description: `${reason}: ${description}`, externalRef: refs.refund(ref) },
    })
    // A month whose money has gone back is not paid (decision 58).
    await tx
      .update(userMemberships)
      .set({ paymentStatus: 'waived' })
      .where(
        and(
          eq(userMemberships.userId, userId!),
          isActiveMembership,
          lte(userMemberships.currentPeriodStart, month.createdAt),
        ),
      )
  }
  await insertMails(tx, before)
}

/** The last weeks of the out-box: what was sent when people booked and paid, and two mails that came back. */
async function insertMails(tx: Tx, before: (days: number) => Date): Promise<void> {
  await tx.execute(sql`insert into ${mails} (to_address, user_id, template, subject, status, attempts, relates_to, created_at, sent_at)
    select u.email, u.id, 'memberships.charged', 'Your membership goes on', 'sent', 1, null, l.created_at, l.created_at + interval '4 seconds'
    from ${ledgerEntries} l join ${user} u on u.id = l.user_id
    where l.kind = 'membership' and l.order_id is null and l.amount_pence > 0 and l.created_at > ${before(21).toISOString()}::timestamptz`)
  await tx.execute(sql`insert into ${mails} (to_address, user_id, template, subject, status, attempts, relates_to, created_at, sent_at)
    select u.email, u.id, 'bookings.confirmed', 'Booking confirmed: ' || o.description, 'sent', 1, 'orders/' || o.id, o.paid_at, o.paid_at + interval '3 seconds'
    from ${orders} o join ${user} u on u.id = o.user_id
    where o.kind = 'booking' and o.paid_at > ${before(21).toISOString()}::timestamptz`)
  const recent = await tx
    .select({ id: user.id, email: user.email, firstName: user.firstName })
    .from(user)
    .where(like(user.email, '%@members.example'))
    .orderBy(desc(user.createdAt), user.id)
    .offset(30)
    .limit(2)
  await tx.insert(mails).values(
    recent.map(({ id, email, firstName }, n) => ({
      ...{ toAddress: email, userId: id, template: 'content.contact-confirmation', subject: 'We have your message' },
      ...{ props: { firstName }, status: 'failed' as const, attempts: 7, createdAt: before(2.3 + n * 5.1) },
      lastError: n === 0 ? '452 4.2.2 The in-box is full' : '550 5.1.1 There is nobody of this name here',
    })),
  )
}
