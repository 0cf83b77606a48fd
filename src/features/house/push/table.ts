import { pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt } from '#platform/db/columns.ts'
import { type DataMap, ofTheHouse } from '#platform/db/data-map.ts'

/** The pair of keys by which push services know the house (RFC 8292); one row, made when it is first needed. */
export const pushKeys = pgTable('push_keys', {
  id: text({ enum: ['house'] }).primaryKey(),
  /** What browsers are told when they subscribe: another one ends all subscriptions. */
  publicKey: text().notNull(),
  /** Closed under the venue's secret. */
  sealedKey: text().notNull(),
  createdAt: createdAt(),
})

export const data: DataMap = {
  push_keys: ofTheHouse('Signing what is pushed to devices', 'id public_key sealed_key created_at'),
}
