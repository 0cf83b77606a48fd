import { integer, jsonb, pgView, text, uuid } from 'drizzle-orm/pg-core'
import { orderStatuses, orderWays } from '#features/money/orders/inputs.ts'
import type { OrderLine } from '#features/money/orders/table.ts'
import { createdAt, instant, pence, personId, word } from '#platform/db/columns.ts'
import type { DataMap } from '#platform/db/data-map.ts'

/**
 * Every payment that somebody makes: their orders, and what came in without one, such as the later months of a plan. The view
 * is made by a migration.
 */
export const payments = pgView('payments', {
  /** Of the order, or of the entry in the ledger. */
  id: uuid().notNull(),
  /** Null: of a payer without an account. */
  userId: personId(),
  kind: text().notNull(),
  status: word(orderStatuses).notNull(),
  description: text().notNull(),
  lines: jsonb().$type<OrderLine[]>().notNull(),
  amountPence: pence().notNull(),
  creditPence: pence().notNull(),
  refundedPence: pence().notNull(),
  disputedPence: pence().notNull(),
  createdAt: createdAt(),
  paidAt: instant(),
  expiresAt: instant().notNull(),
  /** Null where no order was made. */
  orderId: uuid(),
  /** The payment or invoice at the provider, where no order was made. */
  externalRef: text(),
  way: word(orderWays).notNull(),
  vatPercent: integer(),
  vatNumber: text(),
  /** VAT within what was paid; null: the house was not registered. */
  vatPence: integer(),
}).existing()

/** A view holds nothing of its own. */
export const data: DataMap = {}
