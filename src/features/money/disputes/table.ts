import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { orders } from '#features/money/orders/table.ts'
import { createdAt, instant, isOneOf, pence, personId, word } from '#platform/db/columns.ts'
import { type DataMap, retention } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { disputeStatuses } from './inputs.ts'

/** Payments to which their payer objected at the bank; what moved by it is in the ledger. */
export const disputes = pgTable(
  'disputes',
  {
    /** The provider's own id of the dispute. */
    id: text().primaryKey(),
    /** Null: of a payer without an account, whom the order names. */
    userId: personId().references(() => user.id),
    /** Null for the invoice of a later period, which belongs to no order. */
    orderId: uuid().references(() => orders.id),
    /** That invoice, at the provider. */
    invoiceId: text(),
    /** What it is about, as the ledger says. */
    description: text().notNull(),
    amountPence: pence().notNull(),
    status: word(disputeStatuses).notNull(),
    /** What the payer tells the bank, in the provider's word. */
    reason: text().notNull(),
    /** Until when our side is heard. */
    dueAt: instant(),
    createdAt: createdAt(),
    closedAt: instant(),
  },
  t => [
    index().on(t.orderId),
    index().on(t.userId),
    index().on(t.createdAt),
    check('disputes_amount', sql`${t.amountPence} > 0`),
    isOneOf('disputes_status', t.status, disputeStatuses),
  ],
)

export const data: DataMap = {
  disputes: {
    purpose: 'Payments that you objected to at your bank',
    retention: retention.sixYears,
    owner: 'user_id',
    given: 'order_id description amount_pence status reason created_at closed_at',
    held: 'id user_id invoice_id due_at',
    blocksErasure: {
      when: "status in ('inquiry', 'to_answer', 'under_review')",
      words: 'A payment of this person is disputed at their bank. Try again when the bank has decided.',
    },
    erasure: 'keep',
  },
}
