import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { orders } from '#features/money/orders/table.ts'
import { createdAt, id, instant, isOneOf, pence, personId, word } from '#platform/db/columns.ts'
import { type DataMap, retention } from '#platform/db/data-map.ts'
import { reference } from '#platform/db/reference.ts'
import { user } from '#platform/db/tables.ts'
import { refundStatuses, settledWays } from './inputs.ts'

/** Money to give back. Written with its ledger entry; a job then asks the provider, as often as it takes. */
export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    /** Null: of a payer without an account, whom the order names. */
    userId: personId().references(() => user.id),
    /** Null for an invoice that belongs to no order. */
    orderId: uuid().references(() => orders.id),
    /** The invoice whose card payment goes back, at the provider; null when an order says which payment it is. */
    invoiceId: text(),
    amountPence: pence().notNull(),
    /** Of a refused payment it may be another than ours; the amount is then in its smallest unit. */
    currency: text().notNull().default('gbp'),
    /** A payment that was made for the order and refused; null: the payment of the order itself. */
    refusedPaymentIntentId: text(),
    /** Fixed words of the house, never what somebody typed. */
    reason: text().notNull(),
    /** What causes the refund: the same cause refunds once. */
    ref: text().notNull(),
    /** Number of the attempt; with the id it is the key under which the provider is asked. */
    attempt: integer().notNull().default(0),
    status: word(refundStatuses).notNull().default('pending'),
    stripeRefundId: text(),
    lastError: text(),
    /** Which way it went back instead, and why, in the words of the office. */
    settledWay: word(settledWays),
    settledReason: text(),
    createdAt: createdAt(),
    doneAt: instant(),
  },
  t => [
    uniqueIndex('refunds_ref').on(t.ref),
    uniqueIndex('refunds_stripe_refund').on(t.stripeRefundId),
    index().on(t.orderId),
    index().on(t.userId),
    check('refunds_of', sql`${t.orderId} is not null or ${t.invoiceId} is not null`),
    check('refunds_amount', sql`${t.amountPence} > 0`),
    isOneOf('refunds_status', t.status, refundStatuses),
    isOneOf('refunds_settled_way', t.settledWay, settledWays),
    check(
      'refunds_settled',
      sql`(${t.status} = 'settled') = (${t.settledWay} is not null) and (${t.settledWay} is null) = (${t.settledReason} is null)`,
    ),
  ],
)

/** What causes a refund, as its `ref` says it: the same cause refunds once. */
export const causes = {
  /** What an order paid for is no longer there. */
  gone: reference('gone'),
  /** A payment that was not the one asked for. */
  refused: reference('refused'),
  /** An invoice that pays for nothing here. */
  invoice: reference('invoice'),
  /** It was cancelled while the bank had its money, which it has returned: by the dispute. */
  owed: reference('owed'),
  /** Staff made it at the provider. */
  atProvider: reference('provider'),
  /** A payment of the desk that never was one, by its order: no money goes anywhere. */
  mistake: reference('mistake'),
  /** A booking was cancelled, alone or with the later ones of its series. */
  booking: reference('booking'),
  series: reference('series'),
}

export const data: DataMap = {
  refunds: {
    purpose: 'Money given back',
    retention: retention.sixYears,
    owner: 'user_id',
    given: 'id order_id amount_pence currency reason status settled_way created_at done_at',
    held: 'user_id invoice_id attempt ref stripe_refund_id refused_payment_intent_id last_error settled_reason',
    blocksErasure: {
      when: "status = 'pending'",
      words: 'A payment of this person is still under way. Try again when it is settled.',
    },
    // The reason is the house's own words; of older ones nobody knows.
    erasure: {
      reason: "'Given back'",
      last_error: 'null',
      settled_reason: "case when settled_reason is not null then 'Erased' end",
    },
  },
}
