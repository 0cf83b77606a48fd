import { type SQL, sql } from 'drizzle-orm'
import { check, index, integer, pgTable, pgView, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { ways } from '#features/money/orders/inputs.ts'
import { orders } from '#features/money/orders/table.ts'
import { createdAt, id, isOneOf, pence, personId, word } from '#platform/db/columns.ts'
import { type DataMap, retention } from '#platform/db/data-map.ts'
import { reference } from '#platform/db/reference.ts'
import { user } from '#platform/db/tables.ts'

/** Append-only: every penny that came in (positive) or went back (negative), once per outside reference. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: id(),
    /** Null: of a payer without an account, whom the order names. */
    userId: personId().references(() => user.id),
    /** Null for an invoice of a later period, which belongs to no order. */
    orderId: uuid().references(() => orders.id),
    kind: text().notNull(),
    /** Which account it is of: the provider's, the till at the desk, or the bank. */
    way: word(ways).notNull().default('card'),
    amountPence: pence().notNull(),
    currency: text().notNull().default('gbp'),
    description: text().notNull(),
    /** Payment, invoice or refund that this entry stands for. */
    externalRef: text().notNull(),
    /** Percent of VAT within the amount, as it was when the money was paid; null: the house was not registered. */
    vatPercent: integer(),
    /** Under which number, so that a paper printed years later is what it was. */
    vatNumber: text(),
    /** Rounded half up, and alike for money that goes back: a payment given back as a whole leaves none. */
    vatPence: integer().generatedAlwaysAs(
      (): SQL => sql`round(amount_pence::numeric * vat_percent / (100 + vat_percent))::integer`,
    ),
    createdAt: createdAt(),
  },
  t => [
    uniqueIndex('ledger_entries_external_ref').on(t.externalRef),
    index().on(t.orderId),
    index().on(t.userId, t.createdAt),
    index().on(t.createdAt),
    index('ledger_entries_search').using('gin', t.description.op('gin_trgm_ops')),
    index('ledger_entries_ref_search').using('gin', t.externalRef.op('gin_trgm_ops')),
    isOneOf('ledger_entries_way', t.way, ways),
    check('ledger_entries_amount', sql`${t.amountPence} <> 0`),
    check('ledger_entries_vat', sql`${t.vatPercent} between 0 and 100`),
    check('ledger_entries_vat_number', sql`(${t.vatPercent} is null) = (${t.vatNumber} is null)`),
    check('ledger_entries_currency', sql`${t.currency} = 'gbp'`),
  ],
)

/**
 * What an entry stands for outside; each is entered once. A payment or an invoice stands under its own id at the provider.
 */
export const refs = {
  /** Money given back, by its cause (`refunds.ref`). */
  refund: reference('refund'),
  /** The provider could not make it: the money is with the house again, and goes back another way. */
  refundFailed: reference('refund:failed'),
  refundOtherwise: reference('refund:otherwise'),
  /** Money that the desk took, by the order of it. */
  desk: reference('desk'),
  disputeTaken: reference('dispute'),
  disputeReturned: reference('dispute-won'),
}

// What an entry `l` is, by what it stands for; money that a bank returned is no payment.
const standsFor = sql`l.external_ref`
export const isRefund = refs.refund.isIn(standsFor)
export const isDisputed = sql`(${refs.disputeTaken.isIn(standsFor)} or ${refs.disputeReturned.isIn(standsFor)})`
export const isPayment = sql`(not ${isRefund} and not ${isDisputed})`

/**
 * What the house holds of every payment: what came in, less what was given back and what banks have taken. The view is made by
 * a migration of its own; `npm run invariants` looks at the same.
 */
export const heldPayments = pgView('held_payments', {
  /** Null: of a payer without an account. */
  userId: personId(),
  kind: text().notNull(),
  /** Null for an invoice of a later period, and for a payment that was refused. */
  orderId: uuid(),
  /** The payment or invoice at the provider. */
  externalRef: text().notNull(),
  createdAt: createdAt(),
  paidPence: pence().notNull(),
  givenBackPence: integer().notNull(),
  disputedPence: integer().notNull(),
}).existing()

export const data: DataMap = {
  ledger_entries: {
    purpose: 'Money that moved',
    retention: retention.sixYears,
    owner: 'user_id',
    given: 'id order_id kind way amount_pence currency description vat_percent vat_pence vat_number created_at',
    held: 'user_id external_ref',
    erasure: 'keep',
  },
}
