import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, isOneOf, pence, personId, word } from '#platform/db/columns.ts'
import { type DataMap, ofTheHouse, retention } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { messageStatuses, officeNotes, type ShopOrderItem, shopOrderStatuses, strayNotes } from './inputs.ts'

/** What somebody checked out in the store, and what became of it. Money is the storefront's business; points are ours. */
export const shopifyOrders = pgTable(
  'shopify_orders',
  {
    id: id(),
    userId: personId()
      .notNull()
      .references(() => user.id),
    /** The cart at the storefront; null until it is there. */
    checkoutId: text(),
    checkoutUrl: text(),
    totalPointsRequired: integer().notNull(),
    totalPence: pence().notNull(),
    orderItems: jsonb().$type<ShopOrderItem[]>().notNull(),
    status: word(shopOrderStatuses).notNull().default('pending'),
    expiresAt: instant().notNull(),
    /** The order at the storefront, known once it was paid. */
    shopifyOrderId: text(),
    shopifyOrderName: text(),
    paidPence: pence(),
    /** What the purchase took of the person's points: all that it asked for, or what was left of them. */
    pointsDeducted: integer().notNull().default(0),
    paidAt: instant(),
    refundedAt: instant(),
    note: word(officeNotes),
    /** When its cart at the storefront was emptied, after it had run out: nobody can pay it any more. */
    emptiedAt: instant(),
    /** When the storefront was asked last. */
    askedAt: instant(),
    createdAt: createdAt(),
  },
  t => [
    unique('shopify_orders_checkout').on(t.checkoutId),
    unique('shopify_orders_shopify_order').on(t.shopifyOrderId),
    index().on(t.userId, t.createdAt),
    index().on(t.createdAt, t.id),
    index().on(t.totalPence, t.id),
    index().on(t.totalPointsRequired, t.id),
    // What the storefront is still to be asked about.
    index().on(t.status, t.createdAt),
    isOneOf('shopify_orders_status', t.status, shopOrderStatuses),
    isOneOf('shopify_orders_note', t.note, officeNotes),
    check('shopify_orders_total', sql`${t.totalPointsRequired} >= 0 and ${t.totalPence} >= 0`),
    check('shopify_orders_points', sql`${t.pointsDeducted} between 0 and ${t.totalPointsRequired}`),
    check('shopify_orders_paid', sql`(${t.paidAt} is not null) = (${t.status} in ('paid', 'refunded'))`),
    check('shopify_orders_known', sql`${t.paidAt} is null or ${t.shopifyOrderId} is not null`),
    check('shopify_orders_deducted', sql`${t.pointsDeducted} = 0 or ${t.paidAt} is not null`),
    check('shopify_orders_refunded', sql`(${t.refundedAt} is not null) = (${t.status} = 'refunded')`),
  ],
)

/**
 * Paid orders at the storefront that name one of ours beside the one that settled it: for other goods or prices, or for the same once
 * more. None of them takes points; the office sees to them.
 */
export const shopifyStrays = pgTable(
  'shopify_strays',
  {
    /** The order at the storefront. */
    id: text().primaryKey(),
    orderId: uuid()
      .notNull()
      .references(() => shopifyOrders.id),
    name: text().notNull(),
    totalPence: pence().notNull(),
    note: word(strayNotes).notNull(),
    refundedAt: instant(),
    createdAt: createdAt(),
  },
  t => [index().on(t.orderId), isOneOf('shopify_strays_note', t.note, strayNotes)],
)

/** Messages of the storefront by their id, each handled once; the order itself is read again by whoever handles it. */
export const shopifyMessages = pgTable(
  'shopify_messages',
  {
    id: text().primaryKey(),
    topic: text().notNull(),
    /** The order at the storefront. */
    shopifyOrderId: text(),
    status: word(messageStatuses).notNull().default('received'),
    createdAt: createdAt(),
    handledAt: instant(),
  },
  t => [index().on(t.createdAt), isOneOf('shopify_messages_status', t.status, messageStatuses)],
)

export const data: DataMap = {
  shopify_orders: {
    purpose: 'What you bought in the store',
    retention: retention.sixYears,
    owner: 'user_id',
    given:
      'id total_points_required total_pence order_items status shopify_order_name paid_pence points_deducted paid_at refunded_at expires_at created_at',
    held: 'user_id checkout_id checkout_url shopify_order_id note emptied_at asked_at',
    blocksErasure: {
      when: "status = 'pending' and checkout_id is not null",
      words: 'A purchase of this person in the store is still under way. Try again when it is settled.',
    },
    erasure: 'keep',
  },
  shopify_strays: {
    purpose: 'Payments at the storefront beside what you bought',
    retention: retention.sixYears,
    owner: 'order_id in (select id from shopify_orders where user_id = :person)',
    given: 'order_id name total_pence refunded_at created_at',
    held: 'id note',
    erasure: 'keep',
  },
  shopify_messages: {
    ...ofTheHouse(
      'Messages of the storefront, handled once each',
      'id topic shopify_order_id status created_at handled_at',
    ),
    retention: '2 years',
    keptYears: 2,
  },
}
