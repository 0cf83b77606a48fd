import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { orders } from '#features/money/orders/table.ts'
import { createdAt, id, instant, isOneOf, pence, word } from '#platform/db/columns.ts'
import { type DataMap, retention } from '#platform/db/data-map.ts'
import { refundStatuses } from './inputs.ts'

/** Money to give back. Written with its ledger entry; a job then asks the provider, as often as it takes. */
export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    amountPence: pence().notNull(),
    reason: text().notNull(),
    /** What causes the refund: the same cause refunds once. */
    ref: text().notNull(),
    status: word(refundStatuses).notNull().default('pending'),
    stripeRefundId: text(),
    lastError: text(),
    createdAt: createdAt(),
    doneAt: instant(),
  },
  t => [
    uniqueIndex('refunds_ref').on(t.ref),
    uniqueIndex('refunds_stripe_refund').on(t.stripeRefundId),
    index().on(t.orderId),
    check('refunds_amount', sql`${t.amountPence} > 0`),
    isOneOf('refunds_status', t.status, refundStatuses),
  ],
)

export const data: DataMap = {
  refunds: {
    purpose: 'Money given back',
    retention: retention.sixYears,
    owner: 'order_id in (select id from orders where user_id = :person)',
    given: 'id order_id amount_pence reason status created_at done_at',
    held: 'ref stripe_refund_id last_error',
    blocksErasure: {
      when: "status = 'pending'",
      words: 'A payment of this person is still under way. Try again when it is settled.',
    },
    erasure: 'keep',
  },
}
