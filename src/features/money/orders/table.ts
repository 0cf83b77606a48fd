import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, isOneOf, pence, personId, word } from '#platform/db/columns.ts'
import { type DataMap, guestsNamedYears, isAddressed, retention } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { type ConstraintRefusals, refusal } from '#platform/rpc/errors.ts'
import { orderStatuses, orderWays } from './inputs.ts'

export interface OrderLine {
  name: string
  quantity: number
  unitPence: number
}

/** What a person is asked to pay by card, or has paid at the desk. */
export const orders = pgTable(
  'orders',
  {
    id: id(),
    /** Null: whoever bought without an account, and is reached by `payerEmail`. */
    userId: personId().references(() => user.id),
    payerName: text(),
    payerEmail: text(),
    kind: text().notNull(),
    status: word(orderStatuses).notNull().default('pending'),
    way: word(orderWays).notNull().default('card'),
    /** What is to pay by card; once paid, what the card was charged. */
    amountPence: pence().notNull(),
    /** What credit at the provider paid of it beside the card. */
    creditPence: pence().notNull().default(0),
    /** What the bank took back because its holder objected, and has not returned. */
    disputedPence: pence().notNull().default(0),
    /** What of it the payer keeps for good: their banks have decided so. */
    lostPence: pence().notNull().default(0),
    refundedPence: pence().notNull().default(0),
    /** What of `disputedPence` was cancelled meanwhile, and goes back once the bank returns it. */
    owedPence: pence().notNull().default(0),
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
    index().on(t.createdAt, t.id),
    index('orders_search').using(
      'gin',
      t.description.op('gin_trgm_ops'),
      t.payerName.op('gin_trgm_ops'),
      t.payerEmail.op('gin_trgm_ops'),
    ),
    index('orders_due').on(t.expiresAt).where(sql`${t.status} = 'pending'`),
    isOneOf('orders_status', t.status, orderStatuses),
    isOneOf('orders_way', t.way, orderWays),
    // The provider knows nothing of it, and no bank can take it back.
    check(
      'orders_desk',
      sql`${t.way} = 'card' or (${t.paidAt} is not null and ${t.stripeSessionId} is null and ${t.stripePaymentIntentId} is null
        and ${t.disputedPence} = 0 and ${t.creditPence} = 0)`,
    ),
    check('orders_amount', sql`${t.amountPence} > 0 or ${t.paidAt} is not null and ${t.amountPence} = 0`),
    check('orders_refund', sql`${t.refundedPence} between 0 and ${t.amountPence}`),
    check('orders_owed', sql`${t.owedPence} between 0 and ${t.amountPence}`),
    check('orders_disputed', sql`${t.disputedPence} between 0 and ${t.amountPence}`),
    // What credit alone paid has nothing to give back to a card: there the state says it.
    check(
      'orders_refunded',
      sql`${t.amountPence} = 0 or (${t.status} = 'refunded') = (${t.refundedPence} = ${t.amountPence})`,
    ),
    check('orders_paid', sql`(${t.paidAt} is not null) = (${t.status} in ('paid', 'refunded'))`),
    check('orders_payer', sql`(${t.userId} is null) = (${t.payerEmail} is not null and ${t.payerName} is not null)`),
    check('orders_currency', sql`${t.currency} = 'gbp'`),
  ],
)

/** `leftOf` the order with this id, in pence, for queries that do not join it; null while nothing was paid. */
export const leftPence = (orderId: AnyPgColumn) =>
  sql<number | null>`(select greatest(0, o.amount_pence - o.refunded_pence - o.disputed_pence) from ${orders} o
    where o.id = ${sql`${orderId}`} and o.paid_at is not null)`

/** Whose an order is, in queries that left-join `user`. */
export const payerColumns = {
  person: sql<string>`coalesce(${user.name}, ${orders.payerName}, 'Without an account')`,
  email: sql<string>`coalesce(${user.email}, ${orders.payerEmail}, '')`,
}

export const data: DataMap = {
  orders: {
    purpose: 'What you ordered',
    retention: `${retention.sixYears}; without an account your name and address for ${guestsNamedYears} years`,
    namedYears: guestsNamedYears,
    namedYearsOf: 'user_id is null',
    owner: `user_id = :person or ${isAddressed('payer_email')}`,
    given:
      'id payer_name payer_email kind status way amount_pence credit_pence disputed_pence lost_pence refunded_pence owed_pence currency description lines expires_at paid_at created_at',
    held: 'user_id reference attempt success_path cancel_path checkout_url stripe_session_id stripe_payment_intent_id',
    blocksErasure: {
      when: "status = 'pending'",
      words: 'A payment of this person is still under way. Try again when it is settled.',
    },
    // Bookkeeping keeps what was paid; an address that is no account's names nobody any more.
    erasure: {
      payer_name: "case when payer_name is not null then 'Erased person' end",
      payer_email: "case when payer_email is not null then 'erased' end",
    },
  },
}

export const refusals: ConstraintRefusals = {
  orders_refund: () => refusal('REFUND_TOO_HIGH', 'More than was paid cannot be given back.'),
  orders_one_membership_checkout: () =>
    refusal('CHECKOUT_OPEN', 'A membership payment is already open. Please try again.'),
}
