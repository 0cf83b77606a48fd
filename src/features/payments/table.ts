import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, pence, personId } from '#platform/columns.ts'
import { type ConstraintRefusals, refusal } from '#platform/errors.ts'
import { user } from '#platform/tables.ts'

export interface OrderLine {
  name: string
  quantity: number
  unitPence: number
}

/**
 * What a person is asked to pay by card. Its state only moves forward: pending → paid → refunded, or pending → expired or
 * failed (and from there to paid, when money arrives late).
 */
export const orders = pgTable(
  'orders',
  {
    id: id(),
    userId: personId()
      .notNull()
      .references(() => user.id),
    kind: text().notNull(),
    status: text({ enum: ['pending', 'paid', 'failed', 'expired', 'refunded'] })
      .notNull()
      .default('pending'),
    amountPence: pence().notNull(),
    refundedPence: pence().notNull().default(0),
    currency: text().notNull().default('gbp'),
    description: text().notNull(),
    lines: jsonb().$type<OrderLine[]>().notNull(),
    /** What the order is about where its kind needs to know, e.g. the id of a tier. */
    reference: text(),
    /** Number of the attempt to open a checkout; with the id it is the key under which the provider is asked. */
    attempt: integer().notNull().default(0),
    successPath: text(),
    cancelPath: text(),
    checkoutUrl: text(),
    stripeSessionId: text(),
    stripePaymentIntentId: text(),
    expiresAt: instant().notNull(),
    paidAt: instant(),
    createdAt: createdAt(),
  },
  t => [
    uniqueIndex('orders_stripe_session').on(t.stripeSessionId),
    uniqueIndex('orders_stripe_payment_intent').on(t.stripePaymentIntentId),
    // One membership checkout at a time, so that nobody pays for two.
    uniqueIndex('orders_one_membership_checkout')
      .on(t.userId)
      .where(sql`${t.kind} = 'membership' and ${t.status} = 'pending'`),
    index().on(t.userId, t.createdAt),
    index('orders_due').on(t.expiresAt).where(sql`${t.status} = 'pending'`),
    check('orders_status', sql`${t.status} in ('pending', 'paid', 'failed', 'expired', 'refunded')`),
    check('orders_amount', sql`${t.amountPence} > 0`),
    check('orders_refund', sql`${t.refundedPence} between 0 and ${t.amountPence}`),
    check('orders_refunded', sql`(${t.status} = 'refunded') = (${t.refundedPence} = ${t.amountPence})`),
    check('orders_paid', sql`(${t.paidAt} is not null) = (${t.status} in ('paid', 'refunded'))`),
    check('orders_currency', sql`${t.currency} = 'gbp'`),
  ],
)

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
    status: text({ enum: ['pending', 'done', 'failed'] })
      .notNull()
      .default('pending'),
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
    check('refunds_status', sql`${t.status} in ('pending', 'done', 'failed')`),
  ],
)

/** Append-only: every penny that came in (positive) or went back (negative), once per outside reference. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: id(),
    userId: personId()
      .notNull()
      .references(() => user.id),
    /** Null for an invoice of a later period, which belongs to no order. */
    orderId: uuid().references(() => orders.id),
    kind: text().notNull(),
    amountPence: pence().notNull(),
    currency: text().notNull().default('gbp'),
    description: text().notNull(),
    /** Payment, invoice or refund that this entry stands for. */
    externalRef: text().notNull(),
    createdAt: createdAt(),
  },
  t => [
    uniqueIndex('ledger_entries_external_ref').on(t.externalRef),
    index().on(t.orderId),
    index().on(t.userId, t.createdAt),
    index().on(t.createdAt),
    check('ledger_entries_amount', sql`${t.amountPence} <> 0`),
    check('ledger_entries_currency', sql`${t.currency} = 'gbp'`),
  ],
)

/** Events of the provider by their id, each handled once; the object itself is read again by whoever handles it. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    objectId: text().notNull(),
    /** `refused`: it contradicts what we know (amount, currency, customer), so nothing was granted. */
    status: text({ enum: ['received', 'done', 'ignored', 'failed', 'refused'] })
      .notNull()
      .default('received'),
    lastError: text(),
    attempts: integer().notNull().default(0),
    receivedAt: createdAt(),
    handledAt: instant(),
  },
  t => [
    index().on(t.receivedAt),
    index('payment_events_open').on(t.status).where(sql`${t.status} in ('received', 'failed', 'refused')`),
    check('payment_events_status', sql`${t.status} in ('received', 'done', 'ignored', 'failed', 'refused')`),
  ],
)

/** The provider's record of a person, made once and kept through every change of membership. */
export const paymentCustomers = pgTable('payment_customers', {
  userId: personId()
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  stripeCustomerId: text().notNull().unique(),
  createdAt: createdAt(),
})

export const paymentRefusals: ConstraintRefusals = {
  orders_refund: () => refusal('REFUND_TOO_HIGH', 'More than was paid cannot be given back.'),
  orders_one_membership_checkout: () =>
    refusal('CHECKOUT_OPEN', 'A membership payment is already open. Please try again.'),
}
